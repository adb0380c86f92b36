"""The benchmarks start from the command line, and their pages have places for the figures."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import __main__ as command
from benchmarks import bulk_play, dataset, ladder, leaderboard, move, playouts, report, strength
from benchmarks.flood import command as flood
from benchmarks.lab import command as lab
from benchmarks.live import node
from benchmarks.live import report as live
from benchmarks.nodes import command as nodes
from toctoc.lab.tasks import TASKS


def test_help_names_the_subjects() -> None:
    result = CliRunner().invoke(command.main, ["--help"])
    assert result.exit_code == 0, result.output
    assert all(subject in result.output for subject in command.SUBJECTS)


@pytest.mark.compiled
def test_playouts_are_measured_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "performance.md", tmp_path / "figures.json"
    page.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(report, "PAGE", page)
    arguments = ["playouts", "--quick", "--no-openspiel", "--game=escalier", "--players=2"]
    result = CliRunner().invoke(command.main, [*arguments, "--write", f"--json={file}"])
    assert result.exit_code == 0, result.output
    results = json.loads(file.read_text(encoding="utf-8"))["results"]
    assert [r["way"] for r in results[1:]] == [playouts.PLAIN, playouts.COMPILED]
    written = page.read_text(encoding="utf-8")
    assert re.fullmatch(r"(?s)before\n.*\| L'Escalier hanté \| 2 \| .*\nafter\n", written)
    assert "old" not in written


def test_a_move_is_measured() -> None:
    result = CliRunner().invoke(move.main, ["--game", "escalier", "--games", "1", "--rounds", "1"])
    assert result.exit_code == 0, result.output
    assert "L'Escalier hanté" in result.output


def test_the_pages_have_places_for_the_figures() -> None:
    for marks in ((report.BEGIN, report.END), bulk_play.MARKS, dataset.MARKS, lab.MARKS):
        assert report.between(report.PAGE.read_text("utf-8"), *marks, "no such figures")
    for marks in ((live.BEGIN, live.END), flood.MARKS, nodes.MARKS):
        assert report.between(report.SERVER_PAGE.read_text("utf-8"), *marks, "no such figures")
    for begin, end in ((strength.BEGIN, strength.END), (ladder.BEGIN, ladder.END)):
        assert report.between(strength.PAGE.read_text("utf-8"), begin, end, "no such figures")


def test_no_interval_of_the_strength_page_is_wider_than_four_points_either_way() -> None:
    found = re.findall(r"\((0\.\d+) to ([01]\.\d+)\)", strength.PAGE.read_text("utf-8"))
    assert len(found) > 10
    assert all(float(high) - float(low) <= 2 * strength.WIDEST + 0.001 for low, high in found)


def test_the_leaderboard_has_a_table_of_every_task() -> None:
    text = leaderboard.PAGE.read_text("utf-8")
    for task in TASKS.values():
        found = leaderboard.rows_of(text, task)
        assert {len(row) for row in found} == {len(leaderboard.HEADER)}
        assert leaderboard.with_row(text, task, found[-1]) == text


def test_the_lock_of_the_other_servers_names_no_registry() -> None:
    assert '"resolved"' not in (node.FOLDER / "package-lock.json").read_text("utf-8")
