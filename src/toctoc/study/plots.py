"""Draw the plot of a section of a study."""

from functools import partial

from toctoc.charts.interval_svg import IntervalChart
from toctoc.study.sections import Section, number


def svg(section: Section, alone: bool = False) -> str:
    """Draw the plot of a section; `alone` it brings its own style, for a file."""
    assert section.plot is not None
    plot = section.plot
    column = section.columns[plot.column]
    chart = IntervalChart(
        f"{section.title} {column.title}, with 95 % intervals.",
        [(row.label, row.figures[plot.column]) for row in section.rows],
        partial(number, unit=column.unit, signed=column.unit == "points"),
        plot.kind == "bars",
        plot.even,
    )
    return chart.svg(has_style=alone)
