"""What is done to a database from outside, while nodes run on it or none: export it, prune it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from toctoc.storage.address import shown
from toctoc.storage.postgres import reading
from toctoc.storage.postgres.connection import Connection, connect, raising_store_errors
from toctoc.storage.postgres.documents import EXPIRE
from toctoc.storage.postgres.schema import check
from toctoc.storage.upkeep import ORPHANS, RECORDS_AT_ONCE, Pruned, limit_of

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


class Asked:
    """Asks a database one thing after the other, where there is no event loop."""

    def __init__(self, db: Connection, name: str, runner: asyncio.Runner) -> None:
        self.db, self.name, self.runner = db, name, runner

    def __call__(
        self, ask: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async def answer() -> T:
            with raising_store_errors(self.name):
                return await ask(self.db, *args, **kwargs)

        return self.runner.run(answer())


@contextmanager
def asking(url: str) -> Iterator[Asked]:
    """Open a line to a store that is there."""
    with asyncio.Runner() as runner:
        db = runner.run(connect(url))
        try:
            runner.run(check(db, shown(url)))
            yield Asked(db, shown(url), runner)
        finally:
            runner.run(db.close(timeout=2))


def records(url: str) -> Iterator[str]:
    """Yield the lines of all records, in the order in which the games ended."""
    last = 0
    with asking(url) as asked:
        while some := asked(reading.records_after, last):
            last = some[-1][0]
            for _, line in some:
                yield line


def prunable(url: str, days: float, clock: Callable[[], float] = time.time) -> Pruned:
    """Count the tables untouched for so many days, and their records."""
    limit = limit_of(days, clock)
    with asking(url) as asked:
        return Pruned(asked(_count, OLD_TABLES, limit), asked(_count, OLD_RECORDS, limit))


def prune(url: str, days: float, with_records: bool = False, clock: Callable[[], float] = time.time) -> Pruned:
    """Remove tables untouched for so many days, as in a file: each in a transaction of its own."""
    limit = limit_of(days, clock)
    tables = lines = 0
    with asking(url) as asked:
        for (table,) in asked(_rows, OLD_TABLES, limit):
            tables += asked(_remove, table, limit)
        while with_records:
            removed = len(asked(_rows, REMOVE_RECORDS, limit, RECORDS_AT_ONCE))
            lines += removed
            with_records = removed > 0
        asked(_rows, REMOVE_ORPHANS)
        asked(_rows, EXPIRE, clock())
    return Pruned(tables, lines)


async def _rows(db: Connection, statement: str, *values: object) -> list[tuple[str]]:
    return [tuple(row) for row in await db.fetch(statement, *values)]


async def _count(db: Connection, statement: str, limit: float) -> int:
    return int(await db.fetchval(f"SELECT count(*) FROM ({statement}) AS old", limit))


async def _remove(db: Connection, table: str, limit: float) -> bool:
    """Remove a table unless a guest has come back to it; a node that has it can store nothing there any more."""
    async with db.transaction():
        if await db.fetchval(REMOVE_END, table, limit) is None:
            return False
        for name, column in (("entries", "table_id"), ("snapshots", "table_id"), ("tables", "id")):
            await db.execute(f"DELETE FROM {name} WHERE {column} = $1", table)
    return True
