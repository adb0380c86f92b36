"""A bad line between guests and the server: it breaks at any byte, and sends frames twice or in another order."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random

TEXT = 0x81  # the first byte of a whole text frame
HOLD = 0.01  # seconds that a frame waits for another one to pass it


class FlakyProxy:
    """A proxy for websockets. What comes from the server is only ever cut off, as TCP keeps the order."""

    def __init__(self, port: Callable[[], int], rng: Random) -> None:
        self.to, self.rng = port, rng
        self.port = 0
        self.is_bad = True  # a good line passes everything on
        self.cuts = self.twice = self.swapped = 0

    async def __aenter__(self) -> "FlakyProxy":
        self.server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _joined(self, guest: asyncio.StreamReader, to_guest: asyncio.StreamWriter) -> None:
        both = [to_guest]
        with suppress(OSError, EOFError):
            server, to_server = await asyncio.open_connection("127.0.0.1", self.to())
            both.append(to_server)
            # Most lines break after a while, one way or the other; some within the handshake.
            far, near = self.rng.choice([300, 3_000, 30_000]), self.rng.choice([2_000, 200_000])
            up = asyncio.ensure_future(self._up(guest, Cut(self, to_server, far)))
            down = asyncio.ensure_future(self._down(server, Cut(self, to_guest, near)))
            await asyncio.wait([up, down], return_when=asyncio.FIRST_COMPLETED)
            up.cancel()
            down.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
        for writer in both:
            writer.transport.abort()

    async def _down(self, server: asyncio.StreamReader, to_guest: "Cut") -> None:
        while data := await server.read(65_536):
            to_guest.write(data)

    async def _up(self, guest: asyncio.StreamReader, to_server: "Cut") -> None:
        to_server.write(await guest.readuntil(b"\r\n\r\n"))
        reading = asyncio.ensure_future(_frame(guest))
        held = b""
        try:
            while True:
                done, _ = await asyncio.wait([reading], timeout=HOLD if held else None)
                if not done:
                    to_server.write(held)
                    held = b""
                    continue
                frame = reading.result()
                reading = asyncio.ensure_future(_frame(guest))
                luck = self.rng.random() if self.is_bad and frame[0] == TEXT else 1.0
                if held:
                    to_server.write(frame + held)
                    held = b""
                    self.swapped += 1
                elif luck < 0.1:
                    held = frame
                elif luck < 0.2:
                    to_server.write(frame + frame)
                    self.twice += 1
                else:
                    to_server.write(frame)
        finally:
            reading.cancel()


class Cut:
    """One direction, which ends within so many bytes."""

    def __init__(self, line: FlakyProxy, writer: asyncio.StreamWriter, within: int) -> None:
        self.line, self.writer, self.left = line, writer, line.rng.randrange(within)

    def write(self, data: bytes) -> None:
        if self.line.is_bad and len(data) > self.left:
            self.writer.write(data[: self.left])
            self.line.cuts += 1
            raise EOFError
        self.left -= len(data)
        self.writer.write(data)


async def _frame(stream: asyncio.StreamReader) -> bytes:
    """One frame of a client, with its mask, as it is."""
    head = await stream.readexactly(2)
    size = head[1] & 0x7F
    longer = {126: 2, 127: 8}.get(size, 0)
    more = await stream.readexactly(longer)
    size = int.from_bytes(more) if longer else size
    return head + more + await stream.readexactly(4 + size)
