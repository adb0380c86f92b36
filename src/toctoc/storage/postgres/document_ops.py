"""Read and change documents in PostgreSQL, shared by all nodes. Each change is one statement."""

from collections.abc import Callable
from secrets import randbits
from typing import Any

from toctoc.storage.common import AFTER_ANY_ID, DOCUMENT_COLUMNS, document_changed
from toctoc.storage.postgres.connection import Connection, ReaderPool
from toctoc.storage.store import Document

NOT_EXPIRED = "kind = $1 AND (expires IS NULL OR expires > $2)"
GET_DOCUMENT = f"SELECT {DOCUMENT_COLUMNS} FROM documents WHERE {NOT_EXPIRED} AND id = $3"
HAS_PREFIX = "id >= $3 AND id < $4"
LIST_DOCUMENTS = f"""
    SELECT {DOCUMENT_COLUMNS} FROM documents WHERE {NOT_EXPIRED} AND {HAS_PREFIX} AND id > $5 ORDER BY id LIMIT $6
"""
COUNT_DOCUMENTS = f"SELECT count(*) FROM documents WHERE {NOT_EXPIRED} AND {HAS_PREFIX}"
# An expired document counts as absent. $2 is now; $8 is the expected version: NULL any, 0 none.
PUT_DOCUMENT = """
    INSERT INTO documents AS old (kind, id, version, expires, table_id, stamp, body)
    SELECT $1::text, $3::text, 1, $4::float8, $5::text, $6::bigint, $7::bytea
    WHERE $8::bigint IS NULL OR $8 = 0 OR EXISTS (SELECT 1 FROM documents WHERE kind = $1 AND id = $3)
    ON CONFLICT (kind, id) DO UPDATE SET
        version = CASE WHEN old.expires <= $2::float8 THEN 1 ELSE old.version + 1 END,
        expires = excluded.expires, table_id = excluded.table_id, stamp = excluded.stamp, body = excluded.body
    WHERE $8::bigint IS NULL OR $8 = CASE WHEN old.expires <= $2::float8 THEN 0 ELSE old.version END
    RETURNING version
"""
GET_STAMPED = "SELECT version FROM documents WHERE kind = $1 AND id = $2 AND stamp = $3"
DELETE_DOCUMENT = f"DELETE FROM documents WHERE {NOT_EXPIRED} AND id = $3 RETURNING 1"
DELETE_EXPIRED = "WITH gone AS (DELETE FROM documents WHERE expires <= $1 RETURNING 1) SELECT count(*) FROM gone"


class DatabaseDocuments:
    """Implements `Documents` on a database; every node sees the changes of the others."""

    def __init__(self, readers: ReaderPool, clock: Callable[[], float]) -> None:
        self.readers, self._clock = readers, clock

    async def put(self, document: Document, replaces: int | None = None) -> int:
        kind, id, body, _, expires, table = document
        values = (kind, self._clock(), id, expires, table, randbits(63), body, replaces)
        found = await self.readers(_put, values)
        if found is None:
            raise document_changed(kind, id)
        return found

    async def get(self, kind: str, id: str) -> Document | None:
        for row in await self.readers(_rows, GET_DOCUMENT, kind, self._clock(), id):
            return Document(*row)
        return None

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        found = await self.readers(
            _rows, LIST_DOCUMENTS, kind, self._clock(), prefix, prefix + AFTER_ANY_ID, after, most
        )
        return [Document(*row) for row in found]

    async def count(self, kind: str, prefix: str = "") -> int:
        [(found,)] = await self.readers(_rows, COUNT_DOCUMENTS, kind, self._clock(), prefix, prefix + AFTER_ANY_ID)
        return int(found)

    async def delete(self, kind: str, id: str) -> bool:
        return bool(await self.readers(_rows, DELETE_DOCUMENT, kind, self._clock(), id))

    async def expire(self) -> int:
        [(gone,)] = await self.readers(_rows, DELETE_EXPIRED, self._clock())
        return int(gone)


async def _rows(db: Connection, statement: str, *values: object) -> list[Any]:
    return list(await db.fetch(statement, *values))


async def _put(db: Connection, values: tuple[Any, ...]) -> int | None:
    """Store a document; return its version, or None if another version is stored.

    The pool may run this again, on a new connection. Then the document of the first run has the same stamp.
    """
    kind, _, id, _, _, stamp, *_ = values
    found: int | None = await db.fetchval(PUT_DOCUMENT, *values)
    if found is None:
        found = await db.fetchval(GET_STAMPED, kind, id, stamp)
    return found
