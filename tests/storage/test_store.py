"""A store returns its contents whole and in order."""

import threading

from tests.storage.helpers import NOW, Home, entries, entry, head, log, new, settle, step, stored, together
from toctoc.storage.store import StoredTable, StoreError, Write


def test_a_table_comes_back_as_it_was_written(home: Home) -> None:
    with home.opened() as store:
        assert stored(store, new("a"), step("a", 2, 3), new("b"), step("a", 5)) == [None] * 4
        expected = StoredTable(head("a"), 0, None, tuple(entries("a", 5)))
        assert store.load("a") == expected
        assert store.load("c") is None
    with home.opened() as store:
        assert store.load("a") == expected
        assert log(store, "b") == entries("b", 1)
        assert store.claim("b") is None
        assert stored(store, step("b", 2)) == [None]


def test_a_snapshot_replaces_the_entries_before_it(home: Home) -> None:
    with home.opened() as store:
        snap = Write("a", 2, (entry("a", 2), entry("a", 3)), snapshot=b"after 3")
        stored(store, new("a"), snap)
        assert store.load("a") == StoredTable(head("a"), 3, b"after 3", ())
        stored(store, step("a", 4, 2))
        assert store.load("a") == StoredTable(head("a"), 3, b"after 3", (entry("a", 4), entry("a", 5)))
        stored(store, Write("a", 6, (), snapshot=b"after 5"))
        assert store.load("a") == StoredTable(head("a"), 5, b"after 5", ())


def test_heads_are_of_open_tables_and_codes_of_all(home: Home) -> None:
    with home.opened(lambda: NOW + 7) as store:
        for table, listed in (("a", False), ("b", True), ("c", True)):
            stored(store, Write(table, 1, (b"x",), head(table, listed)))
        stored(store, Write("c", 2, (b"x",), head("c", True, closed=True)), step("b", 2))
        touched = head("b", True, touched=NOW + 7)
        assert store.heads() == [head("a"), touched]
        assert store.heads(listed=True) == [touched]
        assert store.heads(listed=False) == [head("a")]
        assert [store.find(f"code-{table}") for table in "abcd"] == ["a", "b", "c", None]
        assert store.load("c") == StoredTable(head("c", True, closed=True), 0, None, (b"x", b"x"))


def test_records_come_byte_for_byte_in_the_order_of_the_games(home: Home) -> None:
    lines = [f'{{"é": "☃ \\u00e9 {n}", "x":1 }}' for n in range(450)]
    with home.opened() as store:
        stored(store, new("b"), new("a"))
        together(
            store,
            *(Write("ab"[n % 2], 2 + n // 2, (b"x",), record=(1 + n // 2, line)) for n, line in enumerate(lines)),
        )
        assert list(store.records()) == lines
        assert store.record("a", 2) == lines[2]
        assert store.record("a", 226) is None


def test_a_game_has_one_record(home: Home) -> None:
    with home.opened() as store:
        stored(store, new("a"), Write("a", 2, (b"x",), record=(1, "first")))
        assert stored(store, Write("a", 3, (b"x",), record=(1, "second"))) == ["store/stale"]
        assert store.record("a", 1) == "first"
        assert stored(store, step("a", 3)) == [None]


def test_answers_come_in_the_order_of_the_writes(home: Home) -> None:
    answered: list[int] = []
    over = threading.Event()
    with home.opened() as store:
        store.write(new("a"), lambda _: None)
        for number in range(2, 502):
            store.write(step("a", number), lambda _, number=number: answered.append(number))  # type: ignore[misc]
        store.write(Write("a", 502, ()), lambda _: over.set())
        over.wait()
    assert answered == list(range(2, 502))


def test_closing_writes_everything_first_and_then_accepts_nothing(home: Home) -> None:
    answers: list[StoreError | None] = []
    with home.opened() as store:
        store.write(new("a"), answers.append)
        for number in range(2, 300):
            store.write(step("a", number), answers.append)
    assert answers == [None] * 299
    store.write(step("a", 300), answers.append)
    settle()
    assert answers[-1] is not None
    assert answers[-1].code == "store/busy"
    store.close()
    with home.opened() as store:
        assert log(store, "a") == entries("a", 299)


def test_a_table_is_removed_with_its_log_and_its_records_and_no_other(home: Home) -> None:
    with home.opened() as store:
        stored(store, *(new(table) for table in "ab"))
        for table in "ab":
            stored(store, Write(table, 2, (b"x",), snapshot=b"snap", record=(1, f"the game at {table}")))
        assert stored(store, Write("a", 0, (), removes=True)) == [None]
        assert (store.load("a"), store.find("code-a"), store.record("a", 1)) == (None, None, None)
        assert list(store.records()) == ["the game at b"]
        assert store.load("b") is not None
        assert stored(store, step("a", 3)) == ["store/stale"]
        assert stored(store, step("b", 3), new("a")) == [None, None], "the code is free again"
