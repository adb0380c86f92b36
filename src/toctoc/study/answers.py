"""Read figures out of the sums of a study, each with its 95 % interval."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from toctoc.arena.tally import Z95
from toctoc.study.cells import SHARE
from toctoc.study.plan import Study, Sums, players_key


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval.

    Args:
        value: The value.
        low: The lower end of the interval.
        high: The upper end of the interval.
        cases: The number of cases.
    """

    value: float
    low: float
    high: float
    cases: int

    def less(self, known: float) -> "Estimate":
        """Return the difference to `known`, an exact value."""
        return Estimate(self.value - known, self.low - known, self.high - known, self.cases)


def ratio(sums: list[int], games: int, scale: float = 1.0) -> Estimate | None:
    """Return the ratio of all x to all y; None if there are no cases.

    Games are independent of each other, cases within a game are not: the error is that of a ratio of sums over
    games (delta method).
    """
    x, y, xx, xy, yy = sums
    if y == 0:
        return None
    found = x / y
    squares = max(xx - 2 * found * xy + found * found * yy, 0.0) * games / max(games - 1, 1)
    margin = Z95 * sqrt(squares) / y
    return Estimate(found / scale, (found - margin) / scale, (found + margin) / scale, y)


@dataclass(frozen=True)
class Answers:
    """The results of a study: sums for every table.

    Args:
        study: The study.
        sums: The sums by table.
    """

    study: Study
    sums: Mapping[str, Sums]

    def has(self, key: str = "") -> bool:
        """Return whether the table `key` was played, by default the main table."""
        return (key or self.main) in self.sums

    @property
    def main(self) -> str:
        """Return the key of the main table, to which all questions apply."""
        return players_key(self.study.main)

    @property
    def parity(self) -> float:
        """Return the share of victories of each seat if all are equally strong."""
        return 1 / self.study.main

    def mean(self, cell: int, key: str = "") -> Estimate | None:
        """Return the mean of `cell` at the table `key`, by default the main table."""
        return ratio(self.sums[key or self.main][cell], self.study.games)

    def share(self, cell: int, key: str = "") -> Estimate | None:
        """Return a share of victories: `cell` at the table `key`, by default the main table."""
        return ratio(self.sums[key or self.main][cell], self.study.games, SHARE)

    def beyond(self, cell: int, key: str = "") -> Estimate | None:
        """Return a share of victories less `parity`: `cell` at the table `key`, by default the main table."""
        found = self.share(cell, key)
        return found and found.less(self.parity)
