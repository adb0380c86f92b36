"""Sum up a tournament with 95 % confidence intervals: standings, ladder, and best-response gaps.

The games of a block share their line-up and their luck, so they are not independent. Blocks are: the variance of a
figure over blocks gives its error.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt

from toctoc.arena.bot_play import Block, Played
from toctoc.arena.plan import Tournament
from toctoc.arena.ratings import finishing_order, ratings
from toctoc.arena.tally import WHOLE_VICTORY, Z95, Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of one bot in a tournament.

    Args:
        bot: The name of the bot.
        games: The number of games; two seats in one game count twice.
        share: Its share of victories. A shared victory counts in part.
        score: Its mean score.
        rating: Its rating, on a scale like Elo's.
    """

    bot: str
    games: int
    share: Interval
    score: Interval
    rating: Interval


def standings(tournament: Tournament, blocks: Sequence[Block]) -> list[Standing]:
    """Return the standing of every bot that played, best rating first.

    Args:
        tournament: The tournament.
        blocks: Its blocks, as `play_on` adds them.
    """
    rated = ratings(
        tournament.field, [[finishing_order(tournament.game, game) for game in block] for block in blocks]
    )
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

    Its number of independent games is the one that has the same variance as these blocks, or the number of blocks
    where no block differs from another.
    """
    sums = _sums(name, blocks, _victory)
    return wilson(*_ratio(sums), len(sums))


def wilson(share: float, error: float, count: int) -> Interval:
    """Return Wilson's interval of a share with the standard error `error`; without one, of `count` games."""
    games = share * (1 - share) / error**2 if error else count
    middle = (share + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    reach = Z95 / (1 + Z95**2 / games) * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_score(name: str, blocks: Sequence[Block]) -> Interval:
    """Return the mean score of the bot `name`."""
    score, error = _ratio(_sums(name, blocks, lambda game, seat: game.scores[seat]))
    return Interval(score, score - Z95 * error, score + Z95 * error)


def _victory(game: Played, seat: int) -> float:
    """Return the part of a victory that `seat` has won."""
    return WHOLE_VICTORY // len(game.winners) / WHOLE_VICTORY if seat in game.winners else 0.0


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


@dataclass(frozen=True, slots=True)
class Challenge:
    """The result of one bot, alone against a table of another.

    Args:
        bot: The bot that played alone.
        against: The bot at all other seats.
        games: The number of games.
        share: The share of victories of `bot`.

    Example:
        >>> from toctoc.arena import Challenge, Interval
        >>> Challenge("comte", "voyante", 40, Interval(0.6, 0.44, 0.74)).bot
        'comte'
    """

    bot: str
    against: str
    games: int
    share: Interval


@dataclass(frozen=True, slots=True)
class Report:
    """All results of a tournament and its challenges.

    Args:
        tournament: The mixed field.
        standings: Its standings, best rating first.
        ladder: The challenge of each bot against the next one in the field.
        nemeses: The challenge of each bot by its nemesis, the bot that is hardest to exploit first.
    """

    tournament: Tournament
    standings: list[Standing]
    ladder: list[Challenge]
    nemeses: list[Challenge]

    @property
    def parity(self) -> float:
        """Return the share of victories if all bots are equally strong."""
        return 1 / self.tournament.players

    def gap(self, nemesis: Challenge) -> float:
        """Return the best-response gap of a bot: the share of victories of its `nemesis` above parity."""
        return nemesis.share.value - self.parity


def report(contests: Sequence[Tournament], played: Sequence[Sequence[Block]]) -> Report:
    """Return the report of a programme.

    Args:
        contests: The contests, as `Tournament.programme` returns them.
        played: The blocks of each contest. Challenges without blocks are left out.
    """
    mixed = contests[0]
    top = len(mixed.field)  # the number of the first nemesis: a ladder has a step less than the field has bots
    ladder, nemeses = (
        _challenges(contests[part], played[part]) for part in (slice(1, top), slice(top, len(contests)))
    )
    nemeses.sort(key=lambda nemesis: nemesis.share.value)
    return Report(mixed, standings(mixed, played[0]), ladder, nemeses)


def _challenges(steps: Sequence[Tournament], played: Sequence[Sequence[Block]]) -> list[Challenge]:
    return [
        Challenge(step.field[0], step.field[1], step.games, win_share(step.field[0], blocks))
        for step, blocks in zip(steps, played, strict=True)
        if blocks
    ]


def as_data(report: Report) -> dict[str, object]:
    """Convert a report to the types of JSON.

    Args:
        report: The report. The same games give the same data, to the last digit.
    """
    mixed = report.tournament
    return {
        "game": mixed.game,
        "players": mixed.players,
        "options": dict(mixed.options),
        "field": mixed.field,
        "seed": mixed.seed,
        "games": mixed.games,
        "parity": report.parity,
        "bots": [asdict(standing) for standing in report.standings],
        "ladder": [asdict(step) for step in report.ladder],
        "nemesis": [
            {"bot": step.against, "games": step.games, "share": asdict(step.share), "gap": report.gap(step)}
            for step in report.nemeses
        ],
    }
