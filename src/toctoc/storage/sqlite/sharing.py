"""Share one SQLite file among the worker processes of one server.

Each table belongs to the worker that the hash of its id selects, so no claim is stored and no lease can expire. A
worker that dies is started again by its parent, with the same number and the same tables.
"""

import mmap
import time
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from toctoc.storage.sqlite import connection
from toctoc.storage.sqlite.schema import migrate
from toctoc.storage.store import NodeStatus

LIST_BYTES = 131_072  # of each worker's list of open tables
HEADER_BYTES = 8  # of such a list: its length and its checksum
READ_ATTEMPTS = 3  # of a list that its worker may be writing


class PublishedLists:
    """The open tables of each worker, in memory that all processes share after a fork."""

    def __init__(self, workers: int) -> None:
        self._memory = mmap.mmap(-1, workers * LIST_BYTES)

    def publish(self, worker: int, lobbies: Collection[bytes]) -> None:
        """Replace the list of `worker`; lobbies for which there is no room are left out."""
        body = b"\n".join(lobbies)
        while len(body) > LIST_BYTES - HEADER_BYTES:
            body = body.rpartition(b"\n")[0]
        head = len(body).to_bytes(4) + zlib.crc32(body).to_bytes(4)
        start = worker * LIST_BYTES
        self._memory[start : start + HEADER_BYTES + len(body)] = head + body

    def read(self, worker: int) -> list[bytes]:
        """Return the list of `worker`; empty if it is not complete yet."""
        start = worker * LIST_BYTES
        for _ in range(READ_ATTEMPTS):
            copy = self._memory[start : start + LIST_BYTES]
            body = copy[HEADER_BYTES : HEADER_BYTES + int.from_bytes(copy[:4])]
            if zlib.crc32(body) == int.from_bytes(copy[4:HEADER_BYTES]):
                return body.split(b"\n") if body else []
        return []


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a file that one worker owns.

    Args:
        number: The worker's number, from 0.
        addresses: The addresses at which the workers reach each other, by number.
        lock_file: The locked lock file of the store. While one of the workers lives, no other server can use it.
        lists: The open tables of all workers.
    """

    number: int
    addresses: tuple[str, ...]
    lock_file: BinaryIO
    lists: PublishedLists

    def of(self, number: int) -> "Share":
        """Return the part of the worker `number`."""
        return replace(self, number=number)

    def owner(self, table: str) -> str:
        """Return the address of the worker that owns a table."""
        return self.addresses[zlib.crc32(table.encode()) % len(self.addresses)]


@contextmanager
def shared_file(path: Path, addresses: tuple[str, ...]) -> Iterator[Share]:
    """Lock, check and migrate the file of a store, and leave it closed: its workers open it after a fork."""
    path = path.resolve()
    connection.create(path)
    with connection.lock(path) as lock_file:
        db = connection.connect(path)
        try:
            connection.check_quickly(db, path)
            migrate(db, path)
        finally:
            db.close()
        yield Share(0, addresses, lock_file, PublishedLists(len(addresses)))


class WorkerNodes:
    """Implements `Nodes` for the workers of one server. Each of them counts as living: its parent restarts it."""

    def __init__(self, share: Share) -> None:
        self._share = share

    @property
    def own(self) -> str:
        return self._share.addresses[self._share.number]

    def wall(self) -> float:
        return time.time()

    def lost(self) -> list[str]:
        return []

    async def living(self) -> dict[str, NodeStatus]:
        return dict.fromkeys(self._share.addresses, NodeStatus(time.time(), float("inf")))

    async def take_over(self, tables: Collection[str]) -> dict[str, int]:  # noqa: ARG002  # the owner never changes
        return {}

    async def hand_over(self) -> None:
        """Do nothing: the owner never changes."""

    def publish(self, lobbies: Collection[bytes]) -> None:
        self._share.lists.publish(self._share.number, lobbies)

    async def listed(self, most: int) -> list[bytes]:
        workers = range(len(self._share.addresses))
        others = (self._share.lists.read(worker) for worker in workers if worker != self._share.number)
        return [lobby for some in others for lobby in some][:most]
