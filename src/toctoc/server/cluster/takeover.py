"""Tables of nodes that do not answer: read while the lease of such a node runs, claimed all at once when it ends.

So nobody waits then until hundreds of logs are read, one after the other.
"""

import asyncio
from contextlib import suppress

from toctoc.games.registry import GAMES
from toctoc.server.live.hub import Hub, lost
from toctoc.storage import Head, StoreError
from toctoc.table.table import Table

AT_ONCE = 2  # tables that are read at the same time, so that other questions find a line to the store

Read = tuple[Head, Table]


class Heir:
    """Reads the tables for which somebody waits, and has them once they are free."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._expected: dict[str, dict[str, asyncio.Task[Read | None]]] = {}  # by node, then by table

    def expect(self, node: str, table: str) -> None:
        """Read a table of a node that does not answer, once."""
        expected = self._expected.setdefault(node, {})
        if table not in expected:
            expected[table] = asyncio.get_running_loop().create_task(self._read(table))

    async def inherit(self, node: str) -> None:
        """Own the tables of a node that is gone, all at once; those that are read and as they were go on.

        All others are read when somebody asks for them. What went wrong is found out then, too.
        """
        expected, store = self._expected.pop(node, {}), self._hub.services.store
        with suppress(StoreError):
            for table, number in (await store.nodes.inherit(expected)).items():
                if table not in self._hub.waking:  # else whoever asked for it reads it
                    self._adopt(table, number, _result(expected[table]))
        _end(expected)

    def forget(self, node: str) -> None:
        """Forget what was read of a node, for which nobody waits any more."""
        _end(self._expected.pop(node, {}))

    def _adopt(self, table: str, number: int, read: Read | None) -> None:
        if (live := self._hub.tables.get(table)) is not None:  # of a time before others had it
            live.lose(lost(table))
        if read is not None and read[1].s.version == number:
            self._hub.adopt(*read)

    async def _read(self, table: str) -> Read | None:
        async with self._turns:
            with suppress(StoreError):
                stored = await self._hub.services.store.load(table)
                if stored is not None and stored.head.game in GAMES:
                    return stored.head, Table.restore(stored.snapshot, stored.entries)
        return None


def _result(reading: asyncio.Task[Read | None]) -> Read | None:
    is_over = reading.done() and not reading.cancelled()
    return reading.result() if is_over and reading.exception() is None else None


def _end(expected: dict[str, asyncio.Task[Read | None]]) -> None:
    for reading in expected.values():
        reading.cancel()
