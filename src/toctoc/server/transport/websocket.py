"""Carry messages over websockets: the thin seam between uvicorn, which accepts connections, and a hub of tables.

uvicorn hands the connection of a request for a websocket to the class that its configuration names. Ours is
picows', which takes a third of the time that uvicorn's own protocols take for a message. Its constructor is not
documented: the version is pinned, and nothing else in the hub knows of it.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]  # not in its types

from toctoc.server.errors import HTTPError
from toctoc.server.live.dispatch import receive
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.connection_limit import address_of
from toctoc.server.security.delayed_queue import Turns
from toctoc.server.security.limits import Limits, place
from toctoc.server.security.message_budgets import MessageBudgets
from toctoc.server.security.proxies import joined
from toctoc.server.transport.access import Access
from toctoc.server.transport.admission import PROTOCOL, Admission, offered
from toctoc.table import commands, messages
from toctoc.table.snap import Latency
from toctoc.table.throttle import Throttle

PING_EVERY = 5.0  # seconds in which nothing was heard
MEASURE_EVERY = 4  # times so long a line that speaks is measured as well
NOTHING = Throttle(0, 0.0)  # what may be said before a connection is there
logger = logging.getLogger("toctoc.socket")
quiet = logging.LoggerAdapter(logger, {})  # of a plain logger picows would make a child for every connection


class WebSocket(WSListener):
    """One connection: messages in, messages out, and how long its line takes."""

    def __init__(self, admission: Admission, limits: Limits, budgets: MessageBudgets) -> None:
        self.live, self.guest, self.limits = admission.live, admission.guest, limits
        self.address = place(admission.address)
        self.admission, self.turns = admission, Turns(admission.spend)
        self.version = -1
        self.latency = Latency()
        self.credit = 0
        self.budgets, self.budget = budgets, NOTHING
        self.transport: WSTransport | None = None
        self.pinged: tuple[float, int] | None = None  # when, and the version that had been sent
        self.is_heard = False  # since it was last looked at
        self.unmeasured = 0  # how often it was only looked at since the last ping
        self.timer: asyncio.TimerHandle | None = None  # of the next ping, or of the end
        self.rude = 0

    # --- called by picows ------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.budget = self.budgets.join(self.guest)
        self.live.connect(self)
        self.ping()

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if self.transport is None:
            return  # what came after the end
        if kind in (WSMsgType.TEXT, WSMsgType.BINARY) and frame.fin:
            self.is_heard = True
            self.received(frame.get_payload_as_memoryview())
        elif kind == WSMsgType.PONG:
            self.ponged()
        elif kind == WSMsgType.PING:
            self.pinged_by_client(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self._hang_up(WSCloseCode.OK, b"")
        else:
            self.close("message/fragmented", "Messages come in one piece.")

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.transport = None
        self.turns.forget()
        if self.timer is not None:
            self.timer.cancel()
        self.budgets.leave(self.guest)
        self.live.disconnect(self)

    def pause_writing(self) -> None:
        """Do nothing: a slow reader is dropped by how much waits for it, not by this."""

    def resume_writing(self) -> None:
        """Do nothing: writing was not paused."""

    # --- the connection --------------------------------------------------------------------------------------

    def received(self, message: Any) -> None:
        """Read a message, and do or refuse what it asks."""
        if not self._may_speak(message):
            return
        try:
            command = commands.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why = f"This is not a message of this protocol: {commands.explained(error)}"
            refusal = _refusal("message/bad", why, commands.id_of(message))
            is_read = self.turns.take(costs.MESSAGE, partial(self.send, refusal))
        else:
            is_again = isinstance(command, commands.Hello) and self.version >= 0
            cost = costs.HELLO if is_again else costs.MESSAGE + costs.LISTENER * len(self.live.connections)
            is_read = self.turns.take(cost, partial(receive, self.live, self, command))
        if not is_read:
            self._be_rude(message)

    def send(self, message: bytes) -> None:
        """Send an encoded message; a reader that is too slow is dropped."""
        transport = self.transport
        if transport is None:
            return
        transport.send(WSMsgType.TEXT, message)
        self._drop_if_slow(transport)

    def pinged_by_client(self, payload: bytes) -> None:
        """Answer a ping, which counts as a message, as its answer does for a slow reader."""
        if self.transport is not None and self._may_speak():
            self.transport.send_pong(payload)
            self._drop_if_slow(self.transport)

    def _may_speak(self, message: Any = b"") -> bool:
        """Tell whether one more message is read; else tell its sender so, and in the end hang up."""
        if self.budget.take(time.monotonic()):
            return True
        self._be_rude(message)
        return False

    def _be_rude(self, message: Any) -> None:
        self.rude += 1
        self.admission.spend(costs.REFUSAL)
        if self.rude > self.limits.messages_burst or self.admission.is_spent:
            self.close("message/too-many", "Too many messages.")
        else:
            why = "Too many messages: wait a moment."
            self.send(_refusal("message/too-many", why, commands.id_of(message)))

    def _drop_if_slow(self, transport: WSTransport) -> None:
        if transport.underlying_transport.get_write_buffer_size() > self.limits.backlog_bytes:
            logger.info("a connection reads too slowly and is dropped")
            self.transport = None
            self.turns.forget()
            self.live.disconnect(self)
            transport.underlying_transport.abort()

    def close(self, code: str, message: str) -> None:
        """Say why, and hang up."""
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, messages.write(messages.Bye(code, message)))
            self._hang_up(WSCloseCode.POLICY_VIOLATION, code.encode())

    def _hang_up(self, why: WSCloseCode, reason: bytes) -> None:
        transport, self.transport = self.transport, None
        self.turns.forget()
        assert transport is not None
        transport.send_close(why, reason)
        transport.disconnect()
        # A client that reads nothing would keep the line open.
        _later(self, transport.underlying_transport.abort)

    def ping(self) -> None:
        """Measure a line that was silent, or not measured for long; one that did not answer the last time is gone.

        Whoever speaks is there: pings for everybody would take an eighth of the time of a server with many tables.
        """
        if self.transport is None:
            return
        if self.pinged is not None:
            self.transport.underlying_transport.abort()
            return
        self.unmeasured += 1
        if not self.is_heard or self.unmeasured >= MEASURE_EVERY:
            self.unmeasured = 0
            self.pinged = (time.monotonic(), self.version)
            self.transport.send_ping()
        self.is_heard = False
        _later(self, self.ping)

    def ponged(self) -> None:
        """Note how long the line took; what was sent before the ping has arrived."""
        if self.pinged is not None:
            sent, version = self.pinged
            self.pinged = None
            self.latency.measured(1000 * (time.monotonic() - sent))
            self.credit = self.latency.credit
            self.live.measured(self)
            if version > 0:
                self.live.acknowledge(self, version)


def _later(socket: WebSocket, do: Callable[[], None]) -> None:
    """Do something after the time between two pings, and nothing else; nothing once the connection is gone."""
    if socket.timer is not None:
        socket.timer.cancel()
    socket.timer = asyncio.get_running_loop().call_later(PING_EVERY, do)


def protocol(access: Access, limits: Limits) -> Callable[..., WSProtocol]:
    """Return what uvicorn calls for every request for a websocket."""

    class Handed(WSProtocol):  # type: ignore[misc]  # compiled without types
        left: Callable[[], None] | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            """Take over a connection that has come through the door."""
            self.peer = address_of(transport)
            super().connection_made(transport)

        def connection_lost(self, error: Exception | None) -> None:
            """Count an admitted connection no longer, even if its request proved to be none for a websocket."""
            super().connection_lost(error)
            access.door.leave(self.peer)
            if self.left is not None:
                self.left()

        def data_received(self, data: bytes) -> None:
            """Take the request that uvicorn has already read."""
            while data:
                buffer = self.get_buffer(len(data))
                size = min(len(buffer), len(data))
                buffer[:size], data = data[:size], data[size:]
                self.buffer_updated(size)

    def accept(app_state: dict[str, Admission | HTTPError], **_: Any) -> WSProtocol:
        answer = app_state["answer"]  # from http_protocol.py
        handed: WSProtocol

        def listen(request: WSUpgradeRequest) -> Any:
            if isinstance(answer, HTTPError):
                return _error_response(answer)
            listener = WebSocket(answer, limits, access.budgets)
            if PROTOCOL not in offered(joined(request.headers.items())):
                return listener
            chosen = WSUpgradeResponse.create_101_response({"Sec-WebSocket-Protocol": PROTOCOL})
            return WSUpgradeResponseWithListener(chosen, listener)

        handed = Handed(
            "", "", False, listen, quiet, False, 5.0, False, 20.0, 20.0, WSAutoPingStrategy.PING_WHEN_IDLE, False,
            limits.message_bytes, None, 2048,
        )  # fmt: skip
        if isinstance(answer, Admission):
            handed.left = answer.end
        return handed

    return accept


def _refusal(code: str, message: str, id: str | None) -> bytes:
    return messages.write(messages.Refused(code, message, id))


def _error_response(why: HTTPError) -> WSUpgradeResponseWithListener:
    body = messages.write(messages.Refused(why.code, str(why)))
    kind = {"Content-Type": "application/json"}
    response = WSUpgradeResponse.create_error_response(why.status, body, kind)
    return WSUpgradeResponseWithListener(response, None)
