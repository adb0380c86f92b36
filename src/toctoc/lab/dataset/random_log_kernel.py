"""Play random games as `simulate` does, and log every step; or count the legal actions of logged games.

Loaded once per game, with `rules` bound to that game's rules. The steps of a game follow those of the game before.
"""

from typing import Any, NamedTuple

from toctoc.core.compile.rng import roll, seed_rng

rules: Any

CHANCE = -1  # in `seats`


class StepLog(NamedTuple):
    """Hold the steps of some games, a row each, and the results of the games."""

    seats: Any  # the seat that acted, or CHANCE
    codes: Any  # the action or the outcome, as the rules number them
    legal: Any  # the number of legal actions; 0 for chance
    ends: Any  # by game: the index at which its steps end
    scores: Any  # by game and seat
    wins: Any


def play(s: Any, rng: Any, seats: Any, codes: Any, legal: Any, step: int) -> int:
    """Play on to the end at random, log the steps as far as there is room, and return the index after the last."""
    room = len(seats)
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            count = rules.legal_count(s, seat)
            code = rules.legal_nth(s, seat, roll(rng, count))
            rules.act(s, seat, code)
        elif seat == rules.CHANCE:
            seat, count = CHANCE, 0
            code = rules.chance_pick(s, roll(rng, rules.chance_total(s)))
            rules.take_chance(s, code)
        else:
            return step
        if step < room:
            seats[step] = seat
            codes[step] = code
            legal[step] = count
        step += 1


def games(s: Any, settings: Any, seed: int, first: int, rng: Any, log: Any) -> None:
    """Play one random game for each of `log.ends`, as games first, first + 1, ... of a simulation."""
    seats, codes, legal, ends = log.seats, log.codes, log.legal, log.ends
    step = 0
    for g in range(len(ends)):
        seed_rng(rng, seed, first + g)
        rules.setup(s, *settings)
        step = play(s, rng, seats, codes, legal, step)
        ends[g] = step
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
