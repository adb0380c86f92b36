"""Lines to PostgreSQL, with everything that can go wrong told as a `StoreError`."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import asyncpg

from toctoc.storage.address import check_address, shown
from toctoc.storage.store import StoreError

CONNECT_SECONDS = 5.0  # for a new line
ANSWER_SECONDS = 10.0  # after which a line that does not answer is given up
LOCK_MILLISECONDS = 5000  # how long to wait for somebody else's transaction

Connection = Any  # asyncpg has no types

SETTINGS = {
    "application_name": "toctoc",
    "synchronous_commit": "on",  # whatever the server's settings say: what is acknowledged is on its disk
    "default_transaction_isolation": "read committed",
    "lock_timeout": str(LOCK_MILLISECONDS),
    # Each statement looks up a few rows by their keys: one plan is right for all, however large the tables are.
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "max_parallel_workers_per_gather": "0",  # to start them takes longer than to look a hundred rows up
    "jit": "off",
}

# The line is gone, or the server is about to be.
LOST = (
    OSError,
    EOFError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what it says of a line that broke in the midst of something
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.ReadOnlySQLTransactionError,  # another server has become the one to write to
)
# The same would work in a moment.
BUSY = (
    asyncpg.InsufficientResourcesError,
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.QueryCanceledError,
)
# A person has to do something.
REFUSALS: dict[type[Exception], str] = {
    asyncpg.InvalidCatalogNameError: "no-database",
    asyncpg.InvalidAuthorizationSpecificationError: "login",
    asyncpg.InsufficientPrivilegeError: "permission",
    ssl.SSLError: "certificate",
}
DAMAGED = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


async def connect(url: str) -> Connection:
    """Open a line; every commit through it is durable."""
    check_address(url)
    with raising_store_errors(shown(url)):
        return await asyncpg.connect(
            url, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=SETTINGS
        )


@contextmanager
def raising_store_errors(name: str) -> Iterator[None]:
    """Turn what PostgreSQL and the system say into an error of ours."""
    try:
        yield
    except (asyncpg.PostgresError, ValueError, *LOST) as error:
        raise as_store_error(error, name) from error


def as_store_error(error: Exception, name: str) -> StoreError:
    """Return an error, of PostgreSQL most likely, as one of ours."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, asyncpg.DiskFullError):
        return StoreError("store/full", f"{name}: no space is left")
    if isinstance(error, ValueError):  # of an address, with parts of which nobody knows what they are
        return StoreError("store/broken", f"{name} is no address of a database", "address")
    for kind, why in REFUSALS.items():
        if isinstance(error, kind):
            return StoreError("store/broken", f"{name}: {error}", why)
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return StoreError("store/busy", f"{name} has no connection left ({error})", "connections")
    if isinstance(error, BUSY):
        return StoreError("store/busy", f"{name} is busy ({error})")
    if isinstance(error, DAMAGED):
        return StoreError("store/broken", f"{name} is damaged ({error}); go back to a backup", "damaged")
    if isinstance(error, LOST):
        return StoreError(
            "store/busy", f"{name} does not answer ({str(error) or type(error).__name__})", "unreachable"
        )
    return StoreError("store/broken", f"{name} cannot be read or written ({error})")


class Line:
    """One connection that is opened when it is wanted, and again after it broke."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, shown(url)
        self._db: Connection | None = None

    async def get(self) -> Connection:
        """Return the connection; `StoreError` if there is none to be had."""
        if self._db is None or self._db.is_closed():
            self._db = await connect(self.url)
        return self._db

    def drop(self) -> None:
        """Let the connection go: it is trusted no longer."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                db.terminate()

    async def close(self) -> None:
        """Say goodbye, and do not wait long for it."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                await db.close(timeout=2)
