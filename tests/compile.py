"""Compile the rules and the bots once, before every worker of the tests would: python -m tests.compile.

Each game in a process of its own. It takes a moment when the cache in the home already holds what is wanted.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.counts import COMPILED_TABLES
from tests.games.conformance import conformance
from toctoc.arena import bot_games
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_compiled
from toctoc.bots import warm_up
from toctoc.games.compile import compiled
from toctoc.games.layout import package
from toctoc.games.registry import GAMES
from toctoc.lab import Tables, dataset
from toctoc.testing.conformance import Counts
from toctoc.testing.lockstep import CompiledSuite


class OneGame(CompiledSuite):
    counts = Counts(lockstep=1)


def prepare(name: str) -> str:
    """Use all that the tests use compiled, of one game."""
    OneGame().test_many_games_end_alike(conformance(name).variants[0], lambda figure, number: None)
    game = GAMES[name]
    play_compiled(Simulation.of(name, game.players[0], 1, 1, {}), (0, 1))
    warm_up(game)
    bot_games.warm_up(Simulation.of(name, game.players[0], 1, 1, {}, ["medium"]))
    if package(game, "lab"):
        if name in COMPILED_TABLES:
            tables = Tables(name, game.players[0], 1)
            tables.step(tables.sample())
        with TemporaryDirectory() as folder:
            at_random = Path(folder) / "random"
            dataset.write(Simulation.of(name, game.players[0], 1, 1, {}), at_random, 1)
            if name in COMPILED_TABLES:
                next(dataset.observations(at_random))
            bots = Simulation.of(name, game.players[0], 1, 1, {}, ["medium"])
            dataset.write(bots, Path(folder) / "bots", 1)
    return name


if __name__ == "__main__" and compiled.available():
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for name in pool.map(prepare, GAMES):
            print(f"Compiled: {name}", file=sys.stderr)
