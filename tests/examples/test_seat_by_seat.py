"""The example that looks at records seat by seat prints a line for each seat of every game."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.invoke import written
from toctoc.core.game import Move
from toctoc.core.registry import BUILT_IN
from toctoc.record import read

EXAMPLE = Path(__file__).parents[2] / "examples/seat_by_seat.py"


def look(file: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE), str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_every_seat_of_every_game_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{written(game)}\n" for game in BUILT_IN), "utf-8")
    done = look(file)
    assert done.returncode == 0, done.stderr
    printed = iter(done.stdout.splitlines())
    for number, text in enumerate(file.read_text("utf-8").splitlines(), 1):
        record = read(text)
        assert next(printed) == f"game {number}, {record.game.title}:"
        for seat, points in enumerate(record.result.scores):
            line = next(printed)
            moves = sum(isinstance(step, Move) and step.seat == seat for step in record.steps)
            assert line.startswith(f"  {record.seats[seat].name}: {moves} moves, ")
            assert f" {points} points; " in line


@pytest.mark.nightly
def test_a_line_that_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    done = look(tmp_path / "bad.jsonl")
    assert (done.returncode, done.stderr[:8]) == (1, "line 1: ")
