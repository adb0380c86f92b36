"""Chairs: asked for and granted, taken away where nobody sits; and who leaves keeps the name while a bot plays."""

import json
from random import Random
from typing import Any

import pytest

from tests.table.harness import TableHarness
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.chairs import MAX_CHAIR_REQUESTS
from toctoc.table.log import Settings
from toctoc.table.table import Table


def asking(harness: TableHarness) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = json.loads(messages.write(harness.table.lobby().asking))
    return shown


def names(harness: TableHarness) -> list[str]:
    return [seat.get("name", "") for seat in harness.seats]


def ask(harness: TableHarness, guest: str) -> int:
    """Ask for a chair; by which number the creator knows who asked."""
    harness.come(guest)
    done = harness.ask(guest, c.Ask(harness.id(), guest.title(), "owl"))
    assert isinstance(done, messages.Done)
    return done.version


def test_seated_players_start_without_the_free_chairs() -> None:
    harness = TableHarness.of("toctoctoc", 5)
    harness.sit("anna", "bob", "carla", "dora")
    harness.ask("bob", c.Leave("l"))
    harness.ask("anna", c.Set("s", Settings(5, {"start": "creator", "creator": 3})))
    harness.ask("anna", c.Start("t", here=True))
    assert names(harness) == ["Anna", "Carla", "Dora"]
    assert harness.table.state.settings.players == 3
    assert harness.table.lobby().stage == "playing"
    assert harness.match.options["creator"] == 2  # Dora still begins
    told = [message["seats"] for message in harness.heard["carla"] if "seats" in message]
    assert told[-1] == [1]  # she sat in the third chair, and is told that it is the second now
    assert harness.again().lobby() == harness.table.lobby()


def test_a_start_with_too_few_players_names_the_number_needed() -> None:
    harness = TableHarness.of("toctoctoc", 5)
    harness.sit("anna", "bob")
    before = harness.table.state.version
    assert harness.refused("anna", c.Start("t", here=True)) == "settings/players"
    assert harness.table.state.version == before
    harness.ask("anna", c.Start("u", fill="apprenti"))
    assert [seat["kind"] for seat in harness.seats] == ["person", "person", "bot", "bot", "bot"]


def test_a_visitor_asks_and_is_seated_at_once_in_the_lobby() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna", "bob")
    carla = ask(harness, "carla")
    assert asking(harness) == [{"asker": carla, "name": "Carla", "avatar": "owl"}]
    assert harness.refused("bob", c.Grant("g", carla)) == "table/creator-only"
    harness.ask("anna", c.Grant("g", carla))
    assert names(harness) == ["Anna", "Bob", "Carla"]
    assert asking(harness) == []
    assert harness.heard["carla"][-1]["seats"] == [2]


@pytest.mark.parametrize("game", GAMES)
def test_a_chair_that_is_granted_in_a_game_is_there_after_it(game: str) -> None:
    harness = TableHarness.of(game)
    harness.sit("anna")
    harness.start(fill="apprenti")
    carla, dora = ask(harness, "carla"), ask(harness, "dora")
    harness.ask("anna", c.Grant("g", carla))
    harness.ask("anna", c.Grant("h", dora, on=False))
    assert asking(harness) == [{"asker": carla, "name": "Carla", "avatar": "owl", "granted": True}]
    seats = len(harness.seats)
    harness.play_on(Random(1).choice)
    assert harness.table.lobby().stage == "over"
    assert names(harness)[seats:] == ["Carla"]
    assert asking(harness) == []
    snapshot = harness.table.snapshot()
    for table in (harness.table, harness.again(), Table.restore(snapshot, ())):  # after a reload, and a restart
        for guest, seated in ("anna", [0]), ("carla", []):
            welcome = table.welcome(guest, 0)
            assert welcome.view is not None
            assert welcome.view["winners"]
            assert [own.seat for own in welcome.own] == seated
    harness.rematch("carla")
    assert harness.table.lobby().stage == "playing"
    assert harness.match.players == seats + 1
    assert harness.again().lobby() == harness.table.lobby()


def test_a_guest_who_left_is_not_seated() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna")
    harness.start(fill="apprenti")
    carla = ask(harness, "carla")
    harness.ask("anna", c.Grant("g", carla))
    harness.go("carla")
    harness.play_on(Random(1).choice)
    assert len(harness.seats) == 2
    assert asking(harness) == []


def test_at_the_largest_table_a_bot_gives_its_chair_and_people_do_not() -> None:
    harness = TableHarness.of("escalier", 4)
    harness.sit("anna", "bob", "zoe")
    harness.ask("anna", c.Bot("b", 3, "apprenti"))
    harness.ask("anna", c.Grant("g", ask(harness, "carla")))
    assert names(harness) == ["Anna", "Bob", "Zoe", "Carla"]
    assert harness.refused("anna", c.Grant("h", ask(harness, "dora"))) == "chair/none"


def test_between_games_a_person_may_sit_in_a_bot_s_chair_and_in_a_game_not() -> None:
    harness = TableHarness.of("escalier", 3)
    harness.sit("anna")
    harness.ask("anna", c.Bot("b", 1, "apprenti"))
    harness.come("bob")
    assert harness.refused("bob", c.Sit("s", 1, "Bob")) == "seat/taken"  # the other one is free
    harness.ask("anna", c.Bot("c", 2, "apprenti"))
    assert harness.refused("anna", c.Sit("s", 1, "Anna")) == "seat/taken"  # she has one
    harness.ask("bob", c.Sit("s", 1, "Bob"))
    assert names(harness)[:2] == ["Anna", "Bob"]
    harness.start()
    harness.come("carla")
    assert harness.refused("carla", c.Sit("s", 2, "Carla")) == "seat/taken"


def test_only_watchers_request_a_chair_and_only_once() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna", "bob")
    assert harness.refused("bob", c.Ask("a", "Bob")) == "chair/seated"
    assert harness.refused("eve", c.Ask("a", "")) == "name/empty"
    ask(harness, "carla")
    ask(harness, "carla")
    assert len(asking(harness)) == 1
    for number in range(MAX_CHAIR_REQUESTS - 1):
        ask(harness, f"guest{number}")
    assert harness.refused("eve", c.Ask("a", "Eve")) == "chair/too-many"
    assert harness.refused("anna", c.Grant("g", 0)) == "chair/nobody"


def test_a_player_who_leaves_keeps_the_name_and_may_return() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna", "bob")
    harness.ask("bob", c.Sit("a", 1, "Bob", avatar="bat"))
    harness.start()
    harness.ask("bob", c.Leave("l"))
    assert harness.seats[1] == {"kind": "free", "name": "Bob", "away": True, "avatar": "bat"}
    assert harness.heard["bob"][-1]["seats"] == []
    harness.ask("bob", c.Sit("s", 1, "Bob", avatar="bat"))
    assert harness.seats[1] == {"kind": "person", "name": "Bob", "avatar": "bat"}
    assert harness.heard["bob"][-1]["seats"] == [1]
    harness.ask("bob", c.Leave("m"))
    harness.play_on(Random(1).choice)
    assert harness.seats[1]["name"] == "Bob"
    assert json.loads(harness.records[-1])["seats"][1]["name"] == "stand-in"


def test_a_removed_player_leaves_no_name() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna", "bob")
    harness.start()
    harness.ask("anna", c.Clear("k", 1))
    assert harness.seats[1] == {"kind": "free", "away": True}
