"""Test the report of the benchmarks."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks import machine, openspiel, playouts, report
from benchmarks.measure import Result
from benchmarks.report import Report, TextTable
from benchmarks.start import Start
from benchmarks.targets import Target, targets

TTT = "Toc Toc Toc!"


def result(name: str, way: str, decisions: int, players: int = 4) -> Result:
    return Result(name, players, way, decisions // 10, decisions, (2.0, 1.0, 3.0))


def a_report() -> Report:
    results = [
        result("the machine", machine.YARDSTICK, 9_000_000),
        result("hearts", openspiel.WHOLE, 1_000_000),
        result("crazy_eights(players=4)", openspiel.WHOLE, 2_000_000),
        result("hearts", openspiel.ROLLED, 4_000_000),
        result(TTT, playouts.PLAIN, 300_000),
        result(TTT, playouts.COMPILED, 24_000_000),
        result("Toc Chocottes", playouts.PLAIN, 200_000),
        result("Toc Chocottes", playouts.COMPILED, 18_000_000),
    ]
    starts = [Start(TTT, 9.0, (0.9, 0.7, 0.8), (0.5, 0.6, 0.7), (1.3, 1.1, 1.2))]
    return Report({"processor": "an abacus"}, results, starts)


def read(text: str) -> list[TextTable]:
    """The tables of a Markdown text."""
    found = []
    _, *parts = text.split("**")
    for title, block in zip(parts[::2], parts[1::2], strict=True):
        header, _, *rows = (line.strip("| ").split(" | ") for line in block.strip().splitlines())
        found.append(TextTable(title, header, rows))
    return found


def reached(found: list[Target]) -> list[bool | None]:
    return [target.reached for target in found]


def test_markdown_says_what_the_tables_say() -> None:
    assert read(report.markdown(report.tables(a_report()))) == report.tables(a_report())


def test_ratios_are_to_the_best_of_openspiel() -> None:
    rows = report.our_games(a_report()).rows
    assert [row[-2:] for row in rows] == [["12.0", "6.0"], ["9.0", "4.5"]]


def test_targets_by_their_worst_case() -> None:
    found = targets(a_report().results, a_report().starts)
    assert [target.measured for target in found] == [9.0, 4.5, 300_000, 0.8]
    assert reached(found) == [True, False, True, True]


def test_a_limit_is_a_limit() -> None:
    start = Start(TTT, 9.0, (1.0,), (1.0,), (1.0,))
    slow = result(TTT, playouts.PLAIN, 299_999)
    assert reached(targets([slow], [start])) == [None, None, False, False]


def test_without_results_nothing_is_claimed() -> None:
    assert reached(targets([], [])) == [None] * 4
    assert [row[-2:] for row in report.goals(Report({})).rows] == [["–", "not measured"]] * 4


def test_without_openspiel_it_says_how_to_install_it() -> None:
    ours = [r for r in a_report().results if r.way in (playouts.PLAIN, playouts.COMPILED)]
    text = report.markdown(report.tables(Report({}, ours)))
    assert "not installed; `python3 run.py bench` installs it" in text
    assert [row[-2:] for row in report.our_games(Report({}, ours)).rows] == [["–", "–"]] * 2


def test_without_numba_there_are_no_compiled_figures() -> None:
    plain = Report({}, [result(TTT, playouts.PLAIN, 300_000)])
    assert report.our_games(plain).rows == [[TTT, "4", "10.0", "300 k", "30.0 k", "–", "–", "–", "–"]]


@pytest.mark.parametrize(
    ("number", "text"),
    [(26_400_000, "26.4 M"), (999_600, "1.00 M"), (331_234, "331 k"), (999.4, "999"), (0.8345, "0.835")],
)
def test_three_digits(number: float, text: str) -> None:
    assert report.amount(number) == text


def written(page: str) -> str:
    return report.between(page, report.BEGIN, report.END, report.markdown(report.tables(a_report())))


def test_figures_replace_only_figures() -> None:
    page = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"
    new = written(page)
    assert new.startswith(f"before\n{report.BEGIN}\n")
    assert new.endswith(f"{report.END}\nafter\n")
    assert "old" not in new
    assert "an abacus" in new
    assert written(new) == new


@pytest.mark.parametrize("page", ["", report.BEGIN, report.END])
def test_page_without_a_place_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="no place for the figures"):
        written(page)


def test_json_has_every_time(tmp_path: Path) -> None:
    report.keep(asdict(a_report()), tmp_path / "found.json")
    read_back = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert read_back["facts"] == {"processor": "an abacus"}
    assert read_back["results"][5]["way"] == "compiled"
    assert read_back["results"][5]["seconds"] == [2.0, 1.0, 3.0]
    assert read_back["starts"][0]["warm"] == [0.9, 0.7, 0.8]
