"""Keep documents in an SQLite file: read beside the writer, changed by it, with everything else in its commits."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, Protocol

from toctoc.storage.changes import Change, Expire
from toctoc.storage.store import Document, Done, StoreError

COLUMNS = "kind, id, body, version, expires, table_id"
THERE = "kind = ? AND (expires IS NULL OR expires > ?)"
ONE = f"SELECT {COLUMNS} FROM documents WHERE {THERE} AND id = ?"
BEGINNING = "id >= ? AND id < ?"
SOME = f"SELECT {COLUMNS} FROM documents WHERE {THERE} AND {BEGINNING} AND id > ? ORDER BY id LIMIT ?"
COUNT = f"SELECT COUNT(*) FROM documents WHERE {THERE} AND {BEGINNING}"
LAST = "\U0010ffff"  # comes after all that an id may have


class Writes(Protocol):
    """Whoever commits changes."""

    def put(self, write: Change, done: Done, /) -> None: ...


class FileDocuments:
    """Keeps the documents of one process."""

    def __init__(
        self, writer: Writes, read: Callable[..., Awaitable[list[Any]]], clock: Callable[[], float]
    ) -> None:
        self._writer, self._read, self._clock = writer, read, clock

    async def put(self, document: Document, replaces: int | None = None) -> int:
        return await self._change(Change(document.kind, document.id, document, replaces))

    async def get(self, kind: str, id: str) -> Document | None:
        for row in await self._read(_rows, ONE, kind, self._clock(), id):
            return Document(*row)
        return None

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        found = await self._read(_rows, SOME, kind, self._clock(), prefix, prefix + LAST, after, most)
        return [Document(*row) for row in found]

    async def count(self, kind: str, prefix: str = "") -> int:
        [(found,)] = await self._read(_rows, COUNT, kind, self._clock(), prefix, prefix + LAST)
        return int(found)

    async def delete(self, kind: str, id: str) -> bool:
        return await self._change(Change(kind, id, None, None)) > 0

    async def expire(self) -> int:
        return await self._change(Expire("", "", None, None))

    async def _change(self, change: Change) -> int:
        """Wait until a change is durable; return the version that it tells."""
        stored: Future[None] = Future()  # the answer may come in another thread

        def done(error: StoreError | None) -> None:
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(error)

        self._writer.put(change, done)
        await asyncio.shield(asyncio.wrap_future(stored))
        return change.version


def _rows(db: sqlite3.Connection, statement: str, *values: object) -> list[Any]:
    return db.execute(statement, values).fetchall()
