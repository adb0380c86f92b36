"""Node leases and table ownership, decided by the database on its own clock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from toctoc.storage.postgres import queries
from toctoc.storage.postgres.connection import Connection, ReaderPool, Reconnecting, as_store_error
from toctoc.storage.store import NodeStatus, StoreError

HEARTBEAT_SECONDS = 1.0
LEASE_SECONDS = 4.0  # after the last heartbeat; then other nodes may claim the tables
FORGET_NODE_SECONDS = 3600  # a node without a heartbeat is then deleted
TIDY_SECONDS = 600.0  # between two such clean-ups
LAPSE_CHECK_SECONDS = 0.1  # at least, between two checks whether the lease has expired
BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", None)
logger = logging.getLogger("toctoc.storage")

# The number of a node is random, though the column would count: a node that still runs when its database is made
# anew has no number of another one there.
NODE_BITS = 63
NEW_NODE = "INSERT INTO nodes (id, address, seen) VALUES ($1, $2, clock_timestamp())"
# Returns whether the lease had expired, or the node was deleted; and the time of the database.
HEARTBEAT = """
    WITH before AS (SELECT seen FROM nodes WHERE id = $1)
    INSERT INTO nodes (id, address, seen) VALUES ($1, $2, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
    RETURNING COALESCE((SELECT seen FROM before) < clock_timestamp() - make_interval(secs => $3), TRUE),
        extract(epoch FROM clock_timestamp())::float8
"""
DELETE_OLD_NODES = "DELETE FROM nodes WHERE seen < clock_timestamp() - make_interval(secs => $1)"
# Locks the ends first, as CLAIM does: so a table that is being claimed is skipped.
UNLIST_ABANDONED = """
    WITH abandoned AS (
        SELECT table_id FROM ends JOIN tables ON id = table_id
        WHERE listed AND awake AND NOT closed AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = owner)
        FOR UPDATE OF ends SKIP LOCKED
    )
    UPDATE tables SET awake = FALSE FROM abandoned WHERE id = table_id
"""
# A living node may claim a table that no other living node owns.
CLAIM = """
    WITH claimed AS (
        UPDATE ends SET owner = $2, epoch = epoch + 1
        WHERE table_id = $1
            AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND seen > clock_timestamp() - make_interval(secs => $3))
            AND (owner IS NOT DISTINCT FROM $2 OR NOT EXISTS (
                SELECT 1 FROM nodes WHERE id = owner AND seen > clock_timestamp() - make_interval(secs => $3)
            ))
        RETURNING table_id, epoch
    ), woken AS (
        UPDATE tables SET awake = TRUE FROM claimed WHERE id = claimed.table_id AND listed
    )
    SELECT epoch FROM claimed
"""
# Skips tables that other nodes claim or write at this moment: so no two nodes wait for each other.
TAKE_OVER = """
    WITH free AS (
        SELECT table_id FROM ends
        WHERE table_id = ANY($1)
            AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND seen > clock_timestamp() - make_interval(secs => $3))
            AND NOT EXISTS (
                SELECT 1 FROM nodes WHERE id = owner AND seen > clock_timestamp() - make_interval(secs => $3)
            )
        FOR UPDATE OF ends SKIP LOCKED
    ), claimed AS (
        UPDATE ends SET owner = $2, epoch = epoch + 1 FROM free WHERE ends.table_id = free.table_id
        RETURNING ends.table_id, epoch, number
    ), woken AS (
        UPDATE tables SET awake = TRUE FROM claimed WHERE id = claimed.table_id AND listed
    )
    SELECT table_id, epoch, number FROM claimed
"""
GET_OWNER = "SELECT owner, address FROM ends LEFT JOIN nodes ON id = owner WHERE table_id = $1"
GET_OWNERS = "SELECT table_id, owner, epoch FROM ends WHERE table_id = ANY($1)"
LIVING_NODES = """
    SELECT address, extract(epoch FROM seen)::float8, $1 - extract(epoch FROM clock_timestamp() - seen)::float8
    FROM nodes WHERE seen > clock_timestamp() - make_interval(secs => $1) ORDER BY seen
