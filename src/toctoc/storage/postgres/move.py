"""Move all that a file keeps into a database: each table whole or not at all; then all is compared.

What was killed is begun again, and goes on where it was. A table that was moved and that no node has had yet is in
epoch 0; from then on it belongs to whoever plays there, and is not written again.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from toctoc.storage.postgres.connection import Connection
from toctoc.storage.postgres.schema import migrated
from toctoc.storage.postgres.secret import keep
from toctoc.storage.whole import Record, Table, WholeFile

UNCLAIMED = 0  # the epoch of a table that no node has had yet
ENTRIES_AT_ONCE = 2000
CODES_SHOWN = 5

OTHERS = "SELECT code FROM tables JOIN unnest($1::text[], $2::text[]) AS ours (i, c) ON code = c AND id <> i"
THERE = """
    SELECT id, code, game, listed, closed, touched, ends.number, COALESCE(snapshots.number, 0), epoch, snapshot
    FROM tables JOIN ends ON ends.table_id = id LEFT JOIN snapshots ON snapshots.table_id = id WHERE id = $1
"""
FORGET = "DELETE FROM ends WHERE table_id = $1 AND epoch = $2"
END = "INSERT INTO ends (table_id, number, touched, owner, epoch, stamp) VALUES ($1, $2, $3, NULL, $4, 0)"
HEAD = "INSERT INTO tables (id, code, game, listed, closed, awake) VALUES ($1, $2, $3, $4, $5, FALSE)"
SNAPSHOT = "INSERT INTO snapshots (table_id, number, snapshot) VALUES ($1, $2, $3)"
SOME = "SELECT entry FROM entries WHERE table_id = $1 AND number > $2 AND number <= $3 ORDER BY number"
ADD_RECORDS = """
    INSERT INTO records (table_id, game, written, line)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::float8[], $4::text[]) ON CONFLICT DO NOTHING
"""
SAME_RECORDS = """
    SELECT count(*) FROM records
    JOIN unnest($1::text[], $2::bigint[], $3::float8[], $4::text[]) AS ours (i, g, w, l)
    ON table_id = i AND game = g AND written = w AND line = l
"""
# A document that has gone on there stays as it is.
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


class CannotMove(Exception):
    """Two stores do not go together; `why` and `details` are for those who translate."""

    def __init__(self, why: str, **details: str) -> None:
        super().__init__(why, details)
        self.why, self.details = why, details


class Moved(NamedTuple):
    """Count what is in the database now, and the same as in the file."""

    tables: int
    records: int


class _There(NamedTuple):
    """Hold a table as it is in the database."""

    head: tuple[Any, ...]
    number: int
    snapped: int
    epoch: int
    snapshot: bytes | None


async def move(
    source: WholeFile, url: str, secret: str | None, wants_new_secret: bool, tell: Callable[[int, int], None]
) -> Moved:
    """Copy everything that is not there yet, and compare all; `tell` hears of steps done, and of how many.

    `secret` signs for the guests of the source; a database that has another one is refused, unless that is wanted.
    """
    async with migrated(url) as db:
        tables = source.tables()
        await _check(db, tables, secret, wants_new_secret)
        steps = 2 * len(tables)
        for done, table in enumerate(tables):
            tell(done, steps)
            await _copy(db, source, table)
        for records in source.records():
            await db.execute(ADD_RECORDS, *_columns(records))
        for documents in source.documents():
            await db.execute(ADD_DOCUMENTS, *_turned(documents))
        for done, table in enumerate(tables, len(tables)):
            tell(done, steps)
            await _compare(db, source, table)
        for records in source.records():
            await _compare_records(db, records)
        for documents in source.documents():
            if await db.fetchval(SAME_DOCUMENTS, *_turned(documents)) != len(documents):
                raise CannotMove("documents")
        tell(steps, steps)
    return Moved(len(tables), source.record_count())


async def _check(db: Connection, tables: list[Table], secret: str | None, wants_new_secret: bool) -> None:
    """Refuse what cannot go together, before anything is copied."""
    heads = [table.head for table in tables]
    taken = await db.fetch(OTHERS, [head.table for head in heads], [head.code for head in heads])
    if taken:
        raise CannotMove("codes", codes=", ".join(code for (code,) in taken[:CODES_SHOWN]))
    if secret is not None and await keep(db, secret, even_with_tables=True) != secret and not wants_new_secret:
        raise CannotMove("secret")


async def _there(db: Connection, table: Table) -> _There | None:
    row = await db.fetchrow(THERE, table.head.table)
    return None if row is None else _There(tuple(row[:6]), *row[6:])


def _head(table: Table) -> tuple[Any, ...]:
    head = table.head
    return head.table, head.code, head.game, head.listed, head.closed, head.touched


async def _copy(db: Connection, source: WholeFile, table: Table) -> None:
    """Copy a table, all or nothing, unless it is there; one that went on in the file meanwhile is copied anew."""
    id, head = table.head.table, _head(table)
    async with db.transaction():
        there = await _there(db, table)
        if there is not None:
            is_same = (there.head, there.number, there.snapped) == (head, table.number, table.snapped)
            if is_same or await db.execute(FORGET, id, UNCLAIMED) == "DELETE 0":
                return
            for name, column in (("entries", "table_id"), ("snapshots", "table_id"), ("tables", "id")):
                await db.execute(f"DELETE FROM {name} WHERE {column} = $1", id)
        await db.execute(END, id, table.number, table.head.touched, UNCLAIMED)
        await db.execute(HEAD, *head[:5])
        if (snapshot := source.snapshot(table)) is not None:
            await db.execute(SNAPSHOT, id, table.snapped, snapshot)
        log = source.log(table)
        for first in range(0, len(log), ENTRIES_AT_ONCE):
            some = enumerate(log[first : first + ENTRIES_AT_ONCE], first + 1)
            rows = [(id, number, entry) for number, entry in some]
            await db.copy_records_to_table("entries", records=rows, columns=["table_id", "number", "entry"])


async def _compare(db: Connection, source: WholeFile, table: Table) -> None:
    """Refuse a table that is not the same in both, or in the database does not go on from where the file ends."""
    there, log = await _there(db, table), source.log(table)
    is_same = there is not None
    if there is not None and there.epoch == UNCLAIMED:
        mine = (_head(table), table.number, table.snapped, UNCLAIMED, source.snapshot(table))
        is_same = there == mine
    for first in range(0, len(log), ENTRIES_AT_ONCE):
        last = min(first + ENTRIES_AT_ONCE, len(log))
        found = [entry for (entry,) in await db.fetch(SOME, table.head.table, first, last)]
        is_same = is_same and found == log[first:last]
    if not is_same:
        raise CannotMove("differs", code=table.head.code)


async def _compare_records(db: Connection, records: list[Record]) -> None:
    if await db.fetchval(SAME_RECORDS, *_columns(records)) != len(records):
        raise CannotMove("records")


def _columns(records: list[Record]) -> list[list[Any]]:
    return _turned([(record.table, record.game, record.written, record.line) for record in records])


def _turned(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Return rows as columns."""
    return list(map(list, zip(*rows, strict=True)))
