"""Let honest people play from addresses of their own while an attacker floods the server from another one."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from benchmarks.live.figures import Phase
from benchmarks.live.hall import Hall, Schedule, Stuck
from benchmarks.live.measure import calm, phase
from benchmarks.live.peer import SEATS
from benchmarks.live.process import ServerProcess
from benchmarks.live.toctoc import GAME, Toctoc, ToctocTable

from .line import Line

ATTACKER = "127.0.66.1"
OURS = Path(__file__).parents[2] / "src"
WARM_UP = 2.0  # seconds


@dataclass(frozen=True, slots=True)
class Load:
    tables: int
    pace: float  # moves a second at each
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of honest players during an attack; no phase if they could not play on."""

    attack: str
    phase: Phase | None
    answers: dict[str, int]  # answers to the attacker, and how many


class Honest(Toctoc):
    """Our server with its default limits; each table comes from an address of its own."""

    def __init__(self, source_tree: Path) -> None:
        super().__init__()
        self.source_tree = source_tree
        self.numbers = count(1)

    async def start(self) -> None:
        env = {**os.environ, "PYTHONPATH": str(self.source_tree.resolve())}
        command = [sys.executable, "-m", "toctoc", "serve", "--port", "0"]
        self.server = await ServerProcess.start(command, env, Path(self.folder.name))

    async def open_table(self, updated: Callable[[int], None]) -> ToctocTable:
        assert self.server is not None
        number = next(self.numbers)
        source = f"127.0.{1 + number // 200}.{1 + number % 200}"
        line = await Line.dial(self.server.port, source)
        wanted = {"game": GAME, "program": True, "settings": {"players": SEATS}}
        made = json.loads((await line.ask("POST", "/api/tables", wanted))[1])
        path = f"/api/tables/{made['code']}/token"
        others = [json.loads((await line.ask("POST", path))[1])["token"] for _ in range(SEATS - 1)]
        line.close()
        table = ToctocTable(made["code"], [made["token"], *others], updated, source)
        self.tables.append(table)
        await table.connect(self.url)
        return table


async def measure(attack: str, load: Load, source_tree: Path = OURS) -> Outcome:
    """Play at a steady pace for as long as the attack lasts."""
    peer = Honest(source_tree)
    await peer.start()
    try:
        assert peer.server is not None
        hall = Hall(peer)
        await hall.open(load.tables)
        attacker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.flood", attack, str(peer.server.port), ATTACKER, str(load.seconds),
            stdin=PIPE, stdout=PIPE,
        )  # fmt: skip
        try:
            found, answers = await under_attack(hall, attacker, load)
        finally:
            with suppress(ProcessLookupError):
                attacker.kill()
            await attacker.wait()
        return Outcome(attack, found, answers)
    finally:
        await peer.stop()


async def under_attack(hall: Hall, attacker: Process, load: Load) -> tuple[Phase | None, dict[str, int]]:
    """Let the attacker begin, and play meanwhile; return the figures, and the answers to the attacker."""
    assert attacker.stdout is not None
    with calm():
        # At the pace of people, too: as fast as they can, a few tables would exceed their own limits.
        await hall.paced(Schedule(load.tables, load.pace, min(WARM_UP, load.seconds)))
        await attacker.stdout.readline()
        plan = Schedule(load.tables, load.pace, load.seconds)
        output = asyncio.create_task(attacker.communicate(b"\n"))
        try:
            found = await phase(hall, lambda: hall.paced(plan))
        except Stuck:
            found = None
    return found, json.loads((await output)[0] or b"{}")
