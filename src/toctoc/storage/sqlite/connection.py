"""Open, check and lock the SQLite file of a store. Every failure is a `StoreError`."""

import errno
import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import BinaryIO

from toctoc.storage.common import BASE_VERSION, check_version
from toctoc.storage.sqlite.wal_check import check_log
from toctoc.storage.store import StoreError

BUSY_SECONDS = 5.0  # wait for another process that writes
CHECKPOINT_PAGES = 4000  # 16 MB of write-ahead log; each checkpoint takes a few milliseconds
CHECK_SECONDS = 5.0  # for the check at start: it reads some 100 MB a second, and players wait

APPLICATION_ID = 0x746F6374  # "toct", in the header of every store; databases of other programs are refused
VERSION_AT, APPLICATION_AT = 60, 68  # in the header of a database: `user_version` and `application_id`

FULL_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FORBIDDEN_CODES = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


def create(path: Path) -> None:
    """Create the file of a new store, readable by its owner only: it holds the hidden cards of running games."""
    _check_path(path)
    with raising_store_errors(path), suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if not os.access(path, os.R_OK | os.W_OK):  # SQLite would open it for reading only
        raise StoreError("store/broken", f"{path}: that is not permitted", "permission")


def connect(path: Path, busy: float = BUSY_SECONDS, checks_log: bool = True) -> sqlite3.Connection:
    """Open a connection to an existing file. Every commit through it is durable.

    A damaged write-ahead log is refused: a connection to it drops stored moves, and its close deletes the log.
    Without `checks_log`, this process has a connection already, which has done that. It must not open the file
    otherwise: closing it would end the POSIX locks of the first connection, and a reader of another process would
    then delete the log as the last one that uses it.
    """
    _check_path(path)
    if checks_log:
        if path.is_file():
            _check_header(path)
        with raising_store_errors(path):
            check_log(path)
    if not path.exists():
        raise StoreError("store/broken", f"{path}: there is no such file", "missing")
    with raising_store_errors(path):
        # Python's locks let several threads share it; transactions begin and end in plain SQL.
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


def _check_path(path: Path) -> None:
    if path.is_dir():
        raise StoreError("store/broken", f"{path} is a folder; a store is a file", "folder")
    if not path.parent.is_dir():
        raise StoreError("store/broken", f"{path}: there is no such folder", "no-folder")


def _check_header(path: Path) -> None:
    """Refuse a store that is too old to be read before SQLite could write its log into it."""
    with raising_store_errors(path), path.open("rb") as file:
        head = file.read(APPLICATION_AT + 4)
    if head[APPLICATION_AT:] == APPLICATION_ID.to_bytes(4):
        check_version(path, min(int.from_bytes(head[VERSION_AT : VERSION_AT + 4]), BASE_VERSION), BASE_VERSION)


@contextmanager
def raising_store_errors(path: Path) -> Iterator[None]:
    """Raise `StoreError` for errors of SQLite and of the operating system."""
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
    """Return the `StoreError` that `error` means for the file at `path`."""
    code = getattr(error, "sqlite_errorcode", 0)
    family = code & 0xFF  # the higher bits are details
    if code in FULL_CODES or family in FULL_CODES:
        return StoreError("store/full", f"{path}: no space is left")
    if family in BUSY_CODES:
        return StoreError("store/busy", f"{path}: another process is writing to it")
    if family == sqlite3.SQLITE_CORRUPT:
        return StoreError("store/broken", f"{path} is damaged ({error}); restore a backup", "damaged")
    if family == sqlite3.SQLITE_NOTADB:
        return StoreError("store/broken", f"{path} is not a store of Toctoc", "not-a-store")
    if family in FORBIDDEN_CODES or (family == sqlite3.SQLITE_CANTOPEN and not os.access(path, os.R_OK | os.W_OK)):
        return StoreError("store/broken", f"{path}: that is not permitted", "permission")
    return StoreError("store/broken", f"{path} cannot be read or written ({error})")


@contextmanager
def overwriting(db: sqlite3.Connection) -> Iterator[None]:
    """Let SQLite overwrite deleted rows with zeros, within this block."""
    db.execute("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        db.execute("PRAGMA secure_delete = OFF")


# --- integrity -------------------------------------------------------------------------------------------------

logger = logging.getLogger("toctoc.storage")


def check_quickly(db: sqlite3.Connection, path: Path, seconds: float = CHECK_SECONDS) -> bool:
    """Refuse a damaged file; return False if `seconds` were not enough to check all of it."""
    alarm = Timer(seconds, db.interrupt)
    alarm.daemon = True
    alarm.start()
    try:
        _check_integrity(db, path, "quick_check")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise as_store_error(error, path) from error
        logger.warning("the store is large: only a part of it was checked in %g s; a backup checks all", seconds)
        return False
    finally:
        alarm.cancel()
        alarm.join()  # it must interrupt no later statement
    return True


def check_wholly(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged file, its indexes included; takes as long as it needs."""
    _check_integrity(db, path, "integrity_check")


def _check_integrity(db: sqlite3.Connection, path: Path, pragma: str) -> None:
    try:
        [(found,)] = db.execute(f"PRAGMA {pragma}(1)").fetchall()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise as_store_error(error, path) from error
    if found != "ok":
        raise StoreError("store/broken", f"{path} is damaged ({found}); restore a backup", "damaged")


# --- ownership -------------------------------------------------------------------------------------------------

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(1 << 20)  # far behind the text, which stays readable
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


LOCKED_ERRNOS = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def lock_of(path: Path) -> Path:
    """Return the lock file of the store at `path`."""
    path = path.resolve()
    return path.with_name(f"{path.name}.lock")


def lock(path: Path) -> BinaryIO:
    """Lock a store for this process, until the returned file is closed or the process ends.

    On a file system without locks nothing is locked; entry numbers still fence off a second process. The lock file
    stays on disk: removing it would let two processes lock two files of the same name.
    """
    beside = lock_of(path)
    with raising_store_errors(beside):
        file = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    try:
        _lock(file)
    except OSError as error:
        if error.errno in LOCKED_ERRNOS:
            owner = file.read(20).decode("ascii", "replace").strip()
            file.close()
            message = f"{path} is used by another Toctoc (process {owner or 'unknown'}); stop that one first"
            raise StoreError("store/busy", message, "in-use") from None
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()}\n".encode())
    return file
