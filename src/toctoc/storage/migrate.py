"""Copy an SQLite store into a PostgreSQL store, each table in one transaction, and compare everything afterwards.

An interrupted migration is repeated, and skips the tables that are complete. A copied table has epoch 0 until a
node claims it; from then on it is not overwritten.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from toctoc.storage.common import FINGERPRINT
from toctoc.storage.postgres.connection import Connection
from toctoc.storage.postgres.schema import READ_FINGERPRINT, READ_SECRET, keep_secret, migrated
from toctoc.storage.sqlite.export_reader import ExportReader, RecordRow, TableRow
from toctoc.storage.store import Document

UNCLAIMED = 0  # epoch of a table that no node has claimed yet
ENTRIES_PER_PAGE = 2000
MAX_CODES_SHOWN = 5

TAKEN_CODES = "SELECT code FROM tables JOIN unnest($1::text[], $2::text[]) AS ours (i, c) ON code = c AND id <> i"
GET_TABLE = """
    SELECT id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0), epoch, snapshot
    FROM tables JOIN ends ON ends.table_id = id LEFT JOIN snapshots ON snapshots.table_id = id WHERE id = $1
"""
REMOVE_END = "DELETE FROM ends WHERE table_id = $1 AND epoch = $2"
ADD_END = "INSERT INTO ends (table_id, number, touched, owner, epoch, stamp) VALUES ($1, $2, $3, NULL, $4, 0)"
ADD_HEAD = "INSERT INTO tables (id, code, game, listed, closed, awake) VALUES ($1, $2, $3, $4, $5, FALSE)"
ADD_SNAPSHOT = "INSERT INTO snapshots (table_id, number, snapshot) VALUES ($1, $2, $3)"
GET_ENTRIES = "SELECT entry FROM entries WHERE table_id = $1 AND number > $2 AND number <= $3 ORDER BY number"
ADD_RECORDS = """
    INSERT INTO records (table_id, game, written, line)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::float8[], $4::text[]) ON CONFLICT DO NOTHING
"""
SAME_RECORDS = """
    SELECT count(*) FROM records
    JOIN unnest($1::text[], $2::bigint[], $3::float8[], $4::text[]) AS ours (i, g, w, l)
    ON table_id = i AND game = g AND written = w AND line = l
"""
# A document that has a later version there is kept.
ADD_DOCUMENTS = """
    INSERT INTO documents AS old (kind, id, body, version, expires, table_id, stamp)
    SELECT *, 0 FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::float8[], $6::text[])
    ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body, version = excluded.version,
        expires = excluded.expires, table_id = excluded.table_id, stamp = excluded.stamp
    WHERE old.version < excluded.version
"""
SAME_DOCUMENTS = """
    SELECT count(*) FROM documents
    JOIN unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::float8[], $6::text[])
        AS ours (k, i, b, v, e, t)
    ON kind = k AND id = i AND (version > v OR (version = v AND body = b
        AND expires IS NOT DISTINCT FROM e AND table_id IS NOT DISTINCT FROM t))
