"""Draw probabilities over the steps of a game: as SVG, without any library, and as a row of characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from toctoc.charts import AMBER, BLUE, FAINT, GREEN, GRID, NIGHT, ROSE, TEXT, VIOLET

CURVE_WIDTH, CURVE_HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 52, 40  # margins of the drawing
LINES = ((AMBER, ""), (BLUE, "7 4"), (ROSE, "2 4"), (GREEN, "10 3 2 3"), (VIOLET, "4 2"))  # colours and dashes
NAME_HEIGHT = 15  # pixels
BARS = "▁▂▃▄▅▆▇█"
ASCII_BARS = ".:-=+*#@"


@dataclass(frozen=True, slots=True)
class CurveChart:
    """Probabilities of some players; the curve of one of them has its margin and its marks."""

    title: str
    label: str  # of the scale
    names: Sequence[str]
    steps: Sequence[int]
    curves: Sequence[Sequence[float]]  # by player, a probability at each of `steps`
    own: int  # number of the player with margin and marks
    margins: Sequence[float]
    dots: Sequence[int]  # steps of unnamed marks
    ranked: Sequence[int]  # steps of marks with the numbers 1, 2, 3 …

    def svg(self) -> str:
        """Return the drawing as a file."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" role="img" '
            f'font-family="sans-serif" font-size="12"><title>{escape(self.title)}</title>',
            f'<rect width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}" fill="{NIGHT}"/>',
            f'<text x="{LEFT}" y="22" fill="{TEXT}" font-size="15" font-weight="bold">{escape(self.title)}</text>',
            f'<text x="{LEFT}" y="42" fill="{FAINT}">{escape(self.label)}</text>',
            *self._scale(),
            self._margin(),
            *map(self._line, range(len(self.names))),
            *self._marks(),
            *self._names(),
        ]
        return "\n".join([*parts, "</svg>", ""])

    def _x(self, step: int) -> str:
        return f"{LEFT + (CURVE_WIDTH - LEFT - RIGHT) * step / max(self.steps[-1], 1):.1f}"

    def _scale(self) -> list[str]:
        lines = []
        for quarter in range(5):
            height = _y(quarter / 4)
            lines.append(f'<path d="M{LEFT} {height}H{CURVE_WIDTH - RIGHT}" stroke="{GRID}"/>')
            end = f'text-anchor="end" dominant-baseline="middle" fill="{FAINT}"'
            lines.append(f'<text x="{LEFT - 8}" y="{height}" {end}>{25 * quarter} %</text>')
        below = f'y="{CURVE_HEIGHT - 14}" fill="{FAINT}"'
        lines.append(f'<text x="{LEFT}" {below}>0</text>')
        lines.append(f'<text x="{CURVE_WIDTH - RIGHT}" {below} text-anchor="end">{max(self.steps[-1], 1)}</text>')
        return lines

    def _margin(self) -> str:
        """Draw the margin of the own curve as a shade."""
        places = list(zip(self.steps, self.curves[self.own], self.margins, strict=True))
        upper = [f"{self._x(step)},{_y(value + margin)}" for step, value, margin in places]
        lower = [f"{self._x(step)},{_y(value - margin)}" for step, value, margin in reversed(places)]
        colour, _ = LINES[self.own % len(LINES)]
        return f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.22"/>'

    def _line(self, player: int) -> str:
        colour, dashes = LINES[player % len(LINES)]
        places = zip(self.steps, self.curves[player], strict=True)
        dots = " ".join(f"{self._x(step)},{_y(value)}" for step, value in places)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        width = 3 if player == self.own else 1.6
        return f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'

    def _marks(self) -> list[str]:
        marks = [
            f'<circle cx="{self._x(step)}" cy="{self._own_y(step)}" r="5" fill="{TEXT}"/>' for step in self.dots
        ]
        for rank, step in enumerate(self.ranked, 1):
            x, y = self._x(step), self._own_y(step)
            marks.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{NIGHT}" stroke="{TEXT}"/>')
            middle = 'text-anchor="middle" dominant-baseline="central" font-size="11"'
            marks.append(f'<text x="{x}" y="{y}" {middle} fill="{TEXT}">{rank}</text>')
        return marks

    def _own_y(self, step: int) -> str:
        """Return the height of the own curve at a step, between two of `steps` or on one of them."""
        last = len(self.steps) - 1
        after = next((n for n, each in enumerate(self.steps) if each >= step), last)
        before = next((n for n in range(last, -1, -1) if self.steps[n] <= step), after)
        way = (step - self.steps[before]) / max(self.steps[after] - self.steps[before], 1)
        own = self.curves[self.own]
        return _y(own[before] + way * (own[after] - own[before]))

    def _names(self) -> list[str]:
        """Write the names beside the ends of their curves, one below the other."""
        ends = [curve[-1] for curve in self.curves]
        order = sorted(range(len(self.names)), key=lambda player: (-ends[player], player))
        lines, height = [], 0.0
        for place, player in enumerate(order):
            room = CURVE_HEIGHT - BOTTOM - NAME_HEIGHT * (len(order) - 1 - place)  # so that the others fit below
            height = min(max(float(_y(ends[player])), height + NAME_HEIGHT), room)
            colour, _ = LINES[player % len(LINES)]
            words = f"{self.names[player]} {100 * ends[player]:.0f} %"
            middle = f'dominant-baseline="middle" fill="{colour}"'
            lines.append(f'<text x="{CURVE_WIDTH - RIGHT + 8}" y="{height:.1f}" {middle}>{escape(words)}</text>')
        return lines


def _y(probability: float) -> str:
    return f"{CURVE_HEIGHT - BOTTOM - (CURVE_HEIGHT - TOP - BOTTOM) * min(max(probability, 0.0), 1.0):.1f}"


def bar_row(probabilities: Sequence[float], width: int, ascii_only: bool) -> str:
    """Draw a curve as one row of at most `width` characters."""
    bars = ASCII_BARS if ascii_only else BARS
    count = min(width, len(probabilities))
    shown = [probabilities[n * (len(probabilities) - 1) // max(count - 1, 1)] for n in range(count)]
    return "".join(bars[min(int(value * len(bars)), len(bars) - 1)] for value in shown)