"""
RELEASE_TABLE = """
    WITH released AS (
        UPDATE ends SET owner = NULL WHERE table_id = $1 AND owner = $2 AND epoch = $3 RETURNING table_id
    )
    UPDATE tables SET awake = FALSE FROM released WHERE id = released.table_id AND listed
"""
DELETE_NODE = "DELETE FROM nodes WHERE id = $1"


def suspend_aware_clock() -> float:
    """Return seconds of a clock that also counts while the machine is suspended, if there is one."""
    return time.clock_gettime(BOOT_CLOCK) if BOOT_CLOCK is not None else time.monotonic()


class Lease:
    """Renews the lease of this node over its own connection, and knows until when it holds.

    After a pause or a lost connection, a node detects by its own clock that its lease has expired. Writes that it
    sends before are refused by the database, since the epoch of a claimed table has changed.
    """

    def __init__(
        self,
        connection: Reconnecting,
        node: int,
        address: str,
        seconds: float,
        clock: Callable[[], float] = suspend_aware_clock,
    ) -> None:
        self.connection, self.node, self.address, self.seconds, self.clock = (
            connection,
            node,
            address,
            seconds,
            clock,
        )
        self.until = clock()  # end of the lease, by this node's clock
        self.epochs: dict[str, int] = {}  # by table that this node owns, as far as it knows
        self.lost: list[str] = []  # tables that other nodes own now, or may own after an expired lease
        self.on_lapse: Callable[[], Awaitable[None]] = _do_nothing  # called when the lease has expired
        self._has_lapsed = False  # and `on_lapse` was called
        self._tidied = clock()
        self._synchronized = (0.0, 0.0)  # the time of the database, and of this node's clock, at one moment
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_held(self) -> bool:
        """Tell whether the lease holds, so that no other node can own this node's tables."""
        return self.clock() < self.until

    def wall(self) -> float:
        """Return seconds since 1970 by the clock of the database, whatever the clock of this machine says."""
        database_time, own_time = self._synchronized
        return database_time + self.clock() - own_time

    def begin(self) -> None:
        """Start the heartbeat, and watch for the end of the lease."""
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._watch())]

    async def beat(self) -> None:
        """Renew the lease once. It counts from before the request, so it ends here sooner than in the database.

        After an expired lease, drop the tables that other nodes have claimed; the others stay owned.
        """
        asked = self.clock()
        db = await self.connection.get()
        has_expired, database_time = await db.fetchrow(HEARTBEAT, self.node, self.address, self.seconds)
        self._synchronized = database_time, (asked + self.clock()) / 2
        if has_expired:
            self.until = asked  # the database decides, not this node's clock
        if not self.is_held:  # no table can be claimed from now on, but some may have been
            for table, owner, epoch in await db.fetch(GET_OWNERS, list(self.epochs)):
                known = self.epochs.get(table)
                if known is not None and (owner, epoch) != (self.node, known):
                    self.lose(table, known)
        self.until, self._has_lapsed = asked + self.seconds, False
        if asked - self._tidied >= TIDY_SECONDS:
            self._tidied = asked
            await tidy(db)

    def lose(self, table: str, epoch: int) -> None:
        """Drop a table that this node owned in `epoch`, unless it has claimed the table again."""
        if self.epochs.get(table) == epoch:
            del self.epochs[table]
            self.lost.append(table)

    async def pause(self) -> None:
        """Stop the heartbeat."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        """Delete this node, so that others need not wait for the end of the lease."""
        await self.pause()
        self.until = self.clock()
        with suppress(Exception):
            async with asyncio.timeout(self.seconds):
                await (await self.connection.get()).execute(DELETE_NODE, self.node)

    async def close(self) -> None:
        """End the lease, and close its connection."""
        await self.end()
        await self.connection.close()

    async def _beat(self) -> None:
        every = HEARTBEAT_SECONDS * self.seconds / LEASE_SECONDS
        while True:
            try:
                async with asyncio.timeout(self.seconds):
                    await self.beat()
            except Exception as error:
                logger.warning(
                    "the store does not get the heartbeat of this node: %s",
                    as_store_error(error, self.connection.name),
                )
                self.connection.drop()
            await asyncio.sleep(every)

    async def _watch(self) -> None:
        """Give up all tables as soon as the lease has expired by this node's clock, whatever the database does."""
        while True:
            await asyncio.sleep(max(self.until - self.clock(), LAPSE_CHECK_SECONDS))
            if not self.is_held and not self._has_lapsed:
                self._has_lapsed = True
                self.lost += self.epochs
                logger.warning(
                    "this node could not renew its lease for %g s, and gives up its tables", self.seconds
                )
                await self.on_lapse()


