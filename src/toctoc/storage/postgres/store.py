"""The PostgreSQL backend: implements `Store` on a database that any number of nodes share."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from toctoc.storage.postgres import queries
from toctoc.storage.postgres.batch import FIRST_EPOCH, PROBE, Job
from toctoc.storage.postgres.connection import ReaderPool, Reconnecting, raising_store_errors
from toctoc.storage.postgres.document_ops import DatabaseDocuments
from toctoc.storage.postgres.lease import (
    LEASE_SECONDS,
    NEW_NODE,
    NODE_BITS,
    DatabaseNodes,
    Lease,
    claim,
    lapsed,
    release,
    tidy,
)
from toctoc.storage.postgres.schema import MIGRATIONS, migrate
from toctoc.storage.postgres.writer import RECONNECT_SECONDS, PostgresWriter
from toctoc.storage.store import Documents, Done, Head, Health, Nodes, StoredTable, StoreError, Write


class PostgresStore:
    """Stores the tables that this node owns.

    One connection writes, another renews the lease, and a pool reads.
    """

    def __init__(
        self,
        connection: Reconnecting,
        lease: Lease,
        readers: ReaderPool,
        clock: Callable[[], float] | None,
        retry_seconds: float,
    ) -> None:
        clock = clock or lease.wall
        self.name, self.node, self.lease, self._read = connection.name, lease.node, lease, readers
        self.epochs = lease.epochs
        self.writer = PostgresWriter(connection, lease.node, clock, lease.lose, retry_seconds)
        self.commit_timing = self.writer.timing
        self.nodes: Nodes = DatabaseNodes(lease, readers, self.writer.flush)
        self.documents: Documents = DatabaseDocuments(readers, clock)
        readers.is_reachable = lambda: lease.is_held
        lease.on_lapse = self._reconnect

    @staticmethod
    async def open(
        url: str,
        *,
        address: str = "",
        clock: Callable[[], float] | None = None,
        retry_seconds: float = RECONNECT_SECONDS,
        lease_seconds: float = LEASE_SECONDS,
        migrations: Path = MIGRATIONS,
    ) -> "PostgresStore":
        """Open the database at `url`, migrating it as needed; `StoreError` if that fails.

        Other nodes reach this one at `address`. Times in the store are those of `clock`, or of the database.
        """
        connection = Reconnecting(url)
        async with AsyncExitStack() as opened:
            opened.push_async_callback(connection.close)
            db = await connection.get()
            await migrate(db, connection.name, migrations)
            with raising_store_errors(connection.name):
                await tidy(db)
                node = secrets.randbits(NODE_BITS)
                await db.execute(NEW_NODE, node, address)
                lease = Lease(Reconnecting(url), node, address, lease_seconds)
                opened.push_async_callback(lease.close)
                await lease.beat()
                readers = await ReaderPool.of(url, connection.name)
            opened.pop_all()
        store = PostgresStore(connection, lease, readers, clock, retry_seconds)
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
        """Claim a table, also one that this node owns: so the queued writes of an earlier copy of it are refused.

        An earlier copy is left when the lease expires and is renewed before another node claims the table.
        """
        found = await self._read(claim, table, self.node, self.lease.seconds)
        if isinstance(found, int):
            self.epochs[table] = found
            if not self.lease.is_held:  # though the database has heard of this node
                raise lapsed(table, self.lease.seconds)
            return None
        return found

    async def owner_elsewhere(self, table: str) -> str | None:
        return await self._read(queries.owner_elsewhere, table, self.node, self.lease.seconds)

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

    async def load(self, table: str) -> StoredTable | None:
        return await self._read(queries.load, table)

    async def find(self, code: str) -> str | None:
        return await self._read(queries.find, code)

    async def heads(self, listed: bool | None = None) -> list[Head]:
        return await self._read(queries.heads, listed)

    async def record(self, table: str, game: int) -> str | None:
        return await self._read(queries.record, table, game)

    async def records(self) -> AsyncIterator[str]:
        last = 0
        while some := await self._read(queries.records_after, last):
            last = some[-1][0]
            for _, line in some:
                yield line

    async def _reconnect(self) -> None:
        """Open new connections: the database has not answered on the old ones for longer than the lease."""
        self.writer.connection.drop()
        await self._read.renew()

    async def close(self) -> None:
        await self.writer.close()
        await self.lease.close()
        self._read.close()


def _made(lease: Lease, table: str, done: Done, error: StoreError | None) -> None:
    """Pass on the result of the write that creates a table; if it failed, this node does not own the table."""
    if error is not None:
        lease.lose(table, FIRST_EPOCH)
    done(error)
