"""While a game is played people leave, are sent away, are replaced, move to another device; and play again."""

from random import Random

import pytest

from tests.table.harness import TableHarness
from toctoc import record
from toctoc.core.game import Chance
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.log import Settings


def at_play(game: str, *guests: str, players: int | None = None) -> TableHarness:
    harness = TableHarness.of(game, players)
    harness.heard[None] = []
    harness.sit(*guests)
    harness.start(fill="apprenti")
    return harness


def finish(harness: TableHarness, seed: int = 7) -> record.Record:
    harness.play_on(Random(seed).choice)
    assert harness.table.state.stage == "over"
    done = record.read(harness.records[-1])
    record.verify(done)
    return done


@pytest.mark.parametrize("game", GAMES)
def test_people_and_bots_play_to_the_end_and_the_record_verifies(game: str) -> None:
    harness = at_play(game, "anna")
    done = finish(harness)
    assert done.seats[0].name == "Anna"
    assert {seat.bot for seat in done.seats[1:]} == {"apprenti"}
    assert {move.by for move in harness.moves} == {"player"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kicked", [False, True])
def test_a_stand_in_plays_for_a_player_who_left_or_was_removed(game: str, kicked: bool) -> None:
    harness = at_play(game, "anna", "bob")
    harness.ask("anna", c.Clear("k", 1)) if kicked else harness.ask("bob", c.Leave("l"))
    name = {} if kicked else {"name": "Bob"}
    assert harness.seats[1] == {"kind": "free", **name, "away": True}
    done = finish(harness)
    assert {move.seat for move in harness.moves if move.by == "stand-in"} == {1}
    assert done.seats[1] == record.Seat("stand-in")
    if kicked:
        assert harness.refused("bob", c.Sit("s", 1, "Bob")) == "table/kicked"


@pytest.mark.parametrize("game", GAMES)
def test_another_person_takes_the_seat_over_and_goes_on(game: str) -> None:
    harness = at_play(game, "anna", "bob")
    harness.come("eve")
    harness.ask("bob", c.Leave("l"))
    assert harness.refused("anna", c.Sit("s", 1, "Anna")) == "seat/in-game"
    harness.ask("eve", c.Sit("s", 1, "Eve"))
    (own,) = harness.heard["eve"][-1]["own"]  # a watcher who sits down is shown what the seat holds, at once
    assert own == harness.welcome("eve")["own"][0]
    assert harness.heard["bob"][-1].get("own") is None
    done = finish(harness)
    assert done.seats[1].name == "Eve"
    assert {move.by for move in harness.moves} == {"player"}


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_takes_the_seat_over_and_goes_on(game: str) -> None:
    harness = at_play(game, "anna", "bob")
    assert harness.refused("anna", c.Bot("b", 1, "apprenti")) == "seat/taken"
    harness.ask("bob", c.Leave("l"))
    harness.wait(5_000)
    harness.ask("anna", c.Bot("b", 1, "apprenti"))
    assert harness.seats[1]["kind"] == "bot"
    assert finish(harness).seats[1].bot == "apprenti"


def test_a_device_with_several_seats_keeps_them_in_a_game() -> None:
    harness = TableHarness.of("escalier", 3)
    harness.sit("anna")
    harness.ask("anna", c.Sit("a", 1, "Zoé", also=True))
    harness.start(fill="apprenti")
    harness.ask("anna", c.Sit("n", 1, "Zoë"))
    assert harness.table.seats_of("anna") == [0, 1]
    assert harness.refused("anna", c.Move("m", "decline")) == "seat/which"
    finish(harness)


@pytest.mark.parametrize("game", GAMES)
def test_the_rematch_is_anybodys_and_the_next_seat_starts(game: str) -> None:
    harness = at_play(game, "anna", "bob")
    secrets, commitments = set(), set()
    for number in range(1, 4):
        assert harness.table.lobby().number == number
        done = finish(harness, number)
        assert done.options["creator"] == (number - 1) % len(harness.seats)
        assert done.fair is not None
        assert done.fair.number == number
        secrets.add(done.fair.secret)
        commitments.add(harness.table.lobby().commitment)
        assert harness.refused("eve", c.Start(harness.id())) == "seat/none"
        harness.rematch("bob")
        assert harness.table.is_live
        assert [seat["kind"] for seat in harness.seats[:2]] == ["person", "person"]
    assert len(secrets) == len(commitments) == 3


@pytest.mark.parametrize("game", GAMES)
def test_T6_C6_E3_any_seat_may_be_chosen_to_begin(game: str) -> None:
    players = GAMES[game].players[-1]
    harness = TableHarness.of(game, players, options={"creator": 2})
    harness.sit("anna")
    harness.start(fill="apprenti")
    assert harness.table.state.options["creator"] == 2
    assert harness.table.lobby().settings.options["creator"] == 3 % players  # who begins the rematch
    finish(harness)
    harness.ask("anna", c.Set("s", Settings(players, {"creator": 1})))
    harness.start()
    assert harness.table.state.options["creator"] == 1


def test_a_chosen_starter_without_a_seat_is_forgotten() -> None:
    harness = TableHarness.of("chocottes", 5, options={"creator": 4, "dreams": 3})
    harness.sit("anna")
    harness.ask("anna", c.Set("1", Settings(3, {"creator": 4, "dreams": 3})))
    assert harness.table.lobby().settings.options == {"dreams": 3}
    assert harness.refused("anna", c.Set("2", Settings(3, {"creator": 3}))) == "settings/option"
    harness.start(fill="apprenti")
    assert harness.table.state.options["creator"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_T6_C6_E3_where_the_starter_is_drawn_a_rematch_draws_anew(game: str) -> None:
    harness = TableHarness.of(game, GAMES[game].players[-1], options={"start": "random"})
    harness.sit("anna")
    harness.start(fill="apprenti")
    for number in range(1, 4):
        done = finish(harness, number)
        assert done.options["start"] == "random"
        assert harness.table.lobby().settings.options == {"start": "random"}
        first = done.steps[0]  # of a sealed seed of its own
        assert isinstance(first, Chance)
        assert str(first.outcome) == f"start {harness.table.state.starter}"
        harness.start()


@pytest.mark.parametrize("game", GAMES)
def test_T6_C6_E3_after_a_drawn_starter_the_seat_to_the_left_follows_if_none_is_drawn(game: str) -> None:
    players = GAMES[game].players[-1]
    for secret in range(8):  # as many draws
        harness = TableHarness.of(game, players, options={"start": "random"})
        harness.table.enter(log.Entry(0, log.Sealed(f"{secret:064x}", "b0" * 8)))
        harness.sit("anna")
        harness.start(fill="apprenti")
        first = finish(harness).steps[0]
        assert isinstance(first, Chance)
        harness.ask("anna", c.Set("s", Settings(players)))
        harness.start()
        assert harness.table.state.options["creator"] == (int(str(first.outcome)[-1]) + 1) % players


def test_T6_after_chairs_are_removed_the_next_seated_player_begins() -> None:
    harness = TableHarness.of("toctoctoc", 5, options={"creator": 3})
    harness.sit("anna", "bob", "eve", "max", "zoe")
    harness.start()
    finish(harness)
    for guest in ("anna", "zoe"):
        harness.ask(guest, c.Leave(harness.id()))
    for guest in ("eve", "max"):
        harness.ask(guest, c.Again(harness.id()))
    harness.ask("bob", c.Start(harness.id(), here=True))
    assert [seat["name"] for seat in harness.seats] == ["Bob", "Eve", "Max"]
    assert harness.table.state.options["creator"] == 0  # who is to the left of Max
    assert harness.again().snapshot() == harness.table.snapshot()


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_and_its_rights_move_to_another_device(game: str) -> None:
    harness = at_play(game, "anna", "bob")
    harness.come("phone")
    old = harness.welcome("anna")
    harness.rehome("anna", "phone")
    new = harness.welcome("phone")
    assert (new["seats"], new["creator"], new["own"]) == (old["seats"], True, old["own"])
    assert harness.heard["phone"][-1]["own"] == old["own"]
    gone = harness.welcome("anna")
    assert (gone["seats"], gone["creator"], gone.get("own")) == ([], False, None)
    assert harness.refused("anna", c.Mute("m", 1)) == "table/creator-only"
    harness.ask("phone", c.Mute("m", 1))
    harness.table = harness.again()
    harness.come("phone", "bob")
    assert harness.refused("anna", c.Leave("x")) == "seat/none"
    assert harness.refused("anna", c.Close("x")) == "table/creator-only"
    finish(harness)


def test_the_muted_stay_muted_on_another_device() -> None:
    harness = at_play("escalier", "anna", "bob")
    harness.ask("anna", c.Mute("m", 1))
    harness.rehome("bob", "phone")
    assert harness.refused("phone", c.Say("s", "hello")) == "talk/muted"


def test_the_creator_may_leave_and_keeps_the_rights() -> None:
    harness = at_play("escalier", "anna", "bob")
    harness.ask("anna", c.Leave("l"))
    assert harness.welcome("anna")["creator"]
    harness.ask("anna", c.Clear("k", 1))
    harness.ask("anna", c.Close("c"))


@pytest.mark.parametrize("name", ["👨‍👩‍👧", "❤️ Léa", "अनुष्का", "O'Neill-Łoś_2"])
def test_whatever_a_player_may_be_called_the_record_can_be_read(name: str) -> None:
    harness = TableHarness.of("escalier")
    harness.come("anna")
    harness.ask("anna", c.Sit("s", 0, name))
    harness.start(fill="apprenti")
    assert finish(harness).seats[0].name == name
