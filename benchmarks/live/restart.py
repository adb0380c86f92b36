"""Measure how long a killed server takes until it serves a move again, with everybody reconnecting at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from .hall import Hall
from .toctoc import Toctoc, ToctocTable

MOVES = 5  # at each table before the kill: a log to be read
AT_ONCE = 64  # tables that reconnect at the same time


@dataclass(frozen=True, slots=True)
class Restart:
    """Hold the seconds since the new process was started."""

    tables: int
    listening: float
    first_move: float  # stored, and all four seats updated
    everybody: float  # until every table has made a move


async def measure_restart(tables: int, progress: Callable[[str], None]) -> Restart:
    peer = Toctoc()
    await peer.start()
    try:
        hall = Hall(peer)
        await hall.open(tables, progress)
        progress(f"{peer.title}: {MOVES} moves at each table, then kill -9")
        for _ in range(MOVES):
            await asyncio.gather(*(moved(table) for table in peer.tables))
        await peer.kill()
        begin = time.perf_counter()
        await peer.serve()
        listening = time.perf_counter() - begin
        free = asyncio.Semaphore(AT_ONCE)
        done: list[float] = []

        async def come_back(table: ToctocTable) -> None:
            async with free:
                await table.connect(peer.url)
                await moved(table)
                done.append(time.perf_counter() - begin)

        await asyncio.gather(*map(come_back, peer.tables))
        return Restart(tables, listening, done[0], done[-1])
    finally:
        await peer.stop()


async def moved(table: ToctocTable) -> None:
    """Play a move, and wait until all four seats have heard of it."""
    missing = set(range(len(table.seats)))
    all_heard = asyncio.Event()

    def heard(seat: int) -> None:
        missing.discard(seat)
        if not missing:
            all_heard.set()

    table.updated = heard
    table.play()
    await all_heard.wait()
