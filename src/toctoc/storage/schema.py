"""Which version a store has, and the numbered steps that bring it up to date."""

import sqlite3
from pathlib import Path

from toctoc.storage.connection import raising_store_errors
from toctoc.storage.store import StoreError

MIGRATIONS = Path(__file__).with_name("migrations")  # 0001.sql brings an empty file to version 1, and so on
APPLICATION = 0x746F6374  # "toct", in the header of every store; other programs' databases are left alone


def steps(folder: Path = MIGRATIONS) -> list[Path]:
    """Return the migrations, in order."""
    files = sorted(folder.glob("*.sql"))
    assert [file.stem for file in files] == [f"{n:04}" for n in range(1, len(files) + 1)], f"gaps in {folder}"
    return files


def version(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return the version of a store, 0 if it is empty; refuse one that is not ours or newer than this program."""
    with raising_store_errors(path):
        [(application,)] = db.execute("PRAGMA application_id").fetchall()
        [(found,)] = db.execute("PRAGMA user_version").fetchall()
        [(things,)] = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchall()
    if application != APPLICATION and (application, found, things) != (0, 0, 0):
        raise StoreError("store/broken", f"{path} is a database, but no store of Toctoc", "not-a-store")
    if found > newest:
        raise StoreError(
            "store/broken",
            f"{path} has version {found}, and this Toctoc knows stores up to version {newest}; use a newer Toctoc",
            "newer",
        )
    return int(found)


def migrate(db: sqlite3.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Bring a store up to date, each step all or nothing. Only the owner of the store may do that."""
    files = steps(folder)
    found = version(db, path, len(files))
    with raising_store_errors(path):
        [(mode,)] = db.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise StoreError("store/broken", f"{path}: SQLite's write-ahead log does not work on this file system")
    for number, file in enumerate(files[found:], found + 1):
        script = file.read_text(encoding="utf-8")
        ends = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT;"
        try:
            with raising_store_errors(path):
                db.executescript(f"BEGIN IMMEDIATE;\n{script}\n{ends}")
        finally:
            if db.in_transaction:
                db.rollback()


def check(db: sqlite3.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Refuse a store that this program cannot read as it is."""
    newest = len(steps(folder))
    found = version(db, path, newest)
    if found == 0:
        raise StoreError("store/broken", f"{path} is no store of Toctoc", "not-a-store")
    if found < newest:
        message = f"{path} has version {found}, not {newest}; `toctoc serve` brings it up to date"
        raise StoreError("store/broken", message, "older")
