"""Read and change documents in an SQLite file. The writer commits changes together with the entries of tables."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from toctoc.storage.common import AFTER_ANY_ID, DOCUMENT_COLUMNS, Stale, document_changed
from toctoc.storage.sqlite.connection import overwriting
from toctoc.storage.store import Document, Done, StoreError

NOT_EXPIRED = "kind = ? AND (expires IS NULL OR expires > ?)"
GET_DOCUMENT = f"SELECT {DOCUMENT_COLUMNS} FROM documents WHERE {NOT_EXPIRED} AND id = ?"
HAS_PREFIX = "id >= ? AND id < ?"
LIST_DOCUMENTS = f"""
    SELECT {DOCUMENT_COLUMNS} FROM documents WHERE {NOT_EXPIRED} AND {HAS_PREFIX} AND id > ? ORDER BY id LIMIT ?
"""
COUNT_DOCUMENTS = f"SELECT COUNT(*) FROM documents WHERE {NOT_EXPIRED} AND {HAS_PREFIX}"


class ChangeQueue(Protocol):
    """The part of the writer that documents use."""

    def put(self, write: "DocumentChange", done: Done, /) -> None: ...


class FileDocuments:
    """Implements `Documents` on an SQLite file."""

    def __init__(
        self, writer: ChangeQueue, read: Callable[..., Awaitable[list[Any]]], clock: Callable[[], float]
    ) -> None:
        self._writer, self._read, self._clock = writer, read, clock

    async def put(self, document: Document, replaces: int | None = None) -> int:
        return await self._change(DocumentChange(document.kind, document.id, document, replaces))

    async def get(self, kind: str, id: str) -> Document | None:
        for row in await self._read(_rows, GET_DOCUMENT, kind, self._clock(), id):
            return Document(*row)
        return None

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        found = await self._read(
            _rows, LIST_DOCUMENTS, kind, self._clock(), prefix, prefix + AFTER_ANY_ID, after, most
        )
        return [Document(*row) for row in found]

    async def count(self, kind: str, prefix: str = "") -> int:
        [(found,)] = await self._read(_rows, COUNT_DOCUMENTS, kind, self._clock(), prefix, prefix + AFTER_ANY_ID)
        return int(found)

    async def delete(self, kind: str, id: str) -> bool:
        return await self._change(DocumentChange(kind, id, None, None)) > 0

    async def expire(self) -> int:
        return await self._change(ExpireDocuments("", "", None, None))

    async def _change(self, change: "DocumentChange") -> int:
        """Wait until a change is durable; return `change.version`."""
        stored: Future[None] = Future()  # the writer may answer in another thread

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


GET_VERSION = "SELECT version FROM documents WHERE kind = ? AND id = ? AND (expires IS NULL OR expires > ?)"
PUT_DOCUMENT = """
    INSERT OR REPLACE INTO documents (kind, id, version, expires, table_id, body) VALUES (?, ?, ?, ?, ?, ?)
"""
DELETE_DOCUMENT = "DELETE FROM documents WHERE kind = ? AND id = ?"
DELETE_EXPIRED = "DELETE FROM documents WHERE expires <= ?"


@dataclass(slots=True)
class DocumentChange:
    """A change of one document, and the resulting version."""

    kind: str
    id: str
    document: Document | None  # None removes it
    replaces: int | None
    version: int = 0  # after the change; of a removed document the last one; 0 if there was none

    def apply(self, db: sqlite3.Connection, now: float) -> None:
        """Change the document; after an exception the caller rolls back."""
        found = db.execute(GET_VERSION, (self.kind, self.id, now)).fetchall()
        self.version = found[0][0] if found else 0
        if self.replaces not in (None, self.version):
            raise Stale
        if self.document is None:
            with overwriting(db):
                db.execute(DELETE_DOCUMENT, (self.kind, self.id))
            return
        _, _, body, _, expires, table = self.document
        self.version += 1
        db.execute(PUT_DOCUMENT, (self.kind, self.id, self.version, expires, table, body))

    def refusal(self, error: Exception) -> StoreError:
        """Return the reason for which `apply` raised `error`."""
        if isinstance(error, Stale):
            return document_changed(self.kind, self.id)
        return StoreError("store/broken", f"{self.kind} {self.id}: this cannot be stored ({error})")


@dataclass(slots=True)
class ExpireDocuments(DocumentChange):
    """Removes all expired documents; `version` is their number."""

    def apply(self, db: sqlite3.Connection, now: float) -> None:
        with overwriting(db):
            self.version = db.execute(DELETE_EXPIRED, (now,)).rowcount
