"""Test a store in a SQLite file."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.storage.helpers import entries, head, log, new, opened, step, stored, together
from toctoc import storage
from toctoc.storage.sqlite.store import SqliteStore
from toctoc.storage.store import StoreError, Write


def test_writes_that_wait_together_share_a_commit(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        statements: list[str] = []
        store.writer.db.set_trace_callback(statements.append)
        together(store, *map(new, "abcdefgh"), *(step(table, 2) for table in "abcdefgh"))
        store.writer.db.set_trace_callback(None)
        assert statements.count("COMMIT") == 2  # one of them is of the write that kept the writer waiting
        assert store.writer.commits == 2
        assert not any("SAVEPOINT" in text for text in statements[statements.index("COMMIT") :])


def test_nothing_is_seen_before_it_is_committed(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        seen: list[tuple[bool, object]] = []

        def look(statement: str) -> None:
            if statement == "COMMIT":
                seen.append((store.load("a") is None, store.find("code-a")))

        store.writer.db.set_trace_callback(look)
        assert together(store, new("a")) == [None]
        store.writer.db.set_trace_callback(None)
        assert seen == [(True, None)] * 2
        assert store.find("code-a") == "a"


def test_answers_reach_the_event_loop(tmp_path: Path) -> None:
    async def play() -> list[bytes]:
        loop = asyncio.get_running_loop()
        store = await storage.open_store(f"sqlite:///{tmp_path / 'toctoc.db'}")
        for write in (new("a"), step("a", 2)):
            answer: asyncio.Future[StoreError | None] = loop.create_future()
            store.write(write, answer.set_result)
            assert await answer is None
        found = await store.load("a")
        await store.close()
        assert found is not None
        return list(found.entries)

    assert asyncio.run(play()) == entries("a", 2)


def test_a_failing_callback_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def broken(error: StoreError | None) -> None:
        raise ZeroDivisionError

    with opened(tmp_path / "toctoc.db") as store:
        store.write(new("a"), broken)
        assert stored(store, step("a", 2)) == [None]
    assert "could not take the answer" in caplog.text

    def closed(tell: object) -> None:
        raise RuntimeError("the event loop is closed")

    late = SqliteStore(tmp_path / "toctoc.db", closed)
    late.write(step("a", 3), broken)
    asyncio.run(late.close())
    with opened(tmp_path / "toctoc.db") as store:
        assert log(store, "a") == entries("a", 3)


def test_many_tables_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.storage.sqlite.log.MAX_CACHED_ENDS", 3)
    with opened(tmp_path / "toctoc.db") as store:
        for number in (1, 2, 3):
            for table in "abcdefgh":
                assert stored(store, step(table, number) if number > 1 else new(table)) == [None]
                assert len(store.writer.log.ends) <= 3


def test_removed_rows_are_overwritten_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "toctoc.db"
    with opened(file) as store:
        log = tuple(f"Zebulon sat, {n}".encode() * 20 for n in range(40))
        stored(store, Write("a", 1, log, head("a"), snapshot=b"Zebulon sits", record=(1, "Zebulon won")), new("b"))
        assert stored(store, Write("a", 0, (), removes=True)) == [None]
        assert store.load("b") is not None
        assert not mentions(tmp_path, b"Zebulon", b"code-a"), "while the server runs"
    assert not mentions(tmp_path, b"Zebulon", b"code-a")


def test_removed_rows_leave_the_wal_when_a_backup_that_reads_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "toctoc.db"
    with opened(file) as store:
        stored(store, new("a"), new("b"))
        reader = sqlite3.connect(file, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM tables").fetchall()
        assert stored(store, Write("a", 0, (), removes=True)) == [None]
        assert mentions(tmp_path, b"code-a"), "the reader may still read it"
        assert stored(store, step("b", 2)) == [None]
        reader.close()
        assert stored(store, step("b", 3)) == [None]
        assert not mentions(tmp_path, b"code-a")


def mentions(folder: Path, *texts: bytes) -> set[str]:
    """The files of a store in which one of the texts stands."""
    return {path.name for path in folder.glob("toctoc.db*") for text in texts if text in path.read_bytes()}
