"""Which nodes live, and which of them has a table: said by the database, on its own clock."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress

from toctoc.storage.postgres.connection import Connection, Line, as_store_error
from toctoc.storage.store import Life, StoreError

BEAT = 1.0  # seconds between two signs of life
LEASE = 4.0  # seconds after the last one, after which others may have a node's tables
FORGET = 3600  # seconds after which a node that is gone is removed
TIDY = 600.0  # seconds between two looks for such nodes
BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)
logger = logging.getLogger("toctoc.storage")

NEW = "INSERT INTO nodes (address, seen) VALUES ($1, clock_timestamp()) RETURNING id"
# Returns whether the node had been silent for too long, or was forgotten.
SEEN = """
    WITH before AS (SELECT seen FROM nodes WHERE id = $1)
    INSERT INTO nodes (id, address, seen) VALUES ($1, $2, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
    RETURNING COALESCE((SELECT seen FROM before) < clock_timestamp() - make_interval(secs => $3), TRUE)
"""
GONE = "DELETE FROM nodes WHERE seen < clock_timestamp() - make_interval(secs => $1)"
# The ends are locked first, as by whoever claims such a table meanwhile and wakes it.
ABANDONED = """
    WITH abandoned AS (
        SELECT table_id FROM ends JOIN tables ON id = table_id
        WHERE listed AND awake AND NOT closed AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = owner)
        FOR UPDATE OF ends SKIP LOCKED
    )
    UPDATE tables SET awake = FALSE FROM abandoned WHERE id = table_id
"""
# Whoever lives may have a table that nobody who lives has.
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
# Tables that others claim or write at this very moment are left out: so no two nodes wait for each other.
INHERIT = """
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
OWNER = "SELECT owner, address FROM ends LEFT JOIN nodes ON id = owner WHERE table_id = $1"
OWNED = "SELECT table_id, owner, epoch FROM ends WHERE table_id = ANY($1)"
LIVING = """
    SELECT address, extract(epoch FROM seen)::float8, $1 - extract(epoch FROM clock_timestamp() - seen)::float8
    FROM nodes WHERE seen > clock_timestamp() - make_interval(secs => $1) ORDER BY seen
"""
RELEASE = """
    WITH released AS (
        UPDATE ends SET owner = NULL WHERE table_id = $1 AND owner = $2 AND epoch = $3 RETURNING table_id
    )
    UPDATE tables SET awake = FALSE FROM released WHERE id = released.table_id AND listed
"""
GOODBYE = "DELETE FROM nodes WHERE id = $1"


def awake_or_not() -> float:
    """Return the seconds of a clock that goes on while the machine sleeps, where there is one."""
    return time.clock_gettime(BOOT) if BOOT is not None else time.monotonic()


class Lease:
    """Shows that this node lives, through a line of its own, and knows how long that is sure.

    After a stop or behind a broken line, a node finds out by its own clock that it was taken for dead; and what it
    would store before it has found out, the database does not take.
    """

    def __init__(
        self,
        line: Line,
        node: int,
        address: str,
        seconds: float,
        clock: Callable[[], float] = awake_or_not,
    ) -> None:
        self.line, self.node, self.address, self.seconds, self.clock = line, node, address, seconds, clock
        self.until = clock()  # by our own clock, when we were last heard of, and the lease's time
        self.epochs: dict[str, int] = {}  # of the tables that this node has, for all that it knows
        self.lost: list[str] = []  # those that others have now
        self._tidied = clock()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_held(self) -> bool:
        """Tell whether nobody else can have been given this node's tables."""
        return self.clock() < self.until

    def begin(self) -> None:
        """Go on to show life."""
        self._task = asyncio.get_running_loop().create_task(self._beat())

    async def beat(self) -> None:
        """Show life once. The lease is counted from before that, so that it ends here sooner than there.

        Tables that were taken after the end of the last one are no longer this node's; all others still are.
        """
        asked = self.clock()
        db = await self.line.get()
        if await db.fetchval(SEEN, self.node, self.address, self.seconds):
            self.until = asked  # whatever our own clock says
        if not self.is_held:  # from now on nobody can take a table, but some may have been taken
            for table, owner, epoch in await db.fetch(OWNED, list(self.epochs)):
                known = self.epochs.get(table)
                if known is not None and (owner, epoch) != (self.node, known):
                    self.lose(table, known)
        self.until = asked + self.seconds
        if asked - self._tidied >= TIDY:
            self._tidied = asked
            await tidy(db)

    def lose(self, table: str, epoch: int) -> None:
        """Note that this node does not have a table, unless it has claimed it anew."""
        if self.epochs.get(table) == epoch:
            del self.epochs[table]
            self.lost.append(table)

    async def pause(self) -> None:
        """Show no life any more."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """Say goodbye, so that others need not wait for the end of the lease."""
        await self.pause()
        with suppress(Exception):
            await (await self.line.get()).execute(GOODBYE, self.node)
        self.until = self.clock()
        await self.line.close()

    async def _beat(self) -> None:
        every = BEAT * self.seconds / LEASE
        while self._task is not None:
            try:
                async with asyncio.timeout(self.seconds):
                    await self.beat()
            except Exception as error:
                logger.warning("the store does not hear this node: %s", as_store_error(error, self.line.name))
                self.line.drop()
            await asyncio.sleep(every)


async def tidy(db: Connection) -> None:
    """Forget the nodes that are gone for long, and list no tables that they have left behind."""
    await db.execute(GONE, FORGET)
    await db.execute(ABANDONED)


async def claim(db: Connection, table: str, node: int, seconds: float) -> int | str | None:
    """Own a table; return its epoch, or the address of the node that has it, or None without such a table."""
    epoch: int | None = await db.fetchval(CLAIM, table, node, seconds)
    if epoch is not None:
        return epoch
    row = await db.fetchrow(OWNER, table)
    if row is None:
        return None
    owner, address = row
    if owner == node or address is None:
        raise StoreError("store/busy", f"table {table}: this node was not heard of for {seconds:g} s", "lapsed")
    return str(address)


async def inherit(
    db: Connection, tables: Collection[str], node: int, seconds: float
) -> list[tuple[str, int, int]]:
    """Own those of these tables whose node is gone; return each with its epoch and its last entry's number."""
    return [tuple(row) for row in await db.fetch(INHERIT, list(tables), node, seconds)]


async def living(db: Connection, seconds: float) -> dict[str, Life]:
    """Return the nodes that live, by their addresses; of two with the same the one that was heard of last."""
    return {address: Life(heard, left) for address, heard, left in await db.fetch(LIVING, seconds)}


async def release(db: Connection, table: str, node: int, epoch: int) -> None:
    """Own a table no longer."""
    await db.execute(RELEASE, table, node, epoch)
