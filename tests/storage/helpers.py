"""Stores in a folder of the test's own, and writes to them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from toctoc.storage.schema import MIGRATIONS
from toctoc.storage.sqlite import SqliteStore
from toctoc.storage.store import Head, StoreError, Write

NOW = 1_800_000_000.0


@contextmanager
def opened(
    path: Path, clock: Callable[[], float] = lambda: NOW, busy: float = 5, migrations: Path = MIGRATIONS
) -> Iterator[SqliteStore]:
    """A store whose answers come in its own thread."""
    store = SqliteStore(path, lambda tell: tell(), clock=clock, busy_seconds=busy, migrations=migrations)
    try:
        yield store
    finally:
        store.close()


def head(table: str, listed: bool = False, closed: bool = False, touched: float = NOW) -> Head:
    return Head(table, f"code-{table}", "escalier", listed, closed, touched)


def entry(table: str, number: int) -> bytes:
    return f"{table} {number}".encode()


def new(table: str, touched: float = NOW) -> Write:
    """A table with its first entry."""
    return Write(table, 1, (entry(table, 1),), head(table, touched=touched))


def step(table: str, number: int, count: int = 1) -> Write:
    return Write(table, number, tuple(entry(table, n) for n in range(number, number + count)))


def stored(store: SqliteStore, *writes: Write) -> list[str | None]:
    """Write one after the other; the codes of what went wrong."""
    return [together(store, write)[0] for write in writes]


def together(store: SqliteStore, *writes: Write) -> list[str | None]:
    """Write in one batch, by keeping the writer waiting until all are queued; the codes of what went wrong."""
    reached, queued, over = threading.Event(), threading.Event(), threading.Event()
    codes: list[str | None] = []

    def wait(error: StoreError | None) -> None:
        assert error is not None
        reached.set()
        queued.wait()

    def note(error: StoreError | None) -> None:
        codes.append(error.code if error else None)
        if len(codes) == len(writes):
            over.set()

    store.write(Write("no such table", 1, ()), wait)
    reached.wait()
    for write in writes:
        store.write(write, note)
    queued.set()
    over.wait()
    return codes


def log(store: SqliteStore, table: str) -> list[bytes]:
    """All entries of a table without a snapshot."""
    found = store.load(table)
    assert found is None or found.number == 0
    return list(found.entries) if found else []


def entries(table: str, last: int) -> list[bytes]:
    return [entry(table, number) for number in range(1, last + 1)]
