"""Take over the tables of dead nodes: read them while the lease of the node runs, claim all of them when it ends.

So no request waits for hundreds of logs to be read, one after the other, after the lease has ended.
"""

import asyncio
from contextlib import suppress

from toctoc.core.registry import GAMES
from toctoc.server.live.hub import Hub
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.storage import Head, StoreError
from toctoc.table.table import Table

CONCURRENT_READS = 2  # so that other queries find a connection to the store

ReadTable = tuple[Head, Table]


class Takeover:
    """Prefetches the tables that requests wait for, and adopts them once they are free."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._reads = asyncio.Semaphore(CONCURRENT_READS)
        self._prefetched: dict[str, dict[str, asyncio.Task[ReadTable | None]]] = {}  # by node, then by table

    def prefetch(self, node: str, table: str) -> None:
        """Read a table of a node that does not answer, once."""
        prefetched = self._prefetched.setdefault(node, {})
        if table not in prefetched:
            prefetched[table] = asyncio.get_running_loop().create_task(self._read(table))

    async def take_over(self, node: str) -> None:
        """Claim all prefetched tables of a dead node; those that have not changed since they were read go on.

        All others are read at the next request for them, which also reports errors.
        """
        prefetched, store = self._prefetched.pop(node, {}), self._hub.store
        with suppress(StoreError):
            for table, number in (await store.nodes.take_over(prefetched)).items():
                if table not in self._hub.waking:  # else a request reads it already
                    self._adopt(table, number, _result(prefetched[table]))
        _cancel(prefetched)

    def forget(self, node: str) -> None:
        """Drop the prefetched tables of a node for which no request waits any more."""
        _cancel(self._prefetched.pop(node, {}))

    def _adopt(self, table: str, number: int, read: ReadTable | None) -> None:
        if (live := self._hub.tables.get(table)) is not None:  # from before another node owned it
            live.lose(OwnedElsewhere(table))
        if read is not None and read[1].state.version == number:
            self._hub.adopt(*read)

    async def _read(self, table: str) -> ReadTable | None:
        async with self._reads:
            with suppress(StoreError):
                stored = await self._hub.store.load(table)
                if stored is not None and stored.head.game in GAMES:
                    return stored.head, Table.restore(stored.snapshot, stored.entries)
        return None


def _result(reading: asyncio.Task[ReadTable | None]) -> ReadTable | None:
    is_over = reading.done() and not reading.cancelled()
    return reading.result() if is_over and reading.exception() is None else None


def _cancel(prefetched: dict[str, asyncio.Task[ReadTable | None]]) -> None:
    for reading in prefetched.values():
        reading.cancel()
