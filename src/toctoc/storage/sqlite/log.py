"""Append to and remove table logs. Entries are rows in order of arrival; each points at its predecessor."""

import sqlite3
from collections.abc import Sequence

from toctoc.storage.common import Stale
from toctoc.storage.sqlite.connection import overwriting
from toctoc.storage.store import Head, Write

MAX_CACHED_ENDS = 20_000  # some 200 bytes each

End = tuple[int, int, int | None]  # the table's key, the number of its last entry, that entry's key

PUT_HEAD = """
    INSERT INTO tables (id, code, game, listed, closed) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        code = excluded.code, game = excluded.game, listed = excluded.listed, closed = excluded.closed
"""
FIRST_END = "INSERT OR IGNORE INTO ends (table_key, number, touched) SELECT key, 0, 0 FROM tables WHERE id = ?"
FIND_END = """
    SELECT table_key, number, entry_key FROM tables JOIN ends ON table_key = tables.key WHERE tables.id = ?
"""
MOVE_END = "UPDATE ends SET number = ?, entry_key = ?, touched = ? WHERE table_key = ? AND number = ?"
ADD_ENTRY = "INSERT INTO entries (key, table_key, number, previous, entry) VALUES (?, ?, ?, ?, ?)"
PUT_SNAPSHOT = "INSERT OR REPLACE INTO snapshots (table_key, number, snapshot) VALUES (?, ?, ?)"
ADD_RECORD = "INSERT INTO records (table_id, game, written, line) VALUES (?, ?, ?, ?)"
ADD_DOCUMENT = (
    "INSERT OR IGNORE INTO documents (kind, id, version, expires, table_id, body) VALUES (?, ?, 1, ?, ?, ?)"
)


class Log:
    """Appends to the logs, inside transactions that the caller begins and ends."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.ends: dict[str, End] = {}  # as the transaction leaves them

    def append(self, writes: Sequence[Write], now: float) -> None:
        """Append `writes` to their tables. After an exception the caller rolls back and calls `forget`."""
        [(key,)] = self.db.execute("SELECT COALESCE(MAX(key), 0) FROM entries").fetchall()
        moves: list[tuple[int, int | None, float, int, int]] = []
        rows: list[tuple[int, int, int, int | None, bytes]] = []
        for write in writes:
            if write.follows_failure:
                raise Stale
            if write.removes:
                wipe(self.db, write.table)
                self.ends.pop(write.table, None)
                continue
            moment = now
            if write.head is not None:
                moment = write.head.touched
                self._head(write.head)
            table, end, previous = self.ends.get(write.table) or self._end(write.table)
            if write.first != end + 1:
                raise Stale
            number = end
            for entry in write.entries:
                key += 1
                number += 1
                rows.append((key, table, number, previous, entry))
                previous = key
            moves.append((number, previous, moment, table, end))
            self.ends[write.table] = table, number, previous
            if write.snapshot is not None:
                self.db.execute(PUT_SNAPSHOT, (table, number, write.snapshot))
            if write.record is not None:
                game, line = write.record
                self.db.execute(ADD_RECORD, (write.table, game, moment, line))
            for kind, id, body, _, expires, of in write.documents:
                self.db.execute(ADD_DOCUMENT, (kind, id, expires, of, body))
        # The cache may be out of date, since `prune` removes tables: the rows themselves decide.
        if self.db.executemany(MOVE_END, moves).rowcount != len(moves):
            raise Stale
        self.db.executemany(ADD_ENTRY, rows)
        if len(self.ends) > MAX_CACHED_ENDS:
            self.forget()

    def forget(self) -> None:
        """Drop the cached ends of tables."""
        self.ends.clear()

    def _head(self, head: Head) -> None:
        self.db.execute(PUT_HEAD, (head.table, head.code, head.game, head.listed, head.closed))
        self.db.execute(FIRST_END, (head.table,))

    def _end(self, table: str) -> End:
        for end in self.db.execute(FIND_END, (table,)).fetchall():
            return end  # type: ignore[no-any-return]  # a row has no types
        raise Stale


# --- removal ---------------------------------------------------------------------------------------------------

ENTRIES_OF = """
    WITH RECURSIVE back (key, previous) AS (
        SELECT entries.key, previous FROM entries JOIN ends ON entries.key = entry_key WHERE ends.table_key = ?
        UNION ALL
        SELECT entries.key, entries.previous FROM back JOIN entries ON entries.key = back.previous
    )
    SELECT key FROM back
"""
TABLE_PARTS = (("snapshots", "table_key"), ("ends", "table_key"), ("tables", "key"))


def remove(db: sqlite3.Connection, table: int) -> None:
    """Remove a table by its key, with its log and snapshot; its records stay."""
    db.execute(f"DELETE FROM entries WHERE key IN ({ENTRIES_OF})", (table,))
    for name, column in TABLE_PARTS:
        db.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))


def wipe(db: sqlite3.Connection, id: str) -> None:
    """Remove a table by its id, with its records and documents, and overwrite them in the file."""
    with overwriting(db):
        for (table,) in db.execute("SELECT key FROM tables WHERE id = ?", (id,)).fetchall():
            remove(db, table)
        db.execute("DELETE FROM records WHERE table_id = ?", (id,))
        db.execute("DELETE FROM documents WHERE table_id = ?", (id,))
