"""The end of a server while a request for a websocket waits for its answer."""

import asyncio
import socket
from collections.abc import Coroutine
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.server.local_server import CODE
from tests.server.socket_harness import SocketHarness
from toctoc.server.errors import HTTPError
from toctoc.server.transport.admission import Admissions
from toctoc.table.log import Settings

UPGRADE = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
REQUEST = f"GET /api/tables/{CODE}/ws HTTP/1.1\r\n{UPGRADE}"
TIMEOUT_S = 60.0


def test_a_server_ends_while_a_websocket_is_admitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = SocketHarness(tmp_path, "escalier", Settings(2))
    is_asked, is_over = asyncio.Event(), asyncio.Event()

    async def wait_for_the_end(*_: Any) -> HTTPError:
        is_asked.set()
        await is_over.wait()
        return HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/ends", "Too late.")

    def run(task: Coroutine[Any, Any, Any]) -> None:
        asyncio.run_coroutine_threadsafe(task, harness.loop).result(TIMEOUT_S)

    monkeypatch.setattr(Admissions, "admit", wait_for_the_end)
    with socket.create_connection(("127.0.0.1", harness.port), TIMEOUT_S) as client:
        client.sendall(REQUEST.encode())
        run(is_asked.wait())
        run(harness.server.shutdown())
        assert client.recv(1) == b"", "the connection is closed without an answer"
    harness.loop.call_soon_threadsafe(is_over.set)
