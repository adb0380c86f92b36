"""The load as it is called, for an instant."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.live import command, report

from .echo import Echo


def test_the_figures_are_shown_written_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "server.md", tmp_path / "figures.json"
    page.write_text(f"before\n{report.BEGIN}\n{report.END}\nafter\n", "utf-8")
    monkeypatch.setattr("benchmarks.live.command.SERVER_PAGE", page)
    monkeypatch.setattr(command, "PEERS", {"echo": Echo})
    arguments = ["--tables=2", "--pace=50", "--seconds=0.05", "--crowd=3", "--crowd-pace=20", "--write"]
    result = CliRunner().invoke(command.main, [*arguments, f"--json={file}"])
    assert result.exit_code == 0, result.output
    assert "2 tables of 4, 50 moves a second each" in result.output
    assert "3 tables of 4, 20 moves a second each" in result.output
    assert "lost; new games start" in result.output
    assert "| echo | " in page.read_text("utf-8")
    kept = json.loads(file.read_text("utf-8"))
    [found], [crowd], [restart] = kept["figures"], kept["crowds"], kept["restarts"]
    assert (found["title"], found["paced"]["moves"]) == ("echo", 5)
    assert (crowd["tables"], crowd["paced"]["moves"]) == (3, 3)
    assert 0 < restart["listening"] < restart["first_move"] <= restart["everybody"]


def test_more_tables_than_open_files_are_refused() -> None:
    result = CliRunner().invoke(command.main, ["--crowd=1000000000"])
    assert result.exit_code == 1
    assert "take fewer --tables" in result.output
