"""Maintain an SQLite store from outside, with or without a running server: back up, export, prune."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from toctoc.storage.common import ORPHANS, RECORDS_PER_DELETE, Pruned, prune_limit
from toctoc.storage.sqlite import log, queries
from toctoc.storage.sqlite.connection import (
    as_store_error,
    check_wholly,
    connect,
    raising_store_errors,
)
from toctoc.storage.sqlite.document_ops import DELETE_EXPIRED
from toctoc.storage.sqlite.schema import Summary, check, summarized, version
from toctoc.storage.store import StoreError

OLD_TABLES = "SELECT table_key FROM ends WHERE touched < ?"
OLD_RECORDS = """
    SELECT key FROM records WHERE written < :limit AND NOT EXISTS (
        SELECT 1 FROM tables JOIN ends ON table_key = tables.key WHERE id = table_id AND touched >= :limit
    )
"""


def backup(path: Path, file: Path) -> None:
    """Copy a consistent snapshot of the store at `path` into the new store `file`.

    Raise `OSError` if `file` cannot be written, `StoreError` if the copy is damaged. The store may have an older
    version.
    """
    with ExitStack() as opened:
        source = connect(path)
        opened.callback(source.close)
        if version(source, path) == 0:
            raise StoreError("store/broken", f"{path} is not a store of Toctoc", "not-a-store")
        file.unlink(missing_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        target = connect(file, checks_log=False)  # there is no log of a new file
        opened.callback(target.close)
        try:
            source.backup(target)  # in one step: it blocks no writer, and no write makes it start again
        except sqlite3.Error as error:
            failure = as_store_error(error, file)
            if failure.code == "store/full":  # the disk of the copy: the store is only read
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise failure from error
        check_wholly(target, file)


def summary(path: Path) -> Summary:
    """Return what the start of a server depends on; that of an empty store if there is no file."""
    if not path.is_file():
        return Summary()
    with ExitStack() as opened, raising_store_errors(path):
        db = connect(path)
        opened.callback(db.close)
        return summarized(db, path)


def records(path: Path) -> Iterator[str]:
    """Yield the lines of all records, in the order in which the games ended."""
    with _checked(path) as db, raising_store_errors(path):
        yield from queries.records(db)


def prunable(path: Path, days: float, clock: Callable[[], float] = time.time) -> Pruned:
    """Count the tables untouched for `days`, and their records."""
    limit = prune_limit(days, clock)
    with _checked(path) as db, raising_store_errors(path):
        [(tables,)] = db.execute(f"SELECT COUNT(*) FROM ({OLD_TABLES})", (limit,)).fetchall()
        [(lines,)] = db.execute(f"SELECT COUNT(*) FROM ({OLD_RECORDS})", {"limit": limit}).fetchall()
    return Pruned(tables, lines)


def prune(path: Path, days: float, with_records: bool = False, clock: Callable[[], float] = time.time) -> Pruned:
    """Remove tables untouched for `days`, closed or not, and expired documents.

    `with_records` also removes the records of removed tables. A table's documents go with the last of its records.
    Each table has its own transaction, so that a running server waits for one table at most.
    """
    limit = prune_limit(days, clock)
    tables = lines = 0
    with _checked(path) as db, raising_store_errors(path):
        for (table,) in db.execute(OLD_TABLES, (limit,)).fetchall():
            with _transaction(db):
                tables += _remove(db, table, limit)
        while with_records:
            with _transaction(db):
                some = f"DELETE FROM records WHERE key IN ({OLD_RECORDS} LIMIT :most)"
                removed = db.execute(some, {"limit": limit, "most": RECORDS_PER_DELETE}).rowcount
            lines += removed
            with_records = removed > 0
        with _transaction(db):
            db.execute(f"DELETE FROM documents WHERE (kind, id) IN ({ORPHANS})")
            db.execute(DELETE_EXPIRED, (clock(),))
    return Pruned(tables, lines)


def _remove(db: sqlite3.Connection, table: int, limit: float) -> bool:
    """Remove a table, unless it was touched in the meantime."""
    if not db.execute(f"{OLD_TABLES} AND table_key = ?", (limit, table)).fetchall():
        return False
    log.remove(db, table)
    return True


@contextmanager
def _checked(path: Path) -> Iterator[sqlite3.Connection]:
    db = connect(path)
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
