"""A server tells systemd when it can be reached, that it lives, and that it ends."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.server.hosting import Server
from toctoc.server import watchdog

BEATS = 3  # signs of life that a stopped server would have sent
HANGS = """
import asyncio, os, time
from toctoc.server.watchdog import show_life

async def main():
    life = asyncio.create_task(show_life())
    await asyncio.sleep(0)
    stand_still()

def stand_still():
    while True:
        time.sleep(1)

asyncio.run(main())
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="systemd is Linux's")


class Manager:
    """The part of systemd that listens to a service."""

    def __init__(self, line: socket.socket, address: str) -> None:
        self.line, self.environ = line, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "600000000"}

    def told(self) -> str:
        """Wait for the next message."""
        self.line.settimeout(PROCESS_TIMEOUT_S)
        return self.line.recv(4096).decode()

    def is_told(self, seconds: float) -> bool:
        """Tell whether a message comes within so many seconds."""
        return bool(select.select([self.line], [], [], seconds)[0])

    def wait_for(self, state: str) -> None:
        while self.told() != state:
            pass


@pytest.fixture
def manager() -> Iterator[Manager]:
    # The path of a socket is short.
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"{folder}/notify")
        yield Manager(line, f"{folder}/notify")


def is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "T"


def test_a_server_is_ready_once_it_answers_and_a_stopped_one_shows_no_life(
    tmp_path: Path, manager: Manager
) -> None:
    with Server(tmp_path, **manager.environ) as server:
        manager.wait_for("READY=1")
        with server.http() as http:
            assert http.get("/healthz").text == "well\n"
        for _ in range(2):
            manager.wait_for("WATCHDOG=1")
        os.kill(server.pid, signal.SIGSTOP)
        while not is_stopped(server.pid):
            pass
        while manager.is_told(0):  # it was sent before
            manager.told()
        assert not manager.is_told(BEATS * watchdog.BEAT_SECONDS)
        os.kill(server.pid, signal.SIGCONT)
        manager.wait_for("WATCHDOG=1")
        assert server.interrupt(signal.SIGTERM)[0] == 0
        manager.wait_for("STOPPING=1")


def test_a_server_without_a_port_or_a_store_is_never_ready(tmp_path: Path, manager: Manager) -> None:
    (tmp_path / "notes.txt").write_text("no store")
    with socket.create_server(("127.0.0.1", 0)) as other:
        for options in (["--port", str(other.getsockname()[1])], ["--store", str(tmp_path / "notes.txt")]):
            with pytest.raises(AssertionError, match="did not start"):
                Server(tmp_path, *options, **manager.environ).start()
    assert not manager.is_told(0)


def test_a_name_without_a_file_is_a_socket_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("")  # the system chooses a name
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{line.getsockname()[1:].decode()}")
        watchdog.notify("READY=1")
        assert line.recv(4096) == b"READY=1"


def test_a_manager_that_has_gone_hinders_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nothing"))
    watchdog.notify("READY=1")


def test_a_server_that_hangs_ends_and_says_where() -> None:
    """Where nothing sends signals, as in a container, it is started again because it ends."""
    environ = {**os.environ, "WATCHDOG_USEC": "300000"}
    done = subprocess.run(
        [sys.executable, "-c", HANGS], env=environ, capture_output=True, text=True, timeout=PROCESS_TIMEOUT_S
    )
    assert done.returncode == 1
    assert "in stand_still" in done.stderr
