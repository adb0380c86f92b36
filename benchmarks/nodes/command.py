"""Run the load on nodes from the command line: python3 run.py bench nodes."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
import uvloop
from rich.console import Console

from benchmarks import machine
from benchmarks.live.command import PACKAGES, POSITIVE, WARM_UP, allow_files
from benchmarks.live.figures import MB
from benchmarks.live.measure import Load
from benchmarks.live.peer import SEATS
from benchmarks.report import NOTHING, SERVER_PAGE, TextTable, amount, keep, measured_on, publish

from .figures import SETTINGS, Row
from .measure import measure

MARKS = "<!-- node figures: written by the command above -->", "<!-- end of the node figures -->"
SCHEMES = ("postgresql://", "postgres://")
SPARE_FILES = 200


@click.command(name="nodes")
@click.option("--store", "url", required=True, help="A database for it, postgresql://…, on this machine.")
@click.option("--tables", default=200, type=click.IntRange(min=1), show_default=True, help="Tables of four.")
@click.option("--pace", type=POSITIVE, default=2.0, show_default=True, help="Moves a second at each table.")
@click.option("--seconds", type=POSITIVE, default=20.0, show_default=True, help="Of each row.")
@click.option("--quick", is_flag=True, help="6 tables for a second: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/server.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(url: str, tables: int, pace: float, seconds: float, quick: bool, write: bool, file: Path | None) -> None:
    """Measure a steady load on SQLite, and on one, two and three nodes of a database, one after the other.

    It writes to the schema toctoc_bench of the database, which it makes and removes, and to nothing else there.
    """
    if not sys.platform.startswith("linux"):
        raise click.ClickException("the load reads CPU time and memory from /proc: it needs Linux")
    if not url.startswith(SCHEMES):
        raise click.ClickException("--store is a database, postgresql://…; SQLite is measured beside it")
    load = Load(6, pace, 1.0, 0.5) if quick else Load(tables, pace, seconds, WARM_UP)
    allow_files(2 * load.tables * SEATS + SPARE_FILES)  # a node that forwards has two for each player
    facts = machine.facts(PACKAGES)
    found = []
    with Console(stderr=True).status("Starting") as status:
        for setting in SETTINGS:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                row, about = runner.run(measure(setting, url, load, status.update))
            found.append(row)
            facts |= {"database": about} if about else {}
    rows = [{"title": row.setting.title, **asdict(row)} for row in found]
    keep({"facts": facts, "rows": rows}, file)
    publish(report(facts, load, found), MARKS, write, 220, SERVER_PAGE)


def report(facts: dict[str, str], load: Load, found: Sequence[Row]) -> list[TextTable]:
    """Make the tables: the machine, the delays of players and their costs, the bytes stored."""
    title = f"{load.tables:,} tables of {SEATS}, {load.pace:g} moves a second each"
    header = [
        "store, nodes",
        "players connect to",
        "moves/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "nodes: CPU µs a move",
    ]
    header += ["PostgreSQL: CPU µs a move", "client: CPU µs a move", "other processes: cores"]
    kept = ["store, nodes", "players connect to", "commits/s", "moves a commit", "WAL bytes a move"]
    kept += ["stored bytes a move", "MB a node without tables", "MB a table"]
    kept.append("nodes: CPU µs a second for an idle player")
    return [
        measured_on(facts),
        TextTable(title, header, [_cost(row) for row in found]),
        TextTable("Storage and memory", kept, [_kept(row, load) for row in found]),
    ]


def _cost(row: Row) -> list[str]:
    phase = row.phase
    times = [amount(number) for number in (phase.pace, phase.p50, phase.p95, phase.p99, phase.cpu)]
    database = NOTHING if row.database_cpu is None else amount(row.database_cpu)
    return [row.setting.title, row.setting.players, *times, database, amount(phase.client), f"{row.others:.2f}"]


def _kept(row: Row, load: Load) -> list[str]:
    moves, (empty, full) = row.phase.moves, row.resident
    commits = [amount(row.commits / row.phase.seconds), f"{moves / max(1, row.commits):.2f}"]
    sizes = [amount(size / moves) for size in (row.used.wal, row.used.size)] if row.used else [NOTHING] * 2
    memory = [amount(empty / row.setting.nodes / MB), f"{(full - empty) / load.tables / MB:.3f}", amount(row.idle)]
    return [row.setting.title, row.setting.players, *commits, *sizes, *memory]
