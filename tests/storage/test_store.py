"""What is written can be read again, in one piece and in order."""

import asyncio
import threading
from pathlib import Path

import pytest

from tests.storage.helpers import NOW, entries, entry, head, log, new, opened, step, stored, together
from toctoc import storage
from toctoc.storage.sqlite import SqliteStore
from toctoc.storage.store import Stored, StoreError, Write


def test_a_table_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        assert stored(store, new("a"), step("a", 2, 3), new("b"), step("a", 5)) == [None] * 4
        expected = Stored(head("a"), 0, None, tuple(entries("a", 5)))
        assert store.load("a") == expected
        assert store.load("c") is None
    with opened(path) as store:
        assert store.load("a") == expected
        assert log(store, "b") == entries("b", 1)
        assert stored(store, step("b", 2)) == [None]


def test_a_snapshot_spares_reading_what_came_before_it(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        snap = Write("a", 2, (entry("a", 2), entry("a", 3)), snapshot=b"after 3")
        stored(store, new("a"), snap)
        assert store.load("a") == Stored(head("a"), 3, b"after 3", ())
        stored(store, step("a", 4, 2))
        assert store.load("a") == Stored(head("a"), 3, b"after 3", (entry("a", 4), entry("a", 5)))
        stored(store, Write("a", 6, (), snapshot=b"after 5"))
        assert store.load("a") == Stored(head("a"), 5, b"after 5", ())


def test_heads_are_of_open_tables_and_codes_of_all(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db", lambda: NOW + 7) as store:
        for table, listed in (("a", False), ("b", True), ("c", True)):
            stored(store, Write(table, 1, (b"x",), head(table, listed)))
        stored(store, Write("c", 2, (b"x",), head("c", True, closed=True)), step("b", 2))
        touched = head("b", True, touched=NOW + 7)
        assert store.heads() == [head("a"), touched]
        assert store.heads(listed=True) == [touched]
        assert store.heads(listed=False) == [head("a")]
        assert [store.find(f"code-{table}") for table in "abcd"] == ["a", "b", "c", None]
        assert store.load("c") == Stored(head("c", True, closed=True), 0, None, (b"x", b"x"))


def test_records_come_byte_for_byte_in_the_order_of_the_games(tmp_path: Path) -> None:
    lines = [f'{{"é": "☃ \\u00e9 {n}", "x":1 }}' for n in range(450)]
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("b"), new("a"))
        together(
            store,
            *(Write("ab"[n % 2], 2 + n // 2, (b"x",), record=(1 + n // 2, line)) for n, line in enumerate(lines)),
        )
        assert list(store.records()) == lines
        assert store.record("a", 2) == lines[2]
        assert store.record("a", 226) is None


def test_a_game_has_one_record(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"), Write("a", 2, (b"x",), record=(1, "first")))
        assert stored(store, Write("a", 3, (b"x",), record=(1, "second"))) == ["store/stale"]
        assert store.record("a", 1) == "first"
        assert stored(store, step("a", 3)) == [None]


def test_answers_come_in_the_order_of_the_writes(tmp_path: Path) -> None:
    answered: list[int] = []
    over = threading.Event()
    with opened(tmp_path / "toctoc.db") as store:
        store.write(new("a"), lambda _: None)
        for number in range(2, 502):
            store.write(step("a", number), lambda _, number=number: answered.append(number))  # type: ignore[misc]
        store.write(Write("a", 502, ()), lambda _: over.set())
        over.wait()
    assert answered == list(range(2, 502))


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


def test_closing_writes_everything_first_and_then_accepts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    answers: list[StoreError | None] = []
    with opened(path) as store:
        store.write(new("a"), answers.append)
        for number in range(2, 300):
            store.write(step("a", number), answers.append)
    assert answers == [None] * 299
    store.write(step("a", 300), answers.append)
    assert answers[-1] is not None
    assert answers[-1].code == "store/broken"
    store.close()
    with opened(path) as store:
        assert log(store, "a") == entries("a", 299)


def test_answers_reach_the_event_loop(tmp_path: Path) -> None:
    async def play() -> list[bytes]:
        loop = asyncio.get_running_loop()
        store = storage.open_store(f"sqlite:///{tmp_path / 'toctoc.db'}", loop.call_soon_threadsafe)
        for write in (new("a"), step("a", 2)):
            answer: asyncio.Future[StoreError | None] = loop.create_future()
            store.write(write, answer.set_result)
            assert await answer is None
        found = store.load("a")
        store.close()
        assert found is not None
        return list(found.entries)

    assert asyncio.run(play()) == entries("a", 2)


def test_an_answer_that_nobody_can_take_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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
    late.close()
    with opened(tmp_path / "toctoc.db") as store:
        assert log(store, "a") == entries("a", 3)


def test_many_tables_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.storage.log.MOST_KNOWN", 3)
    with opened(tmp_path / "toctoc.db") as store:
        for number in (1, 2, 3):
            for table in "abcdefgh":
                assert stored(store, step(table, number) if number > 1 else new(table)) == [None]
                assert len(store.writer.log.ends) <= 3
