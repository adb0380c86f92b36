"""What a node knows of the others: which of them live, what it has lost to them, what they list."""

from collections.abc import Collection

from toctoc.storage.postgres import reading
from toctoc.storage.postgres.lease import Lease, inherit, living
from toctoc.storage.postgres.readers import Readers
from toctoc.storage.store import Life


class DatabaseNodes:
    """Tells one node of a database about the others."""

    def __init__(self, lease: Lease, readers: Readers) -> None:
        self._lease, self._readers = lease, readers

    @property
    def own(self) -> str:
        return self._lease.address

    def lost(self) -> list[str]:
        lost, self._lease.lost = self._lease.lost, []
        return lost

    async def living(self) -> dict[str, Life]:
        return await self._readers(living, self._lease.seconds)

    async def inherit(self, tables: Collection[str]) -> dict[str, int]:
        lease, numbers = self._lease, dict[str, int]()
        for table, epoch, number in await self._readers(inherit, tables, lease.node, lease.seconds):
            if epoch > lease.epochs.get(table, 0):  # else it was claimed once more meanwhile
                lease.epochs[table], numbers[table] = epoch, number
        return numbers

    async def listed(self, most: int) -> list[bytes]:
        lease = self._lease
        return await self._readers(reading.listed_elsewhere, lease.node, lease.seconds, most)
