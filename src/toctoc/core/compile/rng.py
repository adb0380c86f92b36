"""Generate random numbers for simulation and search: the same numbers in plain Python and compiled.

`rng` is a row of one number, the state of a multiply-with-carry generator in base 2**31 (Marsaglia). It is cheap
in plain Python. No product leaves 63 bits: signed overflow is undefined in compiled code. Live tables draw from a
sealed seed instead.
"""

from typing import Any

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
