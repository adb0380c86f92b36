"""The example that learns: its policy plays in the arena by its weights."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.invoke import run
from toctoc import arena
from toctoc.core.game import Move
from toctoc.games.toctoctoc.words import Open, Refuse
from toctoc.lab import codec
from toctoc.record import read

EXAMPLE = Path(__file__).parents[2] / "examples/learner"
LEARNER = f"{EXAMPLE / 'bot.py'}:Learner"
ARENA = ("arena", "toctoctoc", "--players", "3", "--cores", "1", "--seed", "5", "--field", f"{LEARNER},random")
REFUSE = 1  # of the codec


def untaught(file: Path, game: str, likes: int) -> None:
    """Write an untrained policy of two layers that prefers one action."""
    coded = codec(game, 3)
    bias = np.zeros(coded.A, np.float32)
    bias[likes] = 30
    hidden = np.zeros((4, coded.D), np.float32), np.ones(4, np.float32)
    np.savez(file, weight0=hidden[0], bias0=hidden[1], weight1=np.zeros((coded.A, 4), np.float32), bias1=bias)


def test_the_weights_choose_the_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untaught(tmp_path / "policy.npz", "toctoctoc", likes=REFUSE)
    monkeypatch.setenv("POLICY", str(tmp_path / "policy.npz"))
    played = run(*ARENA, "--games", "6", "--record", tmp_path / "games.jsonl")
    assert (played.exit_code, played.stderr) == (0, "")
    answers = {"Learner": set[type](), "random": set[type]()}
    for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines():
        record = read(line)
        for step in record.steps:
            if isinstance(step, Move) and isinstance(step.action, Open | Refuse):
                answers[record.seats[step.seat].name].add(type(step.action))
    assert answers == {"Learner": {Refuse}, "random": {Open, Refuse}}


def test_a_policy_of_another_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untaught(tmp_path / "policy.npz", "escalier", likes=0)
    monkeypatch.setenv("POLICY", str(tmp_path / "policy.npz"))
    refused = run(*ARENA, "--games", "3")
    assert refused.exit_code != 0
    assert "the policy is of another game: it has 75 numbers and 40 actions, here are 216 and 68" in refused.stderr


def teach(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE / "teach.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is for learning alone")
def test_a_minute_of_learning_beats_random_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "policy.npz"
    done = teach("toctoctoc", "--players", "3", "--rounds", "8", "--seed", "1", "--out", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("round 8, ")
    monkeypatch.setenv("POLICY", str(file))
    report = arena.run([LEARNER, "random"], "toctoctoc", 3, games=180, seed=7, cores=1)
    first, second = report.standings
    assert first.bot == LEARNER
    assert first.share.low > second.share.high


@pytest.mark.nightly
@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is for learning alone")
def test_an_unknown_game_is_refused() -> None:
    done = teach("poker")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no game 'poker'; there are: " in done.stderr
    assert "some minutes, or rounds" in teach("--minutes", "0").stderr
