"""A line that goes on to another node: whatever comes in at one end goes out at the other, unread."""

import asyncio
from collections.abc import Callable
from typing import cast

HEAD_BYTES = 65_536  # of an answer, at most
END = b"\r\n\r\n"
LINGER = 5.0  # seconds in which an end must have taken what was left for it


class End(asyncio.Protocol):
    """Is one end of a line. Until it is joined with another it keeps what comes: the head of an answer."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: End | None = None
        self.head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.kept = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Send on what came; nobody looks at it."""
        if self.other is not None:
            self.other.write(data)
            return
        self.kept += data
        if END in self.kept:
            if not self.head.done():
                self.head.set_result(self.kept)
        elif len(self.kept) > HEAD_BYTES:
            self.abort()

    def write(self, data: bytes) -> None:
        """Send to whoever is at this end, unless they have gone."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)

    def pause_writing(self) -> None:
        """Let the other end wait: this one takes no more for now."""
        if (other := self._open_other()) is not None:
            other.pause_reading()

    def resume_writing(self) -> None:
        """Let the other end go on."""
        if (other := self._open_other()) is not None:
            other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the other end, too, once it has taken what was sent before."""
        if not self.head.done():
            self.head.set_exception(exc or EOFError())
            self.head.exception()  # perhaps nobody waits for it any more
        if (other := self._open_other()) is not None:
            other.close()
            asyncio.get_running_loop().call_later(LINGER, other.abort)

    def abort(self) -> None:
        """Leave the line, as if it had broken."""
        if self.transport is not None:
            self.transport.abort()

    def _open_other(self) -> asyncio.Transport | None:
        other = self.other.transport if self.other is not None else None
        return None if other is None or other.is_closing() else other


class ClientEnd(End):
    """The end at which a client is: takes over its connection; `left` is called once that is closed."""

    def __init__(self, transport: asyncio.Transport, far: End, left: Callable[[], None]) -> None:
        super().__init__()
        self.transport, self.other, self._left = transport, far, left
        far.other = self
        transport.set_protocol(self)
        self.write(far.kept)
        if far.transport is None or far.transport.is_closing():  # it said all that it has to say
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._left()
