"""Keep the logs of the live tables: one small interface, with SQLite or PostgreSQL behind it."""

import asyncio

from toctoc.storage.address import is_database, locate, shown
from toctoc.storage.store import (
    Deliver,
    Document,
    Documents,
    Done,
    Head,
    Health,
    Life,
    Nodes,
    Store,
    Stored,
    StoreError,
    Write,
)

__all__ = [
    "DEFAULT", "ENVIRONMENT", "Deliver", "Document", "Documents", "Done", "Head", "Health", "Life", "Nodes",
    "Store", "StoreError", "Stored", "Write", "check_driver", "is_database", "locate", "open_store", "shown",
]  # fmt: skip

DEFAULT = "toctoc.db"  # in the current folder
ENVIRONMENT = "TOCTOC_STORE"  # the variable that says otherwise


async def open_store(url: str, address: str = "") -> Store:
    """Own a store: `sqlite:///toctoc.db`, `sqlite:////srv/toctoc.db`, or a path. A `StoreError` says why not.

    Of `postgresql://host/database` only the tables are owned that are made or claimed; `address` is where other
    nodes reach this one. The answers to writes come in the event loop that runs.
    """
    if is_database(url):
        check_driver()
        from toctoc.storage.postgres.store import PostgresStore

        return await PostgresStore.open(url, address=address)
    from toctoc.storage.sqlite import SqliteStore

    return SqliteStore(locate(url), asyncio.get_running_loop().call_soon_threadsafe)


def check_driver() -> None:
    """Say what a store in PostgreSQL needs, if it is not installed."""
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError:
        message = "a store in PostgreSQL needs asyncpg: pip install 'toctoc[postgres]'"
        raise StoreError("store/broken", message, "driver") from None
