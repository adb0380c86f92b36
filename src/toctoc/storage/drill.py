"""Restore a dump into a scratch database, bring it to this version, and read everything in it."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from toctoc.storage.address import split_password, without_password
from toctoc.storage.common import FINGERPRINT
from toctoc.storage.postgres.connection import Connection, connect, raising_store_errors
from toctoc.storage.postgres.lease import LEASE_SECONDS, living
from toctoc.storage.postgres.schema import READ_FINGERPRINT, READ_SECRET, STORE_AND_ENCODING, TABLE_COUNT, migrated
from toctoc.storage.postgres.upkeep import BlockingConnection, connected
from toctoc.storage.sqlite.export_reader import RECORDS_PER_PAGE, RecordRow, TableRow
from toctoc.storage.store import Head, StoreError

ALL_TABLES = """
    SELECT id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0)
    FROM tables JOIN ends ON ends.table_id = id LEFT JOIN snapshots ON snapshots.table_id = id ORDER BY id
"""
GET_LOG = "SELECT entry FROM entries WHERE table_id = $1 ORDER BY number"
GET_SNAPSHOT = "SELECT snapshot FROM snapshots WHERE table_id = $1"
SOME_RECORDS = "SELECT key, table_id, game, written, line FROM records WHERE key > $1 ORDER BY key LIMIT $2"
RECORD_COUNT = "SELECT count(*) FROM records"
RESTORE = ("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")


class DatabaseReader:
    """Reads a whole database, as `ExportReader` reads a file."""

    def __init__(self, db: BlockingConnection) -> None:
        self._db = db

    def tables(self) -> list[TableRow]:
        """Return all tables."""
        rows = self._db(_rows, ALL_TABLES)
        return [TableRow(0, Head(*head), number, snapped) for *head, number, snapped in rows]

    def log(self, table: TableRow) -> list[bytes]:
        """Return all entries of a table."""
        entries = [entry for (entry,) in self._db(_rows, GET_LOG, table.head.table)]
        if len(entries) != table.number:
            message = f"table {table.head.code} lacks entries; restore a backup"
            raise StoreError("store/broken", message, "damaged")
        return entries

    def snapshot(self, table: TableRow) -> bytes | None:
        """Return the last snapshot of a table."""
        return next((snapshot for (snapshot,) in self._db(_rows, GET_SNAPSHOT, table.head.table)), None)

    def records(self) -> Iterator[list[RecordRow]]:
        """Yield all records, a page at a time, in the order in which the games ended."""
        last = 0
        while some := self._db(_rows, SOME_RECORDS, last, RECORDS_PER_PAGE):
            last = some[-1][0]
            yield [RecordRow(*row) for _, *row in some]

    def record_count(self) -> int:
        """Return the number of records."""
        [(found,)] = self._db(_rows, RECORD_COUNT)
        return int(found)

    def secret(self) -> str | None:
        """Return the secret that signs the tokens of guests."""
        return next((str(secret) for (secret,) in self._db(_rows, READ_SECRET)), None)

    def fingerprint(self) -> bytes | None:
        """Return the fingerprint of the secret that belongs to the store."""
        return next((bytes(body) for (body,) in self._db(_rows, READ_FINGERPRINT, *FINGERPRINT)), None)


@contextmanager
def restored(url: str, dump: Path | None) -> Iterator[DatabaseReader]:
    """Restore `dump` into an empty database, bring the database to this version, and open it for reading.

    Without `dump`, the database is one that was restored before. A database that a node uses is refused.
    """
    asyncio.run(_prepared(url, dump))
    with connected(url) as db:
        yield DatabaseReader(db)


async def _prepared(url: str, dump: Path | None) -> None:
    name = without_password(url)
    db = await connect(url)
    try:
        with raising_store_errors(name):
            if dump is not None:
                if await db.fetchval(TABLE_COUNT):
                    raise StoreError("store/broken", f"{name} is not empty", "not-empty")
                await asyncio.to_thread(_restore, url, dump)
            is_ours, _ = await db.fetchrow(STORE_AND_ENCODING)
            if not is_ours:
                raise StoreError("store/broken", f"{name} is not a store of Toctoc", "not-a-store")
            if dump is None and await living(db, LEASE_SECONDS):
                raise StoreError("store/busy", f"a server runs on {name}", "in-use")
    finally:
        await db.close(timeout=2)
    async with migrated(url):
        """Bring the database to this version."""


def _restore(url: str, dump: Path) -> None:
    """Run `pg_restore`, which does all or nothing, and prints its own errors."""
    address, password = split_password(url)
    if shutil.which(RESTORE[0]) is None:
        raise StoreError("store/broken", f"{RESTORE[0]} is missing", "no-pg-restore")
    env = {**os.environ, "PGPASSWORD": password} if password else None  # the address can be read by other users
    if subprocess.run([*RESTORE, f"--dbname={address}", dump], env=env, check=False).returncode:
        raise StoreError("store/broken", f"{dump} cannot be restored", "dump")


async def _rows(db: Connection, statement: str, *values: object) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await db.fetch(statement, *values)]
