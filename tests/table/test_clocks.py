"""Clocks: none, relaxed or fast; when one runs out the table plays the gentle move of H3 and says so."""

from itertools import product
from random import Random

import pytest

from tests.scale import each
from tests.table.harness import TableHarness
from toctoc import record
from toctoc.core.registry import GAMES
from toctoc.table import commands as c

TIMES = {"relaxed": 60_000, "fast": 15_000}


def at_play(game: str, clock: str) -> TableHarness:
    harness = TableHarness.of(game, clock=clock)
    harness.sit(*("anna", "bob", "eve")[: len(harness.seats)])
    harness.start()
    return harness


@pytest.mark.parametrize("game", GAMES)
def test_without_a_clock_no_move_is_made_for_a_player(game: str) -> None:
    harness = at_play(game, "none")
    assert harness.table.state.deadlines == {}
    steps = len(harness.match.steps)
    harness.wait(3_600_000)
    assert len(harness.match.steps) == steps


@each("clock, game", product(TIMES, GAMES))
def test_an_expired_clock_plays_for_the_active_players(game: str, clock: str) -> None:
    harness = at_play(game, clock)
    assert harness.table.state.deadlines == dict.fromkeys(harness.match.actors, TIMES[clock])
    assert harness.welcome("bob")["deadlines"] == {str(seat): TIMES[clock] for seat in harness.match.actors}
    asked = harness.match.actors
    harness.wait(TIMES[clock] - 1)
    assert harness.moves == []
    harness.wait(1)
    assert [(move.seat, move.by) for move in harness.moves] == [(seat, "clock") for seat in asked]
    assert harness.heard["bob"][-1]["public"]["deadlines"] == {
        str(seat): 2 * TIMES[clock] for seat in harness.match.actors
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_plays_a_whole_game_gently_and_the_record_says_so(game: str) -> None:
    harness = at_play(game, "fast")
    while harness.table.is_live:
        harness.wait(15_000)
    done = record.read(harness.records[-1])
    record.verify(done)
    assert {move.by for move in harness.moves} == {"clock"}
    again = Random(1)  # H3, with the dice of the table's clockwork, which are not the game's
    for match, step in record.replay(done):
        if match.over or match.chance_awaited:
            continue
        following = done.steps[len(match.steps)]
        assert following.action == match.gentle(following.seat, again.randrange)  # type: ignore[union-attr]  # a move
        del step


def test_in_time_the_move_is_the_players() -> None:
    harness = at_play("toctoctoc", "fast")
    harness.wait(14_999)
    harness.move("anna", str(harness.match.legal(0)[0]))
    assert [move.by for move in harness.moves] == ["player"]
    assert set(harness.table.state.deadlines.values()) == {harness.at + 15_000}


def test_players_who_act_together_have_separate_clocks() -> None:
    harness = at_play("chocottes", "relaxed")
    harness.wait(10_000)
    harness.move("anna", "look 1")
    assert harness.table.state.deadlines == {0: 70_000, 1: 60_000}


def test_reordering_a_row_wins_no_time() -> None:
    harness = at_play("chocottes", "fast")
    harness.wait(10_000)
    harness.move("anna", "arrange 1 to 2")
    harness.move("anna", "Arrange  2 to 1")
    assert harness.table.state.deadlines == {0: 15_000, 1: 15_000}


def test_the_clock_does_not_hurry_bots_nor_the_snap_window() -> None:
    harness = TableHarness.of("chocottes", clock="fast")
    harness.sit("anna")
    harness.start(fill="apprenti")
    harness.play_on(Random(4).choice, steps=120)
    assert {move.by for move in harness.moves if move.seat == 1} == {"player"}
    windows = [u["public"] for u in harness.heard["anna"] if u["public"].get("window")]
    assert windows
    assert all(not public.get("deadlines") for public in windows)


def test_a_restart_keeps_every_clock() -> None:
    harness = at_play("toctoctoc", "fast")
    harness.wait(9_000)
    harness.ask("anna", c.Say("s", "thinking"))
    harness.table = harness.again()  # days later; the table's time has stood still
    harness.at = harness.table.state.at
    harness.come("anna", "bob", "eve")
    harness.wait(5_999)
    assert harness.moves == []
    harness.wait(1)
    assert [move.by for move in harness.moves] == ["clock"]
