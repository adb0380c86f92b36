"""A silent player to move is pinged often, others rarely; a client that does not answer is disconnected."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from picows import WSMsgType

from toctoc.server.transport.websocket import CHECK_SECONDS, GOLDEN, PING_EVERY, WebSocket


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
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list of the times after which checks were asked for."""
    delays = list[float]()

    def call_later(seconds: float, _callback: Any) -> SimpleNamespace:
        delays.append(seconds)
        return SimpleNamespace(cancel=lambda: None)

    loop = SimpleNamespace(call_later=call_later)
    monkeypatch.setattr("toctoc.server.transport.websocket.asyncio.get_running_loop", lambda: loop)
    return delays


def connected(line: Line, phase: float = 0.0, is_asked: bool = False) -> Pinged:
    live = SimpleNamespace(
        measured=lambda _: None,
        waits_for=lambda _: is_asked,
        connect=lambda _: None,
        services=SimpleNamespace(is_ending=False),
    )
    admission = SimpleNamespace(live=live, guest="anna", address="127.0.0.1", is_screen=False, spend=None)
    budgets = SimpleNamespace(join=lambda _: None)
    socket = Pinged(cast("Any", admission), cast("Any", None), cast("Any", budgets), phase)
    socket.on_ws_connected(cast("Any", line))
    socket.says(WSMsgType.PONG)
    return socket


def check(socket: Pinged, times: int, *, is_speaking: bool = False) -> None:
    for _ in range(times):
        if is_speaking:
            socket.says(WSMsgType.TEXT)
        socket.check()
        if socket.pinged:
            socket.says(WSMsgType.PONG)


@pytest.mark.usefixtures("later")
def test_a_silent_player_to_move_is_pinged_at_every_check(line: Line) -> None:
    check(connected(line, is_asked=True), 10)
    assert line.pings == 1 + 10
    assert not line.is_aborted


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize(("is_asked", "is_speaking"), [(False, False), (False, True), (True, True)])
def test_others_are_pinged_less_often(line: Line, is_asked: bool, is_speaking: bool) -> None:
    check(connected(line, is_asked=is_asked), 5 * PING_EVERY, is_speaking=is_speaking)
    assert line.pings == 1 + 5


@pytest.mark.usefixtures("later")
def test_a_player_to_move_who_falls_silent_is_pinged_at_the_next_check(line: Line) -> None:
    socket = connected(line, phase=0.5, is_asked=True)
    socket.says(WSMsgType.TEXT)
    socket.check()
    assert line.pings == 1
    socket.check()
    assert line.pings == 2


@pytest.mark.usefixtures("later")
def test_a_client_that_answers_no_ping_is_disconnected(line: Line) -> None:
    socket = connected(line, is_asked=True)
    socket.check()
    socket.says(WSMsgType.TEXT)
    socket.check()
    assert line.is_aborted
    assert line.pings == 2


def test_the_pings_of_clients_that_come_together_are_spread_over_their_period(later: list[float]) -> None:
    tenths = [0] * 10
    for number in range(1_000):
        line = Line()
        socket = connected(line, phase=number * GOLDEN % 1)
        at = later[-1]
        assert CHECK_SECONDS <= at < 2 * CHECK_SECONDS  # so that the first ping can be answered
        while line.pings == 1:
            socket.check()
            at += CHECK_SECONDS
        tenths[int(10 * (at - 2 * CHECK_SECONDS) / (PING_EVERY * CHECK_SECONDS))] += 1
    assert all(90 <= number <= 110 for number in tenths)
