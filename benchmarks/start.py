"""Time a fresh process up to the end of its first compiled game, with and without compiled code on disk.

python3 run.py bench start
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from toctoc.core.compile import compiled
from toctoc.core.game import Game
from toctoc.core.registry import GAMES

from . import machine
from .report import TextTable, below, goal_table, keep, measured_on, publish

MARKS = "<!-- starts: written by the command above -->", "<!-- end of the starts -->"
FIRST_GAME = Path(__file__).with_name("first_game.py")
# Numba loads these where it finds them. Toctoc does not ask for them: OpenSpiel and the tests do.
STRANGERS = ("scipy", "coverage")


@dataclass(frozen=True, slots=True)
class Start:
    """Hold the seconds from the start of the process to the end of the game."""

    name: str
    cold: float  # by the clock on the wall, compiling included
    warm: tuple[float, ...]  # the same with the compiled code on disk
    warm_cpu: tuple[float, ...]  # the same, in CPU time of the process
    warm_strange: tuple[float, ...]  # by the clock, with nothing hidden that this environment may have


@click.command(name="start")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--rounds", default=5, show_default=True, help="Second starts.")
@click.option("--quick", is_flag=True, help="One second start: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(games: tuple[str, ...], rounds: int, quick: bool, write: bool, file: Path | None) -> None:
    """Time fresh processes up to the end of their first compiled game, cold and warm."""
    if not compiled.available():
        raise click.ClickException("compiled games need Numba, the extra `fast`")
    facts = machine.facts()
    with Console(stderr=True).status("Starting") as status:
        found = measure([GAMES[name] for name in games or GAMES], 1 if quick else rounds, status.update)
    keep([asdict(start) for start in found], file)
    publish(tables(facts, found), MARKS, write)


def tables(facts: dict[str, str], starts: Sequence[Start]) -> list[TextTable]:
    header = ["game", "first start (compiles)", "second start", "its CPU time", "with SciPy and coverage"]
    rows = [
        [s.name, f"{s.cold:.1f} s", *(f"{median(times):.2f} s" for times in (s.warm, s.warm_cpu, s.warm_strange))]
        for s in starts
    ]
    goal = below(1, [median(s.warm) for s in starts], "seconds to a second start's first compiled game")
    return [
        measured_on(facts),
        TextTable("From the start of a process to the end of its first compiled game", header, rows),
        goal_table("Target, by its worst case", [goal]),
    ]


def measure(games: Sequence[Game], runs: int, progress: Callable[[str], None] = lambda _: None) -> list[Start]:
    """Start each game cold once, then all of them warm in turns."""
    with TemporaryDirectory() as cache:
        first_game(games[0], cache)  # Python's own bytecode of everything shall be there
        cold = []
        for game in games:
            progress(f"{game.title}: first start")
            with TemporaryDirectory() as empty:
                cold.append(first_game(game, empty, hidden=STRANGERS)[0])
            first_game(game, cache)
        warm: list[list[tuple[float, float]]] = [[] for _ in games]
        strange: list[list[float]] = [[] for _ in games]
        for number in range(1, runs + 1):
            for game, bare, full in zip(games, warm, strange, strict=True):
                progress(f"{game.title}: second start, {number} of {runs}")
                bare.append(first_game(game, cache, hidden=STRANGERS))
                full.append(first_game(game, cache)[0])
    return [
        Start(game.title, first, tuple(w for w, _ in bare), tuple(c for _, c in bare), tuple(full))
        for game, first, bare, full in zip(games, cold, warm, strange, strict=True)
    ]


def first_game(game: Game, cache: str, hidden: Sequence[str] = ()) -> tuple[float, float]:
    """Return the seconds, on the wall and of CPU time, that a fresh process takes to end its first game."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["TOCTOC_CACHE"] = cache
    begin = time.perf_counter()
    command = [sys.executable, str(FIRST_GAME), game.name, *hidden]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        wall = time.perf_counter() - begin
    return wall, float(line)
