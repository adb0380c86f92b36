"""What a node knows of the others: which of them live, what it has lost to them, what they list."""

from toctoc.storage.postgres import reading
from toctoc.storage.postgres.lease import Lease, living
from toctoc.storage.postgres.readers import Readers


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

    async def living(self) -> set[str]:
        return await self._readers(living, self._lease.seconds)

    async def listed(self, most: int) -> list[bytes]:
        lease = self._lease
        return await self._readers(reading.listed_elsewhere, lease.node, lease.seconds, most)
