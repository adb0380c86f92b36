"""The pace of the load, by a clock that sleeping turns."""

import asyncio
from itertools import pairwise

from benchmarks.live.hall import Schedule, keep_pace


class Clock:
    """Time passes by sleeping, and by what a move costs."""

    def __init__(self, cost: float = 0.0) -> None:
        self.now = 1000.0
        self.cost = cost
        self.moved: list[tuple[int, float, float]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def move(self, table: int, due: float) -> None:
        self.moved.append((table, due - 1000, self.now - 1000))
        self.now += self.cost


def kept(schedule: Schedule, clock: Clock) -> list[tuple[int, float, float]]:
    asyncio.run(keep_pace(schedule, clock.move, clock, clock.sleep))
    return clock.moved


def test_tables_move_in_turns_evenly_spread() -> None:
    moved = kept(Schedule(tables=4, pace=2, seconds=1), Clock())
    assert moved == [(n % 4, n / 8, n / 8) for n in range(8)]


def test_every_table_keeps_its_pace() -> None:
    moved = kept(Schedule(tables=5, pace=2, seconds=3), Clock())
    for table in range(5):
        times = [at for who, _, at in moved if who == table]
        assert len(times) == 6
        assert all(abs(b - a - 0.5) < 1e-9 for a, b in pairwise(times))


def test_late_moves_are_made_up_for_and_keep_their_time() -> None:
    """A client that is too slow sends everything that was due, and how late shows."""
    moved = kept(Schedule(tables=2, pace=1, seconds=2), Clock(cost=1.0))
    assert moved == [(0, 0.0, 0.0), (1, 0.5, 1.0), (0, 1.0, 2.0), (1, 1.5, 3.0)]
