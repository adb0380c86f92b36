"""Play a range of games and keep every step of them in arrays, at random or by bots."""

from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toctoc.arena.bot_play import play_to_the_end
from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.simulation import policy_table, slow_bots
from toctoc.core.compile import compiled
from toctoc.core.compile.playout import roll, seed_rng
from toctoc.core.game import Game, Move
from toctoc.core.match import Match
from toctoc.core.registry import find

from . import random_log_kernel

FIRST_ROOM_OF_GAME = 200  # steps
TOGETHER = 500  # games of bots: if there is no room for their steps, they are played again


@dataclass(frozen=True)
class PlayedGames:
    """Hold the results of some games, a row each, and the steps of all of them one after the other."""

    first: int  # the number of the first game
    scores: NDArray[np.int64]  # by seat
    wins: NDArray[np.int64]  # 1 for each seat that won
    ends: NDArray[np.int64]  # where the steps of each game end
    seats: NDArray[np.int8]  # the seat that acted; -1 is chance
    codes: NDArray[np.int16]  # the action or the outcome, as the rules number them
    legal: NDArray[np.int16]  # how many actions there were to choose from; 0 for chance


def play(simulation: Simulation, batch: Batch) -> PlayedGames:
    """Play games `batch[0]` and so many of those that follow it in a simulation."""
    if not simulation.lineup:
        return _random_games(simulation, batch)
    if slow_bots(simulation):
        return _match_games(simulation, batch)
    return _policy_games(simulation, batch)


def _random_games(simulation: Simulation, batch: Batch) -> PlayedGames:
    first, count = batch
    text, state, settings = _log_kernel(simulation)
    room = FIRST_ROOM_OF_GAME * count
    while True:
        scores, wins = np.zeros((2, count, simulation.players), np.int64)
        ends, (seats, codes, legal) = np.zeros(count, np.int64), _room(room)
        log = random_log_kernel.StepLog(seats, codes, legal, ends, scores, wins)
        text.games(state, settings, simulation.seed, first, np.zeros(1, np.int64), log)
        last = int(ends[-1])
        if last <= room:
            return PlayedGames(first, scores, wins, ends, seats[:last], codes[:last], legal[:last])
        room = last


def _policy_games(simulation: Simulation, batch: Batch) -> PlayedGames:
    first, count = batch
    table, parts = policy_table(simulation), []
    for begin in range(first, first + count, TOGETHER):
        played = table.play(simulation.seed, begin, min(TOGETHER, first + count - begin), keep_steps=True)
        seats, codes = np.asarray(played.steps)[: played.ends[-1]].T.astype(np.int16)
        parts.append((played.scores, played.wins, np.diff(played.ends, prepend=0), seats, codes))
    scores, wins, lengths, seats, codes = map(np.concatenate, zip(*parts, strict=True))
    return _counted(simulation, first, scores, wins, np.cumsum(lengths), seats, codes)


def _match_games(simulation: Simulation, batch: Batch) -> PlayedGames:
    first, count = batch
    scores, wins, ends, steps = [], [], [], []
    for number in range(first, first + count):
        luck = [0]
        seed_rng(luck, simulation.seed, number)
        match = Match(simulation.game, simulation.players, simulation.options, chance=partial(roll, luck))
        dice = Random(f"bots {simulation.seed} {number}")
        play_to_the_end(match, simulation.seats(number), dice, (simulation.seed, 0, number))
        steps += _codes(match)
        ends.append(len(steps))
        scores.append(match.scores)
        wins.append([int(seat in match.winners) for seat in range(match.players)])
    seats, codes = np.array(steps, np.int64).T
    return _counted(simulation, first, np.array(scores), np.array(wins), np.array(ends), seats, codes)


def _codes(match: Match) -> list[tuple[int, int]]:
    """Return the steps of a match as seats and numbers."""
    found = []
    again = Match(match.game, match.players, match.options)
    for step in match.steps:
        if isinstance(step, Move):
            found.append((step.seat, match.game.action_code(step.action)))
        else:
            code = match.game.outcome_code(again.state, step.outcome)
            assert code is not None
            found.append((random_log_kernel.CHANCE, code))
        again.repeat(step)
    return found


def _counted(
    simulation: Simulation, first: int, scores: Any, wins: Any, ends: Any, seats: Any, codes: Any
) -> PlayedGames:
    """Add how many actions were legal at each step."""
    text, state, settings = _log_kernel(simulation)
    columns = _room(len(seats))
    np.copyto(columns[0], np.maximum(seats, random_log_kernel.CHANCE), casting="unsafe")
    np.copyto(columns[1], codes, casting="unsafe")
    text.count_legal(state, settings, *columns, ends)
    return PlayedGames(first, scores, wins, ends, *columns)


def _room(steps: int) -> tuple[NDArray[np.int8], NDArray[np.int16], NDArray[np.int16]]:
    return np.empty(steps, np.int8), np.empty(steps, np.int16), np.empty(steps, np.int16)


def _log_kernel(simulation: Simulation) -> tuple[Any, Any, tuple[int, ...]]:
    """Return the compiled log kernel, a state for it, and the settings of a game."""
    game = find(simulation.game)
    state = compiled.compile_rules(game.rules).blank()[0]
    return _text(game), state, game.settings(simulation.players, simulation.options)


@cache
def _text(game: Game) -> Any:
    [text] = compiled.compile_modules(game.rules, [random_log_kernel], _unused)
    return text


def _unused() -> None:
    """Copy nothing: this kernel copies no states."""
