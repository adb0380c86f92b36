"""Result of an analysis, and its JSON. Steps are counted as in records: the first one is 1."""

import json
from dataclasses import asdict, dataclass, field

FORMAT = 1
CAREFUL_REGRET = 0.6  # 16 of 16 games at random had more: docs/reports/analysis.md


class NoAnalysis(ValueError):
    """Raised if an analysis is not possible.

    Args:
        code: The reason for programs: `no-bots`, `no-seat` or `no-moves`.
        message: The reason for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the game's catalogue.

    Args:
        code: Its code.
        params: Its values.
    """

    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Point:
    """The win probability of each seat after a step.

    Args:
        step: The number of the step, from 1; 0 is the start.
        chances: The win probabilities by seat.
        margins: The half-widths of their 95 % intervals.
    """

    step: int
    chances: tuple[float, ...]
    margins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A step with one of the largest changes of the seat's win probability.

    Args:
        step: The number of the step.
        before: The win probability before it.
        after: The win probability after it.
        margin: The margin of the difference.
    """

    step: int
    before: float
    after: float
    margin: float


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision of the seat that lost win probability.

    Args:
        step: The number of the step.
        done: The action that the seat took, in notation.
        better: A better action.
        chance: The win probability after `done`.
        best: The win probability after `better`.
        margin: The margin of the difference.
        reason: The reason for `better`; None if it only won more playouts, and always with the true state.
    """

    step: int
    done: str
    better: str
    chance: float
    best: float
    margin: float
    reason: Said | None


@dataclass(frozen=True, slots=True)
class Lapse:
    """A memory slip: an action that contradicts events which the seat was shown.

    Args:
        step: The number of the step.
        done: The action, in notation.
        reason: The contradiction.
    """

    step: int
    done: str
    reason: Said


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game for one seat.

    Args:
        format: The version of the format.
        game: The name of the game.
        seat: The seat.
        open: Whether the true state was used, instead of the information of the seat.
        level: The level of all players in playouts.
        worlds: The number of sampled deals for each point; 0 with the true state.
        playouts: The number of playouts for each point.
        points: The curve of win probabilities.
        turnings: The turning points.
        decisions: The number of decisions of the seat with more than one legal action.
        costly: The costly decisions, the costliest first.
        tracks: Whether players have to remember in this game.
        lapses: The memory slips.
        regret: The loss of all decisions in the first pass, as a share of that of moves at random: some 1 for a
            player at random, less for good ones. None where no alternatives differ.
    """

    format: int
    game: str
    seat: int
    open: bool
    level: str
    worlds: int
    playouts: int
    points: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    decisions: int
    costly: tuple[Costly, ...]
    tracks: bool
    lapses: tuple[Lapse, ...]
    regret: float | None = None

    @property
    def is_careful(self) -> bool:
        """Return whether the decisions were so much better than random ones that praise is deserved."""
        return self.regret is not None and self.regret <= CAREFUL_REGRET and not self.lapses


def write(analysis: Analysis) -> str:
    """Return an analysis as one line of JSON, without a line end.

    Args:
        analysis: The analysis.
    """
    return to_json(asdict(analysis))


def to_json(value: object) -> str:
    """Return a value as JSON, on one line and without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
