"""Count games: exact sums that add up in any order, and figures with their uncertainty."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from toctoc.arena.plan import Simulation

WHOLE_VICTORY = 60  # a victory counts in sixtieths, so that it divides among 1 to 5 winners
SUM_FIELDS = ("points", "points_squared", "shares", "shares_squared")  # fields of both tallies
Z95 = 1.959964  # half-width of a 95 % interval, in standard errors


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with the margin of its 95 % confidence interval.

    Args:
        mean: The mean.
        margin: The half-width of the interval.
    """

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % confidence interval.

    Args:
        value: The value.
        low: The lower end of the interval.
        high: The upper end of the interval.
    """

    value: float
    low: float
    high: float


@dataclass(slots=True)
class Tally:
    """Count games: lengths, scores and victories as exact sums, which add up in any order.

    Args:
        players: The number of players.
        games: The number of games.
        decisions: The sum of the lengths, in decisions.
        decisions_squared: The sum of their squares.
        shortest: The length of the shortest game.
        longest: The length of the longest game.
        points: The sum of the scores, by seat.
        points_squared: The sum of their squares, by seat.
        shares: The sum of the victories, by seat, in sixtieths.
        shares_squared: The sum of their squares, by seat.
        bots: The same by bot, if bots played.

    Example:
        >>> from toctoc.arena import Tally
        >>> small = Tally(players=2)
        >>> small.count(30, [5, 9], [0, 1])
        >>> small.victories(1)
        Figure(mean=1.0, margin=0.0)
    """

    players: int
    games: int = 0
    decisions: int = 0
    decisions_squared: int = 0
    shortest: int = 0
    longest: int = 0
    points: list[int] = field(default_factory=list)
    points_squared: list[int] = field(default_factory=list)
    shares: list[int] = field(default_factory=list)
    shares_squared: list[int] = field(default_factory=list)
    bots: "BotTally | None" = None

    def __post_init__(self) -> None:
        for name in SUM_FIELDS:
            setattr(self, name, getattr(self, name) or [0] * self.players)

    def count(self, decisions: int, scores: Sequence[int], wins: Sequence[int]) -> None:
        """Add one game: its length in `decisions`, `scores` by seat, and `wins` by seat (1 or 0)."""
        share = WHOLE_VICTORY // sum(wins[: self.players])
        for p in range(self.players):
            self.points[p] += scores[p]
            self.points_squared[p] += scores[p] ** 2
            self.shares[p] += share * wins[p]
            self.shares_squared[p] += (share * wins[p]) ** 2
        self._lengths(1, decisions, decisions**2, decisions, decisions)

    def add(self, other: "Tally") -> None:
        """Add all games of the tally `other`."""
        for name in SUM_FIELDS:
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
        if self.bots and other.bots:
            self.bots.add(other.bots)
        self._lengths(other.games, other.decisions, other.decisions_squared, other.shortest, other.longest)

    def _lengths(self, games: int, decisions: int, squared: int, shortest: int, longest: int) -> None:
        self.shortest = min(self.shortest, shortest) if self.games else shortest
        self.longest = max(self.longest, longest)
        self.games += games
        self.decisions += decisions
        self.decisions_squared += squared

    def length(self) -> Figure:
        """Return the mean number of decisions in a game."""
        return _figure(self.games, self.decisions, self.decisions_squared)

    def score(self, seat: int) -> Figure:
        """Return the mean score of `seat`."""
        return _figure(self.games, self.points[seat], self.points_squared[seat])

    def victories(self, seat: int) -> Figure:
        """Return the share of games that `seat` won. A shared victory counts in part."""
        shares = _figure(self.games, self.shares[seat], self.shares_squared[seat])
        return Figure(shares.mean / WHOLE_VICTORY, shares.margin / WHOLE_VICTORY)


@dataclass(slots=True)
class BotTally:
    """Count scores and victories by bot. A bot may have several seats, the same number in every game.

    Args:
        seats: The number of seats of each bot.
        games: The number of games.
        points: By bot, the sum of the scores of all its seats.
        points_squared: The sum of the squares of these, game by game.
        shares: By bot, the sum of its victories, in sixtieths.
        shares_squared: The sum of the squares of these, game by game.
    """

    seats: dict[str, int]
    games: int = 0
    points: list[int] = field(default_factory=list)
    points_squared: list[int] = field(default_factory=list)
    shares: list[int] = field(default_factory=list)
    shares_squared: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in SUM_FIELDS:
            setattr(self, name, getattr(self, name) or [0] * len(self.seats))

    @staticmethod
    def of(lineup: Sequence[str]) -> "BotTally":
        """Return an empty tally for the bots in `lineup`, one for each seat."""
        return BotTally({name: lineup.count(name) for name in lineup})

    def count(self, bots: Sequence[str], scores: Sequence[int], wins: Sequence[int]) -> None:
        """Add one game: `bots`, `scores` and `wins` by seat."""
        share = WHOLE_VICTORY // sum(wins)
        self.games += 1
        for number, name in enumerate(self.seats):
            own = [seat for seat, bot in enumerate(bots) if bot == name]
            points, shares = sum(scores[seat] for seat in own), share * sum(wins[seat] for seat in own)
            self.points[number] += points
            self.points_squared[number] += points**2
            self.shares[number] += shares
            self.shares_squared[number] += shares**2

    def add(self, other: "BotTally") -> None:
        """Add all games of the tally `other`, which has the same bots."""
        self.games += other.games
        for name in SUM_FIELDS:
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]

    def score(self, bot: str) -> Figure:
        """Return the mean score of `bot` for each seat that it had."""
        return self._figure(bot, self.points, self.points_squared, self.seats[bot])

    def victories(self, bot: str) -> Figure:
        """Return the share of games that `bot` won for each seat that it had."""
        return self._figure(bot, self.shares, self.shares_squared, WHOLE_VICTORY * self.seats[bot])

    def _figure(self, bot: str, totals: list[int], squared: list[int], unit: int) -> Figure:
        """Return a figure by how games differ: they are independent, the seats of one game are not."""
        number = list(self.seats).index(bot)
        found = _figure(self.games, totals[number], squared[number])
        return Figure(found.mean / unit, found.margin / unit)


def _figure(games: int, total: int, squared: int) -> Figure:
    mean = total / games
    if games == 1:
        return Figure(mean, 0.0)
    variance = (squared - total * total / games) / (games - 1)
    return Figure(mean, Z95 * sqrt(max(variance, 0.0) / games))


def tally(simulation: Simulation, first: int, decisions: Any, scores: Any, wins: Any) -> Tally:
    """Return the tally of games from `first` on; each has a row in the three lists, or in the three arrays."""
    if isinstance(decisions, list):
        return _listed(simulation, first, decisions, scores, wins)
    found = _arrayed(simulation.players, decisions, scores, wins)
    if simulation.lineup:
        found.bots = _arrayed_bots(simulation, first, scores, wins)
    return found


def _listed(simulation: Simulation, first: int, decisions: Sequence[int], scores: Any, wins: Any) -> Tally:
    found = Tally(simulation.players)
    if simulation.lineup:
        found.bots = BotTally.of(simulation.lineup)
    for number, (length, points, won) in enumerate(zip(decisions, scores, wins, strict=True), first):
        found.count(length, points, won)
        if found.bots:
            found.bots.count(simulation.seats(number), points, won)
    return found


def _arrayed(players: int, decisions: Any, scores: Any, wins: Any) -> Tally:
    shares = _shares(wins)
    return Tally(
        players,
        len(decisions),
        decisions=int(decisions.sum()),
        decisions_squared=int((decisions**2).sum()),
        shortest=int(decisions.min()),
        longest=int(decisions.max()),
        points=scores.sum(axis=0).tolist(),
        points_squared=(scores**2).sum(axis=0).tolist(),
        shares=shares.sum(axis=0).tolist(),
        shares_squared=(shares**2).sum(axis=0).tolist(),
    )


def _arrayed_bots(simulation: Simulation, first: int, scores: Any, wins: Any) -> BotTally:
    import numpy

    found = BotTally.of(simulation.lineup)
    found.games = len(scores)
    turns = (first + numpy.arange(len(scores))) % simulation.players
    lineups = numpy.array([simulation.seats(turn) for turn in range(simulation.players)])
    shares = _shares(wins)
    for number, name in enumerate(found.seats):
        own = (lineups == name)[turns]
        points, parts = ((values * own).sum(axis=1) for values in (scores, shares))
        found.points[number], found.points_squared[number] = int(points.sum()), int((points**2).sum())
        found.shares[number], found.shares_squared[number] = int(parts.sum()), int((parts**2).sum())
    return found


def _shares(wins: Any) -> Any:
    """Return the part of the victory of each seat, by game."""
    return wins * (WHOLE_VICTORY // wins.sum(axis=1, keepdims=True))
