"""Clocks: none, relaxed or fast; when one runs out the table plays the gentle move of H3 and says so."""

from random import Random

import pytest

from tests.table.desk import Desk
from toctoc import record
from toctoc.games.registry import GAMES
from toctoc.table import commands as c

TIMES = {"relaxed": 60_000, "fast": 15_000}


def at_play(game: str, clock: str) -> Desk:
    desk = Desk.of(game, clock=clock)
    desk.sit(*("anna", "bob", "eve")[: len(desk.seats)])
    desk.start()
    return desk


@pytest.mark.parametrize("game", GAMES)
def test_without_a_clock_nobody_is_hurried(game: str) -> None:
    desk = at_play(game, "none")
    assert desk.table.s.deadlines == {}
    steps = len(desk.match.steps)
    desk.wait(3_600_000)
    assert len(desk.match.steps) == steps


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", TIMES)
def test_a_clock_that_runs_out_plays_for_whoever_is_asked(game: str, clock: str) -> None:
    desk = at_play(game, clock)
    assert desk.table.s.deadlines == dict.fromkeys(desk.match.actors, TIMES[clock])
    assert desk.welcome("bob")["deadlines"] == {str(seat): TIMES[clock] for seat in desk.match.actors}
    asked = desk.match.actors
    desk.wait(TIMES[clock] - 1)
    assert desk.moves == []
    desk.wait(1)
    assert [(move.seat, move.by) for move in desk.moves] == [(seat, "clock") for seat in asked]
    assert desk.heard["bob"][-1]["public"]["deadlines"] == {
        str(seat): 2 * TIMES[clock] for seat in desk.match.actors
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_plays_a_whole_game_gently_and_the_record_says_so(game: str) -> None:
    desk = at_play(game, "fast")
    while desk.table.is_live:
        desk.wait(15_000)
    done = record.read(desk.records[-1])
    record.verify(done)
    assert {move.by for move in desk.moves} == {"clock"}
    again = Random(1)  # H3, with the dice of the table's clockwork, which are not the game's
    for match, step in record.replay(done):
        if match.over or match.chance_awaited:
            continue
        following = done.steps[len(match.steps)]
        assert following.action == match.gentle(following.seat, again.randrange)  # type: ignore[union-attr]  # a move
        del step


def test_in_time_the_move_is_the_players() -> None:
    desk = at_play("toctoctoc", "fast")
    desk.wait(14_999)
    desk.move("anna", str(desk.match.legal(0)[0]))
    assert [move.by for move in desk.moves] == ["player"]
    assert set(desk.table.s.deadlines.values()) == {desk.at + 15_000}


def test_who_is_asked_together_has_the_own_time() -> None:
    desk = at_play("chocottes", "relaxed")
    desk.wait(10_000)
    desk.move("anna", "look 1")
    assert desk.table.s.deadlines == {0: 70_000, 1: 60_000}


def test_reordering_a_row_wins_no_time() -> None:
    desk = at_play("chocottes", "fast")
    desk.wait(10_000)
    desk.move("anna", "arrange 1 to 2")
    desk.move("anna", "Arrange  2 to 1")
    assert desk.table.s.deadlines == {0: 15_000, 1: 15_000}


def test_the_clock_does_not_hurry_bots_nor_the_snap_window() -> None:
    desk = Desk.of("chocottes", clock="fast")
    desk.sit("anna")
    desk.start(fill="apprenti")
    desk.play_on(Random(4).choice, steps=120)
    assert {move.by for move in desk.moves if move.seat == 1} == {"player"}
    windows = [u["public"] for u in desk.heard["anna"] if u["public"].get("window")]
    assert windows
    assert all(not public.get("deadlines") for public in windows)


def test_a_clock_survives_a_restart_and_nobody_loses_time() -> None:
    desk = at_play("toctoctoc", "fast")
    desk.wait(9_000)
    desk.ask("anna", c.Say("s", "thinking"))
    desk.table = desk.again()  # days later; the table's time has stood still
    desk.at = desk.table.s.at
    desk.come("anna", "bob", "eve")
    desk.wait(5_999)
    assert desk.moves == []
    desk.wait(1)
    assert [move.by for move in desk.moves] == ["clock"]
