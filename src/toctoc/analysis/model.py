"""Define the result of an analysis, and write it as JSON. Steps are counted as in records: the first one is 1."""

import json
from dataclasses import asdict, dataclass, field

FORMAT = 1


class NoAnalysis(ValueError):
    """There is no analysis of that; the message says why in English, `code` for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Said:
    """Say why: a code of the game's catalogue, and what fills its blanks."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Point:
    """Say each seat's chance to win after so many steps."""

    step: int
    chances: tuple[float, ...]
    margins: tuple[float, ...]  # 95 of 100 such estimates are no farther off


@dataclass(frozen=True, slots=True)
class Turning:
    """Say where the seat's chance to win rose or fell most."""

    step: int  # that turned it
    before: float
    after: float
    margin: float  # of the difference


@dataclass(frozen=True, slots=True)
class Costly:
    """Say what a decision of the seat cost."""

    step: int  # that was decided
    done: str
    better: str
    chance: float  # to win, after what was done
    best: float  # after what would have been better
    margin: float  # of the difference
    reason: Said | None  # for the better one; None if it just won more often, as where everything is open


@dataclass(frozen=True, slots=True)
class Lapse:
    """Say where the seat lost track: all that it had been shown spoke against what it did."""

    step: int
    done: str
    reason: Said


@dataclass(frozen=True, slots=True)
class Analysis:
    """Hold how a game went, as one seat could know it."""

    format: int
    game: str
    seat: int
    open: bool  # everything was open: else only what the seat knew at each moment
    level: str  # as which everybody is taken to play on
    worlds: int  # that each estimate looks into; 0: all is open, so there is one
    playouts: int  # behind each point of the curve
    points: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    decisions: int  # of the seat, with more than one thing to do
    costly: tuple[Costly, ...]  # the costliest first
    tracks: bool  # whether players have to remember in this game
    lapses: tuple[Lapse, ...]


def write(analysis: Analysis) -> str:
    """Return an analysis as one line of JSON, without its line end."""
    return to_json(asdict(analysis))


def to_json(value: object) -> str:
    """Return a value as JSON, on one line and without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
