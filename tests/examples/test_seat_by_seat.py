"""The example that looks at records seat by seat says of each seat how much it did."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from toctoc.games.game import Move
from toctoc.games.match import Match
from toctoc.games.registry import OURS
from toctoc.record import Seat, record, write

EXAMPLE = Path(__file__).parents[2] / "examples/seat_by_seat.py"


def look(file: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE), str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_every_seat_has_its_line(tmp_path: Path) -> None:
    file, played = tmp_path / "games.jsonl", []
    for game in OURS:
        rng = Random(3)
        match = Match(game, 3, chance=rng.randrange)
        while (seat := match.asked) is not None:
            match.play(seat, rng.choice(match.legal(seat)))
        played.append(match)
    seats = tuple(Seat(name) for name in ("Ada", "Bo", "Cy"))
    file.write_text("".join(f"{write(record(match, seats))}\n" for match in played), encoding="utf-8")
    done = look(file)
    assert done.returncode == 0, done.stderr
    said = iter(done.stdout.splitlines())
    for number, match in enumerate(played, 1):
        assert next(said) == f"game {number}, {match.game.title}:"
        for seat, name in enumerate(("Ada", "Bo", "Cy")):
            line = next(said)
            moves = sum(isinstance(step, Move) and step.seat == seat for step in match.steps)
            assert line.startswith(f"  {name}: {moves} moves, ")
            assert f" {match.scores[seat]} points; " in line


@pytest.mark.long
def test_a_line_that_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    done = look(tmp_path / "bad.jsonl")
    assert (done.returncode, done.stderr[:8]) == (1, "line 1: ")
