"""Draw the learning curve as an SVG."""

from collections.abc import Mapping, Sequence
from pathlib import Path

PLOT_WIDTH, PLOT_HEIGHT, EDGE = 640, 360, 44
COLOURS = ("#6b7280", "#b45309", "#1d4ed8", "#047857", "#be185d", "#7c3aed", "#0e7490")


def write(file: Path, curve: Sequence[Mapping[str, float]], opponents: Sequence[str]) -> None:
    """Draw the share of victory against each opponent over the minutes."""
    longest = max([point["minutes"] for point in curve] + [1e-9])
    lines = [_frame(longest)]
    for opponent, colour in zip(opponents, COLOURS, strict=False):
        known = [point for point in curve if opponent in point]  # an older training may not have asked
        dots = [f"{_x(point['minutes'], longest):.1f},{_y(point[opponent]):.1f}" for point in known]
        lines.append(f'<polyline points="{" ".join(dots)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        height = _y(curve[-1][opponent])
        lines.append(f'<text x="{PLOT_WIDTH - EDGE + 4}" y="{height:.1f}" fill="{colour}">{opponent}</text>')
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*lines, "</svg>", ""]), encoding="utf-8")


def _x(minutes: float, longest: float) -> float:
    return EDGE + (PLOT_WIDTH - 2 * EDGE - 20) * minutes / longest


def _y(share: float) -> float:
    return PLOT_HEIGHT - EDGE - (PLOT_HEIGHT - 2 * EDGE) * share


def _frame(longest: float) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PLOT_WIDTH + 30} {PLOT_HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<text x="{EDGE}" y="20">share of victory, one against all others, over minutes of training</text>',
    ]
    for tenth in range(0, 11, 2):
        height = _y(tenth / 10)
        lines.append(f'<path d="M{EDGE} {height:.1f}H{PLOT_WIDTH - EDGE}" stroke="#e5e7eb"/>')
        lines.append(f'<text x="12" y="{height + 4:.1f}">{tenth / 10:.1f}</text>')
    lines.append(f'<text x="{PLOT_WIDTH - EDGE - 40}" y="{PLOT_HEIGHT - 16}">{longest:.1f} min</text>')
    return "\n".join(lines)
