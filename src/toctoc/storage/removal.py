"""Take a table out of an SQLite store, in a transaction that the caller begins and ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

ENTRIES_OF = """
    WITH RECURSIVE back (key, previous) AS (
        SELECT entries.key, previous FROM entries JOIN ends ON entries.key = entry_key WHERE ends.table_key = ?
        UNION ALL
        SELECT entries.key, entries.previous FROM back JOIN entries ON entries.key = back.previous
    )
    SELECT key FROM back
"""
PARTS = (("snapshots", "table_key"), ("ends", "table_key"), ("tables", "key"))


def remove(db: sqlite3.Connection, table: int) -> None:
    """Remove a table by its key, with its log and its snapshot; its records stay."""
    db.execute(f"DELETE FROM entries WHERE key IN ({ENTRIES_OF})", (table,))
    for name, column in PARTS:
        db.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))


def wipe(db: sqlite3.Connection, id: str) -> None:
    """Remove a table by its id, its records and its documents; what they were is overwritten in the file."""
    with overwriting(db):
        for (table,) in db.execute("SELECT key FROM tables WHERE id = ?", (id,)).fetchall():
            remove(db, table)
        db.execute("DELETE FROM records WHERE table_id = ?", (id,))
        db.execute("DELETE FROM documents WHERE table_id = ?", (id,))


@contextmanager
def overwriting(db: sqlite3.Connection) -> Iterator[None]:
    """Let SQLite overwrite what is removed meanwhile."""
    db.execute("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        db.execute("PRAGMA secure_delete = OFF")
