"""Play our tables in arrays at random: each step with the observation and the mask, an action drawn from it."""

from functools import partial

import numpy as np

from benchmarks.measure import Contestant, Count
from benchmarks.playouts import SEED
from toctoc.core.game import Game
from toctoc.lab import Tables

BATCHES = (256, 512, 1024, 2048, 4096)  # tables side by side
STEPS = 20_000  # of one batch of tables, before the clock is looked at


def way(batch: int) -> str:
    return f"{batch:,} tables"


def contestants(game: Game, players: int) -> list[Contestant]:
    """Return `game`'s tables, in each size of batch."""
    return [
        Contestant(game.title, players, way(n), partial(play, tables, n), partial(count, tables, n))
        for n in BATCHES
        for tables in [Tables(game.name, players, n, seed=SEED)]
    ]


def play(tables: Tables, n: int, amount: int) -> None:
    """Play so many steps at every table."""
    actions = np.zeros(n, np.int64)
    for _ in range(amount * STEPS // n):
        tables.sample(actions)
        tables.step(actions)


def count(tables: Tables, n: int, amount: int) -> Count:
    """Play as much again, and count the games that end in it."""
    actions, games, steps = np.zeros(n, np.int64), 0, amount * STEPS // n
    for _ in range(steps):
        tables.sample(actions)
        tables.step(actions)
        games += int(tables.terminations.sum())
    return Count(max(games, 1), steps * n)
