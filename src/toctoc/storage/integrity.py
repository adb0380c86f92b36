"""Whether the file of a store is whole: looked at when it is opened, and in every backup."""

import logging
import sqlite3
from pathlib import Path
from threading import Timer

from toctoc.storage.connection import as_store_error
from toctoc.storage.store import StoreError

SECONDS = 5.0  # for a look when a server starts: it reads some 100 MB a second, and people wait
logger = logging.getLogger("toctoc.storage")


def check_quickly(db: sqlite3.Connection, path: Path, seconds: float = SECONDS) -> bool:
    """Refuse a damaged file; return whether there was the time to look at all of it."""
    alarm = Timer(seconds, db.interrupt)
    alarm.daemon = True
    alarm.start()
    try:
        _check(db, path, "quick_check")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise as_store_error(error, path) from error
        logger.warning("the store is large: only a part of it was checked in %g s; a backup checks all", seconds)
        return False
    finally:
        alarm.cancel()
        alarm.join()  # so that it interrupts nothing else
    return True


def check_wholly(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged file, its indexes included, however long that takes."""
    _check(db, path, "integrity_check")


def _check(db: sqlite3.Connection, path: Path, how: str) -> None:
    try:
        [(found,)] = db.execute(f"PRAGMA {how}(1)").fetchall()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise as_store_error(error, path) from error
    if found != "ok":
        raise StoreError("store/broken", f"{path} is damaged ({found}); go back to a backup", "damaged")
