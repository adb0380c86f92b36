"""Speed is work by time, of the best of several rounds in turns; the clock is simulated."""

import asyncio
from types import SimpleNamespace
from typing import Any

from benchmarks.live.hall import Hall, Round
from benchmarks.measure import Contestant, Count, measure


class Bench:
    """Contestants whose games take a fixed time on a clock of their own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.played: list[tuple[str, int]] = []

    def contestant(self, name: str, seconds_a_game: float) -> Contestant:
        def play(amount: int) -> None:
            self.played.append((name, amount))
            self.now += amount * seconds_a_game

        return Contestant(name, 4, "fake", play, lambda amount: Count(amount, 7 * amount))

    def clock(self) -> float:
        return self.now


def test_speed_is_work_by_time() -> None:
    bench = Bench()
    [result] = measure([bench.contestant("a", 0.5)], seconds=4, rounds=3, clock=bench.clock)
    assert result.games_per_second == 2
    assert result.decisions_per_second == 14
    assert len(result.seconds) == 3


def test_rounds_are_played_in_turns() -> None:
    bench = Bench()
    contestants = [bench.contestant("a", 0.25), bench.contestant("b", 0.5)]
    results = measure(contestants, seconds=1, rounds=3, clock=bench.clock)
    amounts = [("a", results[0].games), ("b", results[1].games)]
    assert bench.played[-6:] == 3 * amounts


def test_first_game_is_outside_the_clock() -> None:
    """The first game of a compiled contestant compiles."""
    bench = Bench()
    steady = bench.contestant("a", 1.0)

    def play(amount: int) -> None:
        if not bench.played:
            bench.now += 1000
        steady.play(amount)

    compiling = Contestant("a", 4, "fake", play, steady.count)
    [result] = measure([compiling], seconds=2, rounds=2, clock=bench.clock)
    assert result.games_per_second == 1


def test_the_best_round_counts() -> None:
    bench = Bench()
    delays = iter([0.0, 0.0, 9.0, 0.0, 5.0])
    steady = bench.contestant("a", 1.0)

    def play(amount: int) -> None:
        bench.now += next(delays)
        steady.play(amount)

    noisy = Contestant("a", 4, "fake", play, steady.count)
    [result] = measure([noisy], seconds=1, rounds=3, clock=bench.clock)
    assert result.seconds == (10.0, 1.0, 6.0)
    assert result.games_per_second == 1


def test_a_delayed_move_of_a_live_table_is_timed_from_its_due_time() -> None:
    """Otherwise a server that stalls would slow the load down, and look better for it."""

    async def scene() -> list[float]:
        arrivals = iter([12.0, 13.0])
        table: Any = SimpleNamespace(play=lambda: None)
        hall = Hall(table, clock=lambda: next(arrivals))
        one = Round(hall.arrived)
        one.table = table
        hall.playing = 1
        one.play(since=10.0)
        one.owed.append(10.5)
        for seat in [0, 1, 2, 3, 0, 1, 2, 3]:
            one.updated(seat)
        return hall.times

    assert asyncio.run(scene()) == [2.0, 2.5]
