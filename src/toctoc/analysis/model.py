"""Result of an analysis, and its JSON. Steps are counted as in records: the first one is 1."""

import json
from dataclasses import asdict, dataclass, field

FORMAT = 1


class NoAnalysis(ValueError):
    """Raised where there can be no analysis; the message is for people, `code` for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the game's catalogue: its code, and the values of its blanks."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Point:
    """Win probability of each seat after `step` steps."""

    step: int
    chances: tuple[float, ...]
    margins: tuple[float, ...]  # half widths of 95 % intervals


@dataclass(frozen=True, slots=True)
class Turning:
    """A step at which the seat's win probability rose or fell most."""

    step: int
    before: float
    after: float
    margin: float  # of the difference


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision of the seat that lost win probability."""

    step: int
    done: str
    better: str
    chance: float  # win probability after `done`
    best: float  # win probability after `better`
    margin: float  # of the difference
    reason: Said | None  # for `better`; None if it only won more playouts, and always with the true state


@dataclass(frozen=True, slots=True)
class Lapse:
    """A memory slip: a move that contradicts events which the seat had been shown."""

    step: int
    done: str
    reason: Said


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analysis of a game for one seat."""

    format: int
    game: str
    seat: int
    open: bool  # made with the true state instead of the seat's information
    level: str  # of all players in playouts
    worlds: int  # sampled for each point; 0: the true state
    playouts: int  # behind each point of the curve
    points: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    decisions: int  # of the seat, with more than one legal action
    costly: tuple[Costly, ...]  # the costliest first
    tracks: bool  # whether players have to remember in this game
    lapses: tuple[Lapse, ...]


def write(analysis: Analysis) -> str:
    """Return an analysis as one line of JSON, without its line end."""
    return to_json(asdict(analysis))


def to_json(value: object) -> str:
    """Return a value as JSON, on one line and without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
