"""Measure one server under load, from its start to its end."""

import gc
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from .figures import Crowd, Figures, Phase, percentile
from .hall import Hall, Schedule
from .peer import Peer
from .process import machine_seconds


@dataclass(frozen=True, slots=True)
class Load:
    tables: int
    pace: float  # moves a second at each table
    seconds: float  # of each of the two phases
    warm_up: float  # seconds before them, so that the server has finished compiling


async def measure(peer: Peer, load: Load, progress: Callable[[str], None] = lambda _: None) -> Figures:
    """Open the tables, play at a steady pace, then as fast as it goes."""
    async with opened(peer, load, progress) as (hall, before, seated):
        paced = await paced_phase(hall, load, progress)
        played = peer.resident_bytes()
        progress(f"{peer.title}: {load.tables} tables as fast as they can for {load.seconds:g} s")
        saturated = await phase(hall, lambda: hall.saturated(load.seconds))
        return Figures(peer.title, peer.about, load.tables, load.pace, (before, seated, played), paced, saturated)


async def measure_crowd(peer: Peer, load: Load, progress: Callable[[str], None] = lambda _: None) -> Crowd:
    """Open many tables, and play at a steady pace only."""
    async with opened(peer, load, progress) as (hall, before, _):
        paced = await paced_phase(hall, load, progress)
        return Crowd(peer.title, load.tables, load.pace, (before, peer.resident_bytes()), paced)


@asynccontextmanager
async def opened(peer: Peer, load: Load, progress: Callable[[str], None]) -> AsyncIterator[tuple[Hall, int, int]]:
    """Start a server, open the tables, and let them play until it is warm.

    Yield them, and its memory before the first one and with all of them seated.
    """

    def say(what: str) -> None:
        progress(f"{peer.title}: {what}")

    say("starting")
    await peer.start()
    try:
        hall = Hall(peer)
        before = peer.resident_bytes()
        await hall.open(load.tables, say)
        seated = peer.resident_bytes()
        with calm():
            say("warming up")
            await hall.saturated(load.warm_up)
            yield hall, before, seated
    finally:
        await peer.stop()


async def paced_phase(hall: Hall, load: Load, progress: Callable[[str], None]) -> Phase:
    """Measure the moves that are made at a steady pace."""
    progress(f"{hall.peer.title}: {load.tables} tables at {load.pace:g} moves a second for {load.seconds:g} s")
    return await phase(hall, lambda: hall.paced(Schedule(load.tables, load.pace, load.seconds)))


async def phase(hall: Hall, play: Callable[[], Awaitable[None]]) -> Phase:
    """Measure a phase, until its last move has reached everybody."""
    clocks = (time.perf_counter, hall.peer.cpu_seconds, time.process_time, machine_seconds)
    before = [clock() for clock in clocks]
    await play()
    seconds, server, client, machine = (clock() - start for clock, start in zip(clocks, before, strict=True))
    times = sorted(1000 * t for t in hall.times)
    held = sorted(1000 * t for t in hall.held) or [0.0]
    return Phase(
        moves=len(times),
        seconds=seconds,
        p50=percentile(times, 0.50),
        p95=percentile(times, 0.95),
        p99=percentile(times, 0.99),
        worst=times[-1],
        held_p99=percentile(held, 0.99),
        server_cpu=server,
        client_cpu=client,
        others_cpu=max(0.0, machine - server - client),
    )


@contextmanager
def calm() -> Iterator[None]:
    """Stop garbage collection in the client: its pauses would be counted as the server's."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
