"""Speak to a server without a library in the way, from an address of one's own."""

import asyncio
import json
from typing import Any

HOST = "127.0.0.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
LONG = 126  # a frame with a payload of so many bytes has its length in two more
TEXT, PING, PONG = 0x81, 0x89, 0x8A


class Line:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def dial(cls, port: int, source: str) -> "Line":
        return cls(*await asyncio.open_connection(HOST, port, local_addr=(source, 0)))

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request and read its answer: status and body."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in answer.lower().split(b"\r\n")[1:] if b": " in line)
        if fields.get(b"transfer-encoding") == b"chunked":
            return int(answer.split()[1]), await self._chunks()
        length = int(fields.get(b"content-length", b"0"))
        return int(answer.split()[1]), await self.reader.readexactly(length)

    async def _chunks(self) -> bytes:
        found = b""
        while length := int(await self.reader.readuntil(b"\r\n"), 16):
            found += (await self.reader.readexactly(length + 2))[:-2]
        await self.reader.readexactly(2)
        return found

    async def upgrade(self, path: str) -> int:
        """Ask for a websocket; return the status."""
        self.writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n".encode()
        )
        return int((await self.reader.readuntil(b"\r\n\r\n")).split()[1])

    def say(self, message: Any) -> None:
        """Send a message over the websocket, be it one of the protocol or junk."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        length = bytes([0x80 | len(data)]) if len(data) < LONG else bytes([0xFE]) + len(data).to_bytes(2, "big")
        self.writer.write(bytes([TEXT]) + length + bytes(4) + data)  # masked by zeros

    async def hear(self) -> Any:
        """Return the next message; None for a ping, which is answered."""
        first, length = await self.reader.readexactly(2)
        if length == LONG:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length > LONG:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        data = await self.reader.readexactly(length)
        if first == PING:
            self.writer.write(bytes([PONG, 0x80 | len(data)]) + bytes(4) + data)
        return json.loads(data) if first == TEXT else None

    def close(self) -> None:
        self.writer.transport.abort()
