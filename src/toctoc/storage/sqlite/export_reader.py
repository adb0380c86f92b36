"""Read a whole SQLite store for export: every table with its full log, every record and every document."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from toctoc.storage.common import DOCUMENT_COLUMNS
from toctoc.storage.sqlite.connection import check_wholly, connect, lock, raising_store_errors
from toctoc.storage.sqlite.queries import ENTRIES_BACK
from toctoc.storage.sqlite.schema import check, fingerprint
from toctoc.storage.store import Document, Head, StoreError

ALL_TABLES = """
    SELECT tables.key, id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0)
    FROM tables JOIN ends ON ends.table_key = tables.key LEFT JOIN snapshots ON snapshots.table_key = tables.key
    ORDER BY tables.key
"""
LAST_KEY = "SELECT entry_key FROM ends WHERE table_key = ?"
GET_SNAPSHOT = "SELECT snapshot FROM snapshots WHERE table_key = ?"
SOME_RECORDS = "SELECT key, table_id, game, written, line FROM records WHERE key > ? ORDER BY key LIMIT ?"
RECORDS_PER_PAGE = 500
SOME_DOCUMENTS = f"SELECT {DOCUMENT_COLUMNS} FROM documents WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?"
DOCUMENTS_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its log."""

    key: int
    head: Head
    number: int  # of the last entry
    snapped: int  # number of the entry after which the snapshot was taken; 0 without a snapshot


@dataclass(frozen=True, slots=True)
class RecordRow:
    """The record of a finished game."""

    table: str
    game: int
    written: float
    line: str


class ExportReader:
    """Reads a store that is locked, so that it does not change."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path, self.db = path, db

    def tables(self) -> list[TableRow]:
        """Return all tables, the oldest first."""
        with raising_store_errors(self.path):
            return [
                TableRow(key, Head(id, code, game, bool(listed), bool(closed), touched), number, snapped)
                for key, id, code, game, listed, closed, touched, number, snapped in self.db.execute(ALL_TABLES)
            ]

    def log(self, table: TableRow) -> list[bytes]:
        """Return all entries of a table."""
        with raising_store_errors(self.path):
            [(last,)] = self.db.execute(LAST_KEY, (table.key,)).fetchall()
            back = self.db.execute(ENTRIES_BACK, {"last": last, "after": 0}).fetchall()
        if len(back) != table.number:
            message = f"{self.path} is damaged: table {table.head.code} lacks entries; restore a backup"
            raise StoreError("store/broken", message, "damaged")
        return [entry for (entry,) in reversed(back)]

    def snapshot(self, table: TableRow) -> bytes | None:
        """Return the last snapshot of a table."""
        with raising_store_errors(self.path):
            found = self.db.execute(GET_SNAPSHOT, (table.key,)).fetchall()
        return bytes(found[0][0]) if found else None

    def records(self) -> Iterator[list[RecordRow]]:
        """Yield all records, a page at a time, in the order in which the games ended."""
        last = 0
        with raising_store_errors(self.path):
            while some := self.db.execute(SOME_RECORDS, (last, RECORDS_PER_PAGE)).fetchall():
                last = some[-1][0]
                yield [RecordRow(*row) for _, *row in some]

    def documents(self) -> Iterator[list[Document]]:
        """Yield all documents, a page at a time."""
        last = ("", "")
        with raising_store_errors(self.path):
            while some := self.db.execute(SOME_DOCUMENTS, (*last, DOCUMENTS_PER_PAGE)).fetchall():
                found = [Document(*row) for row in some]
                last = found[-1].kind, found[-1].id
                yield found

    def fingerprint(self) -> bytes | None:
        """Return the fingerprint of the secret that belongs to the store."""
        with raising_store_errors(self.path):
            return fingerprint(self.db)

    def record_count(self) -> int:
        """Return the number of records."""
        with raising_store_errors(self.path):
            [(found,)] = self.db.execute("SELECT COUNT(*) FROM records").fetchall()
        return int(found)


@contextmanager
def export_reader(path: Path) -> Iterator[ExportReader]:
    """Lock a store, so that no server can use it, and open it for reading."""
    with ExitStack() as opened:
        db = connect(path)
        opened.callback(db.close)
        check(db, path)
        opened.enter_context(lock(path))
        with raising_store_errors(path):
            db.execute("PRAGMA query_only = ON")
            check_wholly(db, path)
        yield ExportReader(path, db)
