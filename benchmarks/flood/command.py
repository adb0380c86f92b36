"""Run the floods from the command line: python3 run.py bench flood."""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import uvloop
from rich.console import Console

from benchmarks import machine
from benchmarks.live.command import PACKAGES, POSITIVE, allow_files
from benchmarks.live.figures import Phase
from benchmarks.live.peer import SEATS
from benchmarks.report import (
    NOTHING,
    SERVER_PAGE,
    TextTable,
    amount,
    below,
    goal_table,
    keep,
    measured_on,
    publish,
)

from .attacks import ATTACKS, SLOW_LINES
from .measure import OURS, Load, Outcome, measure

MARKS = "<!-- flood figures: written by the command above -->", "<!-- end of the flood figures -->"
LIMIT = 100  # ms that at most 1 in 100 moves may take
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(name="flood")
@click.option("--attack", "names", multiple=True, type=click.Choice(list(ATTACKS)), help="Only this; repeatable.")
@click.option("--tables", default=50, type=click.IntRange(min=1), show_default=True, help="Honest tables of four.")
@click.option("--pace", type=POSITIVE, default=2.0, show_default=True, help="Moves a second at each.")
@click.option("--seconds", type=POSITIVE, default=20.0, show_default=True, help="Of each attack.")
@click.option("--quick", is_flag=True, help="5 tables for a second: to see that it works.")
@click.option("--source-tree", type=FOLDER, default=OURS, help="The folder src of the version that serves.")
@click.option("--before", type=FILE, help="The --json file of an earlier version, shown as extra columns.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/server.md.")
@click.option("--json", "file", type=FILE, help="Also write them here, as JSON.")
def main(
    names: tuple[str, ...], tables: int, pace: float, seconds: float, quick: bool, source_tree: Path,
    before: Path | None, write: bool, file: Path | None,
) -> None:  # fmt: skip
    """Flood a server with default limits from one address while others play; each attack has a fresh server."""
    if not sys.platform.startswith("linux"):
        raise click.ClickException("the floods come from many addresses of this machine: that needs Linux")
    load = Load(5, pace, 1.0) if quick else Load(tables, pace, seconds)
    allow_files(load.tables * SEATS + SLOW_LINES + 200)
    facts = machine.facts(PACKAGES)
    found = []
    with Console(stderr=True).status("Starting") as status:
        for name in names or ATTACKS:
            status.update(name)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                found.append(runner.run(measure(name, load, source_tree)))
    earlier = json.loads(before.read_text(encoding="utf-8")) if before else []
    keep([asdict(each) for each in found], file)
    publish(report(facts, load, found, earlier), MARKS, write, 200, SERVER_PAGE)


def report(facts: dict[str, str], load: Load, found: Sequence[Outcome], earlier: Sequence[Any]) -> list[TextTable]:
    """Make the tables: the machine, the delays of honest players, and whether they are within the targets."""
    former = {each["attack"]: each["phase"] for each in earlier}
    header = [
        "attack from one address",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "worst ms",
        "p99 ÷ that without attack",
        "server: cores",
        "other processes: cores",
    ]
    header += ["earlier version: p99 ms", "worst ms"] if earlier else []
    header.append("replies to the attacker")
    quiet = next((each.phase.p99 for each in found if each.attack == "nothing" and each.phase), None)
    rows = []
    for each in found:
        row = [each.attack, *_times(each.phase, quiet)]
        if earlier:
            past = former.get(each.attack)
            row += [amount(past["p99"]), amount(past["worst"])] if past else ["stuck", "stuck"]
        rows.append([*row, _replies(each.answers)])
    each_table = f"{load.pace:g} moves a second each, {load.seconds:g} s an attack"
    title = f"{load.tables:,} honest tables of {SEATS}, {each_table}"
    worst = [each.phase.p99 if each.phase else float("inf") for each in found]
    goal = below(LIMIT, [max(worst)], "ms from a move sent to all seats updated, p99, under the worst attack")
    return [measured_on(facts), TextTable(title, header, rows), goal_table("Target under attack", [goal])]


def _times(phase: Phase | None, quiet: float | None) -> list[str]:
    """Return the cells of a phase; `quiet` is the p99 without an attack, if it was measured."""
    if phase is None:
        return ["stuck"] * 4 + [NOTHING] * 3
    ratio = NOTHING if quiet is None else f"{phase.p99 / quiet:.1f}"
    cores = [f"{cpu / phase.seconds:.2f}" for cpu in (phase.server_cpu, phase.others_cpu)]
    return [*(amount(ms) for ms in (phase.p50, phase.p95, phase.p99, phase.worst)), ratio, *cores]


def _replies(answers: dict[str, int]) -> str:
    often = sorted(answers.items(), key=lambda item: -item[1])[:4]
    return ", ".join(f"{reply}: {number:,}" for reply, number in often) or NOTHING
