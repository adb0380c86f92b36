"""Schema version and migrations of an SQLite store."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from toctoc.storage.common import FINGERPRINT, check_version, migration_files, newest_version, older
from toctoc.storage.sqlite.connection import APPLICATION_AT, APPLICATION_ID, raising_store_errors
from toctoc.storage.store import StoreError

MIGRATIONS = Path(__file__).with_name("migrations")
SQLITE_MAGIC = b"SQLite format 3\0"


def version(db: sqlite3.Connection, path: Path, newest: int | None = None) -> int:
    """Return the version of a store, 0 if it is empty; refuse a foreign file, and an unknown version."""
    with raising_store_errors(path):
        [(application,)] = db.execute("PRAGMA application_id").fetchall()
        [(found,)] = db.execute("PRAGMA user_version").fetchall()
        [(things,)] = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchall()
    if application != APPLICATION_ID and (application, found, things) != (0, 0, 0):
        raise StoreError("store/broken", f"{path} is a database, but not a store of Toctoc", "not-a-store")
    check_version(path, found, newest or newest_version(MIGRATIONS))
    return int(found)


def is_store(path: Path) -> bool:
    """Tell whether a file is a store, by its first bytes; nothing is opened that SQLite could change."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(APPLICATION_AT + 4)
        is_ours = head[APPLICATION_AT:] == APPLICATION_ID.to_bytes(4)
        # Until the first checkpoint, that number is in the log alone.
        return head.startswith(SQLITE_MAGIC) and (is_ours or path.with_name(f"{path.name}.lock").exists())
    return False


def migrate(db: sqlite3.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Apply the missing migrations, each in its own transaction. The caller holds the lock of the store."""
    files = migration_files(folder)
    found = version(db, path, max(files))
    with raising_store_errors(path):
        [(mode,)] = db.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise StoreError("store/broken", f"{path}: SQLite's write-ahead log does not work on this file system")
    for number, file in files.items():
        if number <= found:
            continue
        script = file.read_text(encoding="utf-8")
        ends = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}; COMMIT;"
        try:
            with raising_store_errors(path):
                db.executescript(f"BEGIN IMMEDIATE;\n{script}\n{ends}")
        finally:
            if db.in_transaction:
                db.rollback()


def check(db: sqlite3.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Refuse a store of another version than this program's."""
    newest = newest_version(folder)
    found = version(db, path, newest)
    if found == 0:
        raise StoreError("store/broken", f"{path} is not a store of Toctoc", "not-a-store")
    if found < newest:
        raise older(path, found, newest)


class Summary(NamedTuple):
    """What the start of a server depends on."""

    has_tables: bool = False
    fingerprint: bytes | None = None  # of the secret that belongs to the store
    touched: float = 0.0  # seconds since 1970, of the last write


def summarized(db: sqlite3.Connection, path: Path) -> Summary:
    """Return the summary of a store, also of one that lacks migrations."""
    if version(db, path) == 0:
        return Summary()
    with raising_store_errors(path):
        has_tables = bool(db.execute("SELECT 1 FROM tables LIMIT 1").fetchall())
        [(touched,)] = db.execute("SELECT MAX(touched) FROM ends").fetchall()
        return Summary(has_tables, fingerprint(db), touched or 0.0)


def fingerprint(db: sqlite3.Connection) -> bytes | None:
    """Return the fingerprint of the secret that belongs to the store."""
    for (body,) in db.execute("SELECT body FROM documents WHERE kind = ? AND id = ?", FINGERPRINT).fetchall():
        return bytes(body)
    return None
