"""What is done to a store from outside, while a server runs on it or none: back it up, export it, prune it."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from toctoc.storage import connection, integrity, reading, removal
from toctoc.storage.changes import EXPIRE
from toctoc.storage.connection import as_store_error, raising_store_errors
from toctoc.storage.schema import check, steps, version
from toctoc.storage.store import StoreError

DAY = 24 * 60 * 60
LEAST_DAYS = 1  # a table younger than that may be played at
RECORDS_AT_ONCE = 500  # a longer transaction would keep players waiting

OLD_TABLES = "SELECT table_key FROM ends WHERE touched < ?"
OLD_RECORDS = """
    SELECT key FROM records WHERE written < ?1 AND NOT EXISTS (
        SELECT 1 FROM tables JOIN ends ON table_key = tables.key WHERE id = table_id AND touched >= ?1
    )
"""
# Of a table of which nothing else is left, not even a record.
ORPHANS = """
    SELECT kind, id FROM documents WHERE table_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id)
        AND NOT EXISTS (SELECT 1 FROM records WHERE records.table_id = documents.table_id)
"""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was removed, or would be."""

    tables: int
    records: int


def backup(path: Path, file: Path) -> None:
    """Copy a store as it is at one moment into a new file, which is then a store itself.

    `OSError` if that file cannot be made. A store of any version up to ours is copied; the copy of a damaged one
    is refused.
    """
    with ExitStack() as opened:
        source = connection.connect(path)
        opened.callback(source.close)
        if version(source, path, len(steps())) == 0:
            raise StoreError("store/broken", f"{path} is no store of Toctoc", "not-a-store")
        file.unlink(missing_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        target = connection.connect(file)
        opened.callback(target.close)
        try:
            source.backup(target)  # in one go: it holds up no writer, and need not begin again after each
        except sqlite3.Error as error:
            failure = as_store_error(error, file)
            if failure.code == "store/full":  # of the copy: nothing is written to the store
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise failure from error
        integrity.check_wholly(target, file)


def has_tables(path: Path) -> bool:
    """Tell whether a store keeps a table: a file that is not there keeps none."""
    if not path.is_file():
        return False
    with ExitStack() as opened, raising_store_errors(path):
        db = connection.connect(path)
        opened.callback(db.close)
        if version(db, path, len(steps())) == 0:
            return False
        return bool(db.execute("SELECT 1 FROM tables LIMIT 1").fetchall())


def records(path: Path) -> Iterator[str]:
    """Yield the lines of all records, in the order in which the games ended."""
    with _checked(path) as db, raising_store_errors(path):
        yield from reading.records(db)


def prunable(path: Path, days: float, clock: Callable[[], float] = time.time) -> Pruned:
    """Count the tables untouched for so many days, and their records."""
    limit = limit_of(days, clock)
    with _checked(path) as db, raising_store_errors(path):
        [(tables,)] = db.execute(f"SELECT COUNT(*) FROM ({OLD_TABLES})", (limit,)).fetchall()
        [(lines,)] = db.execute(f"SELECT COUNT(*) FROM ({OLD_RECORDS})", (limit,)).fetchall()
    return Pruned(tables, lines)


def prune(path: Path, days: float, with_records: bool = False, clock: Callable[[], float] = time.time) -> Pruned:
    """Remove tables untouched for so many days, closed or not.

    Their records, and those of tables removed before, only go when asked for; with the last of a table go its
    documents. Documents whose time is over go, too.

    Each table goes in a transaction of its own, so that a server beside waits for one at most.
    """
    limit = limit_of(days, clock)
    tables = lines = 0
    with _checked(path) as db, raising_store_errors(path):
        for (table,) in db.execute(OLD_TABLES, (limit,)).fetchall():
            with _transaction(db):
                tables += _remove(db, table, limit)
        while with_records:
            with _transaction(db):
                some = f"DELETE FROM records WHERE key IN ({OLD_RECORDS} LIMIT ?2)"
                removed = db.execute(some, (limit, RECORDS_AT_ONCE)).rowcount
            lines += removed
            with_records = removed > 0
        with _transaction(db):
            db.execute(f"DELETE FROM documents WHERE (kind, id) IN ({ORPHANS})")
            db.execute(EXPIRE, (clock(),))
    return Pruned(tables, lines)


def _remove(db: sqlite3.Connection, table: int, limit: float) -> bool:
    """Remove a table unless a guest has come back to it."""
    if not db.execute(f"{OLD_TABLES} AND table_key = ?", (limit, table)).fetchall():
        return False
    removal.remove(db, table)
    return True


def limit_of(days: float, clock: Callable[[], float]) -> float:
    if days < LEAST_DAYS:
        raise ValueError(f"tables are kept for {LEAST_DAYS} day at least, not {days}")
    return clock() - days * DAY


@contextmanager
def _checked(path: Path) -> Iterator[sqlite3.Connection]:
    db = connection.connect(path)
    try:
        check(db, path)
        yield db
    finally:
        db.close()


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
