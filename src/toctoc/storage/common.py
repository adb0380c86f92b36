"""SQL, limits and errors that both backends share."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from toctoc.storage.store import StoreError

DAY_SECONDS = 24 * 60 * 60
BASE_VERSION = 10  # of a new store before the migrations; stores of versions 1 to 3 are of trials, and refused
MIN_PRUNE_DAYS = 1  # a game may still be played at a younger table
RECORDS_PER_DELETE = 500  # a longer transaction would keep players waiting
RECORDS_PER_READ = 200  # a longer read would keep SQLite's write-ahead log from starting anew

DOCUMENT_COLUMNS = "kind, id, body, version, expires, table_id"
FINGERPRINT = ("secret", "fingerprint")  # kind and id of the document that shows which secret belongs to a store
AFTER_ANY_ID = "\U0010ffff"  # sorts after every character of an id
# Documents of tables of which neither the log nor a record is left.
ORPHANS = """
    SELECT kind, id FROM documents WHERE table_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id)
        AND NOT EXISTS (SELECT 1 FROM records WHERE records.table_id = documents.table_id)
"""


class Stale(Exception):
    """Raised inside a transaction when a write does not follow the stored state."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """The number of tables and records that were removed, or would be."""

    tables: int
    records: int


def prune_limit(days: float, clock: Callable[[], float] = time.time) -> float:
    """Return the time, in seconds since 1970, before which an untouched table is pruned."""
    if days < MIN_PRUNE_DAYS:
        raise ValueError(f"tables are kept for {MIN_PRUNE_DAYS} day at least, not {days}")
    return clock() - days * DAY_SECONDS


def migration_files(folder: Path) -> dict[int, Path]:
    """Return the migrations in `folder` by their version, in order: the base, 0010.sql, makes an empty store."""
    files = {int(file.stem): file for file in sorted(folder.glob("*.sql"))}
    assert [*files] == [*range(BASE_VERSION, BASE_VERSION + len(files))], f"gaps in {folder}"
    return files


def newest_version(folder: Path) -> int:
    """Return the version of a store after all migrations in `folder`."""
    return max(migration_files(folder))


def check_version(name: str | Path, found: int, newest: int) -> None:
    """Refuse a store of a version above `newest`, or below the base; 0 is a store that is still empty."""
    if found > newest:
        raise StoreError(
            "store/broken",
            f"{name} has version {found}, and this Toctoc knows stores up to version {newest}; use a newer Toctoc",
            "newer",
        )
    if 0 < found < BASE_VERSION:
        raise StoreError(
            "store/broken",
            f"{name} has version {found}, from before Toctoc's first lasting format; begin a new store",
            "too-old",
        )


def older(name: str | Path, found: int, newest: int) -> StoreError:
    """Return the error for a store that lacks migrations."""
    message = f"{name} has version {found}, not {newest}; `toctoc serve` brings it up to date"
    return StoreError("store/broken", message, "older")


def document_changed(kind: str, id: str) -> StoreError:
    """Return the error for a document of another version than the writer expected."""
    return StoreError("store/stale", f"{kind} {id}: it has changed meanwhile", "changed")
