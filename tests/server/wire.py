"""A line to the database, which can be cut, frozen and mended: a process of its own, which nothing else holds up.

It says its port, and is told `cut`, `freeze` and `mend`, a line each; when nobody can tell it anything
any more, it ends.
"""

import asyncio
import sys
from contextlib import suppress


class Wire:
    """Passes everything on to a port of this machine, unless it is cut."""

    def __init__(self, to: int) -> None:
        self.to, self.is_cut = to, False
        self.thawed = asyncio.Event()  # not set: nothing is passed on, and no line is closed
        self.thawed.set()
        self.writers: set[asyncio.StreamWriter] = set()

    async def run(self) -> None:
        server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        told = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
        while word := (await told.readline()).decode().strip():
            self.is_cut = word == "cut"
            (self.thawed.clear if word == "freeze" else self.thawed.set)()
            for writer in tuple(self.writers) if self.is_cut else ():
                writer.transport.abort()
            print(f"{word} is done", flush=True)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        both = {writer}
        self.writers.add(writer)
        with suppress(OSError):
            await self.thawed.wait()
            if not self.is_cut:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
                both.add(far_writer)
                self.writers.add(far_writer)
                await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        self.writers -= both
        for each in both:
            each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self.thawed.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


if __name__ == "__main__":
    asyncio.run(Wire(int(sys.argv[1])).run())
