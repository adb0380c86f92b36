"""The logs of all tables, as rows: entries in the order in which they came, each pointing at the one before."""

import sqlite3
from collections.abc import Sequence

from toctoc.storage.changes import Stale
from toctoc.storage.removal import wipe
from toctoc.storage.store import Head, Write

MOST_KNOWN = 20_000  # ends of tables that are remembered, some 200 bytes each

End = tuple[int, int, int | None]  # the table's key, the number of its last entry, that entry's key

HEAD = """
    INSERT INTO tables (id, code, game, listed, closed) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        code = excluded.code, game = excluded.game, listed = excluded.listed, closed = excluded.closed
"""
FIRST_END = "INSERT OR IGNORE INTO ends (table_key, number, touched) SELECT key, 0, 0 FROM tables WHERE id = ?"
FIND_END = """
    SELECT table_key, number, entry_key FROM tables JOIN ends ON table_key = tables.key WHERE tables.id = ?
"""
MOVE_END = "UPDATE ends SET number = ?, entry_key = ?, touched = ? WHERE table_key = ? AND number = ?"
ENTRY = "INSERT INTO entries (key, table_key, number, previous, entry) VALUES (?, ?, ?, ?, ?)"
SNAPSHOT = "INSERT OR REPLACE INTO snapshots (table_key, number, snapshot) VALUES (?, ?, ?)"
RECORD = "INSERT INTO records (table_id, game, written, line) VALUES (?, ?, ?, ?)"
DOCUMENT = "INSERT OR IGNORE INTO documents (kind, id, version, expires, table_id, body) VALUES (?, ?, 1, ?, ?, ?)"


class Log:
    """Appends to the logs, inside transactions that its caller begins and ends."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.ends: dict[str, End] = {}  # as the transaction leaves them

    def append(self, writes: Sequence[Write], now: float) -> None:
        """Add steps to their tables. After an exception the transaction must be undone, and `forget` be called."""
        [(key,)] = self.db.execute("SELECT COALESCE(MAX(key), 0) FROM entries").fetchall()
        moves: list[tuple[int, int | None, float, int, int]] = []
        rows: list[tuple[int, int, int, int | None, bytes]] = []
        for write in writes:
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
                self.db.execute(SNAPSHOT, (table, number, write.snapshot))
            if write.record is not None:
                game, line = write.record
                self.db.execute(RECORD, (write.table, game, moment, line))
            for kind, id, body, _, expires, of in write.documents:
                self.db.execute(DOCUMENT, (kind, id, expires, of, body))
        # What is remembered may be out of date, since others may remove tables: the rows themselves decide.
        if self.db.executemany(MOVE_END, moves).rowcount != len(moves):
            raise Stale
        self.db.executemany(ENTRY, rows)
        if len(self.ends) > MOST_KNOWN:
            self.forget()

    def forget(self) -> None:
        """Look everything up again."""
        self.ends.clear()

    def _head(self, head: Head) -> None:
        self.db.execute(HEAD, (head.table, head.code, head.game, head.listed, head.closed))
        self.db.execute(FIRST_END, (head.table,))

    def _end(self, table: str) -> End:
        for end in self.db.execute(FIND_END, (table,)).fetchall():
            return end  # type: ignore[no-any-return]  # a row has no types
        raise Stale
