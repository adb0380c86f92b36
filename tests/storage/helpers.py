"""Stores of the test's own, whose answers are waited for, and writes to them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from toctoc.storage.sqlite.schema import MIGRATIONS
from toctoc.storage.sqlite.store import SqliteStore
from toctoc.storage.sqlite.writer import SqliteWriter
from toctoc.storage.store import Documents, Done, Head, Health, Store, StoredTable, StoreError, Write

NOW = 1_800_000_000.0
T = TypeVar("T")


@cache
def loop() -> asyncio.AbstractEventLoop:
    """An event loop in a thread of its own, for all stores of this process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def answer(question: Coroutine[Any, Any, T]) -> T:
    """What is answered in that loop."""
    return asyncio.run_coroutine_threadsafe(question, loop()).result(60)


def settle() -> None:
    """Wait until the loop has done what it was given."""
    answer(asyncio.sleep(0))


class Opened:
    """A store, as a test uses it: what would be awaited is waited for."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def write(self, write: Write, done: Done) -> None:
        loop().call_soon_threadsafe(self.store.write, write, done)

    def probe(self, done: Done) -> None:
        loop().call_soon_threadsafe(self.store.probe, done)

    def health(self) -> Health:
        return self.store.health()

    def claim(self, table: str) -> str | None:
        return answer(self.store.claim(table))

    def release(self, table: str) -> None:
        answer(self.store.release(table))

    def load(self, table: str) -> StoredTable | None:
        return answer(self.store.load(table))

    def find(self, code: str) -> str | None:
        return answer(self.store.find(code))

    def heads(self, listed: bool | None = None) -> list[Head]:
        return answer(self.store.heads(listed))

    def record(self, table: str, game: int) -> str | None:
        return answer(self.store.record(table, game))

    def records(self) -> list[str]:
        return answer(_all(self.store.records()))

    @property
    def documents(self) -> Documents:
        """What is to be awaited, by `answer`."""
        return self.store.documents

    def close(self) -> None:
        answer(self.store.close())

    @property
    def commits(self) -> int:
        return self.store.commits


async def _all(lines: AsyncIterator[str]) -> list[str]:
    return [line async for line in lines]


class OpenedFile(Opened):
    """One in a SQLite file, which may be written from any thread, and into which tests look."""

    store: SqliteStore

    def write(self, write: Write, done: Done) -> None:
        self.store.write(write, done)

    def probe(self, done: Done) -> None:
        self.store.probe(done)

    @property
    def writer(self) -> SqliteWriter:
        return self.store.writer


class Home(Protocol):
    """Where a store is, so that a test can open it again."""

    @property
    def url(self) -> str: ...

    def opened(self, clock: Callable[[], float] = ...) -> AbstractContextManager[Opened]: ...


class FileHome:
    """A file in the test's folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "toctoc.db"
        self.url = str(self.file)

    def opened(self, clock: Callable[[], float] = lambda: NOW) -> AbstractContextManager[Opened]:
        return opened(self.file, clock)


@contextmanager
def opened(
    path: Path, clock: Callable[[], float] = lambda: NOW, busy: float = 5, migrations: Path = MIGRATIONS
) -> Iterator[OpenedFile]:
    """A store whose answers come in its own thread."""
    store = OpenedFile(
        SqliteStore(path, lambda tell: tell(), clock=clock, busy_seconds=busy, migrations=migrations)
    )
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


def stored(store: Opened, *writes: Write) -> list[str | None]:
    """Write one after the other; the codes of what went wrong."""
    return [together(store, write)[0] for write in writes]


def together(store: Opened, *writes: Write) -> list[str | None]:
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


def both(answers: list[StoreError | None], over: threading.Event) -> Done:
    """What notes an answer, and that it was the last."""

    def note(error: StoreError | None) -> None:
        answers.append(error)
        over.set()

    return note


def log(store: Opened, table: str) -> list[bytes]:
    """All entries of a table without a snapshot."""
    found = store.load(table)
    assert found is None or found.number == 0
    return list(found.entries) if found else []


def entries(table: str, last: int) -> list[bytes]:
    return [entry(table, number) for number in range(1, last + 1)]
