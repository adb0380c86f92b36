"""Intervals drawn with characters."""

import pytest
from rich.console import Console

from toctoc.arena.tally import Interval
from toctoc.charts.interval_text import Axis, MarkedScale, Span


def drawn(interval: Interval, scale: MarkedScale) -> str:
    screen = Console(width=21, color_system=None)
    with screen.capture() as captured:
        screen.print(Span(interval, scale))
    return captured.get().rstrip("\n")


def test_intervals_are_drawn_on_their_scale() -> None:
    scale = MarkedScale(0.25, 0.5)
    assert drawn(Interval(0.4, 0.3, 0.5), scale) == "          ┊ ├───●───┤"
    assert drawn(Interval(0.2, 0.1, 0.3), scale) == "    ├───●─┼─┤        "
    assert drawn(Interval(0.25, 0.25, 0.25), scale) == "          ●          "
    assert MarkedScale.over([Interval(0.5, 0.3, 0.61)], 0.25) == MarkedScale(0.25, 0.7)
    assert MarkedScale.over([], 0.9) == MarkedScale(0.9, 1)


@pytest.mark.parametrize(("width", "expected"), [(21, "0        25        50"), (8, "0  25 50"), (6, "0 25")])
def test_a_narrow_axis_has_fewer_labels(width: int, expected: str) -> None:
    screen = Console(width=width, color_system=None)
    with screen.capture() as captured:
        screen.print(Axis(MarkedScale(0.25, 0.5), lambda value: f"{100 * value:.0f}"))
    assert captured.get().rstrip() == expected
