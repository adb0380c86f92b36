"""Measure the memory of a server while people come to its tables, play and leave: `python -m benchmarks.churn`."""

import asyncio
import os
import re
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from benchmarks.flood.attacks import Attacker, play_alone
from benchmarks.flood.line import HOST, Line
from benchmarks.flood.measure import OURS
from benchmarks.live.process import ServerProcess
from benchmarks.live.toctoc import LIMITS

AT_ONCE = 20  # tables
IDLE = 1.0  # seconds after which an empty table sleeps
MOVES = 10
TABLES = re.compile(rb"^toctoc_tables (\d+)", re.MULTILINE)


async def visit(who: Attacker) -> None:
    """Make a table, play a little in all its seats, and leave."""
    made = await who.table("toctoctoc", players=3)
    with closing(await Line.dial(who.port, HOST)) as line:
        await play_alone(line, made, 3, MOVES)


async def awake(who: Attacker) -> int:
    """Return how many tables the server says that it has."""
    found = TABLES.search((await who.ask("GET", "/metrics"))[1])
    assert found is not None
    return int(found[1])


async def churn(tables: int, rounds: int, source_tree: Path) -> None:
    """Print the memory of a server after every round, when all tables are unloaded."""
    limits = {f"TOCTOC_LIMIT_{name}": str(number) for name, number in LIMITS.items()}
    env = os.environ | limits | {"PYTHONPATH": str(source_tree.resolve())}
    command = [sys.executable, "-m", "toctoc", "serve", "--port", "0", "--idle", str(IDLE)]
    with TemporaryDirectory() as folder:
        server = await ServerProcess.start(command, env, Path(folder))
        who = Attacker(server.port, HOST)
        try:
            for played in range(0, (rounds + 1) * tables, tables):
                while await awake(who):
                    await asyncio.sleep(IDLE / 2)
                print(f"| {played:,} | {await awake(who)} | {server.resident_bytes() / 1e6:.0f} |", flush=True)
                for _ in range(0, tables if played < rounds * tables else 0, AT_ONCE):
                    await asyncio.gather(*(visit(who) for _ in range(AT_ONCE)))
        finally:
            await server.stop()


@click.command()
@click.option("--tables", default=200, show_default=True, help="Of each round, 20 at once.")
@click.option("--rounds", default=5, show_default=True)
@click.option("--source-tree", type=click.Path(path_type=Path), default=OURS, help="The folder src that serves.")
def main(tables: int, rounds: int, source_tree: Path) -> None:
    """Let people come, play and leave, and print the memory of the server while its tables are empty."""
    print("| tables so far | loaded | resident MB |\n| --: | --: | --: |")
    asyncio.run(churn(tables, rounds, source_tree))


if __name__ == "__main__":
    main()
