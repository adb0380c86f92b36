"""The logs of all tables, read from the store past the server: nothing in them may ever change."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

LINES = "SELECT code, number, entry FROM entries JOIN tables ON tables.key = table_key ORDER BY entries.key"

Line = list[Any]
Row = tuple[str, int, bytes]  # the code of a table, the number of an entry, and the entry


class Logs:
    def __init__(self, store: Path) -> None:
        self.store = store
        self.tables: dict[str, list[Line]] = {}
        self.where: dict[tuple[str, str], int] = {}  # table and id: in which line
        self.raw: dict[tuple[str, int], bytes] = {}

    def rows(self) -> list[Row]:
        with closing(sqlite3.connect(self.store)) as db:
            return db.execute(LINES).fetchall()

    def read(self) -> None:
        """Read everything again: old lines are still there, and every id only once."""
        rows = {(code, number): bytes(entry) for code, number, entry in self.rows()}
        assert self.raw.items() <= rows.items(), "lines that had been stored are gone or changed"
        for code, number in sorted(rows.keys() - self.raw.keys()):
            line: Line = json.loads(rows[code, number])
            log = self.tables.setdefault(code, [])
            log.append(line)
            assert number == len(log), f"{code}: line {number} follows line {len(log) - 1}"
            if line[3] is not None:
                key = (code, line[3])  # our guests' ids begin with their names
                assert key not in self.where, f"{key} counted twice: in lines {self.where[key]} and {number}"
                self.where[key] = number
        self.raw = rows
