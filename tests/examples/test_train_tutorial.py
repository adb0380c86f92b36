"""docs/tutorials/train.md is correct: its commands and its code run with few games."""

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli import invoke
from toctoc.lab import codec
from tools import ROOT

PAGE = (ROOT / "docs/tutorials/train.md").read_text("utf-8")
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def command(program: str) -> list[str]:
    """Return the arguments of the one command of the page that starts with `program`."""
    [line] = [line for line in COMMANDS if line.startswith(program)]
    return shlex.split(line)


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An untrained policy with three layers in the current folder, beside the examples."""
    made = codec("toctoctoc", 4)
    sizes = (made.D, 8, 8, made.A)
    layers: dict[str, Any] = {f"weight{n}": np.zeros((sizes[n + 1], sizes[n]), np.float32) for n in range(3)}
    biases: dict[str, Any] = {f"bias{n}": np.zeros(sizes[n + 1], np.float32) for n in range(3)}
    np.savez(tmp_path / "policy.npz", **layers, **biases)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "policy.npz"


def test_its_tournament_is_played(policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY", str(policy))
    _, *arguments = command(".venv/bin/toctoc arena")
    arguments[arguments.index("--games") + 1] = "4"
    played = invoke.run(*arguments, "--cores", "1")
    assert (played.exit_code, played.stderr) == (0, "")
    assert "Toc Toc Toc!, 4 players, 4 games, seed 1" in played.stdout


def test_its_evaluation_runs(
    policy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With few games, and without Numba, which would compile for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert "TABLES, GAMES = 4, 256, 2000\n" in code
    exec(code.replace("TABLES, GAMES = 4, 256, 2000", "TABLES, GAMES = 4, 2, 2"), {})
    assert re.fullmatch(r"won \d+\.\d% of [23] games\n", capsys.readouterr().out)


@pytest.mark.parametrize("opponents", re.findall(r'`opponents="([\w-]+)"`', PAGE))
def test_its_opponents_exist(opponents: str) -> None:
    from toctoc.bots.bulk_play import plays_by_policy
    from toctoc.core.registry import GAMES

    assert plays_by_policy(opponents, GAMES["toctoctoc"])


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is for learning alone")
def test_its_training_runs(policy: Path) -> None:
    """One round instead of twenty."""
    _, *arguments = command(".venv/bin/python examples/learner/teach.py")
    arguments[arguments.index("--rounds") + 1] = "1"
    policy.unlink()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("round 1, ")
    assert policy.exists()
