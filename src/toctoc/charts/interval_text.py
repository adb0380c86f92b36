"""Draw intervals with characters, one below the other on one scale, for a terminal."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from toctoc.charts import IntervalLike

MIN_COLUMNS, MAX_COLUMNS = 14, 48
QUIET_STYLE = "dim"
# The left end, the line, the value, the right end, the mark, and the mark on the line.
UNICODE_SIGNS, ASCII_SIGNS = tuple("├─●┤┊┼"), tuple("|-o|:+")
ABOVE, LEVEL, BELOW = "green", "cyan", "yellow"  # colours of intervals beside the mark, or on it


@dataclass(frozen=True, slots=True)
class MarkedScale:
    """Run from 0 to `top`, with a mark in between."""

    mark: float
    top: float

    @staticmethod
    def over(intervals: Iterable[IntervalLike], mark: float) -> "MarkedScale":
        """Return a scale to the next tenth above all intervals, with the mark well inside."""
        top = max([mark * 1.6, *(interval.high for interval in intervals)])
        return MarkedScale(mark, min(1.0, ceil(top * 10) / 10))

    def column(self, value: float, width: int) -> int:
        return round(value / self.top * (width - 1))


@dataclass(frozen=True, slots=True)
class Span:
    """Draw one interval on a scale: `     ┊ ├─●─┤     `."""

    interval: IntervalLike
    scale: MarkedScale

    def __rich_measure__(self, _: Console, __: ConsoleOptions) -> Measurement:
        return Measurement(MIN_COLUMNS, MAX_COLUMNS)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        left, line, value, right, mark, cross = ASCII_SIGNS if options.ascii_only else UNICODE_SIGNS
        width = min(options.max_width, MAX_COLUMNS)
        low, middle, high, parity = (
            self.scale.column(place, width)
            for place in (self.interval.low, self.interval.value, self.interval.high, self.scale.mark)
        )
        drawn = dict.fromkeys(range(low, high), line)
        drawn |= {parity: cross if parity in drawn else mark, low: left, high: right, middle: value}
        text = Text("".join(drawn.get(column, " ") for column in range(width)), QUIET_STYLE)
        text.stylize(f"not dim {self._colour()}", low, high + 1)
        yield text

    def _colour(self) -> str:
        if self.interval.low > self.scale.mark:
            return ABOVE
        return BELOW if self.interval.high < self.scale.mark else LEVEL


@dataclass(frozen=True, slots=True)
class Axis:
    """Draw the numbers below a scale: 0, the mark, and the top if there is room."""

    scale: MarkedScale
    written: Callable[[float], str]

    def __rich_measure__(self, _: Console, __: ConsoleOptions) -> Measurement:
        return Measurement(MIN_COLUMNS, MAX_COLUMNS)

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, MAX_COLUMNS)
        zero, mark, top = (self.written(value) for value in (0, self.scale.mark, self.scale.top))
        line = zero.ljust(max(len(zero) + 1, self.scale.column(self.scale.mark, width) - len(mark) // 2)) + mark
        if len(line) + 1 + len(top) <= width:
            line += top.rjust(width - len(line))
        yield Text(line[:width], QUIET_STYLE)
