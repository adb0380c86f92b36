"""The benchmarks start from the command line, and their pages have places for the figures."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import run
from benchmarks import COMMANDS, bulk_play, gpu, leaderboard, move, report, start, strength, win_probability
from benchmarks.flood import command as flood
from benchmarks.lab import command as lab
from benchmarks.live import node
from benchmarks.live import report as live
from benchmarks.nodes import command as nodes
from toctoc.bots import bot_modules
from toctoc.core.registry import GAMES
from toctoc.lab.tasks import TASKS


def test_the_list_has_every_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["bench"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert run.main(["bench", "playuots"]) == 2


@pytest.mark.compiled
def test_starts_are_measured_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "performance.md", tmp_path / "figures.json"
    page.write_text(f"before\n{start.MARKS[0]}\nold\n{start.MARKS[1]}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(report, "PAGE", page)
    monkeypatch.setattr(start, "first_game", lambda *_, **__: (0.5, 0.4))
    result = CliRunner().invoke(start.main, ["--quick", "--game=escalier", "--write", f"--json={file}"])
    assert result.exit_code == 0, result.output
    assert json.loads(file.read_text(encoding="utf-8"))[0]["warm"] == [0.5]
    written = page.read_text(encoding="utf-8")
    assert re.fullmatch(r"(?s)before\n.*\| L'Escalier hanté \| 0.5 s \| .*\nafter\n", written)
    assert "old" not in written


def test_a_move_is_measured() -> None:
    result = CliRunner().invoke(move.main, ["--game", "escalier", "--games", "1", "--rounds", "1"])
    assert result.exit_code == 0, result.output
    assert "L'Escalier hanté" in result.output


def test_the_pages_have_places_for_the_figures() -> None:
    for marks in (start.MARKS, bulk_play.MARKS, lab.MARKS, gpu.MARKS):
        assert report.between(report.PAGE.read_text("utf-8"), *marks, "no such figures")
    for marks in ((live.BEGIN, live.END), flood.MARKS, nodes.MARKS):
        assert report.between(report.SERVER_PAGE.read_text("utf-8"), *marks, "no such figures")
    for page in (strength.PAGE, leaderboard.PAGE, report.REPORTS / "browser.md"):
        assert report.between(page.read_text("utf-8"), report.BEGIN, report.END, "no such figures")
    for name in filter(lambda name: bot_modules.has_net(GAMES[name]), GAMES):
        begin, end = (mark.format(name) for mark in win_probability.MARKS)
        assert report.between(win_probability.PAGE.read_text("utf-8"), begin, end, "no such figures")


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
