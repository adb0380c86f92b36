"""Play random games as `simulate` does, and log every step; or count the legal actions of logged games.

Loaded once per game, with `rules` bound to that game's rules. The steps of a game follow those of the game before.
"""

from typing import Any, NamedTuple

from toctoc.core.compile import driver
from toctoc.core.compile.rng import roll, seed_rng

rules: Any

CHANCE = -1  # in `seats`


class Log(NamedTuple):
    """Hold the steps of some games, a row each, and the results of the games."""

    seats: Any  # the seat that acted, or CHANCE
    codes: Any  # the action or the outcome, as the rules number them
    legal: Any  # the number of legal actions; 0 for chance
    ends: Any  # by game: the index at which its steps end
    scores: Any  # by game and seat
    wins: Any


class Play(NamedTuple):
    """Hold one game that is being played."""

    luck: Any
    log: Any
    cursor: Any  # the index of the next step, a row of one number


def next_action(s: Any, play: Any, seat: int) -> int:
    """Choose uniformly at random, and log the number of legal actions."""
    count: int = rules.legal_count(s, seat)
    log_legal(play, count)
    action: int = rules.legal_nth(s, seat, roll(play.luck, count))
    return action


def log_legal(play: Any, count: int) -> None:
    """Log the number of legal actions of the next step, if there is room."""
    step = play.cursor[0]
    if step < len(play.log.legal):
        play.log.legal[step] = count


def apply_action(s: Any, play: Any, seat: int, action: int) -> None:
    """Let `seat` act, and log it."""
    rules.act(s, seat, action)
    log_step(play, seat, action)


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act, and log it."""
    rules.take_chance(s, outcome)
    log_legal(play, 0)
    log_step(play, CHANCE, outcome)


def log_step(play: Any, seat: int, code: int) -> None:
    """Log a step, if there is room."""
    step = play.cursor[0]
    if step < len(play.log.seats):
        play.log.seats[step] = seat
        play.log.codes[step] = code
    play.cursor[0] = step + 1


def games(s: Any, settings: Any, seed: int, first: int, numbers: Any, log: Any) -> None:
    """Play one random game for each of `log.ends`, as games first, first + 1, ... of a simulation.

    `numbers` has two rows of one number: the generator, and the index of the next step.
    """
    play = Play(numbers[0], log, numbers[1])
    play.cursor[0] = 0
    for g in range(len(log.ends)):
        seed_rng(play.luck, seed, first + g)
        rules.setup(s, *settings)
        driver.advance(s, play)
        log.ends[g] = play.cursor[0]
        for p in range(s.players):
            log.scores[g][p] = rules.score(s, p)
            log.wins[g][p] = 1 if rules.won(s, p) else 0


def count_legal(s: Any, settings: Any, seats: Any, codes: Any, legal: Any, ends: Any) -> None:
    """Play games again from their steps, and count the legal actions of every step."""
    step = 0
    for end in ends:
        rules.setup(s, *settings)
        while step < end:
            seat = seats[step]
            if seat >= 0:
                legal[step] = rules.legal_count(s, seat)
                rules.act(s, seat, codes[step])
            else:
                legal[step] = 0
                rules.take_chance(s, codes[step])
            step += 1
