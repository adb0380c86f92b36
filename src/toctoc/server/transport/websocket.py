"""Websockets: messages of clients to the live tables, and back.

uvicorn accepts the connections, and hands a request for a websocket to the protocol that its configuration names.
Ours is picows', which takes a third of the time of uvicorn's own for a message.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from itertools import count
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

from toctoc.server.errors import HTTPError
from toctoc.server.live.dispatch import receive
from toctoc.server.live.hub import SERVER_ENDS
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.delayed_queue import DelayedQueue
from toctoc.server.security.limits import Limits, network_of
from toctoc.server.security.message_budgets import MessageBudgets
from toctoc.server.security.proxies import join_headers
from toctoc.server.security.rate_budget import Cost
from toctoc.server.transport.admission import SUBPROTOCOL, Admission, offered_subprotocols
from toctoc.server.transport.picows_adapter import HandedOverConnection, handed_over
from toctoc.table import commands, messages
from toctoc.table.snap import Latency
from toctoc.table.throttle import Throttle

TEXT = WSMsgType.TEXT
CHECK_SECONDS = 5.0  # between two checks of a connection; a ping that is unanswered at the next one ends it
PING_EVERY = 4  # checks; at each check while the game waits for the silent client's player
GOLDEN = (5**0.5 - 1) / 2  # its multiples spread the pings of connections that come together
NO_BUDGET = Throttle(0, 0.0)  # before the connection is established
logger = logging.getLogger("toctoc.socket")


class WebSocket(WSListener):
    """One connection: messages in, messages out, and the latency of its line."""

    def __init__(self, admission: Admission, limits: Limits, budgets: MessageBudgets, phase: float = 0.0) -> None:
        self.live, self.guest, self.limits = admission.live, admission.guest, limits
        self.address, self.is_screen = network_of(admission.address), admission.is_screen
        self.admission, self.delayed = admission, DelayedQueue(admission.spend)
        self.version = -1
        self.latency = Latency()
        self.credit = 0
        self.budgets, self.budget = budgets, NO_BUDGET
        self.transport: WSTransport | None = None
        self.pinged: tuple[float, int] | None = None  # the time, and the version that had been sent
        self.is_heard = False  # since the last check
        self.phase = phase  # from 0 to 1, in the cycle of pings
        self.unpinged = 0  # number of checks since the last ping
        self.timer: asyncio.TimerHandle | None = None  # of the next check, or of the end
        self.excess = 0  # messages over budget

    # --- called by picows ------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.budget = self.budgets.join(self.guest)
        if self.live.services.is_ending:  # it came too late for `Hub.hand_over`
            self.close("server/ends", SERVER_ENDS)
            return
        self.live.connect(self)
        self._ping(transport)
        checks, part = divmod(PING_EVERY * self.phase, 1)
        self.unpinged = PING_EVERY - 1 - int(checks)
        self._later(CHECK_SECONDS * (1 + part), self.check)

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if self.transport is None:
            return  # a frame after the end
        if kind in (TEXT, WSMsgType.BINARY) and frame.fin:
            self.is_heard = True
            self.received(frame.get_payload_as_memoryview())
        elif kind == WSMsgType.PONG:
            self.ponged()
        elif kind == WSMsgType.PING:
            self.pinged_by_client(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self._disconnect(WSCloseCode.OK, b"")
        else:
            self.close("message/fragmented", "Messages come in one piece.")

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.transport = None
        self.delayed.clear()
        if self.timer is not None:
            self.timer.cancel()
        self.budgets.leave(self.guest)
        self.live.disconnect(self)

    def pause_writing(self) -> None:
        """Do nothing: a slow reader is dropped by the size of its buffer."""

    def resume_writing(self) -> None:
        """Do nothing: writing was not paused."""

    # --- the connection --------------------------------------------------------------------------------------

    def received(self, message: Any) -> None:
        """Read a message, and dispatch or refuse it."""
        if not self._may_speak(message):
            return
        try:
            command = commands.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why = f"This is not a message of this protocol: {commands.explained(error)}"
            refusal = _refusal("message/bad", why, commands.id_of(message))
            is_read = self.delayed.submit(Cost.MESSAGE, partial(self.send, refusal))
        else:
            is_again = isinstance(command, commands.Hello) and self.version >= 0
            cost = Cost.HELLO if is_again else Cost.MESSAGE + Cost.LISTENER * len(self.live.connections)
            is_read = self.delayed.submit(cost, partial(receive, self.live, self, command))
        if not is_read:
            self._refuse_excess(message)

    def send(self, message: bytes) -> None:
        """Send an encoded message; a client that reads too slowly is dropped."""
        transport = self.transport
        if transport is None:
            return
        transport.send(TEXT, message)
        if transport.underlying_transport.get_write_buffer_size() > self.limits.backlog_bytes:
            self._drop_slow(transport)

    def pinged_by_client(self, payload: bytes) -> None:
        """Answer a ping; it counts as a message, and its answer as one to a slow reader."""
        if self.transport is not None and self._may_speak():
            self.transport.send_pong(payload)
            if self.transport.underlying_transport.get_write_buffer_size() > self.limits.backlog_bytes:
                self._drop_slow(self.transport)

    def _may_speak(self, message: Any = b"") -> bool:
        """Tell whether one more message is read; else refuse it, and finally disconnect its sender."""
        if self.budget.take(time.monotonic()):
            return True
        self._refuse_excess(message)
        return False

    def _refuse_excess(self, message: Any) -> None:
        self.excess += 1
        self.admission.spend(Cost.REFUSAL)
        if self.excess > self.limits.messages_burst or self.admission.is_spent:
            self.close("message/too-many", "Too many messages.")
        else:
            why = "Too many messages: wait a moment."
            self.send(_refusal("message/too-many", why, commands.id_of(message)))

    def _drop_slow(self, transport: WSTransport) -> None:
        logger.info("a connection reads too slowly and is dropped")
        self.transport = None
        self.delayed.clear()
        self.live.disconnect(self)
        transport.underlying_transport.abort()

    def close(self, code: str, message: str) -> None:
        """Send the reason and close the connection."""
        if self.transport is not None:
            self.transport.send(TEXT, messages.write(messages.Bye(code, message)))
            self._disconnect(WSCloseCode.POLICY_VIOLATION, code.encode())

    def _disconnect(self, why: WSCloseCode, reason: bytes) -> None:
        transport, self.transport = self.transport, None
        self.delayed.clear()
        assert transport is not None
        transport.send_close(why, reason)
        transport.disconnect()
        # A client that reads nothing would keep the connection open.
        self._later(CHECK_SECONDS, transport.underlying_transport.abort)

    def check(self) -> None:
        """Ping the client if it is time to; disconnect it if it did not answer the last ping.

        Pings for all would take an eighth of a busy server's time. A client that sends messages needs none, and
        one whose player is not to move needs few. `PING_EVERY` checks measure the latency of all.
        """
        if self.transport is None:
            return
        if self.pinged is not None:
            self.transport.underlying_transport.abort()
            return
        self.unpinged += 1
        if self.unpinged >= PING_EVERY or (not self.is_heard and self.live.waits_for(self.guest)):
            self._ping(self.transport)
        self.is_heard = False
        self._later(CHECK_SECONDS, self.check)

    def _ping(self, transport: WSTransport) -> None:
        self.unpinged = 0
        self.pinged = (time.monotonic(), self.version)
        transport.send_ping()

    def ponged(self) -> None:
        """Measure the latency of the line; updates that were sent before the ping have arrived."""
        if self.pinged is not None:
            sent, version = self.pinged
            self.pinged = None
            self.latency.measured(1000 * (time.monotonic() - sent))
            self.credit = self.latency.credit
            self.live.measured(self)
            if version > 0:
                self.live.acknowledge(self, version)

    def _later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after `seconds`, instead of an earlier one; not if the connection is closed."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(seconds, action)


def websocket_protocol(access: AccessControl) -> Callable[..., HandedOverConnection]:
    """Return the function that uvicorn calls for every request for a websocket."""
    budgets = MessageBudgets(access.limits, time.monotonic)
    numbers = count()

    def accept(app_state: dict[str, Admission | HTTPError], **_: Any) -> HandedOverConnection:
        answer = app_state["answer"]  # from http_protocol.py

        def listen(request: WSUpgradeRequest) -> Any:
            if isinstance(answer, HTTPError):
                return _error_response(answer)
            listener = WebSocket(answer, access.limits, budgets, next(numbers) * GOLDEN % 1)
            if SUBPROTOCOL not in offered_subprotocols(join_headers(request.headers.items())):
                return listener
            chosen = WSUpgradeResponse.create_101_response({"Sec-WebSocket-Protocol": SUBPROTOCOL})
            return WSUpgradeResponseWithListener(chosen, listener)

        def closed(peer: str | None) -> None:
            access.connections.release(peer)
            if isinstance(answer, Admission):
                answer.end()

        return handed_over(listen, access.limits.message_bytes, closed)

    return accept


def _refusal(code: str, message: str, id: str | None) -> bytes:
    return messages.write(messages.Refusal(code, message, id))


def _error_response(why: HTTPError) -> WSUpgradeResponseWithListener:
    body = messages.write(messages.Refusal(why.code, str(why)))
    kind = {"Content-Type": "application/json"}
    response = WSUpgradeResponse.create_error_response(why.status, body, kind)
    return WSUpgradeResponseWithListener(response, None)
