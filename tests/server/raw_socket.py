"""A server in a process of its own, and clients that do to its sockets what no library would."""

import asyncio
import json
import os
import sqlite3
import sys
import urllib.request
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from tests.forks import Forked
from toctoc.storage.sqlite import queries
from toctoc.storage.store import StoredTable

T = TypeVar("T")
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ROOT = Path(__file__).parents[2]
SECRET = "the secret of the socket tests, long enough"
TOKEN = "the-admin-token-of-the-socket-tests"


@dataclass
class Server:
    process: Forked
    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None, method: str | None = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def metric(self, name: str) -> float:
        with urllib.request.urlopen(f"{self.url}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8")

    @property
    def resident(self) -> int:
        """Bytes of memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    def stored(self, code: str) -> StoredTable:
        """What lies in the store of a table."""
        db = sqlite3.connect(f"file:{self.folder / 'toctoc.db'}?mode=ro", uri=True, isolation_level=None)
        try:
            table = queries.find(db, code)
            assert table is not None
            found = queries.load(db, table)
        finally:
            db.close()
        assert found is not None
        return found


@contextmanager
def served(folder: Path, log: str = "info", **limits: int) -> Iterator[Server]:
    """`toctoc serve` on a free port."""
    generous = {f"TOCTOC_LIMIT_{name.upper()}": str(number) for name, number in limits.items()}
    command = ["serve", "--port", "0", "--store", str(folder / "toctoc.db"), "--log", log, "--lang", "en"]
    environ = {**os.environ, **generous, "TOCTOC_SECRET": SECRET, "TOCTOC_ADMIN_TOKEN": TOKEN}
    with (folder / "log").open("w", encoding="utf-8") as errors:
        process = Forked(command, environ, stderr=errors)
        try:
            first = process.stdout.readline()
            yield Server(process, int(first.rstrip().rstrip("/").rsplit(":", 1)[1]), folder)
        finally:
            process.terminate()
            process.communicate(timeout=30)


async def played(server: Server, code: str, seat: int) -> str:
    """What the player among the examples says at the end of its game: the scores."""
    command = [str(ROOT / "examples" / "player.py"), server.url, code, str(seat), f"P{seat}"]
    program = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    said, _ = await program.communicate()
    assert program.returncode == 0
    return said.decode().strip()


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
