"""Keep tables in a PostgreSQL database, which any number of nodes may share."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import asyncpg

from toctoc.storage.postgres import reading
from toctoc.storage.postgres.batch import FIRST_EPOCH, PROBE, Job
from toctoc.storage.postgres.connection import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    LOST,
    SETTINGS,
    Connection,
    Line,
    raising_store_errors,
)
from toctoc.storage.postgres.lease import FORGET, LEASE, NEW, TIDY, Lease, claim, release
from toctoc.storage.postgres.schema import MIGRATIONS, migrate
from toctoc.storage.postgres.writer import PATIENCE, Writer
from toctoc.storage.store import Done, Head, Health, Stored, StoreError, Write

READERS = 3  # lines for questions, at most
P = ParamSpec("P")
T = TypeVar("T")


class PostgresStore:
    """Keeps the logs of the tables that this node has.

    It writes through one line, shows that it lives through another, and reads through a few more.
    """

    def __init__(
        self, line: Line, lease: Lease, readers: Any, clock: Callable[[], float], patience: float
    ) -> None:
        self.name, self.node, self.lease, self.readers = line.name, lease.node, lease, readers
        self.epochs = lease.epochs
        self.writer = Writer(line, lease.node, clock, self._taken, patience)
        self.durations = self.writer.durations

    @staticmethod
    async def open(
        url: str,
        *,
        address: str = "",
        clock: Callable[[], float] = time.time,
        patience: float = PATIENCE,
        lease_seconds: float = LEASE,
        migrations: Path = MIGRATIONS,
    ) -> "PostgresStore":
        """Open a database, migrating it as needed; a `StoreError` says why that cannot be.

        `address` is where other nodes reach this one.
        """
        line = Line(url)
        async with AsyncExitStack() as opened:
            opened.push_async_callback(line.close)
            db = await line.get()
            await migrate(db, line.name, migrations)
            with raising_store_errors(line.name):
                await db.execute(TIDY, FORGET)
                lease = Lease(Line(url), await db.fetchval(NEW, address), address, lease_seconds)
                opened.push_async_callback(lease.close)
                await lease.beat()
                readers = await asyncpg.create_pool(
                    url, min_size=0, max_size=READERS, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS,
                    server_settings=SETTINGS,
                )  # fmt: skip
            opened.pop_all()
        store = PostgresStore(line, lease, readers, clock, patience)
        lease.begin()
        return store

    @property
    def commits(self) -> int:
        return self.writer.commits

    def write(self, write: Write, done: Done) -> None:
        epoch = self.epochs.get(write.table)
        is_new = epoch is None and write.head is not None and write.first == 1
        if is_new:
            epoch = self.epochs[write.table] = FIRST_EPOCH
            done = partial(self._made, write.table, done)
        self.writer.put(Job(write, done, epoch or 0, is_new))

    def _made(self, table: str, done: Done, error: StoreError | None) -> None:
        if error is not None:
            self._taken(table, FIRST_EPOCH)
        done(error)

    def _taken(self, table: str, epoch: int) -> None:
        """Note that this node does not have a table, unless it has claimed it anew."""
        if self.epochs.get(table) == epoch:
            del self.epochs[table]

    async def claim(self, table: str) -> str | None:
        if self.has(table):
            return None
        found = await self._read(claim, table, self.node, self.lease.seconds)
        if isinstance(found, int):
            self.epochs[table] = found
            return None
        return found

    def has(self, table: str) -> bool:
        return table in self.epochs and self.lease.is_held

    async def release(self, table: str) -> None:
        epoch = self.epochs.pop(table, None)
        if epoch is not None:
            await self._read(release, table, self.node, epoch)

    def probe(self, done: Done) -> None:
        self.writer.put(Job(PROBE, done, 0))

    def health(self) -> Health:
        return Health(not self.writer.is_closed, None, self.writer.last_commit, self.lease.is_held)

    async def load(self, table: str) -> Stored | None:
        return await self._read(reading.load, table)

    async def find(self, code: str) -> str | None:
        return await self._read(reading.find, code)

    async def heads(self, listed: bool | None = None) -> list[Head]:
        return await self._read(reading.heads, listed)

    async def record(self, table: str, game: int) -> str | None:
        return await self._read(reading.record, table, game)

    async def records(self) -> AsyncIterator[str]:
        last = 0
        while some := await self._read(reading.records_after, last):
            last = some[-1][0]
            for _, line in some:
                yield line

    async def close(self) -> None:
        await self.writer.close()
        await self.lease.close()
        self.readers.terminate()

    async def _read(
        self, ask: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self.writer.is_closed:
            raise StoreError("store/broken", f"{self.name} is closed")
        with raising_store_errors(self.name):
            try:
                return await self._ask(ask, *args, **kwargs)
            except LOST:  # a line that broke while nobody used it
                await asyncio.sleep(0)
                return await self._ask(ask, *args, **kwargs)

    async def _ask(
        self, ask: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async with self.readers.acquire(timeout=ANSWER_SECONDS) as db:
            return await ask(db, *args, **kwargs)
