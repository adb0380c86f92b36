"""A line that can die in silence: it stays open and passes nothing on, as when a phone leaves its network."""

import asyncio
from contextlib import suppress
from threading import Thread
from types import TracebackType


class SilentProxy:
    """A proxy before a server, in its own thread. Data held back by a dead line arrives once it is alive."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = 0
        self.loop = asyncio.new_event_loop()
        self.tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> "SilentProxy":
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self.loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def die(self) -> None:
        """Pass nothing on any more, and say nothing of it."""
        self.loop.call_soon_threadsafe(self.alive.clear)

    def revive(self) -> None:
        """Forward the data that was held back, and all that follows."""
        self.loop.call_soon_threadsafe(self.alive.set)

    async def _open(self) -> None:
        self.alive = asyncio.Event()
        self.alive.set()
        self.server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _joined(self, page: asyncio.StreamReader, to_page: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._join(page, to_page))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _join(self, page: asyncio.StreamReader, to_page: asyncio.StreamWriter) -> None:
        await self.alive.wait()
        server, to_server = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(self._pump(page, to_server), self._pump(server, to_page))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(65_536):
                    await self.alive.wait()
                    sink.write(data)
                    await sink.drain()
                await self.alive.wait()  # of the end, too, a dead line says nothing
        finally:
            sink.close()
