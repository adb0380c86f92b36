"""Keep tables in a PostgreSQL database, which any number of nodes may share."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from toctoc.storage.postgres import reading
from toctoc.storage.postgres.batch import FIRST_EPOCH, PROBE, Job
from toctoc.storage.postgres.connection import Line, raising_store_errors
from toctoc.storage.postgres.documents import DatabaseDocuments
from toctoc.storage.postgres.lease import LEASE, NEW, Lease, claim, release, tidy
from toctoc.storage.postgres.nodes import DatabaseNodes
from toctoc.storage.postgres.readers import Readers
from toctoc.storage.postgres.schema import MIGRATIONS, migrate
from toctoc.storage.postgres.writer import PATIENCE, Writer
from toctoc.storage.store import Documents, Done, Head, Health, Nodes, Stored, StoreError, Write


class PostgresStore:
    """Keeps the logs of the tables that this node has.

    It writes through one line, shows that it lives through another, and reads through a few more.
    """

    def __init__(
        self, line: Line, lease: Lease, readers: Readers, clock: Callable[[], float], patience: float
    ) -> None:
        self.name, self.node, self.lease, self._read = line.name, lease.node, lease, readers
        self.epochs = lease.epochs
        self.writer = Writer(line, lease.node, clock, lease.lose, patience)
        self.durations = self.writer.durations
        self.nodes: Nodes = DatabaseNodes(lease, readers)
        self.documents: Documents = DatabaseDocuments(readers, clock)

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
                await tidy(db)
                lease = Lease(Line(url), await db.fetchval(NEW, address), address, lease_seconds)
                opened.push_async_callback(lease.close)
                await lease.beat()
                readers = await Readers.of(url, line.name)
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
            done = partial(_made, self.lease, write.table, done)
        self.writer.put(Job(write, done, epoch or 0, is_new))

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
        self._read.close()


def _made(lease: Lease, table: str, done: Done, error: StoreError | None) -> None:
    """Tell what became of a new table; this node does not have one that was not stored."""
    if error is not None:
        lease.lose(table, FIRST_EPOCH)
    done(error)
