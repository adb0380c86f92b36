"""Measure whether a server returns all resources of tables that come and go: `python3 run.py bench soak`."""

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from benchmarks.flood.attacks import Attacker, play_alone
from benchmarks.flood.line import HOST, Line
from benchmarks.flood.measure import OURS
from benchmarks.live.process import ServerProcess
from benchmarks.live.toctoc import LIMITS

IDLE_SECONDS = 1.0  # after which an empty table sleeps
SETTLE_SECONDS = 3.0  # after the last table, before the figures are read
MOVES = 6  # at a table that its players leave in the middle of a game
HINT_EVERY = 10  # tables
SEATS = 3
GROWTH = 1.1  # that passes, from the first round to the last
GAUGES = re.compile(rb"^(toctoc_tables|toctoc_sockets) (\d+)", re.MULTILINE)
HEADER = ["tables so far", "connections", "resident MB", "open files", "threads", "temporary files"]


@dataclass(frozen=True, slots=True)
class Sample:
    """The resources of a server without tables."""

    tables: int  # so far, as the next
    connections: int
    megabytes: int
    files: int
    threads: int
    temporary: int

    def has_grown(self, since: "Sample") -> bool:
        """Tell whether any resource is more than `GROWTH` times what it was."""
        pairs = list(zip(astuple(self), astuple(since), strict=True))[2:]
        return any(now > GROWTH * then for now, then in pairs)


@dataclass(frozen=True, slots=True)
class Load:
    """The number of tables of a round, of those at once, and of connections to each table."""

    tables: int
    at_once: int
    connections: int
    analyses: int  # in each round


async def visit(who: Attacker, load: Load, number: int) -> None:
    """Make a table, play and watch there, and leave; the first tables of a round are played to the end."""
    made = await who.table("toctoctoc", players=SEATS, hints=True)
    is_whole = number < load.analyses
    with closing(await Line.dial(who.port, HOST)) as line:
        seat = await play_alone(line, made, SEATS, None if is_whole else MOVES)
        if not is_whole and number % HINT_EVERY == 0:
            line.say({"type": "hint", "id": "hint", "seat": seat})
            while (await line.hear() or {}).get("id") != "hint":
                pass
        for _ in range(load.connections - 1):
            await watch(who, made["socket"])
    if is_whole:
        await analyse(who, f"/api/tables/{made['code']}")


async def watch(who: Attacker, path: str) -> None:
    """Connect a spectator, and cut the line at the welcome."""
    with closing(await Line.dial(who.port, HOST)) as line:
        assert await line.upgrade(path) == HTTPStatus.SWITCHING_PROTOCOLS
        line.say({"type": "hello", "protocol": 1})
        while (await line.hear() or {}).get("type") != "welcome":
            pass


async def analyse(who: Attacker, table: str) -> None:
    """Look at a finished game in every way, and wait for its analysis."""
    for path in ("record", "replay", "deal", "invitation"):
        status, _ = await who.ask("GET", f"{table}/{path}")
        assert status == HTTPStatus.OK
    status, _ = await who.ask("POST", f"{table}/analysis", {"seat": 0})
    while status == HTTPStatus.ACCEPTED:
        await asyncio.sleep(1)
        status, _ = await who.ask("GET", f"{table}/analysis")
    assert status == HTTPStatus.OK


async def is_empty(who: Attacker) -> bool:
    """Tell whether the server has no table, and no connection but this one."""
    text = (await who.ask("GET", "/metrics"))[1]
    gauges = {name: int(number) for name, number in GAUGES.findall(text)}
    return gauges == {b"toctoc_tables": 0, b"toctoc_sockets": 1}


async def sample(server: ServerProcess, who: Attacker, folder: Path, tables: int, connections: int) -> Sample:
    """Wait until all tables sleep and all lines are closed; return the resources that are in use."""
    while not await is_empty(who):
        await asyncio.sleep(IDLE_SECONDS / 2)
    await asyncio.sleep(SETTLE_SECONDS)
    process = Path(f"/proc/{server.process.pid}")
    files, threads = (len(list((process / name).iterdir())) for name in ("fd", "task"))
    megabytes = round(server.resident_bytes() / 1e6)
    return Sample(tables, connections, megabytes, files, threads, len(list(folder.iterdir())))


async def soak(load: Load, rounds: int, source_tree: Path, arguments: Sequence[str] = ()) -> list[Sample]:
    """Print the resources of a server before the first round and after each; return them."""
    limits = {f"TOCTOC_LIMIT_{name}": str(number) for name, number in LIMITS.items()}
    with TemporaryDirectory() as folder, TemporaryDirectory() as temporary:
        env = os.environ | limits | {"PYTHONPATH": str(source_tree.resolve()), "TMPDIR": temporary}
        command = [sys.executable, "-m", "toctoc", "serve", "--port", "0", "--idle", str(IDLE_SECONDS)]
        server = await ServerProcess.start([*command, *arguments], env, Path(folder))
        who, samples = Attacker(server.port, HOST), list[Sample]()
        try:
            for done in range(rounds + 1):
                tables = done * load.tables
                found = await sample(server, who, Path(temporary), tables, tables * load.connections)
                samples.append(found)
                click.echo(f"| {' | '.join(f'{figure:,}' for figure in astuple(found))} |")
                if done < rounds:
                    await one_round(who, load)
        finally:
            await server.stop()
    return samples


async def one_round(who: Attacker, load: Load) -> None:
    """Let people come to the tables of one round, `at_once` at a time."""
    numbers = iter(range(load.tables))

    async def one_after_the_other() -> None:
        for number in numbers:
            await visit(who, load, number)

    await asyncio.gather(*(one_after_the_other() for _ in range(load.at_once)))


@click.command(name="soak")
@click.option("--tables", default=1000, show_default=True, help="Of each round.")
@click.option("--rounds", default=10, show_default=True)
@click.option("--at-once", default=20, show_default=True, help="Tables.")
@click.option("--connections", default=10, show_default=True, help="To each table.")
@click.option("--analyses", default=2, show_default=True, help="In each round.")
@click.option("--source-tree", type=click.Path(path_type=Path), default=OURS, help="The folder src that serves.")
def main(tables: int, rounds: int, at_once: int, connections: int, analyses: int, source_tree: Path) -> None:
    """Let people come, play and leave, and print what the server still uses when all tables sleep.

    Fails if that has grown by more than a tenth between the first round and the last.
    """
    click.echo(f"| {' | '.join(HEADER)} |\n|{' --: |' * len(HEADER)}")
    samples = asyncio.run(soak(Load(tables, at_once, connections, analyses), rounds, source_tree))
    if samples[-1].has_grown(samples[1]):
        raise click.ClickException(f"a resource has grown by more than {GROWTH - 1:.0%} since the first round")
