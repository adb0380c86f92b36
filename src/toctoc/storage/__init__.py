"""Keep the logs of the live tables: one small interface, and SQLite behind it."""

import asyncio
import re
from pathlib import Path

from toctoc.storage.store import Deliver, Done, Head, Health, Nodes, Store, Stored, StoreError, Write

__all__ = [
    "DEFAULT", "ENVIRONMENT", "Deliver", "Done", "Head", "Health", "Nodes", "Store", "StoreError", "Stored",
    "Write", "is_database", "locate", "open_store",
]  # fmt: skip

DEFAULT = "toctoc.db"  # in the current folder
ENVIRONMENT = "TOCTOC_STORE"  # the variable that says otherwise
POSTGRES = ("postgresql://", "postgres://")
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")


def is_database(url: str) -> bool:
    """Tell whether a store is a database for many nodes, and not a file."""
    return url.startswith(POSTGRES)


async def open_store(url: str, address: str = "") -> Store:
    """Own a store: `sqlite:///toctoc.db`, `sqlite:////srv/toctoc.db`, or a path. A `StoreError` says why not.

    Of `postgresql://host/database` only the tables are owned that are made or claimed; `address` is where other
    nodes reach this one. The answers to writes come in the event loop that runs.
    """
    if is_database(url):
        return await _open_database(url, address)
    from toctoc.storage.sqlite import SqliteStore

    return SqliteStore(locate(url), asyncio.get_running_loop().call_soon_threadsafe)


async def _open_database(url: str, address: str) -> Store:
    try:
        from toctoc.storage.postgres.store import PostgresStore
    except ModuleNotFoundError:
        message = "a store in PostgreSQL needs asyncpg: pip install 'toctoc[postgres]'"
        raise StoreError("store/broken", message, "driver") from None
    return await PostgresStore.open(url, address=address)


def locate(url: str) -> Path:
    """Return the file of a store. Three slashes come before a path from here, four before one from the root."""
    scheme = SCHEME.match(url)
    if scheme is None and url and not url.startswith("sqlite:"):
        return Path(url)
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    message = f"{url!r} is no store; there are sqlite:///FILE and a plain FILE (PostgreSQL is to come)"
    raise StoreError("store/broken", message, "scheme")
