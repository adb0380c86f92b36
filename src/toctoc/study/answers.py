"""Read figures out of the sums of a study, each with its 95 % interval."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from toctoc.arena.summary import Z95
from toctoc.study.cells import SHARE
from toctoc.study.plan import Study, Sums, players_key


@dataclass(frozen=True, slots=True)
class Figure:
    """Hold a value, the ends of its 95 % interval, and how many cases it is of."""

    value: float
    low: float
    high: float
    cases: int

    def less(self, known: float) -> "Figure":
        """Return by how much it differs from something that is known exactly."""
        return Figure(self.value - known, self.low - known, self.high - known, self.cases)


def ratio(sums: list[int], games: int, scale: float = 1.0) -> Figure | None:
    """Return the ratio of all x to all y, and how sure it is by how games differ; None of no cases.

    Games are independent, what happens in one game is not: so the error is that of a ratio of sums over games.
    """
    x, y, xx, xy, yy = sums
    if y == 0:
        return None
    found = x / y
    squares = max(xx - 2 * found * xy + found * found * yy, 0.0) * games / max(games - 1, 1)
    margin = Z95 * sqrt(squares) / y
    return Figure(found / scale, (found - margin) / scale, (found + margin) / scale, y)


@dataclass(frozen=True)
class Answers:
    """Hold what a study has found: the sums of every arm, by its key."""

    study: Study
    sums: Mapping[str, Sums]

    def has(self, key: str = "") -> bool:
        """Tell whether an arm was played; the main table unless another one is named."""
        return (key or self.main) in self.sums

    @property
    def main(self) -> str:
        """Return the key of the table that is asked everything."""
        return players_key(self.study.main)

    @property
    def parity(self) -> float:
        """Return what a seat would win if all were equal."""
        return 1 / self.study.main

    def mean(self, cell: int, key: str = "") -> Figure | None:
        """Return what is counted in a cell, out of how much; of the main table unless another arm is named."""
        return ratio(self.sums[key or self.main][cell], self.study.games)

    def share(self, cell: int, key: str = "") -> Figure | None:
        """Return a share of victories."""
        return ratio(self.sums[key or self.main][cell], self.study.games, SHARE)

    def beyond(self, cell: int, key: str = "") -> Figure | None:
        """Return a share of victories less what all would have if they were equal."""
        found = self.share(cell, key)
        return found and found.less(self.parity)
