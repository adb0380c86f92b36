"""A day a move: people come by when they like, nobody is missed, and the clock goes on while all are away (H3)."""

from itertools import product

import pytest

from tests.scale import each
from tests.table.harness import TableHarness
from toctoc.core.registry import GAMES
from toctoc.table import commands, log
from toctoc.table.effects import CLOCK_MS
from toctoc.table.scheduler import AWAY_GRACE_MS
from toctoc.table.state import SLOW_CLOCKS


def at_play(game: str, clock: str = "day") -> TableHarness:
    harness = TableHarness.of(game, clock=clock)
    harness.sit(*("anna", "bob", "eve")[: len(harness.seats)])
    harness.start()
    return harness


@each("game, clock", product(GAMES, SLOW_CLOCKS))
def test_H3_an_expired_slow_clock_plays_for_the_active_players(game: str, clock: str) -> None:
    harness, time = at_play(game, clock), CLOCK_MS[clock]
    asked = harness.match.actors
    assert harness.table.state.deadlines == dict.fromkeys(asked, time)
    harness.wait(time - 1)
    assert harness.moves == []
    harness.wait(1)
    assert [(move.seat, move.by) for move in harness.moves] == [(seat, "clock") for seat in asked]


def test_H3_a_slow_table_marks_no_player_absent() -> None:
    harness = at_play("escalier")
    harness.go("bob")
    harness.wait(10 * AWAY_GRACE_MS)
    assert not any(seat.get("away") for seat in harness.seats)
    assert harness.moves == []


def test_H3_an_empty_slow_table_has_no_timer_and_its_clock_plays_on_the_next_visit() -> None:
    harness = at_play("escalier")
    for guest in ("anna", "bob"):
        harness.go(guest)
    assert harness.scheduler.next(harness.table) is None  # it costs nobody a timer
    harness.at += 3 * CLOCK_MS["day"]
    harness.scheduler.wake(harness.table, harness.at)
    harness.note()
    assert [move.by for move in harness.moves] == ["clock"]  # once: the next one has a day from when it was seen
    assert list(harness.table.state.deadlines.values()) == [harness.at + CLOCK_MS["day"]]
    assert harness.again().snapshot() == harness.table.snapshot()


def test_bots_continue_at_an_empty_slow_table() -> None:
    harness = TableHarness.of("escalier", 3, clock="day")
    harness.sit("anna", "bob")
    harness.start(fill="apprenti")
    for guest in ("anna", "bob"):
        harness.go(guest)
    for _ in range(100):
        if 2 in harness.match.actors:
            break
        seat = harness.match.actors[0]
        guest = ("anna", "bob")[seat]
        harness.move(guest, str(harness.match.legal(seat)[0]), seat=seat)
    before = len(harness.moves)
    harness.wait(60_000)
    assert {move.seat for move in harness.moves[before:]} == {2}
    assert 2 not in harness.match.actors
    assert harness.scheduler.next(harness.table) is None


@pytest.mark.parametrize("game", GAMES)
def test_H3_a_slow_game_comes_to_its_end_by_the_clock_alone(game: str) -> None:
    """Snap windows too: nobody has seconds to throw, and nobody's silence holds up the others for ever (C10)."""
    harness = at_play(game)
    for _ in range(5_000):
        if not harness.table.is_live:
            break
        assert not harness.table.state.window
        harness.wait(CLOCK_MS["day"])
    assert harness.table.state.stage == "over"
    assert {move.by for move in harness.moves} == {"clock"}


def test_the_time_of_the_wall_is_in_the_log_and_goes_with_the_clock() -> None:
    harness = at_play("escalier")
    harness.table.enter(log.Entry(harness.at, log.Anchored(1_000)))
    harness.note()
    assert harness.again().state.anchor == 1_000
    while harness.table.is_live:
        harness.wait(CLOCK_MS["day"])
    settings = commands.Set(harness.id(), log.Settings(2, clock="fast"))
    harness.ask("anna", settings)
    assert harness.table.state.anchor is None
