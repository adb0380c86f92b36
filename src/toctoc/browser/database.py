"""Keys and values in the browser, and changes to them that are committed together."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


class Database(Protocol):
    """Keys and values that survive the end of the page. Methods raise `StoreError` where the browser refuses."""

    async def read(self, key: str) -> bytes | None:
        """Return the value of `key`."""

    async def scan(self, prefix: str) -> list[tuple[str, bytes]]:
        """Return all keys that begin with `prefix`, in order, with their values."""

    async def commit(self, puts: list[tuple[str, bytes]], deletes: list[str], delete_prefixes: list[str]) -> None:
        """Make these changes in one transaction, all or nothing; return when it is durable.

        No key is both put and deleted.
        """

    async def lock(self, name: str) -> bool:
        """Lock `name` until `unlock` or the end of the page; return False if another tab has locked it."""

    async def unlock(self, name: str) -> None:
        """Unlock `name`."""


class Changes:
    """Changes on top of a database, for one commit. Those of one job are kept together, or not at all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.staged: dict[str, bytes | None] = {}  # None: deleted
        self.claimed: list[str] = []  # tables that the current job has claimed

    async def read(self, key: str, kind: type[T]) -> T | None:
        value = self.staged[key] if key in self.staged else await self._database.read(key)
        return None if value is None else msgspec.msgpack.decode(value, type=kind)

    def put(self, key: str, value: object) -> None:
        self.staged[key] = msgspec.msgpack.encode(value)

    def put_bytes(self, key: str, value: bytes) -> None:
        self.staged[key] = bytes(value)

    def delete(self, key: str) -> None:
        self.staged[key] = None

    async def scan(self, prefix: str) -> list[tuple[str, bytes]]:
        found: dict[str, bytes | None] = dict(await self._database.scan(prefix))
        found |= {key: value for key, value in self.staged.items() if key.startswith(prefix)}
        return [(key, value) for key, value in found.items() if value is not None]

    async def commit(self) -> None:
        puts = [(key, value) for key, value in self.staged.items() if value is not None]
        deletes = [key for key, value in self.staged.items() if value is None]
        await self._database.commit(puts, deletes, [])


Change = Callable[[Changes], Awaitable[None]]  # raises `StoreError` if it does not fit the stored state
