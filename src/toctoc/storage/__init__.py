"""Keep the logs of the live tables: one small interface, and SQLite behind it."""

import re
from pathlib import Path

from toctoc.storage.store import Deliver, Done, Head, Health, Store, Stored, StoreError, Write

__all__ = [
    "DEFAULT", "ENVIRONMENT", "Deliver", "Done", "Head", "Health", "Store", "StoreError", "Stored",
    "Write", "locate", "open_store",
]  # fmt: skip

DEFAULT = "toctoc.db"  # in the current folder
ENVIRONMENT = "TOCTOC_STORE"  # the variable that says otherwise
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")


def open_store(url: str, deliver: Deliver) -> Store:
    """Own a store: `sqlite:///toctoc.db`, `sqlite:////srv/toctoc.db`, or a path. A `StoreError` says why not.

    `deliver` runs a function where the answers to writes are wanted, such as `loop.call_soon_threadsafe`.
    """
    from toctoc.storage.sqlite import SqliteStore

    return SqliteStore(locate(url), deliver)


def locate(url: str) -> Path:
    """Return the file of a store. Three slashes come before a path from here, four before one from the root."""
    scheme = SCHEME.match(url)
    if scheme is None and url and not url.startswith("sqlite:"):
        return Path(url)
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    message = f"{url!r} is no store; there are sqlite:///FILE and a plain FILE (PostgreSQL is to come)"
    raise StoreError("store/broken", message, "scheme")
