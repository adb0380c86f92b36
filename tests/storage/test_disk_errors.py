"""A full disk, a failing disk, a locked file: nothing is acknowledged, nothing is stored, and then it goes on."""

import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.helpers import OpenedFile, entries, log, new, opened, step, stored, together
from toctoc.storage.store import Write

BIG = bytes(50_000)


def pages(store: OpenedFile) -> int:
    [(count,)] = store.writer.db.execute("PRAGMA page_count").fetchall()
    return int(count)


def check_recovery(store: OpenedFile) -> None:
    """After a batch that failed: nothing of it is there, and the same numbers can be written."""
    assert log(store, "a") == entries("a", 1)
    assert store.load("b") is None
    assert list(store.records()) == []


def test_a_full_disk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"))
        store.writer.db.execute(f"PRAGMA max_page_count = {pages(store) + 2}")
        writes = [step("a", 2), new("b"), Write("a", 3, (BIG,), record=(1, "line"))]
        for _ in range(3):
            assert together(store, *writes) == ["store/full"] * 3
            check_recovery(store)
        assert "no space is left" in caplog.text
        store.writer.db.execute("PRAGMA max_page_count = 100000")
        assert together(store, *writes) == [None] * 3
        assert list(store.records()) == ["line"]


def test_a_full_disk_found_while_sorting_out_a_stale_write(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        stored(store, new("a"))
        store.writer.db.execute(f"PRAGMA max_page_count = {pages(store) + 2}")
        writes = [step("a", 2), step("a", 2), Write("a", 3, (BIG,), record=(1, "line"))]
        assert together(store, *writes) == ["store/full"] * 3
        check_recovery(store)
        store.writer.db.execute("PRAGMA max_page_count = 100000")
        assert together(store, *writes) == [None, "store/stale", None]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "toctoc-test", str(disk)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a file system of a few pages can only be mounted by root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    with opened(small_disk / "toctoc.db") as store:
        stored(store, new("a"))
        filler = small_disk / "filler"
        with pytest.raises(OSError, match="space"):
            filler.write_bytes(bytes(400_000))
        writes = [step("a", 2), new("b"), Write("a", 3, (BIG,), record=(1, "line"))]
        assert together(store, *writes) == ["store/full"] * 3
        check_recovery(store)
        filler.unlink()
        assert together(store, *writes) == [None] * 3


def test_a_disk_that_refuses_to_write(tmp_path: Path) -> None:
    """The system stops every file of this process at a size: to SQLite that is a broken disk."""
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"))
        writes = [step("a", 2), new("b"), Write("a", 3, (BIG,), record=(1, "line"))]
        wal = path.with_name("toctoc.db-wal").stat().st_size
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 6_000, hard))
            answers = together(store, *writes)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert answers == ["store/broken"] * 3
        check_recovery(store)
        assert together(store, *writes) == [None] * 3
    with opened(path) as store:
        assert store.load("b") is not None


def test_a_file_that_another_process_has_locked(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path, busy=0.01) as store:
        stored(store, new("a"))
        other = sqlite3.connect(path, isolation_level=None)
        writes = [step("a", 2), new("b")]
        for _ in range(2):
            other.execute("BEGIN IMMEDIATE")
            assert together(store, *writes) == ["store/busy"] * 2
            check_recovery(store)  # readers do not wait
            other.execute("ROLLBACK")
        check_recovery(store)
        assert together(store, *writes) == [None] * 2
        other.close()
