"""Measure one server under load, from its start to its end."""

import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .figures import Figures, Phase, percentile
from .hall import Hall
from .peer import Peer
from .process import machine_seconds
from .schedule import Schedule


@dataclass(frozen=True, slots=True)
class Load:
    tables: int
    pace: float  # moves a second at each table
    seconds: float  # of each of the two phases
    warm_up: float  # seconds before them, so that the server has compiled what it compiles


async def measure(peer: Peer, load: Load, progress: Callable[[str], None] = lambda _: None) -> Figures:
    """Open the tables, play at a steady pace, then as fast as it goes."""

    def say(what: str) -> None:
        progress(f"{peer.title}: {what}")

    say("starting")
    await peer.start()
    try:
        hall = Hall(peer)
        resident = [peer.resident_bytes()]
        await hall.open(load.tables, say)
        resident.append(peer.resident_bytes())
        with calm():
            say("warming up")
            await hall.saturated(load.warm_up)
            say(f"{load.tables} tables at {load.pace:g} moves a second for {load.seconds:g} s")
            plan = Schedule(load.tables, load.pace, load.seconds)
            paced = await phase(hall, lambda: hall.paced(plan))
            resident.append(peer.resident_bytes())
            say(f"{load.tables} tables as fast as they can for {load.seconds:g} s")
            saturated = await phase(hall, lambda: hall.saturated(load.seconds))
        before, seated, played = resident
        return Figures(peer.title, peer.about, load.tables, load.pace, (before, seated, played), paced, saturated)
    finally:
        await peer.stop()


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
