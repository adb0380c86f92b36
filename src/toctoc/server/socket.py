"""Websockets: the thin seam between uvicorn, which accepts connections, and a house of tables.

uvicorn hands the connection of a request for a websocket to the class that its configuration names. Ours is
picows', which takes a third of the time that uvicorn's own protocols take for a message. Its constructor is not
documented: the version is pinned, and nothing else in the house knows of it.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Protocol

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

from toctoc.server.house import Hosted, House
from toctoc.server.limits import Limits
from toctoc.table import commands, notices
from toctoc.table.snap import Line
from toctoc.table.talk import Budget

PING_EVERY = 5.0  # seconds
logger = logging.getLogger("toctoc.socket")
quiet = logging.LoggerAdapter(logger, {})  # of a plain logger picows would make a child for every connection


class Turned(Exception):
    """A request for a websocket that is refused, with an HTTP status."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Door(Protocol):
    """Who may come in, and to which table."""

    def admit(self, path: str, headers: dict[str, str], address: str) -> tuple[Hosted, str]:
        """The table and the guest; `Turned` says why not."""

    def left(self, headers: dict[str, str], address: str) -> None: ...


class Socket(WSListener):
    """One connection: messages in, messages out, and how long its line takes."""

    def __init__(self, house: House, hosted: Hosted, guest: str, limits: Limits, gone: Callable[[], None]) -> None:
        self.house, self.hosted, self.guest, self.limits, self.gone = house, hosted, guest, limits, gone
        self.version = -1
        self.line = Line()
        self.credit = 0
        self.budget = Budget(limits.messages_burst, limits.messages_per_second)
        self.transport: WSTransport | None = None
        self.pinged: tuple[float, int] | None = None  # when, and the version that had been sent
        self.rude = 0

    # --- called by picows ------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.house.connect(self.hosted, self)
        self.ping()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind in (WSMsgType.TEXT, WSMsgType.BINARY) and frame.fin:
            self.received(frame.get_payload_as_memoryview())
        elif kind == WSMsgType.PONG:
            self.ponged()
        elif kind == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif kind != WSMsgType.PING:
            self.close("message/fragmented", "Messages come in one piece.")

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.transport = None
        self.house.disconnect(self.hosted, self)
        self.gone()

    # --- the connection --------------------------------------------------------------------------------------

    def received(self, message: Any) -> None:
        if not self.budget.take(time.monotonic()):
            self.rude += 1
            if self.rude > self.limits.messages_burst:
                self.close("message/too-many", "Too many messages.")
            else:
                self._refuse("message/too-many", "Too many messages: wait a moment.")
            return
        try:
            command = commands.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse("message/bad", f"This is not a message of this protocol: {str(error)[:200]}")
            return
        self.house.receive(self.hosted, self, command)

    def send(self, message: bytes) -> None:
        transport = self.transport
        if transport is None:
            return
        transport.send(WSMsgType.TEXT, message)
        if transport.underlying_transport.get_write_buffer_size() > self.limits.backlog_bytes:
            logger.info("a connection reads too slowly and is dropped")
            self.transport = None
            self.house.disconnect(self.hosted, self)
            transport.underlying_transport.abort()

    def close(self, code: str, message: str) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, notices.write(notices.Bye(code, message)))
            self.transport.send_close(WSCloseCode.POLICY_VIOLATION, code.encode())
            self.transport.disconnect()

    def ping(self) -> None:
        """Measure the line; a connection that did not answer the last time is gone."""
        if self.transport is None:
            return
        if self.pinged is not None:
            self.transport.underlying_transport.abort()
            return
        self.pinged = (time.monotonic(), self.version)
        self.transport.send_ping()
        asyncio.get_running_loop().call_later(PING_EVERY, self.ping)

    def ponged(self) -> None:
        if self.pinged is not None:
            sent, version = self.pinged
            self.pinged = None
            self.line.measured(1000 * (time.monotonic() - sent))
            self.credit = self.line.credit
            self.house.measured(self.hosted, self)
            if version > 0:
                self.house.acknowledge(self.hosted, self, version)

    def _refuse(self, code: str, message: str) -> None:
        self.send(notices.write(notices.Refused(code, message)))


def protocol(house: House, door: Door, limits: Limits) -> Callable[..., WSProtocol]:
    """What uvicorn calls for every request for a websocket."""

    class Handed(WSProtocol):  # type: ignore[misc]  # compiled without types
        def data_received(self, data: bytes) -> None:
            """The request that uvicorn has already read."""
            while data:
                buffer = self.get_buffer(len(data))
                size = min(len(buffer), len(data))
                buffer[:size], data = data[:size], data[size:]
                self.buffer_updated(size)

    def accept(**_: Any) -> WSProtocol:
        handed: WSProtocol

        def listen(request: WSUpgradeRequest) -> Any:
            address = _address(handed)
            headers = {name.lower(): value for name, value in request.headers.items()}
            try:
                hosted, guest = door.admit(request.path.decode("latin-1"), headers, address)
            except Turned as turned:
                body = notices.write(notices.Refused(turned.code, str(turned)))
                kind = {"Content-Type": "application/json"}
                response = WSUpgradeResponse.create_error_response(turned.status, body, kind)
                return WSUpgradeResponseWithListener(response, None)
            return Socket(house, hosted, guest, limits, lambda: door.left(headers, address))

        handed = Handed(
            "", "", False, listen, quiet, False, 5.0, False, 20.0, 20.0, WSAutoPingStrategy.PING_WHEN_IDLE, True,
            limits.message_bytes, None, 2048,
        )  # fmt: skip
        return handed

    return accept


def _address(handed: WSProtocol) -> str:
    peer = handed.transport.underlying_transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
