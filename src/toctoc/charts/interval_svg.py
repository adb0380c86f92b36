"""Draw intervals as SVG, one below the other: dots or bars, and a line at a reference value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from toctoc.charts import IntervalLike

SVG_WIDTH, LABELS, VALUES = 420, 166, 70  # units of the drawing; a phone is about as wide
ROW, TOP, BOTTOM = 24, 10, 26
LABEL_LETTERS = 27
SVG_STYLE = """<style>
.study { font: 12px system-ui, sans-serif; --ink: #1c2340; --faint: #5a6384; --line: #d5d9e8; --mark: #2456b3 }
@media (prefers-color-scheme: dark) {
  .study { --ink: #eef1fa; --faint: #a9b4d6; --line: #2b3966; --mark: #f2b84b }
}
.study text { fill: var(--ink) } .study .faint { fill: var(--faint) }
.study line, .study rect, .study circle { stroke: var(--mark); fill: var(--mark) }
.study .grid { stroke: var(--line) } .study .even { stroke: var(--faint); stroke-dasharray: 4 3 }
.study .bar { fill-opacity: .55; stroke: none }
</style>"""


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """Intervals with labels; None leaves a row empty."""

    description: str  # for screen readers
    rows: Sequence[tuple[str, IntervalLike | None]]
    write: Callable[[float], str]  # a value as text
    is_bars: bool = False
    even: float | None = None  # reference value, at which a line is drawn

    def svg(self, has_style: bool = False) -> str:
        """Return the drawing; with `has_style` it brings its own style, for a file."""
        scale = LinearScale([interval for _, interval in self.rows if interval], self.even, self.is_bars)
        height = TOP + ROW * len(self.rows) + BOTTOM
        parts = [*self._grid(scale, height - BOTTOM)]
        if self.even is not None:
            parts.append(_line("even", scale.at(self.even), TOP - 4, scale.at(self.even), height - BOTTOM))
        for place, (label, interval) in enumerate(self.rows):
            y = TOP + ROW * place + ROW / 2
            parts.append(f'<text x="{LABELS - 8}" y="{y + 4:g}" text-anchor="end">{escape(_short(label))}</text>')
            if interval:
                parts += _mark(self.is_bars, scale, interval, y)
                text = self.write(interval.value)
                parts.append(f'<text x="{SVG_WIDTH - 10}" y="{y + 4:g}" text-anchor="end">{text}</text>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="study" viewBox="0 0 {SVG_WIDTH} {height}" role="img" '
            f'aria-label="{escape(self.description)}">{SVG_STYLE if has_style else ""}{"".join(parts)}</svg>'
        )

    def _grid(self, scale: "LinearScale", bottom: int) -> list[str]:
        parts = []
        for tick in scale.ticks():
            at = scale.at(tick)
            parts.append(_line("grid", at, TOP - 4, at, bottom))
            text = self.write(tick).removesuffix(".00").replace(".0\u202f%", "\u202f%")
            parts.append(f'<text class="faint" x="{at}" y="{bottom + 16}" text-anchor="middle">{text}</text>')
        return parts


class LinearScale:
    """Map values to x coordinates between the labels and the numbers."""

    def __init__(self, intervals: Sequence[IntervalLike], even: float | None, from_zero: bool) -> None:
        ends = [end for interval in intervals for end in (interval.low, interval.high)]
        ends += [even] if even is not None else []
        ends += [0.0] if from_zero else []
        low, high = min(ends, default=0.0), max(ends, default=1.0)
        room = (high - low) * 0.06 or 0.5
        self.low, self.high = (0.0 if from_zero else low - room), high + room

    def at(self, value: float) -> float:
        """Return the x coordinate of `value`."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(LABELS + part * (SVG_WIDTH - LABELS - VALUES), 1)

    def ticks(self) -> list[float]:
        """Return three or four round values."""
        span = self.high - self.low
        step = 10.0 ** len(str(int(span))) if span >= 1 else 1.0
        while span / step < 2:
            step /= 10 if span / (step / 2) < 2 and span / (step / 5) < 2 else 5 if span / (step / 2) < 2 else 2
        first = int(self.low // step) + 1
        found = [n * step for n in range(first, first + 20) if n * step <= self.high]
        return found[:: max(1, len(found) // 3)]


def _mark(is_bar: bool, scale: LinearScale, interval: IntervalLike, y: float) -> list[str]:
    low, at, high = (scale.at(value) for value in (interval.low, interval.value, interval.high))
    whisker = _line("span", low, y, high, y)
    if is_bar:
        left = scale.at(0.0)
        return [f'<rect class="bar" x="{left}" y="{y - 8:g}" width="{at - left:g}" height="16"/>', whisker]
    return [whisker, f'<circle cx="{at}" cy="{y:g}" r="4"/>']


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def _short(label: str) -> str:
    return label if len(label) <= LABEL_LETTERS else f"{label[: LABEL_LETTERS - 1]}…"
