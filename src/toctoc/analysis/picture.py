"""Draw the curve of an analysis as an SVG, without any library."""

from collections.abc import Sequence
from html import escape

from .model import Analysis, Point

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 52, 40  # what is left around the curve
NIGHT, GRID, WORDS, FAINT = "#0d1530", "#2b3966", "#eef1fa", "#a9b4d6"
# They differ in lightness and in their dashes too, not by colour alone.
LINES = (("#f2b84b", ""), ("#6fc3f0", "7 4"), ("#d9688f", "2 4"), ("#7bd88f", "10 3 2 3"), ("#b9a3f5", "4 2"))
LINE = 15  # pixels that a name takes


def picture(analysis: Analysis, names: Sequence[str], title: str, label: str) -> str:
    """Return the curve: each seat's chance to win, the own one with its margin, and where it turned.

    `title` stands above it, `label` says what the scale is.
    """
    last = max(analysis.points[-1].step, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{NIGHT}"/>',
        f'<text x="{LEFT}" y="22" fill="{WORDS}" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<text x="{LEFT}" y="42" fill="{FAINT}">{escape(label)}</text>',
        *_scale(last),
        _margin(analysis, last),
        *(_line(analysis.points, seat, last, seat == analysis.seat) for seat in range(len(names))),
        *_marks(analysis, last),
        *_names(analysis.points[-1], names),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _x(step: int, last: int) -> str:
    return f"{LEFT + (WIDTH - LEFT - RIGHT) * step / last:.1f}"


def _y(chance: float) -> str:
    return f"{HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(max(chance, 0.0), 1.0):.1f}"


def _scale(last: int) -> list[str]:
    lines = []
    for quarter in range(5):
        height = _y(quarter / 4)
        lines.append(f'<path d="M{LEFT} {height}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        end = f'text-anchor="end" dominant-baseline="middle" fill="{FAINT}"'
        lines.append(f'<text x="{LEFT - 8}" y="{height}" {end}>{25 * quarter} %</text>')
    below = f'y="{HEIGHT - 14}" fill="{FAINT}"'
    lines.append(f'<text x="{LEFT}" {below}>0</text>')
    lines.append(f'<text x="{WIDTH - RIGHT}" {below} text-anchor="end">{last}</text>')
    return lines


def _margin(analysis: Analysis, last: int) -> str:
    """Draw as a shade where the own chance lies 95 times in 100."""
    seat = analysis.seat
    upper = [f"{_x(p.step, last)},{_y(p.chances[seat] + p.margins[seat])}" for p in analysis.points]
    lower = [f"{_x(p.step, last)},{_y(p.chances[seat] - p.margins[seat])}" for p in reversed(analysis.points)]
    colour, _ = LINES[seat % len(LINES)]
    return f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.22"/>'


def _line(points: Sequence[Point], seat: int, last: int, own: bool) -> str:
    colour, dashes = LINES[seat % len(LINES)]
    dots = " ".join(f"{_x(point.step, last)},{_y(point.chances[seat])}" for point in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    width = 3 if own else 1.6
    return f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def _marks(analysis: Analysis, last: int) -> list[str]:
    """Mark turning points by dots, and costly decisions by their rank, on the own curve."""
    marks = [
        f'<circle cx="{_x(turning.step, last)}" cy="{_own(analysis, turning.step)}" r="5" fill="{WORDS}"/>'
        for turning in analysis.turnings
    ]
    for rank, costly in enumerate(analysis.costly, 1):
        x, y = _x(costly.step, last), _own(analysis, costly.step)
        marks.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{NIGHT}" stroke="{WORDS}"/>')
        middle = 'text-anchor="middle" dominant-baseline="central" font-size="11"'
        marks.append(f'<text x="{x}" y="{y}" {middle} fill="{WORDS}">{rank}</text>')
    return marks


def _own(analysis: Analysis, step: int) -> str:
    """Return how high the own line is at a step."""
    after = next((point for point in analysis.points if point.step >= step), analysis.points[-1])
    before = next((point for point in reversed(analysis.points) if point.step <= step), after)
    way = (step - before.step) / max(after.step - before.step, 1)
    rise = after.chances[analysis.seat] - before.chances[analysis.seat]
    return _y(before.chances[analysis.seat] + way * rise)


def _names(end: Point, names: Sequence[str]) -> list[str]:
    """Write the names beside the ends of their lines, one below the other."""
    order = sorted(range(len(names)), key=lambda seat: (-end.chances[seat], seat))
    lines, height = [], 0.0
    for place, seat in enumerate(order):
        room = HEIGHT - BOTTOM - LINE * (len(order) - 1 - place)  # so that the others fit below
        height = min(max(float(_y(end.chances[seat])), height + LINE), room)
        colour, _ = LINES[seat % len(LINES)]
        words = f"{names[seat]} {100 * end.chances[seat]:.0f} %"
        middle = f'dominant-baseline="middle" fill="{colour}"'
        lines.append(f'<text x="{WIDTH - RIGHT + 8}" y="{height:.1f}" {middle}>{escape(words)}</text>')
    return lines
