"""Read a whole file: every table with its log from the first entry on, every record and every document."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from toctoc.storage import connection
from toctoc.storage.connection import raising_store_errors
from toctoc.storage.documents import COLUMNS
from toctoc.storage.integrity import check_wholly
from toctoc.storage.lock import own
from toctoc.storage.reading import BACK
from toctoc.storage.schema import check
from toctoc.storage.store import Document, Head, StoreError

TABLES = """
    SELECT tables.key, id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0)
    FROM tables JOIN ends ON ends.table_key = tables.key LEFT JOIN snapshots ON snapshots.table_key = tables.key
    ORDER BY tables.key
"""
LAST = "SELECT entry_key FROM ends WHERE table_key = ?"
SNAPSHOT = "SELECT snapshot FROM snapshots WHERE table_key = ?"
RECORDS = "SELECT key, table_id, game, written, line FROM records WHERE key > ? ORDER BY key LIMIT ?"
RECORDS_AT_ONCE = 500
DOCUMENTS = f"SELECT {COLUMNS} FROM documents WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?"
DOCUMENTS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Table:
    """Hold what a file says of a table, without its log."""

    key: int
    head: Head
    number: int  # of the last entry
    snapped: int  # the number of the entry after which the snapshot was taken; 0 without one


@dataclass(frozen=True, slots=True)
class Record:
    """Hold the record of a game that ended."""

    table: str
    game: int
    written: float
    line: str


class WholeFile:
    """Reads a store that nobody else has, and that stays as it is."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path, self.db = path, db

    def tables(self) -> list[Table]:
        """Return all tables, the oldest first."""
        with raising_store_errors(self.path):
            return [
                Table(key, Head(id, code, game, bool(listed), bool(closed), touched), number, snapped)
                for key, id, code, game, listed, closed, touched, number, snapped in self.db.execute(TABLES)
            ]

    def log(self, table: Table) -> list[bytes]:
        """Return all entries of a table."""
        with raising_store_errors(self.path):
            [(last,)] = self.db.execute(LAST, (table.key,)).fetchall()
            back = self.db.execute(BACK, {"last": last, "after": 0}).fetchall()
        if len(back) != table.number:
            message = f"{self.path} is damaged: table {table.head.code} lacks entries; go back to a backup"
            raise StoreError("store/broken", message, "damaged")
        return [entry for (entry,) in reversed(back)]

    def snapshot(self, table: Table) -> bytes | None:
        """Return the last snapshot of a table."""
        with raising_store_errors(self.path):
            found = self.db.execute(SNAPSHOT, (table.key,)).fetchall()
        return bytes(found[0][0]) if found else None

    def records(self) -> Iterator[list[Record]]:
        """Yield all records, some at a time, in the order in which the games ended."""
        last = 0
        with raising_store_errors(self.path):
            while some := self.db.execute(RECORDS, (last, RECORDS_AT_ONCE)).fetchall():
                last = some[-1][0]
                yield [Record(*row) for _, *row in some]

    def documents(self) -> Iterator[list[Document]]:
        """Yield all documents, some at a time."""
        last = ("", "")
        with raising_store_errors(self.path):
            while some := self.db.execute(DOCUMENTS, (*last, DOCUMENTS_AT_ONCE)).fetchall():
                found = [Document(*row) for row in some]
                last = found[-1].kind, found[-1].id
                yield found

    def record_count(self) -> int:
        """Return how many records there are."""
        with raising_store_errors(self.path):
            [(found,)] = self.db.execute("SELECT COUNT(*) FROM records").fetchall()
        return int(found)


@contextmanager
def whole_file(path: Path) -> Iterator[WholeFile]:
    """Own a file, so that no server can be on it, and only read it."""
    with ExitStack() as opened:
        db = connection.connect(path)
        opened.callback(db.close)
        check(db, path)
        opened.enter_context(own(path))
        with raising_store_errors(path):
            db.execute("PRAGMA query_only = ON")
            check_wholly(db, path)
        yield WholeFile(path, db)
