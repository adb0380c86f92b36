"""A line is pinged while it is silent, and now and then while it speaks; one that does not answer is given up."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from picows import WSMsgType

from toctoc.server.transport.websocket import MEASURE_EVERY, WebSocket


class Line:
    """A transport, its own underlying one as well, that counts."""

    def __init__(self) -> None:
        self.pings, self.is_aborted, self.underlying_transport = 0, False, self

    def send_ping(self) -> None:
        self.pings += 1

    def abort(self) -> None:
        self.is_aborted = True


class Pinged(WebSocket):
    """A connection without a table, which is looked at when the test says so."""

    def received(self, message: Any) -> None:
        """Hear it, and do nothing about it."""

    def says(self, kind: WSMsgType) -> None:
        """Take a frame from the other side."""
        frame = SimpleNamespace(msg_type=kind, fin=True, get_payload_as_memoryview=lambda: b"{}")
        self.on_ws_frame(cast("Any", None), cast("Any", frame))


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def socket(line: Line, monkeypatch: pytest.MonkeyPatch) -> Pinged:
    later = SimpleNamespace(call_later=lambda _delay, _callback: None)
    monkeypatch.setattr("toctoc.server.transport.websocket.asyncio.get_running_loop", lambda: later)
    live = SimpleNamespace(measured=lambda _socket: None)
    admission = SimpleNamespace(live=live, guest="anna", address="127.0.0.1", is_screen=False, spend=None)
    socket = Pinged(cast("Any", admission), cast("Any", None), cast("Any", None))
    socket.transport = cast("Any", line)
    return socket


def test_a_silent_client_is_pinged_every_time(socket: Pinged, line: Line) -> None:
    for times in range(1, 10):
        socket.ping()
        assert line.pings == times
        socket.says(WSMsgType.PONG)
    assert not line.is_aborted


def test_an_active_client_is_pinged_less_often(socket: Pinged, line: Line) -> None:
    for _ in range(5 * MEASURE_EVERY):
        socket.says(WSMsgType.TEXT)
        socket.ping()
        if socket.pinged:
            socket.says(WSMsgType.PONG)
    assert line.pings == 5


def test_a_client_that_falls_silent_is_pinged_at_the_next_check(socket: Pinged, line: Line) -> None:
    socket.says(WSMsgType.TEXT)
    socket.ping()
    assert line.pings == 0
    socket.ping()
    assert line.pings == 1


def test_a_client_that_answers_no_ping_is_disconnected(socket: Pinged, line: Line) -> None:
    socket.ping()
    socket.says(WSMsgType.TEXT)
    socket.ping()
    assert line.is_aborted
    assert line.pings == 1
