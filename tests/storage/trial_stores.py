"""Stores of versions 1 to 3: as no server ever published, and refused for ever."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from toctoc.storage.sqlite.connection import APPLICATION_ID

VERSIONS = (1, 2, 3)
TABLES = (
    "CREATE TABLE tables (key INTEGER PRIMARY KEY, id TEXT, code TEXT, game TEXT, listed INTEGER, closed INTEGER)"
)


def trial_store(path: Path, version: int) -> dict[str, bytes]:
    """Write a store of a trial version, with a row in its write-ahead log alone; return the bytes of its files."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / path.name)) as db:
        db.executescript(f"PRAGMA journal_mode = WAL; PRAGMA application_id = {APPLICATION_ID}; {TABLES};")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.execute("INSERT INTO tables VALUES (1, 'a', 'hibou-ours-42', 'escalier', 1, 0)")
        db.commit()
        for end, content in files(Path(folder) / path.name).items():  # as a crash leaves them
            path.with_name(path.name + end).write_bytes(content)
    return files(path)


def files(path: Path) -> dict[str, bytes]:
    """Return the bytes of a store and of its write-ahead log."""
    return {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
