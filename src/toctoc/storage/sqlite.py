"""Keep tables in one SQLite file."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Lock

from toctoc.storage import connection, integrity, reading
from toctoc.storage.connection import BUSY_SECONDS, raising_store_errors
from toctoc.storage.lock import own
from toctoc.storage.schema import MIGRATIONS, migrate
from toctoc.storage.store import Deliver, Done, Head, Health, Stored, Write
from toctoc.storage.writer import Writer


class SqliteStore:
    """Keeps the logs of one process. Reads have a connection of their own, and never wait for the writer."""

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
            self.reading = Lock()
            self.file = _identity(self.path)
            self.writer = Writer(db, self.path, deliver, clock)
            opened.callback(self.writer.close)
            self.opened = opened.pop_all()

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

    def load(self, table: str) -> Stored | None:
        with self.reading, raising_store_errors(self.path):
            return reading.load(self.db, table)

    def find(self, code: str) -> str | None:
        with raising_store_errors(self.path):
            return reading.find(self.db, code)

    def heads(self, listed: bool | None = None) -> list[Head]:
        with raising_store_errors(self.path):
            return reading.heads(self.db, listed)

    def record(self, table: str, game: int) -> str | None:
        with raising_store_errors(self.path):
            return reading.record(self.db, table, game)

    def records(self) -> Iterator[str]:
        with raising_store_errors(self.path):
            yield from reading.records(self.db)

    def close(self) -> None:
        self.opened.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
