"""Games are compiled in other processes, once on a machine; where that fails, strong bots do without."""

import logging
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from toctoc.bots import compiling, engine
from toctoc.bots.engine import is_compiled
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools import warmup
from toctoc.server.bot_pools.warmup import Compiler

pytest.importorskip("numba")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that keeps nothing compiled."""
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))
    return tmp_path


def compile_it(name: str) -> None:
    """As if: what tells that everything is there."""
    folder = engine.compiled_folder(GAMES[name])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / engine.WHOLE).touch()


class Process:
    """A process that compiles for ever, and notes its command and its end."""

    def __init__(self, command: list[str], **_: Any) -> None:
        self.command, self.ended = command, False
        started.append(self)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> None:
        pass


started: list[Process] = []


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    started.clear()
    monkeypatch.setattr("toctoc.server.bot_pools.warmup.subprocess.Popen", Process)
    return started


@pytest.mark.usefixtures("empty")
def test_a_server_compiles_missing_games_at_the_lowest_priority(processes: list[Process]) -> None:
    first, *others = GAMES
    compile_it(first)
    compiler = Compiler()
    compiler.begin(GAMES)
    assert [process.command[1:] for process in processes] == [["-m", "toctoc.bots.compiling", "19", *others]]
    compiler.close()
    assert [process.ended for process in processes] == [True]
    compiler.prepare(others[0])  # begins nothing any more
    assert len(processes) == 1


@pytest.mark.usefixtures("empty")
def test_a_server_compiles_nothing_that_is_cached(processes: list[Process]) -> None:
    for name in GAMES:
        compile_it(name)
    Compiler().begin(GAMES)
    assert not processes


@pytest.mark.usefixtures("empty")
def test_a_game_that_cannot_be_compiled_is_logged_and_not_tried_in_this_process(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    warm: list[str] = []
    monkeypatch.setattr(warmup, "warm_up", lambda game: warm.append(game.name))
    with caplog.at_level(logging.WARNING):
        Compiler().prepare("escalier")
    assert processes[0].command[2:] == ["toctoc.bots.compiling", "5", "escalier"]
    assert "could not be compiled" in caplog.text
    compile_it("chocottes")
    Compiler().prepare("chocottes")
    assert (warm, len(processes)) == (["chocottes"], 1)


@pytest.mark.usefixtures("empty")
def test_the_check_for_compiled_games_does_not_load_numba() -> None:
    numba = sys.modules.pop("numba", None)
    sys.modules["numba"] = None  # type: ignore[assignment]  # to import it is an error
    try:
        assert not is_compiled(GAMES["escalier"])
    finally:
        sys.modules.pop("numba")
        if numba is not None:
            sys.modules["numba"] = numba


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_two_processes_do_not_compile_the_same_game(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(compiling, "warm_up", lambda game: compiled.append(game.name))
    with compiling._alone(GAMES["escalier"]):
        second = Thread(target=compiling.compile_games, args=(["escalier"], 0))
        second.start()
        compile_it("escalier")  # by the first one
    second.join()
    assert compiled == []
    compiling.compile_games(["chocottes"], 0)
    assert compiled == ["chocottes"]
    assert list(empty.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_compiler_ends_with_a_killed_server(empty: Path) -> None:
    with compiling._alone(GAMES["escalier"]):  # so the other one waits, as if it compiled for long
        start = f"""
import subprocess, sys
command = [sys.executable, "-m", "{warmup.COMPILER_MODULE}", "0", "escalier"]
child = subprocess.Popen(command, stdin=subprocess.PIPE)
print("started", flush=True)
child.wait()
"""
        with subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"started\n"
            server.kill()
            assert server.stdout.read() == b""  # which ends when nobody has it open any more, the child neither