"""


class CannotMigrate(Exception):
    """The two stores do not fit together; `why` and `details` are for translated messages."""

    def __init__(self, why: str, **details: str) -> None:
        super().__init__(why, details)
        self.why, self.details = why, details


class Migration(NamedTuple):
    """The number of tables and records that were copied, and whether the database has a secret."""

    tables: int
    records: int
    has_secret: bool


class _DatabaseTable(NamedTuple):
    """A table in the database."""

    head: tuple[Any, ...]
    number: int
    snapped: int
    epoch: int
    snapshot: bytes | None


async def migrate_store(
    source: ExportReader,
    url: str,
    secret: str | None,
    wants_new_secret: bool,
    progress: Callable[[int, int], None],
) -> Migration:
    """Copy everything that the database does not have, and compare all; call `progress(done, total)` meanwhile.

    `secret` signs the tokens of the source. The source may lack it; its fingerprint is copied with the other
    documents. A database with another secret, or the fingerprint of another, is refused, unless
    `wants_new_secret`.
    """
    async with migrated(url) as db:
        tables = source.tables()
        await _check_codes(db, tables)
        has_secret, left_out = await _check_secret(db, source.fingerprint(), secret, wants_new_secret)
        steps = 2 * len(tables)
        for done, table in enumerate(tables):
            progress(done, steps)
            await _copy(db, source, table)
        for records in source.records():
            await db.execute(ADD_RECORDS, *_columns(records))
        for documents in _documents(source, left_out):
            await db.execute(ADD_DOCUMENTS, *_transposed(documents))
        for done, table in enumerate(tables, len(tables)):
            progress(done, steps)
            await _compare(db, source, table)
        for records in source.records():
            await _compare_records(db, records)
        for documents in _documents(source, left_out):
            if await db.fetchval(SAME_DOCUMENTS, *_transposed(documents)) != len(documents):
                raise CannotMigrate("documents")
        progress(steps, steps)
    return Migration(len(tables), source.record_count(), has_secret)


def _documents(source: ExportReader, left_out: tuple[str, str] | None) -> Iterator[list[Document]]:
    """Yield all documents, but not the one with the kind and id `left_out`."""
    for documents in source.documents():
        if wanted := [each for each in documents if (each.kind, each.id) != left_out]:
            yield wanted


async def _check_codes(db: Connection, tables: list[TableRow]) -> None:
    """Refuse codes that other tables of the database have, before anything is copied."""
    heads = [table.head for table in tables]
    taken = await db.fetch(TAKEN_CODES, [head.table for head in heads], [head.code for head in heads])
    if taken:
        raise CannotMigrate("codes", codes=", ".join(code for (code,) in taken[:MAX_CODES_SHOWN]))


async def _check_secret(
    db: Connection, fingerprint: bytes | None, secret: str | None, wants_new_secret: bool
) -> tuple[bool, tuple[str, str] | None]:
    """Store `secret` in a database without one; return whether it has one now, and the document not to copy.

    With `wants_new_secret`, the secret or fingerprint of the database counts: that of the source is not copied.
    """
    there = await db.fetchval(READ_FINGERPRINT, *FINGERPRINT)
    fits = there is None or fingerprint is None or bytes(there) == fingerprint
    if not fits and not wants_new_secret:
        raise CannotMigrate("secret")
    stored = await (db.fetchval(READ_SECRET) if secret is None else keep_secret(db, secret, even_with_tables=True))
    if secret is not None and stored != secret and not wants_new_secret:
        raise CannotMigrate("secret")
    has_secret = stored is not None
    return has_secret, FINGERPRINT if wants_new_secret and (has_secret or there is not None) else None


async def _there(db: Connection, table: TableRow) -> _DatabaseTable | None:
    row = await db.fetchrow(GET_TABLE, table.head.table)
    return None if row is None else _DatabaseTable(tuple(row[:6]), *row[6:])


def _head(table: TableRow) -> tuple[Any, ...]:
    head = table.head
    return head.table, head.code, head.game, head.listed, head.closed, head.touched


async def _copy(db: Connection, source: ExportReader, table: TableRow) -> None:
    """Copy a table, all or nothing, unless it is there; copy it again if the file has more of it."""
    id, head = table.head.table, _head(table)
    async with db.transaction():
        there = await _there(db, table)
        if there is not None:
            is_same = (there.head, there.number, there.snapped) == (head, table.number, table.snapped)
            if is_same or await db.execute(REMOVE_END, id, UNCLAIMED) == "DELETE 0":
                return
            for name, column in (("entries", "table_id"), ("snapshots", "table_id"), ("tables", "id")):
                await db.execute(f"DELETE FROM {name} WHERE {column} = $1", id)
        await db.execute(ADD_END, id, table.number, table.head.touched, UNCLAIMED)
        await db.execute(ADD_HEAD, *head[:5])
        if (snapshot := source.snapshot(table)) is not None:
            await db.execute(ADD_SNAPSHOT, id, table.snapped, snapshot)
        log = source.log(table)
        for first in range(0, len(log), ENTRIES_PER_PAGE):
            some = enumerate(log[first : first + ENTRIES_PER_PAGE], first + 1)
            rows = [(id, number, entry) for number, entry in some]
            await db.copy_records_to_table("entries", records=rows, columns=["table_id", "number", "entry"])


async def _compare(db: Connection, source: ExportReader, table: TableRow) -> None:
    """Refuse a table that differs, unless its log in the database continues the log of the file."""
    there, log = await _there(db, table), source.log(table)
    is_same = there is not None
    if there is not None and there.epoch == UNCLAIMED:
        mine = (_head(table), table.number, table.snapped, UNCLAIMED, source.snapshot(table))
        is_same = there == mine
    for first in range(0, len(log), ENTRIES_PER_PAGE):
        last = min(first + ENTRIES_PER_PAGE, len(log))
        found = [entry for (entry,) in await db.fetch(GET_ENTRIES, table.head.table, first, last)]
        is_same = is_same and found == log[first:last]
    if not is_same:
        raise CannotMigrate("differs", code=table.head.code)


async def _compare_records(db: Connection, records: list[RecordRow]) -> None:
    if await db.fetchval(SAME_RECORDS, *_columns(records)) != len(records):
        raise CannotMigrate("records")


def _columns(records: list[RecordRow]) -> list[list[Any]]:
    return _transposed([(record.table, record.game, record.written, record.line) for record in records])


def _transposed(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Return rows as columns."""
    return list(map(list, zip(*rows, strict=True)))
