"""Connections to a store's SQLite file, with everything that can go wrong told as a `StoreError`."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from toctoc.storage.store import StoreError

BUSY_SECONDS = 5.0  # how long to wait for another process that is writing
CHECKPOINT_PAGES = 4000  # 16 MB of write-ahead log; a checkpoint takes a few milliseconds, so let them be rare

FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FORBIDDEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


def create(path: Path) -> None:
    """Make the file of a new store, for its owner's eyes only: the cards of games being played lie in it."""
    _check(path)
    with raising_store_errors(path), suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if not os.access(path, os.R_OK | os.W_OK):  # SQLite would be content with reading
        raise StoreError("store/broken", f"{path}: that is not permitted", "permission")


def connect(path: Path, busy: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open a connection to a file that is there. Every commit through it is durable."""
    _check(path)
    if not path.exists():
        raise StoreError("store/broken", f"{path}: there is no such file", "missing")
    with raising_store_errors(path):
        # Python's own locks let several threads use it; transactions are begun and ended in plain SQL.
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=busy,
            isolation_level=None,
            check_same_thread=False,
        )
    try:
        with raising_store_errors(path):
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    except StoreError:
        db.close()
        raise
    return db


def _check(path: Path) -> None:
    if path.is_dir():
        raise StoreError("store/broken", f"{path} is a folder; a store is a file", "folder")
    if not path.parent.is_dir():
        raise StoreError("store/broken", f"{path}: there is no such folder", "no-folder")


@contextmanager
def raising_store_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into an error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error
    except PermissionError as error:
        raise StoreError("store/broken", f"{path}: that is not permitted", "permission") from error
    except OSError as error:
        code = "store/full" if error.errno == errno.ENOSPC else "store/broken"
        raise StoreError(code, f"{path}: {error.strerror}") from error


def as_store_error(error: Exception, path: Path) -> StoreError:
    """Return an error, of SQLite most likely, as one of ours."""
    code = getattr(error, "sqlite_errorcode", 0)
    family = code & 0xFF  # the rest of the number is detail
    if code in FULL or family in FULL:
        return StoreError("store/full", f"{path}: no space is left")
    if family in BUSY:
        return StoreError("store/busy", f"{path}: another process is writing to it")
    if family == sqlite3.SQLITE_CORRUPT:
        return StoreError("store/broken", f"{path} is damaged ({error}); go back to a backup", "damaged")
    if family == sqlite3.SQLITE_NOTADB:
        return StoreError("store/broken", f"{path} is no store of Toctoc", "not-a-store")
    if family in FORBIDDEN or (family == sqlite3.SQLITE_CANTOPEN and not os.access(path, os.R_OK | os.W_OK)):
        return StoreError("store/broken", f"{path}: that is not permitted", "permission")
    return StoreError("store/broken", f"{path} cannot be read or written ({error})")
