"""A TCP tunnel to another node: bytes that arrive at one end leave at the other, unread."""

import asyncio
from collections.abc import Callable
from typing import cast

MAX_HEAD_BYTES = 65_536  # of a response
HEAD_END = b"\r\n\r\n"
DRAIN_SECONDS = 5.0  # in which an end must have taken the rest of its bytes


class TunnelEnd(asyncio.Protocol):
    """One end of a tunnel. Until it is joined with another, it keeps the bytes that arrive: a response's head."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: TunnelEnd | None = None
        self.head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Send `data` out at the other end."""
        if self.other is not None:
            self.other.write(data)
            return
        self.received += data
        if HEAD_END in self.received:
            if not self.head.done():
                self.head.set_result(self.received)
        elif len(self.received) > MAX_HEAD_BYTES:
            self.abort()

    def write(self, data: bytes) -> None:
        """Send `data` out at this end, unless it is closed."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)

    def pause_writing(self) -> None:
        """Stop reading at the other end: the buffer of this one is full."""
        if (other := self._open_other()) is not None:
            other.pause_reading()

    def resume_writing(self) -> None:
        """Read at the other end again."""
        if (other := self._open_other()) is not None:
            other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the other end, too, once its buffer is empty."""
        if not self.head.done():
            self.head.set_exception(exc or EOFError())
            self.head.exception()  # mark it as retrieved: perhaps no task waits for it
        if (other := self._open_other()) is not None:
            other.close()
            asyncio.get_running_loop().call_later(DRAIN_SECONDS, other.abort)

    def abort(self) -> None:
        """Close the connection at once."""
        if self.transport is not None:
            self.transport.abort()

    def _open_other(self) -> asyncio.Transport | None:
        other = self.other.transport if self.other is not None else None
        return None if other is None or other.is_closing() else other


class ClientTunnelEnd(TunnelEnd):
    """The end at the client: takes over its connection. `left` is called once that is closed."""

    def __init__(self, transport: asyncio.Transport, far: TunnelEnd, left: Callable[[], None]) -> None:
        super().__init__()
        self.transport, self.other, self._left = transport, far, left
        far.other = self
        transport.set_protocol(self)
        self.write(far.received)
        if far.transport is None or far.transport.is_closing():  # it has sent all that it has to send
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._left()
