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
    """A player in a record.

    Args:
        name: The name of the player.
        bot: The name of the bot; None for a person.
        avatar: The avatar of a person.
    """

    name: str
    bot: str | None = None
    avatar: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game in a record.

    Args:
        scores: The scores by seat.
        winners: The seats that won.
        reason: The reason of the end, as `Match.ending` returns it.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """One game: its options, seats, steps and result.

    Args:
        game: The `Game`.
        options: All options of the game.
        seats: The players.
        steps: Every step from the first shuffle on.
        result: The result.
        fair: The shuffle of a live table; None for other games.
        lesson: Whether the chance outcomes were scripted for a lesson.
    """

    game: Game
    options: Mapping[str, Value]
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    result: Result
    fair: Fair | None = None
    lesson: bool = False


def record(match: Match, seats: tuple[Seat, ...], fair: Fair | None = None, lesson: bool = False) -> Record:
    """Return the record of a finished match.

    Args:
        match: A match from its first shuffle to its end.
        seats: The players, one for each seat.
        fair: The shuffle of a live table.
        lesson: Whether the chance outcomes were scripted for a lesson.

    Raises:
        ValueError: If the match is not over, continues from a state, or has another number of seats.
    """
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
