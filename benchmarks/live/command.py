"""Run the load from the command line: python3 run.py bench live."""

import asyncio
import resource
import sys
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click
import uvloop
from picows import WSError
from rich.console import Console

from benchmarks import machine
from benchmarks.report import SERVER_PAGE, keep, publish

from . import report
from .boardgameio import BoardgameIO
from .colyseus import Colyseus
from .hall import Stuck
from .measure import Load, measure, measure_crowd
from .peer import SEATS, MortalPeer
from .process import ServerFailed
from .restart import measure_restart
from .toctoc import Toctoc

PEERS: dict[str, Callable[[], MortalPeer]] = {  # in this order
    "boardgameio": BoardgameIO,
    "colyseus": Colyseus,
    "toctoc": Toctoc,
}
PACKAGES = ("picows", "msgspec", "uvloop")
POSITIVE = click.FloatRange(min=0, min_open=True)
SPARE_FILES = 200
T = TypeVar("T")
WARM_UP = 5.0  # seconds; Node.js compiles as it goes


@click.command(name="live")
@click.option("--peer", "names", multiple=True, type=click.Choice(list(PEERS)), help="Only this; repeatable.")
@click.option("--tables", default=1000, type=click.IntRange(min=1), show_default=True, help="Tables of four.")
@click.option(
    "--pace", type=POSITIVE, default=2.0, show_default=True, help="Moves a second at each table, while paced."
)
@click.option("--seconds", type=POSITIVE, default=20.0, show_default=True, help="Of each of the two phases.")
@click.option(
    "--crowd",
    default=4000,
    type=click.IntRange(min=0),
    show_default=True,
    help="Tables of the second paced run; 0 skips it.",
)
@click.option(
    "--crowd-pace", type=POSITIVE, default=0.25, show_default=True, help="Moves a second at each of these."
)
@click.option("--quick", is_flag=True, help="20 tables for a second, then 40: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/server.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    names: tuple[str, ...],
    tables: int,
    pace: float,
    seconds: float,
    crowd: int,
    crowd_pace: float,
    quick: bool,
    write: bool,
    file: Path | None,
) -> None:
    """Measure servers of live tables: paced, in a closed loop, with more tables, and after kill -9.

    One server after the other, so that all of them have the machine as it is in the same minutes.
    The client runs on the same machine, in one process, and says how much CPU time it took itself.
    """
    if not sys.platform.startswith("linux"):
        raise click.ClickException("the load reads CPU time and memory from /proc: it needs Linux")
    if quick:
        tables, seconds, crowd = 20, 1.0, min(crowd, 40)
    allow_files(max(tables, crowd) * SEATS + SPARE_FILES)
    load = Load(tables, pace, seconds, warm_up=min(WARM_UP, seconds))
    house = Load(crowd, crowd_pace, seconds, load.warm_up) if crowd else None
    found = report.Report(machine.facts(PACKAGES))
    with Console(stderr=True).status("Starting") as status:
        for name in names or PEERS:
            run(PEERS[name], load, house, found, status.update)
    keep(asdict(found), file)
    publish(report.tables(found), (report.BEGIN, report.END), write, 180, SERVER_PAGE)


def run(
    peer: Callable[[], MortalPeer],
    load: Load,
    crowd: Load | None,
    found: report.Report,
    progress: Callable[[str], None],
) -> None:
    """Add the figures of one server; each part has a fresh one."""
    try:
        found.figures.append(alone(measure(peer(), load, progress)))
        if crowd is not None:
            found.crowds.append(alone(measure_crowd(peer(), crowd, progress)))
        found.restarts.append(alone(measure_restart(peer(), load.tables, progress)))
    except (ServerFailed, Stuck, WSError, OSError) as failed:
        raise click.ClickException(str(failed)) from None


def alone(part: Coroutine[Any, Any, T]) -> T:
    """Return the result of a part, in an event loop of its own."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(part)


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
            "take fewer --tables or a smaller --crowd, or raise the limit (ulimit -Hn)"
        ) from None
