"""Connections to PostgreSQL. Every failure is a `StoreError`."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Concatenate, ParamSpec, TypeVar

import asyncpg

from toctoc.storage.address import check_address, without_password
from toctoc.storage.store import StoreError

CONNECT_TIMEOUT = 5.0  # seconds
STATEMENT_TIMEOUT = 10.0  # seconds
UNREACHABLE_TIMEOUT = 1.0  # seconds to wait for a database that has not answered for a while
LOCK_TIMEOUT_MS = 5000  # wait for the transaction of another connection

Connection = Any  # asyncpg has no types

SETTINGS = {
    "application_name": "toctoc",
    "synchronous_commit": "on",  # overrides the server's setting: an acknowledged write is on disk
    "default_transaction_isolation": "read committed",
    "lock_timeout": str(LOCK_TIMEOUT_MS),
    # Each statement looks up a few rows by key: one plan fits all, at any table size.
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "max_parallel_workers_per_gather": "0",  # starting them takes longer than looking up a hundred rows
    "jit": "off",
}

# The connection is lost, or the server is shutting down.
LOST_ERRORS = (
    OSError,
    EOFError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised when a connection breaks during a statement
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.ReadOnlySQLTransactionError,  # another server has become the primary
)
# A retry may succeed.
BUSY_ERRORS = (
    asyncpg.InsufficientResourcesError,
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.QueryCanceledError,
)
# The operator has to act.
REFUSALS: dict[type[Exception], str] = {
    asyncpg.InvalidCatalogNameError: "no-database",
    asyncpg.InvalidAuthorizationSpecificationError: "login",
    asyncpg.InsufficientPrivilegeError: "permission",
    ssl.SSLError: "certificate",
}
DAMAGE_ERRORS = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


async def connect(url: str) -> Connection:
    """Open a connection; every commit through it is durable."""
    check_address(url)
    with raising_store_errors(without_password(url)):
        return await asyncpg.connect(
            url, timeout=CONNECT_TIMEOUT, command_timeout=STATEMENT_TIMEOUT, server_settings=SETTINGS
        )


@contextmanager
def raising_store_errors(name: str) -> Iterator[None]:
    """Raise `StoreError` for errors of PostgreSQL and of the operating system."""
    try:
        yield
    except (asyncpg.PostgresError, ValueError, *LOST_ERRORS) as error:
        raise as_store_error(error, name) from error


def as_store_error(error: Exception, name: str) -> StoreError:
    """Return the `StoreError` that `error` means for the database `name`."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, asyncpg.DiskFullError):
        return StoreError("store/full", f"{name}: no space is left")
    if isinstance(error, ValueError):  # asyncpg cannot parse the address; its message may quote the password
        return StoreError("store/broken", f"{name} is no address of a database", "address")
    for kind, why in REFUSALS.items():
        if isinstance(error, kind):
            return StoreError("store/broken", f"{name}: {error}", why)
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return StoreError("store/busy", f"{name} has no connection left ({error})", "connections")
    if isinstance(error, BUSY_ERRORS):
        return StoreError("store/busy", f"{name} is busy ({error})")
    if isinstance(error, DAMAGE_ERRORS):
        return StoreError("store/broken", f"{name} is damaged ({error}); restore a backup", "damaged")
    if isinstance(error, LOST_ERRORS):
        return StoreError(
            "store/busy", f"{name} does not answer ({str(error) or type(error).__name__})", "unreachable"
        )
    return StoreError("store/broken", f"{name} cannot be read or written ({error})")


class Reconnecting:
    """One connection, opened on first use, and again after it broke."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, without_password(url)
        self._db: Connection | None = None

    async def get(self) -> Connection:
        """Return an open connection; `StoreError` if none can be opened."""
        if self._db is None or self._db.is_closed():
            self._db = await connect(self.url)
        return self._db

    def drop(self) -> None:
        """Abort the connection; the next `get` opens another."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                db.terminate()

    async def close(self) -> None:
        """Close the connection in an orderly way, within two seconds."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                await db.close(timeout=2)


# --- reading ---------------------------------------------------------------------------------------------------

MAX_READERS = 3  # connections
P = ParamSpec("P")
T = TypeVar("T")


class ReaderPool:
    """A pool of connections for queries: call it with a query function and its arguments."""

    def __init__(self, url: str, name: str, pool: Any) -> None:
        self.url, self.name, self._pool, self._is_closed = url, name, pool, False
        self.is_reachable: Callable[[], bool] = lambda: True  # whether the database has answered lately

    @staticmethod
    async def of(url: str, name: str) -> "ReaderPool":
        """Return a pool of connections to a database."""
        return ReaderPool(url, name, await _new_pool(url))

    async def renew(self) -> None:
        """Abort all connections and the queries that wait for an answer; later queries open new connections."""
        if not self._is_closed:
            old, self._pool = self._pool, await _new_pool(self.url)
            old.terminate()

    async def __call__(
        self, query: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._is_closed:
            raise StoreError("store/busy", f"{self.name} is closed")
        with raising_store_errors(self.name):
            try:
                return await self._run(query, *args, **kwargs)
            except LOST_ERRORS:  # the connection broke while it was idle
                if not self.is_reachable():
                    raise
                await asyncio.sleep(0)
                return await self._run(query, *args, **kwargs)

    async def _run(
        self, query: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        timeout = STATEMENT_TIMEOUT if self.is_reachable() else UNREACHABLE_TIMEOUT
        async with self._pool.acquire(timeout=timeout) as db:
            return await query(db, *args, **kwargs)

    def close(self) -> None:
        """Close all connections, and abort running queries."""
        self._is_closed = True
        self._pool.terminate()


async def _new_pool(url: str) -> Any:
    return await asyncpg.create_pool(
        url, min_size=0, max_size=MAX_READERS, timeout=CONNECT_TIMEOUT, command_timeout=STATEMENT_TIMEOUT,
        server_settings=SETTINGS, reset=_keep_session,
    )  # fmt: skip


async def _keep_session(_db: Connection) -> None:
    """Skip the reset between two queries: no query changes the session, and a reset costs as much as one."""
