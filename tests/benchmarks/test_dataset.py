"""The benchmark of datasets, for an instant."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import dataset

pytestmark = pytest.mark.compiled


def test_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "performance.md", tmp_path / "figures.json"
    page.write_text(f"before\n{dataset.MARKS[0]}\n{dataset.MARKS[1]}\nafter\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.report.PAGE", page)
    result = CliRunner().invoke(dataset.main, ["--quick", "--game=escalier", "--write", f"--json={file}"])
    assert result.exit_code == 0, result.output
    found = json.loads(file.read_text("utf-8"))
    assert [(each["name"], each["who"]) for each in found] == [("escalier", "random"), ("escalier", "medium")]
    assert all(each["bytes_a_step"] > 0.5 and each["steps_a_second"] > 0 for each in found)
    assert "| L'Escalier hanté | 3 | random | " in page.read_text("utf-8")


def test_the_first_game_is_compared_with_what_is_wanted() -> None:
    def part(size: float, speed: float) -> dataset.Measured:
        return dataset.Measured("toctoctoc", "Toc Toc Toc!", 4, dataset.RANDOM, 1000, size, speed)

    assert [target.reached for target in dataset.targets([part(1.2, 4e6)])] == [True, True]
    assert [target.reached for target in dataset.targets([part(1.4, 2e6)])] == [False, False]
    assert [target.reached for target in dataset.targets([])] == [None, None]
