"""MaskablePPO on the leaderboard: its actions obey the masks, and its rows stay on the page.

sb3-contrib is in none of our locks: install it by hand for the test of a training.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import leaderboard, maskable_ppo
from toctoc.lab.tasks import TASKS, evaluate

TASK = TASKS["toctoc/Escalier-4p-medium-v2"]
COMMAND = [f"--task={TASK.name}", "--games=4", "--write"]


class LastLegal:
    """Stand in for a trained model."""

    num_timesteps = 128

    def __init__(self) -> None:
        self.deterministic: set[bool] = set()

    def predict(self, observation: Any, *, deterministic: bool, action_masks: Any) -> tuple[Any, None]:
        assert len(observation) == len(action_masks)
        assert action_masks.dtype == np.bool_
        self.deterministic.add(deterministic)
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(1), None


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, which would compile for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    file = tmp_path / "leaderboard.md"
    file.write_text(leaderboard.PAGE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(leaderboard, "PAGE", file)
    return file


def rows(page: Path) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in leaderboard.rows_of(page.read_text("utf-8"), TASK)}


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_model_plays_by_its_masks(deterministic: bool) -> None:
    model = LastLegal()
    assert evaluate(TASK, maskable_ppo.policy(model, deterministic), games=4).games == 4
    assert model.deterministic == {deterministic}


def test_without_the_library_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maskable_ppo, "find_spec", lambda name: None)
    result = CliRunner().invoke(maskable_ppo.main, [])
    assert result.exit_code == 1
    assert "Error: sb3-contrib is not installed; `pip install sb3-contrib` installs it" in result.output


def test_rows_are_written_and_the_leaderboard_keeps_them(
    page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = rows(page)
    monkeypatch.setattr(maskable_ppo, "find_spec", lambda name: name)
    monkeypatch.setattr(maskable_ppo, "trained", lambda task, decisions, seed: LastLegal())
    monkeypatch.setattr(maskable_ppo, "versions", lambda: "sb3-contrib 2, torch 2")
    for _ in range(2):  # the second time in their place
        result = CliRunner().invoke(maskable_ppo.main, COMMAND, catch_exceptions=False)
        assert result.exit_code == 0, result.output
    written = rows(page)
    assert [*written] == sorted(written, key=lambda policy: written[policy][0], reverse=True)
    assert {*written} == {*before, *maskable_ppo.POLICIES}
    for policy in maskable_ppo.POLICIES:
        share, games, training = written.pop(policy)
        assert f"{policy} | {share} | 4 | {training}" in result.output
        assert (games, training.rpartition(", ")[0]) == ("4", "128 decisions, sb3-contrib 2, torch 2")
    assert all(row == before[policy] for policy, row in written.items())

    monkeypatch.setattr(leaderboard, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(leaderboard, "candidates", lambda task: ["random"])
    arguments = [f"--task={TASK.name}", "--policies=4", "--cores=1", "--write"]
    result = CliRunner().invoke(leaderboard.main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert {*rows(page)} == {"random", *maskable_ppo.POLICIES}
    assert rows(page)["random"][1:] == ["4", leaderboard.UNTRAINED]


def test_every_task_has_its_table_on_the_page() -> None:
    text = leaderboard.PAGE.read_text("utf-8")
    for task in TASKS.values():
        found = leaderboard.rows_of(text, task)
        assert {len(row) for row in found} == {len(leaderboard.HEADER)}
        assert leaderboard.with_row(text, task, found[-1]) == text
    with pytest.raises(ValueError, match="the page has no table '## Escalier"):
        leaderboard.with_row("# Leaderboard", TASK, found[-1])


@pytest.mark.filterwarnings("ignore")  # of those libraries
def test_a_small_training_plays_legal_actions() -> None:
    pytest.importorskip("sb3_contrib")
    model = maskable_ppo.trained(TASK, 200, seed=1, n_steps=16, batch_size=32)
    assert model.num_timesteps == 256
    for deterministic in maskable_ppo.POLICIES.values():
        assert evaluate(TASK, maskable_ppo.policy(model, deterministic), games=4).games == 4
    assert maskable_ppo.versions().startswith("sb3-contrib 2.")
