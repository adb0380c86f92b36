"""A damaged file is found before anybody plays on it, and before anybody relies on it as a backup."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.storage.helpers import new, opened, step, stored
from toctoc.storage.sqlite import upkeep
from toctoc.storage.sqlite.connection import check_quickly, connect
from toctoc.storage.store import StoreError

PAGE = 4096


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"), *(step("a", number, 50) for number in range(2, 502, 50)))
    return path


def damage(path: Path) -> None:
    """Overwrite a page of the entries, as a failing disk or half a copy would."""
    db = sqlite3.connect(path)
    [(root,)] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchall()
    db.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as caught, opened(path):
        pass
    assert str(path) in str(caught.value)
    return caught.value.why


def test_a_damaged_store_is_refused_at_the_start(filled: Path) -> None:
    damage(filled)
    assert refused(filled) == "damaged"


def test_a_damaged_backup_is_refused_as_well(filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    upkeep.backup(filled, copy)
    with opened(copy):
        pass
    damage(copy)
    assert refused(copy) == "damaged"


def test_no_backup_is_made_of_a_damaged_store(filled: Path, tmp_path: Path) -> None:
    damage(filled)
    with pytest.raises(StoreError) as caught:
        upkeep.backup(filled, tmp_path / "copy.db")
    assert caught.value.why == "damaged"


def test_half_a_copy_is_refused(filled: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.db"
    shutil.copy(filled, half)
    with half.open("r+b") as file:
        file.truncate(half.stat().st_size // 2 // PAGE * PAGE)
    assert refused(half) == "damaged"


def test_a_slow_check_is_cut_short_and_logged(filled: Path, caplog: pytest.LogCaptureFixture) -> None:
    db = connect(filled)
    try:
        assert check_quickly(db, filled)
        db.set_progress_handler(lambda: 1, 1)  # as the alarm does, but at once
        assert not check_quickly(db, filled)
        assert "a backup checks all" in caplog.text
    finally:
        db.close()


def killed(path: Path) -> Path:
    """The files of a store whose process was killed: five transactions are in the log alone."""
    there = path.with_name("killed") / path.name
    there.parent.mkdir()
    with opened(path) as store:
        for number in range(502, 507):
            assert stored(store, step("a", number)) == [None]
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{there}{suffix}")
    return there


def last_entry(path: Path) -> int:
    with opened(path) as store:
        found = store.load("a")
        assert found is not None
        return found.number + len(found.entries)


def frames(log: Path) -> int:
    return (log.stat().st_size - 32) // (24 + PAGE)


def overwrite(log: Path, at: int) -> None:
    with log.open("r+b") as file:
        file.seek(at)
        file.write(b"\xa5" * 8)


@pytest.mark.parametrize("where", ["header", "frame"])
def test_a_damaged_log_is_logged(filled: Path, caplog: pytest.LogCaptureFixture, where: str) -> None:
    """SQLite itself says nothing: it takes the rest for what a crash has cut off."""
    store = killed(filled)
    log = store.with_name(f"{store.name}-wal")
    overwrite(log, 0 if where == "header" else 32 + frames(log) // 2 * (24 + PAGE) + 100)
    assert last_entry(store) < 506
    assert "the write-ahead log of the store is damaged" in caplog.text


def test_a_transaction_that_a_crash_has_cut_off_is_no_damage(
    filled: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = killed(filled)
    log = store.with_name(f"{store.name}-wal")
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 100)
    assert last_entry(store) == 505
    assert "damaged" not in caplog.text
