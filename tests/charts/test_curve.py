"""Curves of probabilities, as SVG and as a row of characters."""

from xml.etree import ElementTree

from toctoc.charts.curve import CurveChart, bar_row

SVG = "{http://www.w3.org/2000/svg}"


def chart(names: tuple[str, ...] = ("Anna", "Ben & Co"), own: int = 0) -> CurveChart:
    return CurveChart(
        title="Anna < Ben", label="win probability", names=names, steps=[0, 5, 10],
        curves=[[0.5, 0.2, 1.0], [0.5, 0.8, 0.0]], own=own, margins=[0.1, 0.1, 0.0], dots=[4], ranked=[7, 2],
    )  # fmt: skip


def test_each_player_has_a_dashed_curve_with_a_name_at_its_end() -> None:
    drawn = ElementTree.fromstring(chart().svg())
    lines = list(drawn.iter(f"{SVG}polyline"))
    assert [line.get("stroke-width") for line in lines] == ["3", "1.6"]
    assert len({line.get("stroke-dasharray") for line in lines}) == 2
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert texts[-2:] == ["Anna 100 %", "Ben & Co 0 %"]
    assert texts[:2] == ["Anna < Ben", "win probability"]


def test_a_mark_lies_on_the_own_curve_between_two_steps() -> None:
    drawn = ElementTree.fromstring(chart(own=1).svg())
    dot, first, second = drawn.iter(f"{SVG}circle")
    own = [
        tuple(map(float, place.split(",")))
        for place in list(drawn.iter(f"{SVG}polyline"))[1].attrib["points"].split()
    ]
    (x0, y0), (x1, y1), _ = own
    assert float(dot.attrib["cx"]) == round(x0 + (x1 - x0) * 4 / 5, 1)
    assert abs(float(dot.attrib["cy"]) - (y0 + (y1 - y0) * 4 / 5)) < 0.11
    assert float(first.attrib["cx"]) > float(second.attrib["cx"])


def test_a_row_of_characters_has_the_first_and_the_last_value() -> None:
    assert bar_row([0.0, 0.5, 1.0], 40, ascii_only=False) == "▁▅█"
    assert bar_row([0.0, 0.5, 1.0], 40, ascii_only=True) == ".+@"
    assert bar_row([n / 99 for n in range(100)], 10, ascii_only=True)[::9] == ".@"
    assert bar_row([0.3], 40, ascii_only=True) == "-"
