"""The floods as they are called: what they show, and one of them for an instant."""

import asyncio
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.flood import command
from benchmarks.flood.attacks import ATTACKS
from benchmarks.flood.measure import Honest, Load, Outcome
from benchmarks.live.figures import Phase

PHASE = Phase(10, 1.0, 5.0, 20.0, 40.0, 60.0, 1.0, 0.5, 0.1, 0.2)
LOAD = Load(50, 2.0, 20.0)


def test_there_are_nine_floods_and_none_to_compare() -> None:
    assert list(ATTACKS) == [
        "nothing", "page flood", "handshake flood", "junk and reconnect", "repeated hello", "replay flood",
        "slow headers", "hint flood", "hints within the limits", "table flood",
    ]  # fmt: skip


def test_the_server_under_attack_has_the_default_limits_and_the_given_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Mapping[str, str]] = []

    async def start(_command: object, env: Mapping[str, str], _folder: Path) -> None:
        given.append(env)

    monkeypatch.setattr("benchmarks.live.process.ServerProcess.start", start)
    honest = Honest(tmp_path)
    with honest.folder:
        asyncio.run(honest.start())
    assert given[0]["PYTHONPATH"] == str(tmp_path.resolve())
    assert "TOCTOC_WORKERS" not in given[0], "it has the default workers, too"
    assert {name for name in given[0] if name.startswith("TOCTOC_LIMIT_")} <= set(os.environ)


def test_earlier_figures_stand_beside_and_the_worst_attack_counts() -> None:
    found = [Outcome("page flood", PHASE, {"200": 9, "429": 1_000}), Outcome("hint flood", None, {})]
    earlier = [{"attack": "page flood", "phase": {"p99": 900.0, "worst": 1_500.0}}]
    _, shown, goal = command.report({}, LOAD, found, earlier)
    assert shown.header[-3:] == ["earlier version: p99 ms", "worst ms", "replies to the attacker"]
    assert shown.rows[0][-3:] == ["900", "1.50 k", "429: 1,000, 200: 9"]
    assert shown.rows[1][1:5] == ["stuck"] * 4
    assert goal.rows[0][-1] == "no"
    [reached] = command.report({}, LOAD, found[:1], [])[2].rows
    assert reached[1:] == ["below 100", "40.0", "yes"]


def test_the_delay_of_an_attack_stands_beside_that_without() -> None:
    slow = replace(PHASE, p99=100.0)
    found = [Outcome("nothing", PHASE, {}), Outcome("page flood", slow, {}), Outcome("hint flood", None, {})]
    shown = command.report({}, LOAD, found, [])[1]
    ratio = shown.header.index("p99 ÷ that without attack")
    assert [row[ratio] for row in shown.rows] == ["1.0", "2.5", "–"]
    assert command.report({}, LOAD, found[1:2], [])[1].rows[0][ratio] == "–"


def test_honest_people_play_while_pages_are_flooded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "server.md", tmp_path / "figures.json"
    page.write_text(f"before\n{command.MARKS[0]}\n{command.MARKS[1]}\nafter\n", "utf-8")
    monkeypatch.setattr("benchmarks.flood.command.SERVER_PAGE", page)
    arguments = ["--attack=page flood", "--tables=1", "--pace=10", "--seconds=0.2", "--write", f"--json={file}"]
    result = CliRunner().invoke(command.main, arguments)
    assert result.exit_code == 0, result.output
    assert "| page flood | " in page.read_text("utf-8")
    [found] = json.loads(file.read_text("utf-8"))
    assert found["phase"]["moves"] == 2
    assert found["phase"]["server_cpu"] > 0, "the workers count, not only their parent"
