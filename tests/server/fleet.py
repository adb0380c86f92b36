"""Nodes of one database, each a real server in a process of its own, and what can happen to them."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.server.full_tables import TABLES, FullTable, full_tables
from tests.server.killable_server import KillableServer, Logs, Row
from tests.storage.postgres import Cluster

MIXED = (*TABLES[3:], *TABLES[:3])  # the first ones with bots, too
LINES = "SELECT code, number, entry FROM entries JOIN tables ON tables.id = table_id"


class Wire:
    """The line of one node to the database, which can be cut and mended."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.is_cut = to, 0, False
        self.writers: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None] | None] = set()

    async def __aenter__(self) -> "Wire":
        self.server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        self.cut()
        await asyncio.gather(*(task for task in self.tasks if task), return_exceptions=True)

    def cut(self) -> None:
        self.is_cut = True
        for writer in tuple(self.writers):
            writer.transport.abort()

    def mend(self) -> None:
        self.is_cut = False

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        self.tasks.add(asyncio.current_task())
        try:
            with suppress(OSError):
                if not self.is_cut:
                    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
                    self.writers.add(far_writer)
                    await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
                    self.writers.discard(far_writer)
        finally:
            self.tasks.discard(asyncio.current_task())
            self.writers.discard(writer)
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


class Node(KillableServer):
    """One of several servers on one database."""

    wire: Wire
    is_up = False  # whether people may come

    def start(self) -> None:
        super().start()
        self.is_up = True

    def kill(self) -> None:
        self.is_up = False
        super().kill()

    async def connect(self, url: str) -> None:
        """Be started, by a wire of its own."""
        self.wire = await Wire(urlsplit(url).port or 0).__aenter__()
        self.database = url.replace(f":{self.wire.to}/", f":{self.wire.port}/")
        await asyncio.to_thread(self.start)

    def stop(self) -> None:
        """Let it stand still, with all its lines open, until `go_on`."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """SIGTERM: its exit code."""
        assert self.process is not None
        self.is_up = False
        self.process.terminate()
        code = self.process.wait(60)
        self.kill()
        return code


class DatabaseLogs(Logs):
    """The logs of all tables, read past all nodes."""

    def __init__(self, cluster: Cluster, url: str) -> None:
        super().__init__(Path())
        self.cluster, self.url = cluster, url

    def rows(self) -> list[Row]:
        return self.cluster.execute(LINES, self.url)


class Recovery(NamedTuple):
    """After how many seconds people were served again."""

    back: float  # everybody was welcome at their table
    on: float  # something had happened at every table, be it a bot that thinks first


class Fleet:
    """Nodes of one database; guests come to any that is up."""

    def __init__(self, folder: Path, cluster: Cluster, rng: Random, size: int, *options: str) -> None:
        self.url, self.rng = cluster.new_store(), rng
        options = ("--no-pause", "--log", "error", *options)
        self.nodes = [Node(folder / f"node{n}", *options) for n in range(size)]
        for node in self.nodes:
            node.store.parent.mkdir()
        self.logs = DatabaseLogs(cluster, self.url)
        self._starting: set[asyncio.Task[None]] = set()
        self.recoveries: list[Recovery] = []  # after each kill
        self.too_late = 0.0  # steps of nodes that had been stopped or cut off, which the store did not take

    async def __aenter__(self) -> "Fleet":
        await self.nodes[0].connect(self.url)
        await asyncio.gather(*(node.connect(self.url) for node in self.nodes[1:]))
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*self._starting, return_exceptions=True)
        for node in self.nodes:
            with suppress(ProcessLookupError, AssertionError):
                node.go_on()
            await asyncio.to_thread(node.kill)
            await node.wire.__aexit__()

    @property
    def up(self) -> list[Node]:
        return [node for node in self.nodes if node.is_up]

    def start(self, node: Node) -> None:
        """Let it come back, while everything goes on."""
        task = asyncio.create_task(asyncio.to_thread(node.start))
        self._starting.add(task)

    async def all_up(self) -> None:
        await asyncio.gather(*self._starting)
        self._starting.clear()

    def address(self) -> str:
        """Where a guest comes in: anywhere."""
        return f"ws{self.rng.choice(self.up).url[4:]}"

    async def tables(self, number: int, tempo: float, dreaminess: float) -> list[FullTable]:
        gathered = await asyncio.to_thread(full_tables, self.nodes[0], self.rng, number, self.address, MIXED)
        for guest in (guest for party in gathered for guest in party.guests):
            guest.is_patient, guest.tempo, guest.dreaminess = True, tempo, dreaminess
        return gathered
