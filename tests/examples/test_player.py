"""The example of a program that plays: it finishes whole games at a real server against bots."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.scale import spread
from tests.server.hosting import Guest, Server
from toctoc.core.registry import BUILT_IN

PLAYER = Path(__file__).parents[2] / "examples/player.py"


def start(server: Server, code: str, seat: int) -> "subprocess.Popen[str]":
    command = [sys.executable, str(PLAYER), server.url, code, str(seat), "Robby"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("game", spread(reversed(BUILT_IN), 1))
def test_it_plays_whole_games_with_bots(tmp_path: Path, game: str) -> None:
    with Server(tmp_path) as server:
        table = server.make(game)
        with Guest(server, table) as host, start(server, table["code"], 1) as player:
            while host.hear().get("public", {}).get("lobby", {}).get("seats", [{}, {}])[1].get("name") != "Robby":
                pass
            host.send("start", id="go", fill="petit-fantome")
            view = host.play()
            out, errors = player.communicate(timeout=PROCESS_TIMEOUT_S)
        assert (player.returncode, errors) == (0, "")
        assert json.loads(out) == view["scores"]
        with server.http() as http:
            record = http.get(f"/api/tables/{table['code']}/record").json()
        assert record["seats"][1]["name"] == "Robby"
        assert any(step[0] == 1 and len(step) == 2 for step in record["steps"]), "it moved itself"
        assert server.interrupt() == (0, "")


def test_it_names_a_seat_that_is_taken(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.make("escalier")
        with Guest(server, table) as host:
            host.ask("sit", seat=1, name="Anna")
            with start(server, table["code"], 1) as player:
                _, errors = player.communicate(timeout=PROCESS_TIMEOUT_S)
        assert (player.returncode, errors) == (1, "This seat is taken.\n")


def test_it_fits_on_a_page() -> None:
    code = [line for line in PLAYER.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(code) <= 45


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2)])
def test_it_explains_its_arguments(arguments: list[str], code: int) -> None:
    done = subprocess.run(
        [sys.executable, str(PLAYER), *arguments], capture_output=True, text=True, timeout=PROCESS_TIMEOUT_S
    )
    assert done.returncode == code
    assert "usage: player.py [-h] server code seat [name]" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
