"""Time a fresh process up to the end of its first compiled game, with and without compiled code on disk."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from toctoc.core.game import Game

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

    @property
    def second(self) -> float:
        """Return the median of the warm starts."""
        return median(self.warm)


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
