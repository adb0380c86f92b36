"""A server's process, seen from outside."""

import asyncio
import sys

import pytest

from benchmarks.live import node
from benchmarks.live.boardgameio import BoardgameIO
from benchmarks.live.colyseus import Colyseus
from benchmarks.live.measure import Load, measure
from benchmarks.live.process import ServerFailed, ServerProcess, machine_seconds
from benchmarks.live.restart import measure_restart

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
    with pytest.raises(ServerFailed, match=r"need node, and there is none: install Node\.js"):
        node.program("node")


def test_the_lock_names_no_address() -> None:
    assert '"resolved"' not in (node.FOLDER / "package-lock.json").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("peer", [BoardgameIO, Colyseus])
def test_another_server_plays(peer: type[BoardgameIO | Colyseus]) -> None:
    """It is installed first, so this needs the internet."""
    found = asyncio.run(measure(peer(), Load(tables=1, pace=80, seconds=2, warm_up=0.5)))
    assert found.paced.moves == 160  # more than a deal has: the next one began
    assert found.saturated.moves > 0


@pytest.mark.long
@pytest.mark.parametrize("peer", [BoardgameIO, Colyseus])
def test_another_server_plays_again_after_a_restart(peer: type[BoardgameIO | Colyseus]) -> None:
    found = asyncio.run(measure_restart(peer(), 2, lambda _: None))
    assert 0 < found.listening < found.first_move <= found.everybody
