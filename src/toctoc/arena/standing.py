"""Sum up a tournament bot by bot, with 95 % confidence intervals.

The games of a block share their line-up and their luck, so they are no independent evidence. Blocks are: how much
a figure varies from block to block tells how sure it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from toctoc.arena.finish import order
from toctoc.arena.playing import Block, Played
from toctoc.arena.ratings import ratings
from toctoc.arena.summary import SHARE, Z95, Interval
from toctoc.arena.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the figures of one bot."""

    bot: str
    games: int  # that it took part in; twice in one game counts twice
    share: Interval  # of victories; a shared one counts for its part
    score: Interval
    rating: Interval


def standings(tournament: Tournament, blocks: Sequence[Block]) -> list[Standing]:
    """Return the standing of every bot that played, the best rating first."""
    rated = ratings(tournament.field, [[order(tournament.game, game) for game in block] for block in blocks])
    met = {name for block in blocks for game in block for name in game.seats}
    found = [
        Standing(
            name,
            sum(game.seats.count(name) for block in blocks for game in block),
            win_share(name, blocks),
            mean_score(name, blocks),
            rated[name],
        )
        for name in tournament.field
        if name in met
    ]
    return sorted(found, key=lambda standing: -standing.rating.value)


def win_share(name: str, blocks: Sequence[Block]) -> Interval:
    """Return the share of victories of the bot `name`, by Wilson's formula.

    It takes a number of independent games: here as many as would be as sure as these blocks are. Where no block
    differs from another it is the number of blocks.
    """
    sums = _sums(name, blocks, _victory)
    share, error = _ratio(sums)
    games = share * (1 - share) / error**2 if error else len(sums)
    middle = (share + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    reach = Z95 / (1 + Z95**2 / games) * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_score(name: str, blocks: Sequence[Block]) -> Interval:
    """Return the mean score of the bot `name`."""
    score, error = _ratio(_sums(name, blocks, lambda game, seat: game.scores[seat]))
    return Interval(score, score - Z95 * error, score + Z95 * error)


def _victory(game: Played, seat: int) -> float:
    """Return the part of a victory that `seat` has won."""
    return SHARE // len(game.winners) / SHARE if seat in game.winners else 0.0


def _sums(name: str, blocks: Sequence[Block], figure: Callable[[Played, int], float]) -> list[tuple[float, int]]:
    """Return, for each block with that bot, the sum of a figure over its games, and how many those are."""
    found = (
        [figure(game, seat) for game in block for seat, bot in enumerate(game.seats) if bot == name]
        for block in blocks
    )
    return [(sum(figures), len(figures)) for figures in found if figures]


def _ratio(sums: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the mean over all games, and its standard error over blocks, which may have different sizes."""
    games = sum(count for _, count in sums)
    mean = sum(total for total, _ in sums) / games
    if len(sums) == 1:
        return mean, 0.0
    squares = sum((total - mean * count) ** 2 for total, count in sums)
    return mean, sqrt(squares * len(sums) / (len(sums) - 1)) / games
