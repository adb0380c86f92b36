"""Implement `Documents` on the database of a browser."""

import asyncio
from collections.abc import Callable

import msgspec

from toctoc.browser.database import Change, Changes, Database
from toctoc.storage.common import document_changed
from toctoc.storage.store import Document, Done, StoreError

DOCUMENTS = "document/"  # how the keys of all documents begin


class StoredDocument(msgspec.Struct, frozen=True):
    """The value of a document's key."""

    body: bytes
    version: int
    expires: float | None
    table: str | None

    def document(self, kind: str, id: str) -> Document:
        return Document(kind, id, self.body, self.version, self.expires, self.table)

    def is_expired(self, now: float) -> bool:
        return self.expires is not None and self.expires <= now


class BrowserDocuments:
    """Implements `Documents`. Two tabs that change the same document at once do not see each other."""

    def __init__(
        self, database: Database, submit: Callable[[Change, Done], None], clock: Callable[[], float]
    ) -> None:
        self._database, self._submit, self._clock = database, submit, clock

    async def put(self, document: Document, replaces: int | None = None) -> int:
        kind, id, body, _, expires, table = document
        version = 0

        async def put(changes: Changes) -> None:
            nonlocal version
            found = await self._read(changes, kind, id)
            stored = found.version if found else 0
            if replaces not in (None, stored):
                raise document_changed(kind, id)
            version = stored + 1
            changes.put(document_key(kind, id), StoredDocument(body, version, expires, table))

        await self._change(put)
        return version

    async def get(self, kind: str, id: str) -> Document | None:
        found = await self._read(Changes(self._database), kind, id)
        return found.document(kind, id) if found else None

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        return [each for each in await self._all(kind, prefix) if each.id > after][:most]

    async def count(self, kind: str, prefix: str = "") -> int:
        return len(await self._all(kind, prefix))

    async def delete(self, kind: str, id: str) -> bool:
        was_there = False

        async def delete(changes: Changes) -> None:
            nonlocal was_there
            was_there = await self._read(changes, kind, id) is not None
            changes.delete(document_key(kind, id))

        await self._change(delete)
        return was_there

    async def expire(self) -> int:
        expired = 0

        async def expire(changes: Changes) -> None:
            nonlocal expired
            for key, value in await changes.scan(DOCUMENTS):
                if msgspec.msgpack.decode(value, type=StoredDocument).is_expired(self._clock()):
                    changes.delete(key)
                    expired += 1

        await self._change(expire)
        return expired

    async def _read(self, changes: Changes, kind: str, id: str) -> StoredDocument | None:
        found = await changes.read(document_key(kind, id), StoredDocument)
        return None if found is None or found.is_expired(self._clock()) else found

    async def _all(self, kind: str, prefix: str) -> list[Document]:
        before, now = document_key(kind, ""), self._clock()
        found = [
            (key.removeprefix(before), msgspec.msgpack.decode(value, type=StoredDocument))
            for key, value in await self._database.scan(before + prefix)
        ]
        return sorted(stored.document(kind, id) for id, stored in found if not stored.is_expired(now))

    async def _change(self, change: Change) -> None:
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None) -> None:
            if not stored.done():  # else the caller was cancelled
                stored.set_result(error)

        self._submit(change, done)
        if error := await stored:
            raise error


def document_key(kind: str, id: str) -> str:
    """Return the key of a document."""
    return f"{DOCUMENTS}{kind}/{id}"
