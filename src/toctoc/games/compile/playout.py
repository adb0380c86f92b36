"""Play random games, by one text in both runtimes: the same seed gives the same game, compiled or not.

Loaded once per game and runtime, with `rules` bound to that game's rules. `rng` is a row of one number, the
state of a multiply-with-carry generator in base 2**31 (Marsaglia): cheap in plain Python, and no product
leaves 63 bits, for signed overflow is undefined in compiled code. It is for simulation and search; live
tables draw from a sealed seed instead.
"""

from typing import Any

rules: Any  # the rules this copy plays by

LOW = 0x7FFFFFFF
FACTOR = 1997159265  # FACTOR * 2**31 - 1 is a safe prime: the period is about 2**61
SEED_LIMIT = 1 << 62


def scramble(h: int) -> int:
    """Map 31-bit numbers one to one, so that every bit depends on all others."""
    h = ((h ^ (h >> 16)) * 0x45D9F3B) & LOW
    h = ((h ^ (h >> 15)) * 0x119DE1F3) & LOW
    return h ^ (h >> 16)


def seed_rng(rng: Any, seed: int, game: int) -> None:
    """Seed `rng` for the game number `game` of a simulation; both numbers are below SEED_LIMIT."""
    low = scramble(scramble(scramble(seed & LOW) ^ (seed >> 31)) ^ (game >> 31))
    low = scramble(low ^ (game & LOW))
    high = scramble(low ^ scramble(seed & LOW) ^ 0x2545F491)
    rng[0] = (high % (FACTOR - 1) << 31) + low + 1


def roll(rng: Any, n: int) -> int:
    """Draw a number from 0 to n - 1; n is below 2**31."""
    x: int = FACTOR * (rng[0] & LOW) + (rng[0] >> 31)
    rng[0] = x
    return ((x & LOW) * n) >> 31


def playout(s: Any, rng: Any) -> int:
    """Play on to the end, every choice uniformly at random; return the number of decisions made."""
    decisions = 0
    x = rng[0]  # `roll` by hand in this loop: a tenth faster in plain Python
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
