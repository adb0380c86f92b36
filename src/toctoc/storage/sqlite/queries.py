"""Read-only queries. Each sees committed data only, and leaves no transaction open."""

import sqlite3
from collections.abc import Iterator

from toctoc.storage.common import RECORDS_PER_READ
from toctoc.storage.store import Head, StoredTable, StoreError

HEADS = "SELECT id, code, game, listed, closed, touched FROM tables JOIN ends ON table_key = tables.key"
LAST_ENTRY = """
    SELECT ends.number, ends.entry_key, COALESCE(snapshots.number, 0), snapshot
    FROM tables JOIN ends ON ends.table_key = tables.key LEFT JOIN snapshots ON snapshots.table_key = tables.key
    WHERE id = ?
"""
# From the last entry back to the one after the snapshot.
ENTRIES_BACK = """
    WITH RECURSIVE back (number, previous, entry) AS (
        SELECT number, previous, entry FROM entries WHERE key = :last AND number > :after
        UNION ALL
        SELECT entries.number, entries.previous, entries.entry
        FROM back JOIN entries ON entries.key = back.previous WHERE entries.number > :after
    )
    SELECT entry FROM back
"""
NEXT_RECORDS = "SELECT key, line FROM records WHERE key > ? ORDER BY key LIMIT ?"


def find(db: sqlite3.Connection, code: str) -> str | None:
    return _only(db.execute("SELECT id FROM tables WHERE code = ?", (code,)))


def heads(db: sqlite3.Connection, listed: bool | None) -> list[Head]:
    wanted = "" if listed is None else " AND listed" if listed else " AND NOT listed"
    return [_head(row) for row in db.execute(f"{HEADS} WHERE NOT closed{wanted}").fetchall()]


def load(db: sqlite3.Connection, table: str) -> StoredTable | None:
    db.execute("BEGIN")  # all queries below see the same moment
    try:
        for row in db.execute(f"{HEADS} WHERE id = ?", (table,)).fetchall():
            [(end, last, number, snapshot)] = db.execute(LAST_ENTRY, (table,)).fetchall()
            back = db.execute(ENTRIES_BACK, {"last": last, "after": number}).fetchall()
            if len(back) != end - number:
                raise StoreError("store/broken", f"table {table}: entries are missing")
            return StoredTable(_head(row), number, snapshot, tuple(entry for (entry,) in reversed(back)))
        return None
    finally:
        db.execute("COMMIT")


def record(db: sqlite3.Connection, table: str, game: int) -> str | None:
    return _only(db.execute("SELECT line FROM records WHERE table_id = ? AND game = ?", (table, game)))


def records(db: sqlite3.Connection) -> Iterator[str]:
    last = 0
    while some := records_after(db, last):
        last = some[-1][0]
        for _, line in some:
            yield line


def records_after(db: sqlite3.Connection, last: int) -> list[tuple[int, str]]:
    """Return the next records after the key `last`, each with its key."""
    return db.execute(NEXT_RECORDS, (last, RECORDS_PER_READ)).fetchall()


def _only(cursor: sqlite3.Cursor) -> str | None:
    for (value,) in cursor.fetchall():
        return str(value)
    return None


def _head(row: tuple[str, str, str, int, int, float]) -> Head:
    table, code, game, listed, closed, touched = row
    return Head(table, code, game, bool(listed), bool(closed), touched)
