"""Run the load from the command line: python3 run.py bench live."""

import asyncio
import resource
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import uvloop
from picows import WSError
from rich.console import Console

from benchmarks import machine
from benchmarks.report import between, markdown_table, print_table

from . import report
from .boardgameio import BoardgameIO
from .figures import Figures
from .hall import Stuck
from .measure import Load, measure
from .peer import SEATS, Peer
from .process import ServerFailed
from .restart import Restart, measure_restart
from .toctoc import Toctoc

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
PEERS: dict[str, Callable[[], Peer]] = {"boardgameio": BoardgameIO, "toctoc": Toctoc}  # in this order
PACKAGES = ("picows", "msgspec", "uvloop")
POSITIVE = click.FloatRange(min=0, min_open=True)
SPARE_FILES = 200
WARM_UP = 5.0  # seconds; Node.js compiles as it goes


@click.command(name="live")
@click.option("--peer", "names", multiple=True, type=click.Choice(list(PEERS)), help="Only this; repeatable.")
@click.option("--tables", default=1000, type=click.IntRange(min=1), show_default=True, help="Tables of four.")
@click.option(
    "--pace", type=POSITIVE, default=2.0, show_default=True, help="Moves a second at each table, while paced."
)
@click.option("--seconds", type=POSITIVE, default=20.0, show_default=True, help="Of each of the two phases.")
@click.option("--quick", is_flag=True, help="20 tables for a second: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    names: tuple[str, ...],
    tables: int,
    pace: float,
    seconds: float,
    quick: bool,
    write: bool,
    file: Path | None,
) -> None:
    """Measure servers of live tables: first at a steady pace, then as fast as they can, one after the other.

    The client runs on the same machine, in one process, and says how much CPU time it took itself.
    """
    if not sys.platform.startswith("linux"):
        raise click.ClickException("the load reads CPU time and memory from /proc: it needs Linux")
    if quick:
        tables, seconds = 20, 1.0
    allow_files(tables * SEATS + SPARE_FILES)
    load = Load(tables, pace, seconds, warm_up=min(WARM_UP, seconds))
    facts = machine.facts(PACKAGES)
    with Console(stderr=True).status("Starting") as status:
        figures = run([PEERS[name] for name in names or PEERS], load, status.update)
        restart = restarted(tables, status.update) if "toctoc" in (names or PEERS) else None
    found = report.Report(facts, figures, restart)
    show(found, write)
    if file is not None:
        file.write_text(report.as_json(found), encoding="utf-8")


def run(peers: Sequence[Callable[[], Peer]], load: Load, progress: Callable[[str], None]) -> list[Figures]:
    found = []
    for peer in peers:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            try:
                found.append(runner.run(measure(peer(), load, progress)))
            except (ServerFailed, Stuck, WSError, OSError) as failed:
                raise click.ClickException(str(failed)) from None
    return found


def restarted(tables: int, progress: Callable[[str], None]) -> Restart:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measure_restart(tables, progress))


def show(found: report.Report, write: bool) -> None:
    console = Console(width=None if sys.stdout.isatty() else 180)
    for table in report.tables(found):
        print_table(table, console)
    if write:
        text = "\n\n".join(markdown_table(table) for table in report.tables(found))
        page = between(PAGE.read_text(encoding="utf-8"), report.BEGIN, report.END, text)
        PAGE.write_text(page, encoding="utf-8")
        console.print("Written to docs/performance.md")


def allow_files(wanted: int) -> None:
    """Raise the limit of open files, which connections are, here and in the server, which inherits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        raise click.ClickException(
            f"so many tables need {wanted:,} open files, and this machine allows {hard:,}: "
            "take fewer --tables, or raise the limit (ulimit -Hn)"
        ) from None
