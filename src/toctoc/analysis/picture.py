"""Draw the curve of an analysis."""

from collections.abc import Sequence

from toctoc.charts.curve import CurveChart

from .model import Analysis


def picture(analysis: Analysis, names: Sequence[str], title: str, label: str) -> str:
    """Return an SVG of each seat's win probability, with margin, turning points and costly decisions of the own.

    `title` stands above the curves, `label` names the scale.
    """
    points, seat = analysis.points, analysis.seat
    chart = CurveChart(
        title=title,
        label=label,
        names=names,
        steps=[point.step for point in points],
        curves=[[point.chances[player] for point in points] for player in range(len(names))],
        own=seat,
        margins=[point.margins[seat] for point in points],
        dots=[turning.step for turning in analysis.turnings],
        ranked=[costly.step for costly in analysis.costly],
    )
    return chart.svg()
