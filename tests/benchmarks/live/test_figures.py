"""Test the figures that are derived from measurements."""

import json
from dataclasses import asdict

import pytest

from benchmarks import report as all_reports
from benchmarks.live import report
from benchmarks.live.boardgameio import BoardgameIO
from benchmarks.live.figures import Crowd, Figures, Phase, percentile
from benchmarks.live.report import Report
from benchmarks.live.restart import Restart


def phase(moves: int, cpu: float, p99: float = 10) -> Phase:
    """Ten seconds of load."""
    return Phase(moves, 10, 1, 2, p99, 20, 0.5, server_cpu=cpu, client_cpu=1, others_cpu=0.1)


def figures(title: str, cpu: float, p99: float, megabytes: int) -> Figures:
    resident = (50_000_000, 60_000_000, 50_000_000 + megabytes * 1_000_000)
    return Figures(title, "", 1000, 2, resident, phase(20_000, cpu, p99), phase(40_000, 2 * cpu))


THEIRS = figures(BoardgameIO.title, cpu=8, p99=200, megabytes=200)
OURS = figures(report.OURS, cpu=2, p99=49, megabytes=100)


@pytest.mark.parametrize(("share", "value"), [(0.5, 50), (0.95, 95), (0.99, 99), (1, 100), (0.001, 1)])
def test_percentile_of_a_hundred(share: float, value: float) -> None:
    assert percentile(list(range(1, 101)), share) == value


def test_percentile_of_one_is_that_one() -> None:
    assert percentile([7.0], 0.5) == percentile([7.0], 0.99) == 7


def test_rates_are_by_move_and_by_table() -> None:
    assert OURS.paced.pace == 2000
    assert OURS.paced.cpu == 100
    assert OURS.paced.client == 50
    assert OURS.memory == 0.1


def test_ratios_are_to_boardgameio_in_the_same_run() -> None:
    found = Report({}, [THEIRS, OURS])
    factors = [name == "× boardgame.io" for name in report.paced(found.figures).header]
    rows = report.paced(found.figures).rows
    assert [[cell for cell, is_factor in zip(row, factors, strict=True) if is_factor] for row in rows] == [
        ["1.00", "1.00"],
        ["0.25", "0.50"],
    ]


def test_a_fuller_house_is_a_table_of_its_own_with_p50_and_p99() -> None:
    crowds = [
        Crowd(found.title, 4000, 0.5, (found.resident[0], found.resident[2]), found.paced)
        for found in (THEIRS, OURS)
    ]
    table = report.paced(crowds)
    assert table.title == "4,000 tables of 4, 0.5 moves a second each"
    assert [row[table.header.index("p99 ms")] for row in table.rows] == ["200", "49.0"]
    assert [row[table.header.index("MB a table")] for row in table.rows] == ["0.050", "0.025"]


def test_a_restart_says_what_becomes_of_the_games() -> None:
    restarts = [Restart(THEIRS.title, False, 1000, 0.5, 0.6, 7), Restart(OURS.title, True, 1000, 0.8, 1.1, 6)]
    found = Report({}, [THEIRS, OURS], [], restarts)
    [table] = report.restarted(found)
    assert [row[2] for row in table.rows] == ["lost; new games start", "continue"]
    assert report.targets(found)[-1].reached


def test_without_boardgameio_there_are_no_ratios() -> None:
    assert report.saturated(Report({}, [OURS])).rows[0][2] == "–"


def test_targets_are_of_ours() -> None:
    assert [goal.reached for goal in report.targets(Report({}, [THEIRS, OURS]))] == [True, True, False, True, None]
    assert [goal.reached for goal in report.targets(Report({}, [THEIRS]))] == [None] * 5


def test_the_page_has_a_place_for_the_figures() -> None:
    page = all_reports.SERVER_PAGE.read_text("utf-8")
    new = all_reports.between(page, report.BEGIN, report.END, "no-such-figures")
    assert "no-such-figures" in new
    assert report.BEGIN in new


def test_every_figure_can_be_kept() -> None:
    read = json.loads(json.dumps(asdict(Report({"processor": "an abacus"}, [OURS]))))
    assert read["figures"][0]["paced"]["p99"] == 49
    assert read["figures"][0]["resident"] == [50_000_000, 60_000_000, 150_000_000]
