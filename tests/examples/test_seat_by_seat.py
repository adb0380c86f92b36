"""The example that looks at records seat by seat: at those that a real server keeps, each seat has its line."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.invoke import run as toctoc
from tests.counts import LOOKED_AT
from tests.server.hosting import Guest, Server
from toctoc.core.game import Move
from toctoc.record import read

EXAMPLE = Path(__file__).parents[2] / "examples/seat_by_seat.py"


def look(file: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE), str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def played(server: Server, game: str) -> list[int]:
    """A whole game of somebody with two bots; its scores."""
    with Guest(server, server.make(game, players=3)) as host:
        assert host.ask("sit", seat=0, name="Ada")["type"] == "done"
        host.send("start", id="go", fill="petit-fantome")
        scores: list[int] = host.play()["scores"]
        return scores


def test_every_seat_of_a_servers_games_has_its_line(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        scores = {game: played(server, game) for game in LOOKED_AT}
        assert server.interrupt() == (0, "")
    file = tmp_path / "games.jsonl"
    assert toctoc("export", tmp_path / "toctoc.db", file).exit_code == 0
    records = [read(line) for line in file.read_text("utf-8").splitlines()]
    assert sorted(record.game.name for record in records) == sorted(LOOKED_AT)
    done = look(file)
    assert done.returncode == 0, done.stderr
    said = iter(done.stdout.splitlines())
    for number, record in enumerate(records, 1):
        assert next(said) == f"game {number}, {record.game.title}:"
        for seat, points in enumerate(scores[record.game.name]):
            line = next(said)
            moves = sum(isinstance(step, Move) and step.seat == seat for step in record.steps)
            assert line.startswith(f"  {record.seats[seat].name}: {moves} moves, ")
            assert f" {points} points; " in line
        assert record.seats[0].name == "Ada"


@pytest.mark.long
def test_a_line_that_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    done = look(tmp_path / "bad.jsonl")
    assert (done.returncode, done.stderr[:8]) == (1, "line 1: ")
