"""Backups, records and pruning, with a server at work on the store."""

import sqlite3
import stat
from pathlib import Path

import pytest

from tests.scale import scaled
from tests.storage.helpers import NOW, OpenedFile, entries, entry, log, new, opened, step, stored, together
from toctoc.storage.common import DAY_SECONDS as DAY
from toctoc.storage.common import Pruned
from toctoc.storage.sqlite import upkeep
from toctoc.storage.store import StoreError, Write

OLD = NOW - 31 * DAY


class Player:
    """Writes at a table without pause until told to stop."""

    def __init__(self, store: OpenedFile, table: str) -> None:
        self.store = store
        self.table = table
        self.number = 0  # acknowledged
        self.going = True
        store.write(new(table), self.next)

    def next(self, error: StoreError | None) -> None:
        assert error is None
        self.number += 1
        if self.going:
            self.store.write(step(self.table, self.number + 1), self.next)


def test_a_backup_while_people_play_is_a_store_of_one_moment(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("old"))
        players = [Player(store, table) for table in "abcd"]
        known = []
        for number in range(scaled(2, most=5)):
            known.append({player.table: player.number for player in players})
            upkeep.backup(tmp_path / "toctoc.db", tmp_path / f"{number}.db")
            assert stored(store, step("old", number + 2)) == [None]  # nobody was held up for ever
        for player in players:
            player.going = False
    for number, numbers in enumerate(known):
        copy = tmp_path / f"{number}.db"
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with opened(copy) as backup:
            assert log(backup, "old") == entries("old", number + 1)
            for table, acknowledged in numbers.items():
                last = len(log(backup, table))
                assert last >= acknowledged
                assert log(backup, table) == entries(table, last)
                assert stored(backup, step(table, last + 1) if last else new(table)) == [None]


def test_a_backup_is_one_file_and_replaces_an_earlier_one(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"))
        (tmp_path / "copy").mkdir()
        copy = tmp_path / "copy" / "toctoc.db"
        copy.write_text("something else")
        upkeep.backup(tmp_path / "toctoc.db", copy)
        assert list(copy.parent.iterdir()) == [copy]


def test_a_backup_without_a_store_or_a_place(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    for make, why in ((None, "missing"), (path.touch, "not-a-store")):
        if make:
            make()
        with pytest.raises(StoreError) as caught:
            upkeep.backup(path, tmp_path / "copy.db")
        assert caught.value.why == why
    path.unlink()
    with opened(path), pytest.raises(FileNotFoundError):
        upkeep.backup(path, tmp_path / "nowhere" / "copy.db")


def test_records_are_read_beside_a_server(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"), *(Write("a", n + 1, (b"x",), record=(n, f"line {n}")) for n in range(1, 4)))
        assert list(upkeep.records(tmp_path / "toctoc.db")) == ["line 1", "line 2", "line 3"]


@pytest.fixture
def aged(tmp_path: Path) -> Path:
    """Two tables untouched for a month, one of them closed, and one of today; each with a record."""
    path = tmp_path / "toctoc.db"
    for when, tables in ((OLD, ("open", "closed", "woken")), (NOW, ("today",))):
        with opened(path, lambda when=when: when) as store:  # type: ignore[misc]
            for table in tables:
                start = new(table, when)
                assert start.head is not None
                ended = Write(table, 2, (entry(table, 2),), snapshot=b"s", record=(1, f"record of {table}"))
                assert stored(store, start, ended) == [None, None]
    return path


def rows(path: Path) -> dict[str, int]:
    db = sqlite3.connect(path)
    names = ("tables", "ends", "entries", "snapshots", "records")
    counts = {name: db.execute(f"SELECT COUNT(*) FROM {name}").fetchall()[0][0] for name in names}
    db.close()
    return counts


def test_pruning_removes_untouched_tables_and_keeps_records(aged: Path) -> None:
    with opened(aged) as store:  # a server at work
        stored(store, step("woken", 3))
        assert upkeep.prunable(aged, 30, lambda: NOW) == Pruned(2, 2)
        assert upkeep.prune(aged, 30, clock=lambda: NOW) == Pruned(2, 0)
        assert rows(aged) == {"tables": 2, "ends": 2, "entries": 5, "snapshots": 2, "records": 4}
        assert {head.table for head in store.heads()} == {"woken", "today"}
        assert store.load("open") is None
        assert store.record("open", 1) == "record of open"
        found = store.load("woken")
        assert found is not None
        assert found.entries == (entry("woken", 3),)
        assert upkeep.prune(aged, 30, clock=lambda: NOW) == Pruned(0, 0)


def test_records_are_pruned_on_request_also_of_tables_removed_before(aged: Path) -> None:
    upkeep.prune(aged, 30, clock=lambda: NOW)
    assert upkeep.prunable(aged, 30, lambda: NOW) == Pruned(0, 3)
    assert upkeep.prune(aged, 30, True, clock=lambda: NOW) == Pruned(0, 3)
    assert list(upkeep.records(aged)) == ["record of today"]


def test_a_table_that_woke_meanwhile_stays_with_its_old_record(aged: Path) -> None:
    with opened(aged) as store:
        stored(store, step("open", 3))
        assert upkeep.prune(aged, 30, True, clock=lambda: NOW) == Pruned(2, 2)
        assert store.record("open", 1) == "record of open"
        assert stored(store, step("open", 4)) == [None]


def test_a_removed_table_accepts_nothing_and_harms_no_other(aged: Path) -> None:
    """A server that still has it in mind is told that it is stale."""
    with opened(aged, lambda: OLD) as store:
        assert stored(store, step("open", 3), step("today", 3)) == [None, None]
        upkeep.prune(aged, 30, clock=lambda: NOW)
        assert together(store, step("open", 4), new("b")) == ["store/stale", None]
        assert store.load("open") is None
        assert stored(store, new("open"), step("open", 2)) == [None, None]
        assert log(store, "open") == entries("open", 2)


def test_pruning_tables_of_the_last_day_is_refused(aged: Path) -> None:
    for days in (0, -3, 0.5):
        with pytest.raises(ValueError, match="at least"):
            upkeep.prune(aged, days)
    assert rows(aged)["tables"] == 4
