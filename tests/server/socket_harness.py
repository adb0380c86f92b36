"""The same harness with real sockets: uvicorn and picows in a thread, and a websocket for every guest."""

import asyncio
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from tests.server.harness import OPENED, ServerHarness
from tests.server.local_server import CODE, TABLE
from toctoc.server.transport.admission import Admissions
from toctoc.server.transport.http_protocol import Ingress, client_protocol
from toctoc.server.transport.websocket import websocket_protocol
from toctoc.table import commands
from toctoc.table.log import Settings

BARRIER = '{"type":"hint","id":"barrier"}'  # hints are off: refused, after everything that came before it


def identity(guest: str) -> str:
    """As a token has it."""
    return f"{guest:a<26}"


class SocketHarness(ServerHarness):
    """A harness whose hub lives in the event loop of a server; only its clock is the test's."""

    def __init__(self, folder: Path, game: str, settings: Settings) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.open = ExitStack()
        self.tasks: list[asyncio.Task[None]] = []
        self.sockets: dict[str, list[ClientConnection]] = {}
        super().__init__(folder, game, settings, identity("anna"))
        self.port: int = asyncio.run_coroutine_threadsafe(self._serve(), self.loop).result()

    async def _serve(self) -> int:
        config = uvicorn.Config(self.app, port=0, access_log=False, log_config=None, lifespan="off")
        config.http = client_protocol(Ingress(self.access, Admissions(self.lookup, self.access)))
        config.ws = websocket_protocol(self.access)  # type: ignore[assignment]  # as in run.py
        config.load()
        self.server = uvicorn.Server(config)
        self.server.lifespan = config.lifespan_class(config)
        await self.server.startup()
        return int(self.server.servers[0].sockets[0].getsockname()[1])

    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> None:
        self.loop.call_soon_threadsafe(callback)

    def start(self, task: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(self.loop.create_task(task))

    def settle(self) -> None:
        """Everybody's barrier comes back: all that was said before has been stored, and heard."""
        while self._in_loop(lambda: self.is_busy):
            time.sleep(0.001)  # leaves the processor to the store
        for guest, sockets in self.sockets.items():
            for socket in sockets:
                socket.send(BARRIER)
                message = b""
                while b'"barrier"' not in message:
                    message = socket.recv(timeout=60, decode=False)
                    self.note(guest, message)

    def _in_loop(self, ask: Callable[[], Any]) -> Any:
        future: Future[Any] = Future()
        self.loop.call_soon_threadsafe(lambda: future.set_result(ask()))
        return future.result(60)

    def ring(self, alarm: Callable[[], None]) -> None:
        self._in_loop(alarm)

    # --- what guests do --------------------------------------------------------------------------------------

    def come(self, guest: str, version: int = 0) -> None:
        token = self.access.keys.seat_token(TABLE, identity(guest))
        address = f"ws://127.0.0.1:{self.port}/api/tables/{CODE}/ws?token={token}"
        self.sockets.setdefault(guest, []).append(
            self.open.enter_context(connect(address, compression=None, proxy=None))
        )
        self.connections.setdefault(guest, [])
        self.tell(guest, commands.Hello(commands.PROTOCOL, version))

    def go(self, guest: str) -> None:
        self.connections.pop(guest, None)
        before = len(self.live.connections)
        gone = self.sockets.pop(guest, [])
        for socket in gone:
            socket.close()
        while self._in_loop(lambda: len(self.live.connections)) > before - len(gone):
            time.sleep(0.001)
        self.settle()

    def tell(self, guest: str, command: commands.Command) -> None:
        self.sockets[guest][-1].send(msgspec.json.encode(command).decode())
        self.settle()

    def get(self, path: str) -> None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                self.note("http", answer.read())
        except urllib.error.HTTPError as error:
            self.note("http", error.read())

    def close(self) -> None:
        OPENED.discard(self)
        self.open.close()
        self.server.should_exit = True
        asyncio.run_coroutine_threadsafe(self.server.shutdown(), self.loop).result(60)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
        asyncio.run(self.store.close())
