"""Order the players of a game as they finished, and count who was ahead of whom."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import groupby, permutations, product

from toctoc.arena.playing import Played
from toctoc.games.registry import GAMES

Order = tuple[tuple[str, ...], ...]  # the first, the second and so on; those who are level together
Choice = tuple[str, tuple[str, ...]]  # the next to finish, and all who had not finished, sorted


def order(game: str, played: Played) -> Order:
    """Rank the bots of a game: winners first, whatever their score (C25), the others by score."""
    sign = 1 if GAMES[game].lowest_wins else -1  # C24

    def place(seat: int) -> tuple[bool, int]:
        return (False, 0) if seat in played.winners else (True, sign * played.scores[seat])

    ranked = sorted(range(len(played.seats)), key=place)
    return tuple(tuple(sorted(played.seats[seat] for seat in level)) for _, level in groupby(ranked, place))


@cache
def choices(order: Order) -> tuple[tuple[Choice, float], ...]:
    """Split an order into choices with weights: the first of all, then the first of those left, and so on.

    Players who are level count as every order of them, in equal parts.
    """
    lines = list(_untied(order))
    weights: dict[Choice, float] = defaultdict(float)
    for line in lines:
        for place, name in enumerate(line[:-1]):
            weights[name, tuple(sorted(line[place:]))] += 1 / len(lines)
    return tuple(weights.items())


def _untied(order: Order) -> Iterator[tuple[str, ...]]:
    """Yield every order in which those who are level may have finished."""
    for levels in product(*(permutations(level) for level in order)):
        yield tuple(name for level in levels for name in level)
