"""Store the logs of live tables: one small interface, with SQLite or PostgreSQL behind it."""

import asyncio

from toctoc import extras
from toctoc.storage import changes
from toctoc.storage.address import is_database, locate, without_password
from toctoc.storage.store import (
    Deliver,
    Document,
    Documents,
    Done,
    Head,
    Health,
    Nodes,
    NodeStatus,
    Store,
    StoredTable,
    StoreError,
    Write,
    WriteChain,
)

__all__ = [
    "Deliver", "Document", "Documents", "Done", "Head", "Health", "NodeStatus",
    "Nodes", "Store", "StoreError", "StoredTable", "Write", "WriteChain", "changes", "check_driver", "is_database",
    "locate", "open_store", "without_password",
]  # fmt: skip


async def open_store(url: str, address: str = "") -> Store:
    """Open the store of a server. Writes are acknowledged in the running event loop.

    Args:
        url: `sqlite:///toctoc.db`, `sqlite:////srv/toctoc.db`, a path, or `postgresql://host/database`. A file
            belongs to one server. Of a database, a node owns only the tables that it creates or claims.
        address: The address at which other nodes of a database reach this one.
    """
    if is_database(url):
        check_driver()
        from toctoc.storage.postgres.store import PostgresStore

        return await PostgresStore.open(url, address=address)
    from toctoc.storage.sqlite.store import SqliteStore

    return SqliteStore(locate(url), asyncio.get_running_loop().call_soon_threadsafe)


def check_driver() -> None:
    """Raise `StoreError` if the PostgreSQL driver is not installed."""
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError:
        message = f"a store in PostgreSQL needs asyncpg: {extras.how('postgres')}"
        raise StoreError("store/broken", message, "driver") from None
