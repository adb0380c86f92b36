"""The data of a record."""

from collections.abc import Mapping
from dataclasses import dataclass

from toctoc.core.game import Game, Step
from toctoc.core.match import Match
from toctoc.core.options import Value
from toctoc.fair import Fair

FORMAT = 1
LONGEST_LINE = 8 * 1024 * 1024  # bytes without the line end; a game of a thousand moves takes some ten thousand
LONGEST_NAME = 60
KEYS = ("format", "game", "rules", "options", "seats", "steps", "result")
OPTIONAL_KEYS = ("fair", "lesson")


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bot: str | None = None  # None for a person
    avatar: str | None = None  # of a person


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    game: Game
    options: Mapping[str, Value]
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    result: Result
    fair: Fair | None = None  # the shuffle of a live table
    lesson: bool = False  # its chance outcomes were scripted for a learner


def record(match: Match, seats: tuple[Seat, ...], fair: Fair | None = None, lesson: bool = False) -> Record:
    """Return the record of a finished match; raise `ValueError` for arguments that do not fit it."""
    if not match.over or match.ending is None:
        raise ValueError("a game is recorded when it is over")
    if match.begins_at is not None:
        raise ValueError("a game is recorded from its first shuffle; this match was played on from a state")
    if len(seats) != match.players:
        raise ValueError(f"{match.players} seats have to be described, not {len(seats)}")
    if fair and len(fair.seats) != match.players:
        raise ValueError(f"the fair shuffle has to describe {match.players} seats, not {len(fair.seats)}")
    result = Result(match.scores, match.winners, match.ending)
    return Record(match.game, match.options, seats, tuple(match.steps), result, fair, lesson)
