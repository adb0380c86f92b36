"""After a game the people at a table may go on to another one: suggested by one of them, joined by the others."""

import json
from random import Random
from typing import Any

import pytest

from tests.table.harness import TableHarness
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table.effects import GATHERING_MS, START_WITHOUT_MS
from toctoc.table.table import Table

from .test_gathering import again, finished, kinds, names, ready


def suggest(harness: TableHarness, guest: str, game: str, fill: str | None = "apprenti") -> None:
    harness.ask(guest, c.Again(harness.id(), True, fill, game))
    assert harness.again().snapshot() == harness.table.snapshot()


def playing(harness: TableHarness) -> str:
    """The game that is played at the table, as the lobby and the cards have it."""
    lobby = harness.table.lobby()
    assert (lobby.stage, lobby.next_game) == ("playing", "")
    assert harness.match.game.name == lobby.game
    assert harness.again().snapshot() == harness.table.snapshot()
    assert Table.restore(harness.table.snapshot(), ()).snapshot() == harness.table.snapshot()
    return lobby.game


def test_one_suggests_another_joins_and_all_go_on_at_the_same_table() -> None:
    harness = finished("anna", "bob", game="chocottes", clock="relaxed")
    suggest(harness, "bob", "escalier")
    lobby = harness.table.lobby()
    assert (lobby.game, lobby.next_game, lobby.stage) == ("chocottes", "escalier", "over")
    assert ready(harness) == ["Bob"]
    assert harness.welcome("anna")["view"]["winners"]  # the result stays until all have joined
    again(harness, "anna")
    assert playing(harness) == "escalier"
    assert names(harness) == ["Anna", "Bob"]
    assert harness.table.state.settings.clock == "relaxed"
    assert harness.table.state.rules == GAMES["escalier"].rules.VERSION
    harness.play_on(Random(1).choice)
    assert [json.loads(record)["game"] for record in harness.records] == ["chocottes", "escalier"]


def test_the_table_keeps_its_bots_and_the_options_that_both_games_have() -> None:
    harness = finished("anna", game="chocottes", players=3, options={"memory_aid": True, "snap_seconds": 0})
    suggest(harness, "anna", "toctoctoc", fill="comte")
    assert playing(harness) == "toctoctoc"
    assert kinds(harness) == ["person", "bot", "bot"]
    assert {seat["bot"] for seat in harness.seats[1:]} == {"apprenti"}
    chosen = dict(harness.table.state.settings.options)
    assert chosen.pop("memory_aid") is True
    assert set(chosen) <= {"start", "creator"}


def test_a_game_that_the_table_played_before_keeps_its_variant() -> None:
    harness = finished("anna", game="chocottes", players=3, options={"snap_seconds": 0, "tiles": [1, 2, 3]})
    suggest(harness, "anna", "toctoctoc")
    assert playing(harness) == "toctoctoc"
    harness.play_on(Random(1).choice)
    suggest(harness, "anna", "chocottes")
    assert playing(harness) == "chocottes"
    options = harness.table.state.settings.options
    assert (options["snap_seconds"], options["tiles"]) == (0, [1, 2, 3])


def test_bots_leave_a_game_for_fewer_and_come_to_one_for_more() -> None:
    harness = finished("anna", "bob", game="chocottes", players=5)
    suggest(harness, "anna", "escalier")
    again(harness, "bob")
    assert kinds(harness) == ["person", "person", "bot", "bot"]
    harness = finished("anna", "bob", game="escalier")
    suggest(harness, "anna", "toctoctoc")
    again(harness, "bob")
    assert playing(harness) == "toctoctoc"
    assert kinds(harness) == ["person", "person", "bot"]


def test_a_bot_that_the_client_does_not_name_is_the_usual_one() -> None:
    harness = finished("anna", "bob", game="escalier")
    suggest(harness, "anna", "toctoctoc", fill=None)
    harness.ask("bob", c.Again(harness.id()))
    harness.wait(0)
    assert playing(harness) == "toctoctoc"


def test_players_in_excess_are_named_before_the_next_game_and_not_seated() -> None:
    five = finished("anna", "bob", "carla", "dora", "emil", game="toctoctoc")
    assert five.refused("anna", c.Again("a", game="escalier")) == "settings/players"
    four = finished("anna", "bob", "carla", "dora", game="toctoctoc", players=5)
    suggest(four, "anna", "escalier")
    four.come("emil")
    assert four.refused("emil", c.Sit("s", 4, "Emil")) == "chair/none"
    again(four, "anna", on=False)  # nobody suggests it any more
    assert four.ask("emil", c.Sit("t", 4, "Emil"))


def test_a_silent_player_watches_and_has_no_stand_in() -> None:
    harness = finished("anna", "bob", "carla", game="chocottes")
    harness.go("bob")
    suggest(harness, "anna", "escalier")
    again(harness, "carla")
    harness.wait(GATHERING_MS)
    assert playing(harness) == "escalier"
    assert harness.table.lobby().colours == [0, 2]
    assert names(harness) == ["Anna", "Carla"]
    assert harness.back("bob")["seats"] == []
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Carla", "Bob"]


def test_a_bot_keeps_the_chair_where_the_next_game_needs_it() -> None:
    harness = finished("anna", "bob", "carla", game="chocottes")
    suggest(harness, "bob", "toctoctoc")
    assert harness.refused("anna", c.Start("s", "nobody")) == "bot/unknown"
    harness.wait(START_WITHOUT_MS)
    harness.start("bob", fill="apprenti")
    assert playing(harness) == "toctoctoc"
    assert kinds(harness) == ["bot", "person", "bot"]
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Bob", "Carla"]


def test_another_suggestion_needs_new_answers() -> None:
    harness = finished("anna", "bob", "carla", game="chocottes")
    suggest(harness, "anna", "escalier")
    again(harness, "bob")
    assert harness.table.lobby().begins
    suggest(harness, "carla", "toctoctoc")
    lobby = harness.table.lobby()
    assert (lobby.next_game, lobby.begins, ready(harness)) == ("toctoctoc", 0, ["Carla"])
    suggest(harness, "anna", "chocottes")  # the same game once more
    assert (harness.table.lobby().next_game, ready(harness)) == ("", ["Anna"])


@pytest.mark.parametrize("command", [c.Again("n", on=False), c.Leave("n")])
def test_a_suggestion_that_is_taken_back_leaves_the_game_as_it_was(command: Any) -> None:
    harness = finished("anna", "bob", game="chocottes", players=3)
    suggest(harness, "anna", "escalier")
    harness.ask("anna", command)
    assert harness.table.lobby().next_game == ""
    harness.ask("bob", c.Again("b", fill="apprenti"))
    again(harness, *[guest for guest in ("anna",) if guest in harness.table.places])
    assert playing(harness) == "chocottes"


def test_it_is_refused_in_a_game_for_an_unknown_game_and_for_a_bot_that_does_not_play_it() -> None:
    harness = finished("anna", "bob")
    assert harness.refused("anna", c.Again("a", game="poker")) == "game/unknown"
    assert harness.refused("anna", c.Again("a", fill="nobody", game="chocottes")) == "bot/unknown"
    again(harness, "anna", "bob")
    assert harness.refused("anna", c.Again("a", game="chocottes")) == "game/running"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_leads_to_every_other(game: str) -> None:
    harness = finished("anna", "bob", "carla", game=game)
    for following in (*GAMES, game):
        suggest(harness, "bob", following)
        again(harness, "anna", "carla")
        assert playing(harness) == following
        harness.play_on(Random(1).choice)
