"""A server's process, seen from outside."""

import asyncio
import sys

import pytest

from benchmarks.live import boardgameio
from benchmarks.live.measure import Load, measure
from benchmarks.live.process import ServerFailed, ServerProcess, machine_seconds

READY = "print('Hello'); print('Serving on http://127.0.0.1:4321/', flush=True); "


def test_it_is_ready_when_it_says_its_address() -> None:
    async def scene() -> None:
        server = await ServerProcess.start([sys.executable, "-c", READY + "import time; time.sleep(60)"])
        assert server.port == 4321
        assert server.resident_bytes() > 1_000_000
        assert 0 <= server.cpu_seconds() <= machine_seconds()
        await server.stop()
        assert server.process.returncode is not None

    asyncio.run(scene())


def test_one_that_ends_before_is_reported() -> None:
    with pytest.raises(ServerFailed, match="ended with 3 before it was ready"):
        asyncio.run(ServerProcess.start([sys.executable, "-c", "raise SystemExit(3)"]))


def test_without_node_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path: None)
    with pytest.raises(ServerFailed, match=r"needs node, and there is none: install Node\.js"):
        boardgameio.program("node")


def test_the_lock_names_no_address() -> None:
    assert '"resolved"' not in (boardgameio.FOLDER / "package-lock.json").read_text("utf-8")


@pytest.mark.long
def test_boardgameio_plays() -> None:
    """Its server with our game: it installs it, so it needs the internet."""
    found = asyncio.run(measure(boardgameio.BoardgameIO(), Load(tables=1, pace=80, seconds=2, warm_up=0.5)))
    assert found.paced.moves == 160  # more than a deal has: the next one began
    assert found.saturated.moves > 0
