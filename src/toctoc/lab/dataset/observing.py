"""Compute the observations of every seat at each decision of a dataset; they are never stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toctoc.codec import codec_modules
from toctoc.codec.coder import Codec, codec
from toctoc.core.compile import compiled
from toctoc.core.game import Game
from toctoc.core.registry import find
from toctoc.lab.devices import row_records

from . import observe_kernel
from .plan import simulation_in
from .playing import PlayedGames
from .reading import parts

GAMES_AT_A_TIME = 500


@dataclass(frozen=True)
class Observed:
    """Hold decisions, one in each row, in the order of play.

    Args:
        game: The number of the game.
        seat: The seat that decided.
        obs: Its observation.
        mask: Its legal actions.
        action: Its action; -1 if the codec does not have it.
        won: Its share of the victory in that game.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int8]
    obs: NDArray[np.int8]
    mask: NDArray[np.bool_]
    action: NDArray[np.int64]
    won: NDArray[np.float32]


def observations(
    folder: str | PathLike[str], observation: str = "recall", games: int = GAMES_AT_A_TIME
) -> Iterator[Observed]:
    """Yield all decisions of a dataset with their observations.

    Args:
        folder: A folder that `toctoc dataset` wrote.
        observation: `recall` or `table`, as for `codec`.
        games: The number of games in each part that is yielded.

    Yields:
        The decisions of the next games, an `Observed`.

    Raises:
        ValueError: If the folder is not a dataset, or is damaged.
    """
    if games < 1:
        raise ValueError(f"games are observed at least 1 at a time, not {games}")
    simulation = simulation_in(Path(folder))
    game = find(simulation.game)
    coder = codec(simulation.game, simulation.players, observation)
    settings = game.settings(simulation.players, simulation.options)
    for part in parts(Path(folder)):
        for first in range(0, len(part.ends), games):
            yield _observed(coder, settings, part, slice(first, first + games))


def _observed(coder: Codec, settings: Any, part: PlayedGames, some: slice) -> Observed:
    kernel, state, trace = _compiled(coder.game)
    ends = part.ends[some]
    begins = np.concatenate([[part.ends[some.start - 1] if some.start else 0], ends[:-1]])
    steps = slice(begins[0], ends[-1])
    seats = part.seats[steps]
    decides = seats >= 0
    count = int(decides.sum())
    obs, mask = np.zeros((count, coder.D), np.int8), np.zeros((count, coder.A), np.int8)
    chosen = np.zeros(count, np.int64)
    steps_of_games = observe_kernel.Steps(part.seats, part.codes, begins, ends)
    decisions = observe_kernel.DecisionRows(row_records(obs), row_records(mask), chosen)
    since = int(coder.observation == "table")
    kernel.observe(np.zeros(1, state)[0], np.zeros(1, trace)[0], settings, since, steps_of_games, decisions)
    rows = np.repeat(np.arange(len(ends)), ends - begins)[decides]
    numbers = part.first + np.arange(len(part.ends), dtype=np.int64)[some]
    wins = part.wins[some]
    shares = (wins / wins.sum(axis=1, keepdims=True)).astype(np.float32)
    who = seats[decides]
    return Observed(numbers[rows], who, obs, mask.view(np.bool_), chosen, shares[rows, who])


@cache
def _compiled(game: Game) -> tuple[Any, Any, Any]:
    """Return the compiled kernel, and the record types of a state and of a trace."""
    *_, coding, kernel = compiled.compile_modules(
        game.rules, [*codec_modules.modules(game), observe_kernel], _unused
    )
    return kernel, compiled.record(game.rules.State), compiled.record(coding.Trace)


def _unused() -> None:
    """Copy nothing: this kernel copies no states."""
