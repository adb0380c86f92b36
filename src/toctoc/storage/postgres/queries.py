"""Read-only queries. Each is one statement, and so sees one moment."""

from typing import Any

from toctoc.storage.common import RECORDS_PER_READ
from toctoc.storage.postgres.connection import Connection
from toctoc.storage.store import Head, StoredTable, StoreError

HEADS = "SELECT id, code, game, listed, closed, touched FROM tables JOIN ends ON table_id = id"
LOAD_TABLE = """
    SELECT id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0), snapshot, ARRAY(
        SELECT entry FROM entries
        WHERE entries.table_id = id AND entries.number > COALESCE(snapshots.number, 0) ORDER BY entries.number
    )
    FROM tables JOIN ends ON ends.table_id = id LEFT JOIN snapshots ON snapshots.table_id = id WHERE id = $1
"""
# Without ORDER BY: any of them will do.
LISTED_ELSEWHERE = """
    SELECT lobby FROM tables JOIN ends ON table_id = tables.id JOIN nodes ON nodes.id = owner
    WHERE listed AND awake AND NOT closed
        AND owner <> $1 AND seen > clock_timestamp() - make_interval(secs => $2)
    LIMIT $3
"""
OWNER_ELSEWHERE = """
    SELECT address FROM ends JOIN nodes ON nodes.id = owner
    WHERE table_id = $1 AND owner <> $2 AND seen > clock_timestamp() - make_interval(secs => $3)
"""
NEXT_RECORDS = "SELECT key, line FROM records WHERE key > $1 ORDER BY key LIMIT $2"


async def find(db: Connection, code: str) -> str | None:
    return _text(await db.fetchval("SELECT id FROM tables WHERE code = $1", code))


async def heads(db: Connection, listed: bool | None) -> list[Head]:
    wanted = "" if listed is None else " AND listed" if listed else " AND NOT listed"
    return [Head(*row) for row in await db.fetch(f"{HEADS} WHERE NOT closed{wanted} ORDER BY id")]


async def listed_elsewhere(db: Connection, node: int, seconds: float, most: int) -> list[bytes]:
    return [bytes(row[0]) for row in await db.fetch(LISTED_ELSEWHERE, node, seconds, most)]


async def owner_elsewhere(db: Connection, table: str, node: int, seconds: float) -> str | None:
    return _text(await db.fetchval(OWNER_ELSEWHERE, table, node, seconds))


async def load(db: Connection, table: str) -> StoredTable | None:
    row = await db.fetchrow(LOAD_TABLE, table)
    if row is None:
        return None
    *head, end, number, snapshot, entries = row
    if len(entries) != end - number:
        raise StoreError("store/broken", f"table {table}: entries are missing")
    return StoredTable(Head(*head), number, snapshot, tuple(entries))


async def record(db: Connection, table: str, game: int) -> str | None:
    return _text(await db.fetchval("SELECT line FROM records WHERE table_id = $1 AND game = $2", table, game))


async def records_after(db: Connection, last: int) -> list[tuple[int, str]]:
    """Return the next records after the key `last`, each with its key."""
    return [tuple(row) for row in await db.fetch(NEXT_RECORDS, last, RECORDS_PER_READ)]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
