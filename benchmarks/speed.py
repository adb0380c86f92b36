"""Guard five speeds: compare them with speed.toml, as `run.py test-night speed` does; --write writes that file.

Each is a time divided by that of fixed arithmetic, measured in turns with it, so that the machine's speed cancels.
"""

import gzip
import re
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks import bulk_play, machine, move
from benchmarks.lab import ours
from benchmarks.measure import SEED, Contestant, Count, measure
from benchmarks.start import STRANGERS, first_game
from toctoc.core.registry import GAMES
from toctoc.lab import Tables
from tools.build_client import BUNDLE

COMMITTED = Path(__file__).with_name("speed.toml")
GAME, COMPILED_GAME, PLAYERS, BATCH = "toctoctoc", "escalier", 4, 1024
LOADED = re.compile(r'<script type="module"[^>]* src="/([^"]+)"|<link rel="stylesheet"[^>]* href="/([^"]+)"')
SECONDS, ROUNDS, COMPILATIONS = 0.5, 7, 2
TOLERANCE = 0.15  # of a new figure; a person may change it in the file
HEADER = "# Written by `run.py test-night speed --write`: less is better, and may grow by its tolerance.\n"


def main_figures() -> dict[str, float]:
    """Measure all; return the five figures."""
    tables = Tables(GAME, PLAYERS, BATCH, seed=SEED)
    contestants = {
        "plain": machine.yardstick(),
        "compiled": compiled_yardstick(),
        "bulk-play": next(
            contestant
            for contestant in bulk_play.contestants([GAME], bulk_play.BOT)
            if (contestant.players, contestant.way) == (PLAYERS, bulk_play.POLICIES)
        ),
        "tables": Contestant(
            GAME, PLAYERS, "", partial(ours.play, tables, BATCH), partial(ours.count, tables, BATCH)
        ),
        "move": Contestant(GAME, PLAYERS, "", partial(move.play, GAME), count_moves),
    }
    results = measure(list(contestants.values()), SECONDS, ROUNDS, progress)
    cost = {name: 1 / result.decisions_per_second for name, result in zip(contestants, results, strict=True)}
    return {
        "bulk-play": cost["bulk-play"] / cost["compiled"],
        "tables": cost["tables"] / cost["compiled"],
        "move": cost["move"] / cost["plain"],
        "first-page": float(first_page(BUNDLE)),
        "compile": min(compile_seconds() for _ in range(COMPILATIONS)) / cost["plain"] / 1e6,
    }


def progress(line: str) -> None:
    """Print what is being measured, once in a while."""
    if "round" not in line:
        click.echo(f"{line.lstrip(', ')}", err=True)


def compiled_yardstick() -> Contestant:
    """Return the arithmetic of `machine.yardstick`, compiled."""
    from numba import njit

    reckon: Any = njit(machine.reckon)
    return Contestant("the machine", 0, "compiled", reckon, lambda n: Count(n, n * machine.STEPS))


def count_moves(games: int) -> Count:
    """Count the moves of so many games at live tables."""
    return Count(games, len(move.play(GAME, games)))


def first_page(client: Path) -> int:
    """Return the bytes of the built client that a browser loads before it shows anything, compressed."""
    page = (client / "index.html").read_bytes()
    names = [script or style for script, style in LOADED.findall(page.decode())]
    assert names, "the first page loads no script"
    return sum(len(gzip.compress(part, 9)) for part in [page, *((client / name).read_bytes() for name in names)])


def compile_seconds() -> float:
    """Return the CPU time of a fresh process that compiles one game and plays it, with an empty cache."""
    click.echo(f"{COMPILED_GAME}: compiling with an empty cache", err=True)
    with TemporaryDirectory(prefix="toctoc-speed-") as cache:
        return first_game(GAMES[COMPILED_GAME], cache, hidden=STRANGERS)[1]


def short(figure: float) -> str:
    """Return a figure with four digits that say something."""
    return f"{float(f'{figure:.4g}'):g}"


def compare(measured: Mapping[str, float], committed: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return a line for each figure; those of failures begin with SLOWER, and of outdated figures with FASTER."""
    lines = []
    for name, figure in measured.items():
        before, tolerance = committed[name]["figure"], committed[name]["tolerance"]
        change = figure / before - 1
        verdict = "SLOWER" if change > tolerance else "FASTER" if change < -tolerance else "as before"
        advice = ": if that is no accident, write it down with --write" if verdict == "FASTER" else ""
        lines.append(
            f"{verdict}: {name} {short(figure)}, committed {short(before)} "
            f"({change:+.0%}, tolerance {tolerance:.0%}){advice}"
        )
    return lines


def written(measured: Mapping[str, float], committed: Mapping[str, Mapping[str, float]]) -> str:
    """Return the new contents of the file: the figures, with the tolerances as they were."""
    parts = [
        f"[{name}]\nfigure = {short(figure)}\ntolerance = {committed.get(name, {}).get('tolerance', TOLERANCE)}\n"
        for name, figure in measured.items()
    ]
    return "\n".join([HEADER, *parts])


@click.command(name="speed")
@click.option("--write", is_flag=True, help="Write the figures into benchmarks/speed.toml.")
def main(write: bool) -> None:
    """Compare five speeds with benchmarks/speed.toml; fail if one is worse by more than its tolerance."""
    committed = tomllib.loads(COMMITTED.read_text("utf-8")) if COMMITTED.exists() else {}
    measured = main_figures()
    if write:
        COMMITTED.write_text(written(measured, committed), "utf-8")
        return
    lines = compare(measured, committed)
    click.echo("\n".join(lines))
    if any(line.startswith("SLOWER") for line in lines):
        raise SystemExit(1)


if __name__ == "__main__":
    main(prog_name="test-night speed")
