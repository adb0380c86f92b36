"""Keep documents in a database, which all its nodes share: each change is one statement."""

from collections.abc import Callable
from secrets import randbits
from typing import Any

from toctoc.storage.changes import changed
from toctoc.storage.documents import LAST
from toctoc.storage.postgres.connection import Connection
from toctoc.storage.postgres.readers import Readers
from toctoc.storage.store import Document

COLUMNS = "kind, id, body, version, expires, table_id"
THERE = "kind = $1 AND (expires IS NULL OR expires > $2)"
ONE = f"SELECT {COLUMNS} FROM documents WHERE {THERE} AND id = $3"
BEGINNING = "id >= $3 AND id < $4"
SOME = f"SELECT {COLUMNS} FROM documents WHERE {THERE} AND {BEGINNING} AND id > $5 ORDER BY id LIMIT $6"
COUNT = f"SELECT count(*) FROM documents WHERE {THERE} AND {BEGINNING}"
# What is over is as good as gone. $2 is now, $8 the version that must be there: NULL any, 0 none.
PUT = """
    INSERT INTO documents AS old (kind, id, version, expires, table_id, stamp, body)
    SELECT $1::text, $3::text, 1, $4::float8, $5::text, $6::bigint, $7::bytea
    WHERE $8::bigint IS NULL OR $8 = 0 OR EXISTS (SELECT 1 FROM documents WHERE kind = $1 AND id = $3)
    ON CONFLICT (kind, id) DO UPDATE SET
        version = CASE WHEN old.expires <= $2::float8 THEN 1 ELSE old.version + 1 END,
        expires = excluded.expires, table_id = excluded.table_id, stamp = excluded.stamp, body = excluded.body
    WHERE $8::bigint IS NULL OR $8 = CASE WHEN old.expires <= $2::float8 THEN 0 ELSE old.version END
    RETURNING version
"""
STAMPED = "SELECT version FROM documents WHERE kind = $1 AND id = $2 AND stamp = $3"
DELETE = f"DELETE FROM documents WHERE {THERE} AND id = $3 RETURNING 1"
EXPIRE = "WITH gone AS (DELETE FROM documents WHERE expires <= $1 RETURNING 1) SELECT count(*) FROM gone"


class DatabaseDocuments:
    """Keeps the documents of all nodes; what one has changed all others see."""

    def __init__(self, readers: Readers, clock: Callable[[], float]) -> None:
        self._ask, self._clock = readers, clock

    async def put(self, document: Document, replaces: int | None = None) -> int:
        kind, id, body, _, expires, table = document
        values = (kind, self._clock(), id, expires, table, randbits(63), body, replaces)
        found = await self._ask(_put, values)
        if found is None:
            raise changed(kind, id)
        return found

    async def get(self, kind: str, id: str) -> Document | None:
        for row in await self._ask(_rows, ONE, kind, self._clock(), id):
            return Document(*row)
        return None

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        found = await self._ask(_rows, SOME, kind, self._clock(), prefix, prefix + LAST, after, most)
        return [Document(*row) for row in found]

    async def count(self, kind: str, prefix: str = "") -> int:
        [(found,)] = await self._ask(_rows, COUNT, kind, self._clock(), prefix, prefix + LAST)
        return int(found)

    async def delete(self, kind: str, id: str) -> bool:
        return bool(await self._ask(_rows, DELETE, kind, self._clock(), id))

    async def expire(self) -> int:
        [(gone,)] = await self._ask(_rows, EXPIRE, self._clock())
        return int(gone)


async def _rows(db: Connection, statement: str, *values: object) -> list[Any]:
    return list(await db.fetch(statement, *values))


async def _put(db: Connection, values: tuple[Any, ...]) -> int | None:
    """Store a document; return its version, or None if another one is there.

    It may be asked a second time, over a new line: then what the first has stored has this very stamp.
    """
    kind, _, id, _, _, stamp, *_ = values
    found: int | None = await db.fetchval(PUT, *values)
    if found is None:
        found = await db.fetchval(STAMPED, kind, id, stamp)
    return found
