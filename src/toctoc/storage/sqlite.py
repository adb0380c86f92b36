"""Keep tables in one SQLite file."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from toctoc.storage import connection, integrity, reading
from toctoc.storage.connection import BUSY_SECONDS, raising_store_errors
from toctoc.storage.documents import FileDocuments
from toctoc.storage.lock import own
from toctoc.storage.schema import MIGRATIONS, migrate
from toctoc.storage.store import Alone, Deliver, Documents, Done, Head, Health, Nodes, Stored, StoreError, Write
from toctoc.storage.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore:
    """Keeps the logs of one process.

    Reads have a connection and a thread of their own: they never wait for the writer, and nobody waits for them.
    """

    def __init__(
        self,
        path: Path,
        deliver: Deliver,
        *,
        clock: Callable[[], float] = time.time,
        busy_seconds: float = BUSY_SECONDS,
        migrations: Path = MIGRATIONS,
        check_seconds: float = integrity.SECONDS,
    ) -> None:
        """Open a file, making and migrating it as needed; a `StoreError` says why that cannot be."""
        self.nodes: Nodes = Alone()
        self.path = path.resolve()  # one store has one lock, whatever links lead to it
        with ExitStack() as opened:
            connection.create(self.path)
            opened.enter_context(own(self.path))
            db = connection.connect(self.path, busy_seconds)
            opened.callback(db.close)
            integrity.check_quickly(db, self.path, check_seconds)
            migrate(db, self.path, migrations)
            self.db = connection.connect(self.path, busy_seconds)
            opened.callback(self.db.close)
            with raising_store_errors(self.path):
                self.db.execute("PRAGMA query_only = ON")
            self.reader = ThreadPoolExecutor(1, "toctoc-reader")
            opened.callback(self.reader.shutdown)
            self.file = _identity(self.path)
            self.writer = Writer(db, self.path, deliver, clock)
            self.durations = self.writer.durations
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
        except OSError:  # the folder is gone, too
            free = None
        return Health(_identity(self.path) == self.file, free, self.writer.last_commit)

    async def claim(self, table: str) -> str | None:  # noqa: ARG002  # whoever owns the file owns all
        return None

    def has(self, table: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table: str) -> None:
        """Do nothing: nobody else can have it."""

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
        await asyncio.to_thread(self.opened.close)

    async def _read(
        self, ask: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def answer() -> T:
            with raising_store_errors(self.path):
                return ask(self.db, *args, **kwargs)

        try:
            asked = self.reader.submit(answer)
        except RuntimeError:
            raise StoreError("store/broken", f"{self.path} is closed") from None
        return await asyncio.wrap_future(asked)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
