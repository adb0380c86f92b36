"""Run the endurance test from the command line: python3 run.py bench endurance."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
import uvloop

from benchmarks import machine
from benchmarks.flood.attacks import SLOW_LINES
from benchmarks.live.command import PACKAGES, POSITIVE, allow_files
from benchmarks.nodes.command import SCHEMES
from benchmarks.report import SERVER_PAGE, TextTable, keep, measured_on, publish
from benchmarks.soak import GROWTH

from .measure import WARM_MINUTES, Endurance, Outcome, Plan, Sample
from .servers import FileServer, NodeServers, Servers

MAX_ROWS = 12  # of the table of memory
SQLITE = "sqlite"
TOTALS = (
    "rounds", "tables", "visits", "visits interrupted", "watched", "cut", "comebacks", "floods", "acknowledged",
    "games", "games verified again",
)  # fmt: skip


@click.command(name="endurance")
@click.option("--store", "url", default=SQLITE, show_default=True, help="sqlite, or a database, postgresql://…")
@click.option("--minutes", type=POSITIVE, default=120.0, show_default=True)
@click.option("--tables", default=16, type=click.IntRange(min=1), show_default=True, help="At once.")
@click.option(
    "--tempo", type=POSITIVE, default=0.5, show_default=True, help="Seconds a player thinks, on average."
)
@click.option("--round", "seconds", type=POSITIVE, default=150.0, show_default=True, help="Seconds of a round.")
@click.option("--flood", type=POSITIVE, default=20.0, show_default=True, help="Seconds of a flood.")
@click.option("--seed", default=1, show_default=True)
@click.option("--quick", is_flag=True, help="2 tables, and one fault: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/server.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    url: str, minutes: float, tables: int, tempo: float, seconds: float, flood: float, seed: int, quick: bool,
    write: bool, file: Path | None,
) -> None:  # fmt: skip
    """Let people come, play, be cut and leave for hours, while floods and faults hit the servers of one store.

    Fails if an acknowledged command is not in the log exactly once, if a record does not verify, or if the oldest
    process has grown by more than a tenth since it was 20 minutes old. Writes to the schema toctoc_bench of the
    database and closes all connections of Toctoc there: use a database of its own.
    """
    if not sys.platform.startswith("linux"):
        raise click.ClickException("memory and processes are read from /proc: that needs Linux")
    plan = Plan(0.01, 2, 0.01, 1.0, 0.2) if quick else Plan(minutes, tables, tempo, seconds, flood)
    allow_files(SLOW_LINES + 1000)
    facts = machine.facts(PACKAGES)
    with TemporaryDirectory() as folder:
        servers = serving(url, Path(folder), Random(seed))
        run = Endurance(servers, plan, lambda line: click.echo(line, err=True))
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(run.run())
        finally:
            keep({"facts": facts, **plain(run.outcome)}, file)
    publish(report(facts, plan, run.outcome), marks(servers.title), write, 200, SERVER_PAGE)
    if run.outcome.has_grown:
        raise click.ClickException(f"the oldest process has grown by more than {GROWTH - 1:.0%}")


def plain(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome as JSON takes it; `asdict` of Python 3.11 makes no dict of a Counter."""
    counts = {name: dict(getattr(outcome, name)) for name in ("done", "answers")}
    lists = {name: list(map(asdict, getattr(outcome, name))) for name in ("recoveries", "samples")}
    return {"title": outcome.title, "minutes": outcome.minutes, **counts, **lists}


def serving(url: str, folder: Path, rng: Random) -> Servers:
    if url == SQLITE:
        return FileServer(folder, rng)
    if url.startswith(SCHEMES):
        return NodeServers(folder, rng, url)
    raise click.ClickException("--store is sqlite or a database, postgresql://…")


def marks(title: str) -> tuple[str, str]:
    """Return the marks of the page between which the figures of this store stand."""
    store = title.split(",")[0]
    return f"<!-- endurance on {store}: written by the command above -->", f"<!-- end of endurance on {store} -->"


def report(facts: dict[str, str], plan: Plan, outcome: Outcome) -> list[TextTable]:
    """Make the tables: the machine, the totals, the recovery after faults, the memory of the oldest process."""
    faults = sorted({each.fault for each in outcome.recoveries})
    title = f"{outcome.title}: {outcome.minutes:.0f} minutes, {plan.tables} tables at once"
    totals = [[name, f"{outcome.done[name]:,}"] for name in TOTALS]
    grown = ""
    if warm := outcome.warm():
        share = warm[1]["megabytes"] / warm[0]["megabytes"] - 1
        grown = f": {share:+.1%} of memory since it was {WARM_MINUTES:.0f} minutes old"
    header = ["minute", "age, minutes", "resident MB", "open files", "threads", "temporary files of all"]
    return [
        measured_on(facts),
        TextTable(title, ["total", "number"], totals),
        TextTable(
            f"{outcome.title}: seconds from a fault until everybody was back",
            ["fault", "times", "median", "worst", "a move at every table: worst"],
            [_recovery(outcome, fault) for fault in faults],
        ),
        TextTable(
            f"{outcome.title}: the oldest process{grown}",
            header,
            [_cells(sample) for sample in some(outcome.oldest)],
        ),
    ]


def _recovery(outcome: Outcome, fault: str) -> list[str]:
    found = [each for each in outcome.recoveries if each.fault == fault]
    back = [each.back for each in found]
    seconds = [median(back), max(back), max(each.moved for each in found)]
    return [fault, str(len(found)), *(f"{each:.1f}" for each in seconds)]


def _cells(sample: Sample) -> list[str]:
    numbers = [sample.minute, sample.age, sample.megabytes, sample.files, sample.threads, sample.temporary]
    return [f"{number:.0f}" for number in numbers]


def some(samples: Sequence[Sample]) -> list[Sample]:
    """Return at most MAX_ROWS of the samples, evenly spaced, with the first and the last."""
    if len(samples) <= MAX_ROWS:
        return list(samples)
    step = (len(samples) - 1) / (MAX_ROWS - 1)
    return [samples[round(number * step)] for number in range(MAX_ROWS)]
