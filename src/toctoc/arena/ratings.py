"""Rate bots from their finishing orders by the Plackett-Luce model, on a scale like Elo's.

Every bot has a strength. Of the bots that have not finished, each is the next to finish with a probability in
proportion to its strength. The strengths are those of maximum likelihood, found by the MM algorithm (Hunter,
"MM algorithms for generalized Bradley-Terry models", 2004). It needs only how often each bot was the next, and out
of which groups: finishing orders are counted, not kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, permutations, product
from math import exp, log
from random import Random
from statistics import fmean

from toctoc.arena.bot_play import Played
from toctoc.arena.tally import Interval
from toctoc.core.registry import GAMES

MEAN, SCALE = 1500, 400 / log(10)  # 400 points more: ten times as strong
DRAWN = 1.0  # games that every two bots are taken to have drawn besides, so that one that never won has a rating
CLOSE, MOST_STEPS = 1e-8, 10_000  # when strengths stand still, in natural logarithms
RESAMPLES, PILES = 400, 200

Order = tuple[tuple[str, ...], ...]  # the first, the second and so on; level players stand together
Choice = tuple[str, tuple[str, ...]]  # the next to finish, and all that had not finished, sorted
Strengths = dict[str, float]  # natural logarithms; their mean is 0
Weights = Mapping[Choice, float]


def finishing_order(game: str, played: Played) -> Order:
    """Rank the bots of a game: the winners first, with any score, the others by score."""
    sign = 1 if GAMES[game].lowest_wins else -1

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
    """Yield every order of finishing in which no players are level."""
    for levels in product(*(permutations(level) for level in order)):
        yield tuple(name for level in levels for name in level)


def ratings(field: Sequence[str], blocks: Sequence[Iterable[Order]]) -> dict[str, Interval]:
    """Rate each bot of `field`, with 95 % intervals by the bootstrap over blocks.

    Many blocks are first dealt to a few piles, which are drawn instead. The draws are always the same ones.
    """
    piles: list[dict[Choice, float]] = [defaultdict(float) for _ in range(min(PILES, len(blocks)))]
    for number, block in enumerate(blocks):
        for order in block:
            for choice, weight in choices(order):
                piles[number % len(piles)][choice] += weight
    best = strengths(field, added(piles))
    rng = Random("bootstrap")
    again = [strengths(field, added(rng.choices(piles, k=len(piles))), best) for _ in range(RESAMPLES)]
    return {name: _rated(best[name], [other[name] for other in again]) for name in field}


def strengths(
    field: Sequence[str], weights: Weights, start: Strengths | None = None, drawn: float = DRAWN
) -> Strengths:
    """Find the strengths of greatest likelihood, from `start` on."""
    chosen: dict[str, float] = dict.fromkeys(field, drawn * (len(field) - 1) / 2)
    groups: dict[tuple[str, ...], float] = dict.fromkeys(combinations(sorted(field), 2), drawn)
    for (name, group), weight in weights.items():
        chosen[name] += weight
        groups[group] = groups.get(group, 0) + weight
    counted = [(Counter(group).most_common(), weight) for group, weight in groups.items()]
    logs = start or dict.fromkeys(field, 0.0)
    for _ in range(MOST_STEPS):
        before, logs = logs, _step(chosen, counted, logs)
        if max(abs(logs[name] - before[name]) for name in field) < CLOSE:
            break
    return logs


def _step(
    chosen: Mapping[str, float], counted: Sequence[tuple[list[tuple[str, int]], float]], logs: Strengths
) -> Strengths:
    """Do one step of the MM algorithm: each bot as strong as the times it was chosen, given the others."""
    strength = {name: exp(value) for name, value in logs.items()}
    chances = dict.fromkeys(logs, 0.0)
    for group, weight in counted:
        part = weight / sum(strength[name] * times for name, times in group)
        for name, times in group:
            chances[name] += part * times
    new = {name: log(chosen[name] / chances[name]) for name in logs}
    middle = fmean(new.values())
    return {name: value - middle for name, value in new.items()}


def added(piles: Iterable[Weights]) -> Weights:
    """Sum the weights of several piles."""
    total: dict[Choice, float] = defaultdict(float)
    for pile in piles:
        for choice, weight in pile.items():
            total[choice] += weight
    return total


def _rated(best: float, again: list[float]) -> Interval:
    """Scale a strength and the percentiles of its bootstrap fits."""
    again.sort()
    low, high = again[round(0.025 * (len(again) - 1))], again[round(0.975 * (len(again) - 1))]
    return Interval(*(MEAN + SCALE * value for value in (best, low, high)))