async def _do_nothing() -> None:
    """Wait for nothing."""


async def tidy(db: Connection) -> None:
    """Delete nodes with a long expired lease, and unlist their tables."""
    await db.execute(DELETE_OLD_NODES, FORGET_NODE_SECONDS)
    await db.execute(UNLIST_ABANDONED)


async def claim(db: Connection, table: str, node: int, seconds: float) -> int | str | None:
    """Claim a table; return its epoch, or the address of the owner, or None if there is no such table."""
    epoch: int | None = await db.fetchval(CLAIM, table, node, seconds)
    if epoch is not None:
        return epoch
    row = await db.fetchrow(GET_OWNER, table)
    if row is None:
        return None
    owner, address = row
    if owner == node or address is None:
        raise lapsed(table, seconds)
    return str(address)


def lapsed(table: str, seconds: float) -> StoreError:
    """Return the error of a node that may not serve `table`, since its lease of so many seconds has expired."""
    return StoreError(
        "store/busy", f"table {table}: this node did not renew its lease for {seconds:g} s", "lapsed"
    )


async def take_over(
    db: Connection, tables: Collection[str], node: int, seconds: float
) -> list[tuple[str, int, int]]:
    """Claim the tables of expired leases; return each with its epoch and its last entry number."""
    return [tuple(row) for row in await db.fetch(TAKE_OVER, list(tables), node, seconds)]


async def living(db: Connection, seconds: float) -> dict[str, NodeStatus]:
    """Return the living nodes by address; of two nodes with one address, the one seen last."""
    return {address: NodeStatus(seen, left) for address, seen, left in await db.fetch(LIVING_NODES, seconds)}


async def release(db: Connection, table: str, node: int, epoch: int) -> None:
    """Give up the ownership of a table."""
    await db.execute(RELEASE_TABLE, table, node, epoch)


class DatabaseNodes:
    """Implements `Nodes` on a database."""

    def __init__(self, lease: Lease, readers: ReaderPool, flush: Callable[[], Awaitable[None]]) -> None:
        self._lease, self._readers, self._flush = lease, readers, flush

    @property
    def own(self) -> str:
        return self._lease.address

    def wall(self) -> float:
        return self._lease.wall()

    def lost(self) -> list[str]:
        lost, self._lease.lost = self._lease.lost, []
        return lost

    async def living(self) -> dict[str, NodeStatus]:
        return await self._readers(living, self._lease.seconds)

    async def take_over(self, tables: Collection[str]) -> dict[str, int]:
        lease, numbers = self._lease, dict[str, int]()
        for table, epoch, number in await self._readers(take_over, tables, lease.node, lease.seconds):
            if epoch > lease.epochs.get(table, 0):  # else it was claimed again in the meantime
                lease.epochs[table], numbers[table] = epoch, number
        return numbers

    async def hand_over(self) -> None:
        await self._flush()
        await self._lease.end()

    async def listed(self, most: int) -> list[bytes]:
        lease = self._lease
        return await self._readers(queries.listed_elsewhere, lease.node, lease.seconds, most)
