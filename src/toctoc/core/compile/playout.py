"""Play random games by one source in both runtimes: the same seed gives the same game, compiled or not.

Loaded once per game and runtime, with `rules` bound to that game's rules.
"""

from typing import Any

from toctoc.core.compile.rng import FACTOR, LOW, SEED_LIMIT, roll, scramble, seed_rng

__all__ = ["FACTOR", "LOW", "SEED_LIMIT", "playout", "playouts", "roll", "scramble", "seed_rng"]

rules: Any  # the rules this copy plays by


def playout(s: Any, rng: Any) -> int:
    """Play on to the end, every choice uniformly at random; return the number of decisions made."""
    decisions = 0
    x = rng[0]  # `roll` by hand, with its state in a register
    while True:
        seat = rules.asked(s)
        if seat >= 0:
            x = FACTOR * (x & LOW) + (x >> 31)
            nth = ((x & LOW) * rules.legal_count(s, seat)) >> 31
            rules.act(s, seat, rules.legal_nth(s, seat, nth))
            decisions += 1
        elif seat == rules.CHANCE:
            x = FACTOR * (x & LOW) + (x >> 31)
            ticket = ((x & LOW) * rules.chance_total(s)) >> 31
            rules.take_chance(s, rules.chance_pick(s, ticket))
        else:
            rng[0] = x
            return decisions


def playouts(
    s: Any, settings: Any, seed: int, first: int, rng: Any, decisions: Any, scores: Any, wins: Any
) -> None:
    """Play one random game for each row of the results, as games first, first + 1, ... of a simulation."""
    for g in range(len(decisions)):
        seed_rng(rng, seed, first + g)
        rules.setup(s, *settings)
        decisions[g] = playout(s, rng)
        for p in range(s.players):
            scores[g][p] = rules.score(s, p)
            wins[g][p] = 1 if rules.won(s, p) else 0
