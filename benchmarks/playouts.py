"""Play random games of ours, plain and compiled, each with its set-up, its shuffling and its scores."""

from collections.abc import Callable
from functools import partial
from typing import Any

from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.game import Game
from toctoc.core.options import complete

from .measure import Contestant, Count

SEED = 2026
PLAIN, COMPILED = "plain Python", "compiled"
PLAIN_BATCH, COMPILED_BATCH = 20, 1_000  # games played by one call

Batch = Callable[[int, int], int]  # the first game and how many; the number of decisions in them


def contestants(game: Game, players: int) -> list[Contestant]:
    """Return `game`'s random playouts: plain, and compiled where Numba is installed."""
    found = [_contestant(game, players, PLAIN, plain_batch(game, players), PLAIN_BATCH)]
    if compiled.available():
        found.append(_contestant(game, players, COMPILED, compiled_batch(game, players), COMPILED_BATCH))
    return found


def plain_batch(game: Game, players: int) -> Batch:
    state = fields.blank(game.rules.State)
    playouts = plain_playout(game.rules).playouts
    settings = _settings(game, players)

    def play(first: int, games: int) -> int:
        decisions = [0] * games
        scores, wins = ([[0] * players for _ in range(games)] for _ in range(2))
        playouts(state, settings, SEED, first, [0], decisions, scores, wins)
        return sum(decisions)

    return play


def compiled_batch(game: Game, players: int) -> Batch:
    import numpy

    fast = compiled.compile_rules(game.rules)
    state: Any = fast.blank()[0]
    rng = numpy.zeros(1, numpy.int64)
    settings = _settings(game, players)

    def play(first: int, games: int) -> int:
        decisions = numpy.zeros(games, numpy.int64)
        scores, wins = numpy.zeros((2, games, players), numpy.int64)
        fast.playout.playouts(state, settings, SEED, first, rng, decisions, scores, wins)
        return int(decisions.sum())

    return play


def _settings(game: Game, players: int) -> tuple[int, ...]:
    return game.settings(players, complete(game.options, {}))


def _contestant(game: Game, players: int, way: str, batch: Batch, size: int) -> Contestant:
    return Contestant(game.title, players, way, partial(_play, batch, size), partial(_count, batch, size))


def _play(batch: Batch, size: int, amount: int) -> int:
    """Play `amount` batches; return the number of decisions."""
    return sum(batch(number * size, size) for number in range(amount))


def _count(batch: Batch, size: int, amount: int) -> Count:
    return Count(amount * size, _play(batch, size, amount))
