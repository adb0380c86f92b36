"""Measure how long a killed server takes until it serves a move again, with everybody reconnecting at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from .hall import Hall
from .peer import SEATS, MortalPeer, PeerTable

MOVES = 5  # at each table before the kill: a log to be read
AT_ONCE = 64  # tables that reconnect at the same time


@dataclass(frozen=True, slots=True)
class Restart:
    """Hold the seconds since the new process was started."""

    title: str
    keeps_games: bool
    tables: int
    listening: float
    first_move: float  # all four seats updated, and stored where games are kept
    everybody: float  # until every table has made a move


async def measure_restart(peer: MortalPeer, tables: int, progress: Callable[[str], None]) -> Restart:
    await peer.start()
    try:
        hall = Hall(peer)
        await hall.open(tables, lambda said: progress(f"{peer.title}: {said}, for the restart"))
        progress(f"{peer.title}: {MOVES} moves at each table, then kill -9")
        for _ in range(MOVES):
            await asyncio.gather(*(moved(one.table) for one in hall.rounds))
        await peer.kill()
        begin = time.perf_counter()
        await peer.start()
        listening = time.perf_counter() - begin
        free = asyncio.Semaphore(AT_ONCE)
        done: list[float] = []

        async def come_back(table: PeerTable) -> None:
            async with free:
                await peer.come_back(table)
                await moved(table)
                done.append(time.perf_counter() - begin)

        await asyncio.gather(*(come_back(one.table) for one in hall.rounds))
        return Restart(peer.title, peer.keeps_games, tables, listening, done[0], done[-1])
    finally:
        await peer.stop()


async def moved(table: PeerTable) -> None:
    """Play a move, and wait until all four seats have heard of it."""
    missing = set(range(SEATS))
    all_heard = asyncio.Event()

    def heard(seat: int) -> None:
        missing.discard(seat)
        if not missing:
            all_heard.set()

    table.updated = heard
    table.play()
    await all_heard.wait()
