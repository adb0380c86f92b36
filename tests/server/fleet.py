"""Nodes of one database, each a real server in a process of its own, and what can happen to them."""

import asyncio
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import PIPE
from urllib.parse import urlsplit

from tests.server.full_tables import TABLES, FullTable, Recovery, full_tables
from tests.server.hosting import PLENTY, Server
from tests.server.stored_logs import Logs, Row
from tests.storage.postgres import Cluster
from tools import ROOT

MIXED = (*TABLES[3:], *TABLES[:3])  # the first ones with bots, too
LINES = "SELECT code, number, entry FROM entries JOIN tables ON tables.id = table_id"


class Wire:
    """The line of one node to the database, which can be cut, frozen and mended."""

    def __init__(self, to: int) -> None:
        self.to = to
        command = [sys.executable, "-m", "tests.server.wire", str(to)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
        self.port = int(self._answer())

    def tell(self, word: str) -> None:
        """`cut` or `mend` it; or `freeze` it, which nobody is told."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        self._answer()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


class Node(Server):
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
        self.wire = await asyncio.to_thread(Wire, urlsplit(url).port or 0)
        self.database = url.replace(f":{self.wire.to}/", f":{self.wire.port}/")
        await asyncio.to_thread(self.start)

    def stop(self) -> None:
        """Let it stand still, with all its lines open, until `go_on`."""
        self.running.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.running.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """SIGTERM: its exit code."""
        self.is_up = False
        return self.interrupt(signal.SIGTERM)[0]


class DatabaseLogs(Logs):
    """The logs of all tables, read past all nodes."""

    def __init__(self, cluster: Cluster, url: str) -> None:
        super().__init__(Path())
        self.cluster, self.url = cluster, url

    def rows(self) -> list[Row]:
        return self.cluster.execute(LINES, self.url)


class Fleet:
    """Nodes of one database; guests come to any that is up."""

    def __init__(self, folder: Path, cluster: Cluster, rng: Random, size: int, *options: str) -> None:
        self.url, self.rng = cluster.new_store(), rng
        self.nodes = [Node(folder, *PLENTY, "--log", "error", *options) for _ in range(size)]
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
            node.wire.close()

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
        return self.rng.choice(self.up).socket_url

    async def tables(self, number: int, tempo: float, dreaminess: float) -> list[FullTable]:
        gathered = await asyncio.to_thread(full_tables, self.nodes[0], self.rng, number, self.address, MIXED)
        for guest in (guest for party in gathered for guest in party.guests):
            guest.is_patient, guest.tempo, guest.dreaminess = True, tempo, dreaminess
        return gathered
