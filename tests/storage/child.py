"""A process that writes to a store without end and says what was acknowledged, until somebody kills it."""

import asyncio
import os
import sys
import threading
from pathlib import Path

from tests.storage.helpers import entry, head
from toctoc.storage.sqlite import SqliteStore
from toctoc.storage.store import StoreError, Write

TABLES = "abcdefgh"
SNAPSHOT_EVERY = 7


def snapshot(table: str, number: int) -> bytes:
    return f"{table} after {number}".encode() * 100


def line(table: str, number: int) -> str:
    return f"{table} ended at {number}"


def play(store: SqliteStore, table: str, number: int) -> None:
    """Write an entry, and the next one when it is stored."""

    def done(error: StoreError | None) -> None:
        assert error is None, error
        os.write(1, f"{table} {number}\n".encode())
        play(store, table, number + 1)

    often = number % SNAPSHOT_EVERY == 0
    write = Write(
        table,
        number,
        (entry(table, number),),
        head=head(table) if number == 1 else None,
        snapshot=snapshot(table, number) if often else None,
        record=(number, line(table, number)) if often else None,
    )
    store.write(write, done)


def main() -> None:
    store = SqliteStore(Path(sys.argv[1]), lambda tell: tell())
    for table in TABLES:
        found = asyncio.run(store.load(table))
        play(store, table, found.number + len(found.entries) + 1 if found else 1)
    threading.Event().wait()


if __name__ == "__main__":
    main()
