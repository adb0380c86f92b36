"""A process that writes to a store without end and says what was answered, until somebody kills it."""

import asyncio
import os
import sys
from contextlib import suppress

from tests.storage.helpers import entry, head
from toctoc.storage import open_store
from toctoc.storage.store import Store, StoreError, Write

TABLES = "abcdefgh"
SNAPSHOT_EVERY = 7


def snapshot(table: str, number: int) -> bytes:
    return f"{table} after {number}".encode() * 100


def line(table: str, number: int) -> str:
    return f"{table} ended at {number}"


def play(store: Store, table: str, number: int) -> None:
    """Write an entry, and the next one when it is stored."""

    def done(error: StoreError | None) -> None:
        if error is not None:
            os.write(1, f"{table} {error.code}\n".encode())
            return
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


async def main(url: str) -> None:
    store = await opened(url)
    for table in TABLES:
        while not await has_claimed(store, table):
            await asyncio.sleep(0.05)  # until the lease of whoever was killed ends
        found = await store.load(table)
        play(store, table, found.number + len(found.entries) + 1 if found else 1)
    await asyncio.Event().wait()


async def opened(url: str) -> Store:
    if not url.startswith("postgresql:"):
        return await open_store(url)
    from toctoc.storage.postgres.store import PostgresStore

    return await PostgresStore.open(url, lease_seconds=0.5)


async def has_claimed(store: Store, table: str) -> bool:
    with suppress(StoreError):
        return await store.claim(table) is None
    return False


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
