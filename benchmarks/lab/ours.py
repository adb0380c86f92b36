"""Play our games at random: compiled playouts, tables in arrays, and vector environments with bots.

Each step of the tables has the observation and the mask, and an action drawn from it. `lab.solo` has bots at the
other seats; its steps are decisions of the learners.
"""

from functools import partial

import numpy as np

from benchmarks.measure import SEED, Contestant, Count
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_compiled
from toctoc.core.game import Game
from toctoc.lab import Tables, solo
from toctoc.lab.gym_env import Solo

PLAYOUTS, PLAYOUT_BATCH = "compiled", 1_000  # games played by one call
BATCHES = (256, 512, 1024, 2048, 4096)  # tables side by side
SOLO_BATCH, OPPONENTS = 256, ("random", "voyante")
LOTS = 8  # arrays of random numbers, one a step in turns
STEPS = 20_000  # of one batch of tables, before the clock is looked at


def playouts(game: Game, players: int) -> Contestant:
    """Return `game`'s compiled random games, each with its set-up, its shuffling and its scores."""
    simulation = Simulation.of(game.name, players, 1, SEED, {})

    def play(amount: int) -> Count:
        batches = [play_compiled(simulation, (n * PLAYOUT_BATCH, PLAYOUT_BATCH))[0] for n in range(amount)]
        return Count(amount * PLAYOUT_BATCH, sum(batch.decisions for batch in batches))

    return Contestant(game.title, players, PLAYOUTS, play, play)


def way(batch: int) -> str:
    return f"{batch:,} tables"


def contestants(game: Game, players: int) -> list[Contestant]:
    """Return `game`'s tables, in each size of batch."""
    return [
        Contestant(game.title, players, way(n), partial(play, tables, n), partial(count, tables, n))
        for n in BATCHES
        for tables in [Tables(game.name, players, n, seed=SEED)]
    ]


def solo_way(opponents: str) -> str:
    return f"solo against {opponents}, {SOLO_BATCH:,} tables"


def solos(game: Game, players: int) -> list[Contestant]:
    """Return `game`'s vector environments, against random players and against `voyante`."""
    return [
        Contestant(game.title, players, solo_way(opponents), partial(play_solo, env), partial(count_solo, env))
        for opponents in OPPONENTS
        for env in [solo(game, opponents, players, SOLO_BATCH, seed=SEED)]
    ]


def play_solo(env: Solo, amount: int) -> None:
    """Play so many steps of every learner: each takes a legal action, by numbers drawn once."""
    env.reset()
    lots = np.random.default_rng(SEED).random((LOTS, *env.mask.shape), np.float32)
    for step in range(amount * STEPS // SOLO_BATCH):
        env.step((env.mask * lots[step % LOTS]).argmax(axis=1))


def count_solo(_env: Solo, amount: int) -> Count:
    """Count the steps alone."""
    steps = amount * STEPS // SOLO_BATCH * SOLO_BATCH
    return Count(amount, steps)


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
