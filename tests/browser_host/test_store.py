"""The store of a browser keeps the promises of every store: the same suite runs on it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tests.browser_host.device import DictDatabase
from tests.storage.helpers import NOW, Opened, answer, entry, head, log, new, step, stored, together
from tests.storage.test_documents import (
    get,
    put,
    test_a_change_is_of_the_version_that_it_replaces_or_of_none,
    test_a_closed_store_says_so,
    test_a_deleted_document_is_gone_and_may_be_made_anew,
    test_a_document_comes_back_as_it_was_kept,
    test_a_document_whose_time_is_over_is_not_there,
    test_a_step_keeps_documents_with_it_or_neither_and_none_twice,
    test_documents_of_a_kind_come_in_order_some_at_a_time,
    test_documents_of_a_table_go_with_it,
    test_of_many_simultaneous_changes_one_succeeds,
)
from tests.storage.test_health import test_a_probe_is_a_commit
from tests.storage.test_stale import (
    test_a_code_belongs_to_one_table,
    test_a_stale_write_is_refused_and_its_neighbours_are_stored,
    test_a_write_behind_a_refused_one_is_refused_though_its_number_fits,
    test_an_unstorable_write_harms_no_other,
    test_the_same_write_twice_is_stored_once,
    test_writes_after_a_refused_write_are_refused_too,
)
from tests.storage.test_store import (
    test_a_game_has_one_record,
    test_a_snapshot_replaces_the_entries_before_it,
    test_a_table_comes_back_as_it_was_written,
    test_a_table_is_removed_with_its_log_and_its_records_and_no_other,
    test_answers_come_in_the_order_of_the_writes,
    test_closing_writes_everything_first_and_then_accepts_nothing,
    test_heads_are_of_open_tables_and_codes_of_all,
)
from toctoc.browser.store import OTHER_TAB, BrowserStore
from toctoc.storage.store import Document, StoredTable, StoreError, Write

__all__ = [
    "test_a_change_is_of_the_version_that_it_replaces_or_of_none",
    "test_a_closed_store_says_so",
    "test_a_code_belongs_to_one_table",
    "test_a_deleted_document_is_gone_and_may_be_made_anew",
    "test_a_document_comes_back_as_it_was_kept",
    "test_a_document_whose_time_is_over_is_not_there",
    "test_a_game_has_one_record",
    "test_a_probe_is_a_commit",
    "test_a_snapshot_replaces_the_entries_before_it",
    "test_a_stale_write_is_refused_and_its_neighbours_are_stored",
    "test_a_step_keeps_documents_with_it_or_neither_and_none_twice",
    "test_a_table_comes_back_as_it_was_written",
    "test_a_table_is_removed_with_its_log_and_its_records_and_no_other",
    "test_a_write_behind_a_refused_one_is_refused_though_its_number_fits",
    "test_an_unstorable_write_harms_no_other",
    "test_answers_come_in_the_order_of_the_writes",
    "test_closing_writes_everything_first_and_then_accepts_nothing",
    "test_documents_of_a_kind_come_in_order_some_at_a_time",
    "test_documents_of_a_table_go_with_it",
    "test_heads_are_of_open_tables_and_codes_of_all",
    "test_of_many_simultaneous_changes_one_succeeds",
    "test_the_same_write_twice_is_stored_once",
    "test_writes_after_a_refused_write_are_refused_too",
]


class BrowserHome:
    """A device in memory."""

    url = ""

    def __init__(self) -> None:
        self.device = DictDatabase()

    @contextmanager
    def opened(self, clock: Callable[[], float] = lambda: NOW) -> Iterator[Opened]:
        store = Opened(BrowserStore(DictDatabase(self.device), clock))
        try:
            yield store
        finally:
            store.close()


@pytest.fixture
def home() -> BrowserHome:
    return BrowserHome()


def test_records_come_in_the_order_in_which_the_games_ended(home: BrowserHome) -> None:
    times = iter(range(100))
    with home.opened(lambda: NOW + next(times)) as store:
        stored(store, new("b"), new("a"))
        for table, number in (("b", 2), ("a", 2), ("b", 3)):
            stored(store, Write(table, number, (b"x",), record=(number, f"☃ {table} {number}")))
        assert store.records() == ["☃ b 2", "☃ a 2", "☃ b 3"]


def test_entries_before_a_snapshot_are_deleted_with_it(home: BrowserHome) -> None:
    with home.opened() as store:
        stored(store, new("a"), step("a", 2, 3), Write("a", 5, (entry("a", 5),), snapshot=b"after 5"))
        assert [key for key in home.device.values if key.startswith("log/")] == []
        together(store, step("a", 6), Write("a", 7, (b"x",), snapshot=b"after 7"), step("a", 8))
        assert [key for key in home.device.values if key.startswith("log/")] == ["log/a/000000008"]
        assert store.load("a") == StoredTable(head("a"), 7, b"after 7", (entry("a", 8),))


def test_a_commit_that_fails_changes_nothing_and_the_same_write_works_later(home: BrowserHome) -> None:
    with home.opened() as store:
        stored(store, new("a"))
        before, database = dict(home.device.values), store.store.database  # type: ignore[attr-defined]
        database.fault = StoreError("store/full", "no space")
        assert together(store, step("a", 2), new("b")) == ["store/full"] * 2
        assert put(store, Document("note", "a", b"")) == "store/full"
        database.fault = ValueError("of the browser")
        assert stored(store, step("a", 2)) == ["store/broken"]
        assert home.device.values == before
        database.fault = None
        assert together(store, step("a", 2), new("b")) == [None, None]
        assert get(store, "a") is None


def test_a_table_belongs_to_the_tab_that_made_or_claimed_it(home: BrowserHome) -> None:
    with home.opened() as one, home.opened() as other:
        stored(one, new("a"))
        assert one.store.has("a")
        assert other.claim("a") == OTHER_TAB
        assert not other.store.has("a")
        assert stored(other, step("a", 2)) == ["store/stale"]
        assert stored(other, new("a")) == ["store/stale"]
        one.release("a")
        assert other.claim("a") is None
        assert stored(one, step("a", 2)) == ["store/stale"]
        assert stored(other, step("a", 2)) == [None]
        assert log(one, "a") == [entry("a", 1), entry("a", 2)]


def test_a_table_can_be_claimed_while_it_is_released(home: BrowserHome) -> None:
    async def both(store: BrowserStore) -> str | None:
        _, owner = await asyncio.gather(store.release("a"), store.claim("a"))
        return owner

    with home.opened() as store:
        stored(store, new("a"))
        assert answer(both(store.store)) is None  # type: ignore[arg-type]
        assert stored(store, step("a", 2)) == [None]


def test_a_table_that_was_not_made_is_not_locked(home: BrowserHome) -> None:
    with home.opened() as store:
        stored(store, new("a"))
        assert stored(store, Write("b", 1, (b"x",), replace(head("b"), code="code-a"))) == ["store/stale"]
        assert set(home.device.locks) == {"a"}


def test_settling_waits_for_all_writes(home: BrowserHome) -> None:
    async def write(store: BrowserStore) -> list[StoreError | None]:
        answers: list[StoreError | None] = []
        store.write(new("a"), answers.append)
        await asyncio.sleep(0)
        store.write(step("a", 2), answers.append)
        await store.settle()
        return answers

    with home.opened() as store:
        assert answer(write(store.store)) == [None, None]  # type: ignore[arg-type]
