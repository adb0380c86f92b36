"""Servers that get faults while people play: one process on an SQLite file, and nodes on one PostgreSQL.

One process of each survives: that on SQLite after the first third of the run, and the first node for all of it.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.live.process import ServerProcess
from benchmarks.nodes.database import Database, opened
from tests.server.full_tables import LOADED
from tests.server.stored_logs import Row
from tests.storage.helpers import answer
from tests.storage.postgres import execute

EARLY = 1 / 3  # of the run, in which the process on SQLite is not spared
STOP_SECONDS = 6.0  # longer than the lease of a node
NODES = 3
SERVE = [sys.executable, "-m", "toctoc", "serve", "--port", "0", "--log", "error"]
SERVE += ["--no-pause", "--idle", "1"]  # seconds after which an empty table is unloaded
HASTE = {"TOCTOC_LIMIT_MESSAGES_PER_SECOND": "300", "TOCTOC_LIMIT_MESSAGES_BURST": "1000"}  # faster than people
KILL, RESTART, STOP, DISCONNECT = "kill -9", "SIGTERM and restart", "SIGSTOP for 6 s", "pg_terminate_backend"
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'toctoc'"
CUT += " AND datname = current_database()"

Fault = tuple[str, Callable[[], Awaitable[None]]]  # its kind, and the harm


class Servers(ABC):
    """Servers on one store, with default limits except for the messages of a guest."""

    title: str

    def __init__(self, folder: Path, rng: Random) -> None:
        self.folder, self.rng = folder, rng
        self.temporary = folder / "temporary"
        self.temporary.mkdir()

    async def serve(self, *options: str) -> ServerProcess:
        env = {**os.environ, **HASTE, "TMPDIR": str(self.temporary)}
        return await ServerProcess.start([*SERVE, *options], env, self.folder)

    @property
    def port(self) -> int:
        """Return the port of any server that accepts people."""
        return self.rng.choice(self.ports())

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    def ports(self) -> list[int]: ...

    @abstractmethod
    def processes(self) -> list[int]:
        """Return the processes that serve, in the order of their start or number."""

    @abstractmethod
    def faults(self, progress: float) -> list[Fault]:
        """Return the faults that may come after this part of the run, 0 to 1."""

    async def mend(self) -> None:  # noqa: B027  # a server on a file has nothing to mend
        """Restart a server that a fault has ended, once everybody is back without it."""

    @abstractmethod
    def rows(self, codes: Sequence[str]) -> list[Row]:
        """Read the logs of tables from the store, past the servers; meanwhile no client receives anything."""


class FileServer(Servers):
    """One process on an SQLite file."""

    title = "SQLite"
    server: ServerProcess

    async def start(self) -> None:
        self.server = await self.serve("--store", "toctoc.db")

    async def stop(self) -> None:
        await self.server.stop()

    def ports(self) -> list[int]:
        return [self.server.port]

    def processes(self) -> list[int]:
        return [self.server.process.pid]

    def faults(self, progress: float) -> list[Fault]:
        stop: Fault = (STOP, self._stop)
        return [stop] if progress >= EARLY else [(KILL, self._kill), (RESTART, self._restart), stop]

    async def _kill(self) -> None:
        await self.server.kill()
        await self.server.stop()
        await self.start()

    async def _restart(self) -> None:
        await end(self.server)
        await self.start()

    async def _stop(self) -> None:
        await stand_still(self.server.process.pid)

    def rows(self, codes: Sequence[str]) -> list[Row]:
        lines = "SELECT code, number, entry FROM entries JOIN tables ON tables.key = table_key"
        lines += f" WHERE code IN ({', '.join('?' * len(codes))})"
        with closing(sqlite3.connect(self.folder / "toctoc.db")) as db:
            return db.execute(lines, codes).fetchall()


class NodeServers(Servers):
    """Three nodes on one PostgreSQL; the first is only stopped and disconnected."""

    title = f"PostgreSQL, {NODES} nodes"

    def __init__(self, folder: Path, rng: Random, url: str) -> None:
        super().__init__(folder, rng)
        self.url = url
        self.opened = AsyncExitStack()
        self.database: Database
        self.nodes: list[ServerProcess] = []
        self.down: int | None = None

    async def start(self) -> None:
        self.database = await self.opened.enter_async_context(opened(self.url))
        try:
            for _ in range(NODES):
                self.nodes.append(await self._node())
        except BaseException:
            await self.stop()  # no node goes on without the others
            raise

    async def _node(self) -> ServerProcess:
        return await self.serve("--store", self.database.url)

    async def stop(self) -> None:
        for node in self.nodes:
            await node.stop()
        await self.opened.aclose()

    def ports(self) -> list[int]:
        return [node.port for number, node in enumerate(self.nodes) if number != self.down]

    def processes(self) -> list[int]:
        return [node.process.pid for node in self.nodes]

    def faults(self, progress: float) -> list[Fault]:  # noqa: ARG002  # the same faults all the time
        cut: Fault = (DISCONNECT, self._disconnect)
        kills, restarts, stops = (
            [(kind, partial(harm, number)) for number in range(NODES)]
            for kind, harm in ((KILL, self._kill), (RESTART, self._end), (STOP, self._stop))
        )
        return [kills[1], stops[0], restarts[2], cut, kills[2], stops[1], restarts[1], cut, stops[2]]

    async def _kill(self, number: int) -> None:
        self.down = number
        await self.nodes[number].kill()

    async def _end(self, number: int) -> None:
        self.down = number
        await end(self.nodes[number])

    async def _stop(self, number: int) -> None:
        await stand_still(self.nodes[number].process.pid)

    async def _disconnect(self) -> None:
        await self.database.db.execute(CUT)

    async def mend(self) -> None:
        if self.down is not None:
            await self.nodes[self.down].stop()
            self.nodes[self.down] = await self._node()
            self.down = None

    def rows(self, codes: Sequence[str]) -> list[Row]:
        lines = "SELECT code, number, entry FROM entries JOIN tables ON tables.id = table_id"
        lines += f" WHERE code IN ({', '.join(map(repr, codes))})"
        return answer(execute(self.database.url, lines))


async def stand_still(process: int) -> None:
    os.kill(process, signal.SIGSTOP)
    try:
        await asyncio.sleep(STOP_SECONDS)
    finally:
        os.kill(process, signal.SIGCONT)


async def end(server: ServerProcess) -> None:
    """End a server by SIGTERM; fail if it does not end in order."""
    server.process.terminate()
    code = await asyncio.wait_for(server.process.wait(), LOADED)
    await server.stop()
    assert code == 0, f"a server ended with {code} after SIGTERM"
