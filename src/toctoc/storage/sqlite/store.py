"""The SQLite backend: implements `Store` on one file."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from toctoc.storage.sqlite import connection, queries
from toctoc.storage.sqlite.connection import BUSY_SECONDS, CHECK_SECONDS, raising_store_errors
from toctoc.storage.sqlite.document_ops import FileDocuments
from toctoc.storage.sqlite.schema import MIGRATIONS, migrate
from toctoc.storage.sqlite.wal_check import copy_damaged_log
from toctoc.storage.sqlite.writer import SqliteWriter
from toctoc.storage.store import (
    Deliver,
    Documents,
    Done,
    Head,
    Health,
    Nodes,
    SingleNode,
    StoredTable,
    StoreError,
    Write,
)

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore:
    """Stores the tables of one process.

    Reads use their own connection and thread, so readers and the writer never wait for each other.
    """

    def __init__(
        self,
        path: Path,
        deliver: Deliver,
        *,
        clock: Callable[[], float] = time.time,
        busy_seconds: float = BUSY_SECONDS,
        migrations: Path = MIGRATIONS,
        check_seconds: float = CHECK_SECONDS,
    ) -> None:
        """Open the file at `path`, creating and migrating it as needed; `StoreError` if that fails."""
        self.nodes: Nodes = SingleNode()
        self.path = path.resolve()  # links to one store share its lock
        with ExitStack() as opened:
            connection.create(self.path)
            opened.enter_context(connection.lock(self.path))
            db = connection.connect(self.path, busy_seconds)
            opened.callback(db.close)
            opened.callback(copy_damaged_log, self.path)
            connection.check_quickly(db, self.path, check_seconds)
            migrate(db, self.path, migrations)
            self.db = connection.connect(self.path, busy_seconds, checks_log=False)
            opened.callback(self.db.close)
            with raising_store_errors(self.path):
                self.db.execute("PRAGMA query_only = ON")
            self.reader = ThreadPoolExecutor(1, "toctoc-reader")
            opened.callback(self.reader.shutdown)
            self.file = _identity(self.path)
            self.writer = SqliteWriter(db, self.path, deliver, clock)
            self.commit_timing = self.writer.timing
            self.documents: Documents = FileDocuments(self.writer, self._read, clock)
            opened.callback(self.writer.close)
            self.opened = opened.pop_all()

    @property
    def commits(self) -> int:
        return self.writer.commits

    def write(self, write: Write, done: Done) -> None:
        self.writer.put(write, done)

    def probe(self, done: Done) -> None:
        self.writer.put(None, done)

    def health(self) -> Health:
        try:
            free: int | None = shutil.disk_usage(self.path.parent).free
        except OSError:  # the folder is gone as well
            free = None
        return Health(_identity(self.path) == self.file, free, self.writer.last_commit)

    async def claim(self, table: str) -> str | None:  # noqa: ARG002  # there is no other node
        return None

    async def owner_elsewhere(self, table: str) -> str | None:  # noqa: ARG002  # there is no other node
        return None

    def has(self, table: str) -> bool:  # noqa: ARG002  # there is no other node
        return True

    async def release(self, table: str) -> None:
        """Drop the cached end of the table's log."""
        self.writer.log.ends.pop(table, None)  # atomic, and no write of a released table is pending

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

    async def close(self) -> None:
        await asyncio.to_thread(self.opened.close)

    async def _read(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def answer() -> T:
            with raising_store_errors(self.path):
                return query(self.db, *args, **kwargs)

        try:
            future = self.reader.submit(answer)
        except RuntimeError:
            raise StoreError("store/busy", f"{self.path} is closed") from None
        return await asyncio.wrap_future(future)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; None if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
