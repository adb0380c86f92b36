"""Compile the rules, the bots and the tests once, before every worker would: python -m tests.compile.

Each game in a process of its own. It takes a moment when the cache in the home already holds what is wanted.
"""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.counts import COMPILED_TABLES
from tests.games.conformance import conformance
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import compile_policies, play_compiled
from toctoc.bots import warm_up
from toctoc.core.compile import compiled
from toctoc.core.game_package import package
from toctoc.core.registry import GAMES
from toctoc.lab import dataset, warming
from toctoc.testing.conformance import Counts
from toctoc.testing.lockstep import CompiledSuite

TESTS = Path(__file__).parent


class OneGame(CompiledSuite):
    counts = Counts(lockstep=1)


def prepare(name: str) -> str:
    """Use all that the tests use compiled, of one game."""
    OneGame().test_many_games_end_alike(conformance(name).variants[0], lambda figure, number: None)
    game = GAMES[name]
    play_compiled(Simulation.of(name, game.players[0], 1, 1, {}), (0, 1))
    warm_up(game)
    compile_policies(Simulation.of(name, game.players[0], 1, 1, {}, ["medium"]))
    if package(game, "codec"):
        if name in COMPILED_TABLES:
            warming.play_tables(game)
            warming.play_single_table(game)
        with TemporaryDirectory() as folder:
            at_random = Path(folder) / "random"
            dataset.write(Simulation.of(name, game.players[0], 1, 1, {}), at_random, 1)
            if name in COMPILED_TABLES:
                next(dataset.observations(at_random))
            bots = Simulation.of(name, game.players[0], 1, 1, {}, ["medium"])
            dataset.write(bots, Path(folder) / "bots", 1)
    return name


def read_tests() -> None:
    """Let pytest read all tests and keep what it makes of them; what cannot be read the workers will tell."""
    if not all(is_kept(file) for file in TESTS.rglob("test_*.py")):
        command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", str(TESTS)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def is_kept(file: Path) -> bool:
    """Tell whether pytest has kept a file of tests as it now is."""
    changed = file.stat().st_mtime
    kept = (file.parent / "__pycache__").glob(f"{file.stem}.{sys.implementation.cache_tag}-pytest-*.pyc")
    return any(made.stat().st_mtime >= changed for made in kept)


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        games = pool.map(prepare, GAMES if compiled.available() else [])
        reading = pool.submit(read_tests)  # last: it fills the core that the longest game leaves
        for name in games:
            print(f"Compiled: {name}", file=sys.stderr)
        reading.result()
