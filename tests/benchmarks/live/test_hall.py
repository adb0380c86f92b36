"""The loop, on tables of wood and against a real server that only echoes."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from benchmarks.live import hall as halls
from benchmarks.live.hall import Hall, Round, Schedule, Stuck
from benchmarks.live.measure import Load, measure

from .echo import Echo, EchoTable


def test_a_move_has_arrived_when_all_four_seats_have_heard_of_it() -> None:
    arrived: list[Round] = []
    one = Round(arrived.append)
    one.table = SimpleNamespace(play=lambda: None)
    one.play(since=1.0)
    for seat in (2, 0, 0, 3):
        one.updated(seat)
        assert not arrived
    one.updated(1)
    assert arrived == [one]
    one.updated(1)  # news of something else
    assert arrived == [one]


def test_a_move_held_up_by_the_one_before_is_timed_from_when_it_was_due() -> None:
    """Otherwise a server that stalls would slow the load down, and look better for it."""

    async def scene() -> list[float]:
        arrivals = iter([12.0, 13.0])
        hall = Hall(Echo(), clock=lambda: next(arrivals))
        one = Round(hall.arrived)
        one.table = SimpleNamespace(play=lambda: None)
        hall.playing = 1
        one.play(since=10.0)
        one.owed.append(10.5)
        for seat in [0, 1, 2, 3, 0, 1, 2, 3]:
            one.updated(seat)
        return hall.times

    assert asyncio.run(scene()) == [2.0, 2.5]


def test_the_load_runs_against_a_real_server() -> None:
    peer = Echo()
    said: list[str] = []
    found = asyncio.run(measure(peer, Load(tables=3, pace=20, seconds=0.2, warm_up=0.05), said.append))
    assert peer.stopped
    assert (found.title, found.tables, found.paced.moves) == ("echo", 3, 12)
    assert found.saturated.moves >= 3
    warm_up = sum(table.moves for table in peer.tables) - found.paced.moves - found.saturated.moves
    assert warm_up >= 3
    for phase in (found.paced, found.saturated):
        assert 0 < phase.p50 <= phase.p95 <= phase.p99 <= phase.worst
    assert min(found.resident) > 0
    assert any("3 tables as fast as they can" in line for line in said)


def test_a_table_that_hangs_is_told_and_the_server_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Echo):
        async def open_table(self, updated: Callable[[int], None]) -> EchoTable:
            return await super().open_table(lambda seat: updated(seat) if seat < 3 else None)

    monkeypatch.setattr(halls, "MOVE_TIMEOUT", 0.05)
    peer = Deaf()
    with pytest.raises(Stuck, match=r"2 of 2 tables have waited .* all seats"):
        asyncio.run(measure(peer, Load(2, 2, 0.1, 0.01)))
    assert peer.stopped


def test_a_phase_forgets_the_one_before() -> None:
    async def scene() -> tuple[int, int]:
        peer = Echo()
        await peer.start()
        hall = Hall(peer)
        await hall.open(2)
        await hall.saturated(0.02)
        await hall.paced(Schedule(2, 50, 0.1))
        await peer.stop()
        return len(hall.times), len(hall.held)

    moves, begun_on_time = asyncio.run(scene())
    assert moves == 10
    assert 0 < begun_on_time <= 10  # on a busy machine one may wait for the one before
