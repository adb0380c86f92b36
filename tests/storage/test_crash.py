"""A killed process and a cut-off file cost at most what was never acknowledged."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import Report
from tests.scale import every, scaled
from tests.storage import child
from tests.storage.helpers import Home, OpenedFile, entries, entry, log, new, opened, step, stored, together

ROOT = Path(__file__).parents[2]


def killed(url: str, answers: int) -> dict[str, int]:
    """Let a process write, and kill it after so many answers; the last acknowledged number of every table."""
    command = [sys.executable, "-m", "tests.storage.child", url]
    last: dict[str, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for count, said in enumerate(process.stdout, 1):
            table, number = said.split()
            last[table] = int(number)
            if count == answers:
                process.kill()  # what it said before it died is still read
    return last


@pytest.mark.kills
@pytest.mark.parametrize("home", ["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)], indirect=True)
def test_an_acknowledged_write_survives_kill_9(home: Home, report: Report) -> None:
    rng = Random(4)
    acknowledged: dict[str, int] = {}
    kills = scaled(2, most=40)
    for _ in range(kills):
        acknowledged |= killed(home.url, rng.randrange(1, 1000))
        with home.opened() as store:
            for table, number in acknowledged.items():
                found = store.load(table)
                assert found is not None
                end = found.number + len(found.entries)
                assert end >= number
                assert found.number == end - end % child.SNAPSHOT_EVERY
                assert found.snapshot == (child.snapshot(table, found.number) if found.number else None)
                assert list(found.entries) == [entry(table, n) for n in range(found.number + 1, end + 1)]
                for game in range(child.SNAPSHOT_EVERY, end + 1, child.SNAPSHOT_EVERY):
                    assert store.record(table, game) == child.line(table, game)
    report("kill -9 of a process that writes to a store", kills)
    report("writes acknowledged before kill -9, all there afterwards", sum(acknowledged.values()))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: thousands of stores are opened in it."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


class Written:
    """A store with small pages, its files as they were, and what was acknowledged at each size of the log."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "toctoc.db"
        self.wal = folder / "toctoc.db-wal"
        small = sqlite3.connect(self.path)
        small.execute("PRAGMA page_size = 512")
        small.execute("PRAGMA user_version = 0")  # writes the first page
        small.close()
        self.acknowledged: list[tuple[int, dict[str, int]]] = [(0, {})]

    def note(self, **numbers: int) -> None:
        self.acknowledged.append((self.wal.stat().st_size, {**self.acknowledged[-1][1], **numbers}))

    def at(self, size: int) -> dict[str, int]:
        return [numbers for end, numbers in self.acknowledged if end <= size][-1]


def check(store: OpenedFile, expected: dict[str, int]) -> None:
    for table in "abc":
        assert log(store, table) == entries(table, expected.get(table, 0))
    assert {head.table for head in store.heads()} == set(expected)


def test_a_log_cut_at_any_byte_loses_only_what_was_not_acknowledged(memory: Path) -> None:
    made = Written(memory)
    with opened(made.path) as store:
        assert stored(store, new("a")) == [None]
        made.note(a=1)
        together(store, new("b"), new("c"))
        made.note(b=1, c=1)
        begin = made.wal.stat().st_size
        together(store, step("a", 2), step("b", 2))
        made.note(a=2, b=2)
        together(store, step("a", 3, 5))
        made.note(a=7)
        together(store, step("c", 2), step("b", 3))
        made.note(b=3, c=2)
        data, wal = made.path.read_bytes(), made.wal.read_bytes()
    cut = memory / "cut" / "toctoc.db"
    cut.parent.mkdir()
    # Closely in the last transactions, here and there in those before.
    for size in [*range(0, begin, every(393)), *range(begin, len(wal) + 1, every(61))]:
        cut.write_bytes(data)
        cut.with_name("toctoc.db-wal").write_bytes(wal[:size])
        with opened(cut) as store:
            expected = made.at(size)
            check(store, expected)
            if size % 4 == 0:  # and it goes on from there
                following = expected.get("a", 0) + 1
                assert stored(store, step("a", following) if following > 1 else new("a")) == [None]


def test_a_checkpoint_that_stopped_at_any_byte_loses_nothing(tmp_path: Path) -> None:
    made = Written(tmp_path)
    with opened(made.path) as store:
        stored(store, new("a"), new("b"), step("a", 2, 20), step("b", 2), new("c"))
        before = made.path.read_bytes()
        other = sqlite3.connect(made.path)
        other.execute("PRAGMA wal_checkpoint(PASSIVE)")
        after, wal = made.path.read_bytes(), made.wal.read_bytes()
        other.close()
    assert len(after) > len(before)
    torn = tmp_path / "torn" / "toctoc.db"
    torn.parent.mkdir()
    for size in range(0, len(after) + 1, every(211)):
        torn.write_bytes(after[:size] + before[size:])
        torn.with_name("toctoc.db-wal").write_bytes(wal)
        with opened(torn) as store:
            check(store, {"a": 21, "b": 2, "c": 1})


def test_garbage_behind_the_log_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    copy = tmp_path / "copy" / "toctoc.db"
    copy.parent.mkdir()
    with opened(path) as store:
        stored(store, new("a"), step("a", 2))
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with Path(f"{copy}-wal").open("ab") as file:
        file.write(os.urandom(9000))
    with opened(copy) as store:
        check(store, {"a": 2})
