"""A client that does to the server's sockets what no library would."""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

from tests.server.hosting import Server

T = TypeVar("T")
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(payload: bytes, opcode: int = TEXT, fin: bool = True, mask: bool = True, rsv: int = 0) -> bytes:
    """A frame as a client sends it; masked with zeros, which leaves the payload readable."""
    head = bytes([fin << 7 | rsv << 4 | opcode])
    size, masked = len(payload), mask << 7
    if size < 126:
        head += bytes([masked | size])
    elif size < 65536:
        head += bytes([masked | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([masked | 127]) + size.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if mask else b"") + payload


def handshake(path: str, *headers: str, method: str = "GET", key: bool = True) -> bytes:
    """The request for a websocket."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", *headers]  # fmt: skip
    if key:
        lines.append("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def run(story: Coroutine[Any, Any, T]) -> T:
    """Run it to its end; whatever it left open is cut off."""

    async def whole() -> T:
        try:
            return await story
        finally:
            for socket in RawSocket.all_open:
                socket.writer.transport.abort()
            RawSocket.all_open.clear()
            await asyncio.sleep(0)

    return asyncio.run(whole())


class RawSocket:
    """A raw connection."""

    all_open: ClassVar[set["RawSocket"]] = set()

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.all_open.add(self)

    @staticmethod
    async def to(server: Server) -> "RawSocket":
        return RawSocket(*await asyncio.open_connection("127.0.0.1", server.port))

    @staticmethod
    async def at(server: Server, path: str, *headers: str) -> "RawSocket":
        """A websocket that was let in."""
        socket = await RawSocket.to(server)
        answer = await socket.ask(handshake(path, *headers))
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return socket

    async def ask(self, request: bytes) -> bytes:
        """The head of the answer; nothing if the server hung up."""
        self.writer.write(request)
        try:
            return await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def say(self, message: Any) -> None:
        self.writer.write(frame(json.dumps(message).encode()))
        await self.writer.drain()

    async def hear(self) -> tuple[int, bytes]:
        """The next frame, and its kind; a close when the server hung up."""
        try:
            head = await self.reader.readexactly(2)
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            kind, payload = head[0] & 15, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return CLOSE, b""
        if kind == PING:
            self.writer.write(frame(payload, PONG))
            return await self.hear()
        return kind, payload

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            opcode, payload = await self.hear()
            if opcode == PONG:
                continue
            assert opcode == TEXT, (opcode, payload)
            message: dict[str, Any] = json.loads(payload)
            if message["type"] == kind:
                return message

    async def drained(self) -> bytes:
        """Everything until the server hangs up."""
        said = b""
        try:
            while some := await self.reader.read(65536):
                said += some
        except ConnectionError:
            pass
        return said

    async def close(self) -> None:
        self.all_open.discard(self)
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()
