"""Define the sections of a report: tables of estimates, of which one column may be drawn."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from toctoc.study.answers import Estimate

Unit = Literal["share", "points", "number"]  # per cent; a difference of shares, in points; as it is
SHARES: Unit = "share"
POINTS: Unit = "points"
NUMBERS: Unit = "number"


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """Describe a column of figures."""

    title: str
    unit: Unit = "number"


@dataclass(frozen=True, slots=True)
class Row:
    """A label and its estimates; None where there were no cases."""

    label: str
    figures: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Describe the plot of a section: its kind, its column, and the value at which a line shows parity."""

    kind: Literal["dots", "bars"]
    column: int = 0
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A question and its answer."""

    name: str
    title: str
    text: str
    label: str  # of the first column
    columns: tuple[FigureColumn, ...]
    rows: tuple[Row, ...]
    plot: Plot | None = None

    def data(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


def written(figure: Estimate | None, unit: Unit) -> str:
    """Write a figure with its interval, as tables have it."""
    if figure is None:
        return "–"
    signed = unit == POINTS
    value, low, high = (number(each, unit, signed) for each in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def number(value: float, unit: Unit, signed: bool = False) -> str:
    """Write a number by its unit; per cent and points have one place, small numbers two."""
    if unit != NUMBERS:
        value *= 100
    digits = 1 if unit != NUMBERS or abs(value) >= 100 else 2
    text = f"{abs(value):.{digits}f}"
    sign = ("−" if value < 0 else "+" if signed else "") if float(text) != 0 else ""
    return sign + text + ("\u202f%" if unit == SHARES else "")


def within_bounds(section: Section) -> Section:
    """Return a section in which no interval of a share goes below nothing or beyond all."""
    units = [column.unit for column in section.columns]
    rows = (Row(row.label, tuple(map(_bounded, row.figures, units))) for row in section.rows)
    return replace(section, rows=tuple(rows))


def _bounded(figure: Estimate | None, unit: Unit) -> Estimate | None:
    if figure is None or unit != SHARES:
        return figure
    return replace(figure, low=max(figure.low, 0.0), high=min(figure.high, 1.0))
