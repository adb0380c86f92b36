"""Report an arena: the standings of its mixed field, its ladder, and how far its bots can be exploited."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from toctoc.arena.playing import Block
from toctoc.arena.standing import Standing, standings, win_share
from toctoc.arena.summary import Interval
from toctoc.arena.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Challenge:
    """Hold how one bot did alone against a table of another."""

    bot: str
    against: str
    games: int
    share: Interval


@dataclass(frozen=True, slots=True)
class Report:
    """Hold all results of an arena."""

    tournament: Tournament
    standings: list[Standing]
    ladder: list[Challenge]
    nemeses: list[Challenge]  # the bot that is hardest to exploit first

    @property
    def parity(self) -> float:
        """Return the share of victories when all are equally strong."""
        return 1 / self.tournament.players

    def gap(self, nemesis: Challenge) -> float:
        """Return how far a bot can be exploited in practice: what its nemesis wins above parity."""
        return nemesis.share.value - self.parity


def report(contests: Sequence[Tournament], played: Sequence[Sequence[Block]]) -> Report:
    """Report the blocks `played` of a tournament's programme; challenges that were not played are left out."""
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
    """Convert a report to JSON's types. The same games give the same result, to the last digit."""
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
