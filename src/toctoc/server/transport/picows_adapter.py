"""Hand a connection that uvicorn has accepted over to picows.

picows offers no documented way to do so: its public `ws_create_server` accepts connections itself. This module
alone knows the constructor of picows' protocol class. `tests/server/test_picows_adapter.py` fails when that
changes.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]  # not in its types

from toctoc.server.security.connection_limit import peer_address

HANDSHAKE_SECONDS = 5.0
READ_BUFFER_BYTES = 2048
# picows makes a child of a plain logger for every connection.
logger = logging.LoggerAdapter(logging.getLogger("toctoc.socket"), {})


class HandedOverConnection(WSProtocol):  # type: ignore[misc]  # compiled without types
    """A connection after its first request, which uvicorn has read.

    `closed` is called with the peer's address at the end.
    """

    closed: Callable[[str | None], None]
    peer: str | None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Keep the address for `closed`: a closed transport may not have it."""
        self.peer = peer_address(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Call `closed`, also if the handshake has failed."""
        super().connection_lost(error)
        self.closed(self.peer)

    def data_received(self, data: bytes) -> None:
        """Pass on the request that uvicorn has read to picows' buffer."""
        while data:
            buffer = self.get_buffer(len(data))
            size = min(len(buffer), len(data))
            buffer[:size], data = data[:size], data[size:]
            self.buffer_updated(size)


def handed_over(
    listen: Callable[..., Any], max_message_bytes: int, closed: Callable[[str | None], None]
) -> HandedOverConnection:
    """Return the protocol for a connection; `listen` gets its request and returns a listener or a response."""
    connection = HandedOverConnection(
        host_port="",
        ws_path="",
        is_client_side=False,
        ws_listener_factory=listen,
        logger=logger,
        disconnect_on_exception=False,
        websocket_handshake_timeout=HANDSHAKE_SECONDS,
        enable_auto_ping=False,
        auto_ping_idle_timeout=20.0,
        auto_ping_reply_timeout=20.0,
        auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
        enable_auto_pong=False,
        max_frame_size=max_message_bytes,
        extra_headers=None,
        read_buffer_init_size=READ_BUFFER_BYTES,
    )
    connection.closed = closed
    return connection
