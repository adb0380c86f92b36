"""Maintain a PostgreSQL store from outside, with or without running nodes: export, prune."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from toctoc.storage.address import without_password
from toctoc.storage.common import ORPHANS, RECORDS_PER_DELETE, Pruned, prune_limit
from toctoc.storage.postgres import queries
from toctoc.storage.postgres.connection import Connection, connect, raising_store_errors
from toctoc.storage.postgres.document_ops import DELETE_EXPIRED
from toctoc.storage.postgres.schema import check

OLD_TABLES = "SELECT table_id FROM ends WHERE touched < $1"
REMOVE_END = "DELETE FROM ends WHERE table_id = $1 AND touched < $2 RETURNING 1"
OLD_RECORDS = """
    SELECT key FROM records
    WHERE written < $1 AND NOT EXISTS (SELECT 1 FROM ends WHERE ends.table_id = records.table_id AND touched >= $1)
"""
REMOVE_RECORDS = f"DELETE FROM records WHERE key IN ({OLD_RECORDS} LIMIT $2) RETURNING 1"
REMOVE_ORPHANS = f"DELETE FROM documents WHERE (kind, id) IN ({ORPHANS}) RETURNING 1"
P = ParamSpec("P")
T = TypeVar("T")


class BlockingConnection:
    """Runs queries one after the other, in a program without an event loop."""

    def __init__(self, db: Connection, name: str, runner: asyncio.Runner) -> None:
        self.db, self.name, self.runner = db, name, runner

    def __call__(
        self, query: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async def answer() -> T:
            with raising_store_errors(self.name):
                return await query(self.db, *args, **kwargs)

        return self.runner.run(answer())


@contextmanager
def connected(url: str) -> Iterator[BlockingConnection]:
    """Open a connection to an existing store."""
    with asyncio.Runner() as runner:
        db = runner.run(connect(url))
        try:
            runner.run(check(db, without_password(url)))
            yield BlockingConnection(db, without_password(url), runner)
        finally:
            runner.run(db.close(timeout=2))


def records(url: str) -> Iterator[str]:
    """Yield the lines of all records, in the order in which the games ended."""
    last = 0
    with connected(url) as db:
        while some := db(queries.records_after, last):
            last = some[-1][0]
            for _, line in some:
                yield line


def prunable(url: str, days: float, clock: Callable[[], float] = time.time) -> Pruned:
    """Count the tables untouched for `days`, and their records."""
    limit = prune_limit(days, clock)
    with connected(url) as db:
        return Pruned(db(_count, OLD_TABLES, limit), db(_count, OLD_RECORDS, limit))


def prune(url: str, days: float, with_records: bool = False, clock: Callable[[], float] = time.time) -> Pruned:
    """Remove tables untouched for `days`, as `sqlite.upkeep.prune` does: each in its own transaction."""
    limit = prune_limit(days, clock)
    tables = lines = 0
    with connected(url) as db:
        for (table,) in db(_rows, OLD_TABLES, limit):
            tables += db(_remove, table, limit)
        while with_records:
            removed = len(db(_rows, REMOVE_RECORDS, limit, RECORDS_PER_DELETE))
            lines += removed
            with_records = removed > 0
        db(_rows, REMOVE_ORPHANS)
        db(_rows, DELETE_EXPIRED, clock())
    return Pruned(tables, lines)


async def _rows(db: Connection, statement: str, *values: object) -> list[tuple[str]]:
    return [tuple(row) for row in await db.fetch(statement, *values)]


async def _count(db: Connection, statement: str, limit: float) -> int:
    return int(await db.fetchval(f"SELECT count(*) FROM ({statement}) AS old", limit))


async def _remove(db: Connection, table: str, limit: float) -> bool:
    """Remove a table, unless it was touched in the meantime. Its owner can then store nothing at it."""
    async with db.transaction():
        if await db.fetchval(REMOVE_END, table, limit) is None:
            return False
        for name, column in (("entries", "table_id"), ("snapshots", "table_id"), ("tables", "id")):
            await db.execute(f"DELETE FROM {name} WHERE {column} = $1", table)
    return True
