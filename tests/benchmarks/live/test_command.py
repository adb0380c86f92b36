"""The load as it is called, for an instant."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.live import command, report

from .echo import Echo


def test_the_figures_are_shown_written_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "performance.md", tmp_path / "figures.json"
    page.write_text(f"before\n{report.BEGIN}\n{report.END}\nafter\n", "utf-8")
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "PEERS", {"echo": Echo})
    arguments = ["--tables=2", "--pace=50", "--seconds=0.05", "--write", f"--json={file}"]
    result = CliRunner().invoke(command.main, arguments)
    assert result.exit_code == 0, result.output
    assert "2 tables of 4, 50 moves a second each" in result.output
    assert "| echo | " in page.read_text("utf-8")
    [found] = json.loads(file.read_text("utf-8"))["figures"]
    assert (found["title"], found["paced"]["moves"]) == ("echo", 5)


def test_more_tables_than_open_files_are_refused() -> None:
    result = CliRunner().invoke(command.main, ["--tables=1000000000"])
    assert result.exit_code == 1
    assert "take fewer --tables" in result.output
