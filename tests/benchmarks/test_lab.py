"""The benchmark of tables in arrays, for an instant; and what stands in for those who are not installed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import playouts
from benchmarks.lab import adapters, command, ours, peers
from benchmarks.measure import Result

pytestmark = pytest.mark.compiled


def test_one_game_without_peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "performance.md", tmp_path / "figures.json"
    page.write_text(f"before\n{command.MARKS[0]}\n{command.MARKS[1]}\nafter\n", encoding="utf-8")
    monkeypatch.setattr("benchmarks.report.PAGE", page)
    monkeypatch.setattr(ours, "BATCHES", (16, 32))
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    monkeypatch.setattr(adapters, "find_spec", lambda name: name == "pettingzoo" or None)
    arguments = ["--quick", "--game=escalier", "--players=2", "--write", f"--json={file}"]
    result = CliRunner().invoke(command.main, arguments)
    assert result.exit_code == 0, result.output
    assert "not measured" in result.output
    ways = [found["way"] for found in json.loads(file.read_text("utf-8"))]
    solo = [f"solo against {opponents}, 256 tables" for opponents in ("random", "medium")]
    assert ways == [playouts.COMPILED, "16 tables", "32 tables", *solo, adapters.OUR_PETTINGZOO]
    assert "| L'Escalier hanté | 2 | " in page.read_text("utf-8")


def test_the_best_batch_of_each_counts() -> None:
    def result(name: str, way: str, speed: int, players: int = 4) -> Result:
        return Result(name, players, way, 1, speed, (1.0, 2.0))

    results = [
        result("Toc Toc Toc!", playouts.COMPILED, 2000),
        result("Toc Toc Toc!", ours.way(256), 500),
        result("Toc Toc Toc!", ours.way(512), 800),
        result("Toc Toc Toc!", playouts.COMPILED, 9000, players=3),
        result("leduc_holdem, 256 tables", peers.PGX, 100),
        result("leduc_holdem, 1,000 tables", peers.PGX, 80),
        result("hanabi_v5", peers.PETTINGZOO, 1),
    ]
    targets = [target for target in command.targets(results) if target.what.startswith("tables of Toc Toc Toc!")]
    found = {target.what.rpartition("times ")[2]: target.measured for target in targets}
    assert found == {playouts.COMPILED: 0.4, "leduc_holdem": 8, "sparrow_mahjong": None, peers.PETTINGZOO: 800}


def test_the_slowest_game_of_an_api_counts() -> None:
    def result(name: str, way: str, speed: int) -> Result:
        return Result(name, 4, way, 1, speed, (1.0, 2.0))

    solo = ours.solo_way("medium")
    results = [
        result("Toc Chocottes", playouts.COMPILED, 1000),
        result("Toc Chocottes", ours.way(256), 100),
        result("Toc Chocottes", ours.way(512), 140),
        result("Toc Chocottes", solo, 399_000),
        result("Toc Toc Toc!", solo, 500_000),
        result("Toc Toc Toc!", adapters.OUR_PETTINGZOO, 30_000),
        result("Toc Toc Toc!", adapters.OUR_GYMNASIUM["random"], 59_000),
        result("Toc Toc Toc!", adapters.OUR_GYMNASIUM["medium"], 61_000),
    ]
    targets = command.targets(results)
    assert {target.what.partition(":")[0]: target.reached for target in targets if "slowest" in target.what} == {
        solo: False,
        adapters.OUR_GYMNASIUM["random"]: False,
        adapters.OUR_GYMNASIUM["medium"]: True,
        adapters.OUR_PETTINGZOO: True,
        adapters.OUR_OPENSPIEL: None,
    }
    [chocottes] = [target for target in targets if target.what.startswith("tables of Toc Chocottes")]
    assert (chocottes.measured, chocottes.reached) == (0.14, False)
