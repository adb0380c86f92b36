"""Draw the curve of an analysis."""

from collections.abc import Sequence

from toctoc.charts.curve import CurveChart

from .model import Analysis


def picture(analysis: Analysis, names: Sequence[str], title: str, label: str) -> str:
    """Return an SVG with the curve of an analysis, its turning points and costly decisions.

    Args:
        analysis: The analysis.
        names: The names of the players by seat.
        title: The text above the curves.
        label: The name of the scale.
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
