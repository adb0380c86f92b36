"""A damaged file is found before anybody plays on it, and before anybody relies on it as a backup."""

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.scale import each
from tests.storage.helpers import new, opened, step, stored
from toctoc.storage.sqlite import upkeep
from toctoc.storage.sqlite.connection import check_quickly, connect
from toctoc.storage.sqlite.export_reader import export_reader
from toctoc.storage.sqlite.recovery import accept_loss
from toctoc.storage.store import StoreError

PAGE = 4096
HEADER, FRAME = 32, 24 + PAGE  # bytes of a log and of each of its frames


def filled(folder: Path) -> Path:
    """A store with a table of 501 entries."""
    path = folder / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"), *(step("a", number, 50) for number in range(2, 502, 50)))
    return path


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return filled(tmp_path)


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


def test_a_damaged_store_is_refused_at_the_start(whole: Path) -> None:
    damage(whole)
    assert refused(whole) == "damaged"


def test_a_damaged_backup_is_refused_as_well(whole: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    upkeep.backup(whole, copy)
    with opened(copy):
        pass
    damage(copy)
    assert refused(copy) == "damaged"


def test_no_backup_is_made_of_a_damaged_store(whole: Path, tmp_path: Path) -> None:
    damage(whole)
    with pytest.raises(StoreError) as caught:
        upkeep.backup(whole, tmp_path / "copy.db")
    assert caught.value.why == "damaged"


def test_half_a_copy_is_refused(whole: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.db"
    shutil.copy(whole, half)
    with half.open("r+b") as file:
        file.truncate(half.stat().st_size // 2 // PAGE * PAGE)
    assert refused(half) == "damaged"


def test_a_slow_check_is_cut_short_and_logged(whole: Path, caplog: pytest.LogCaptureFixture) -> None:
    db = connect(whole)
    try:
        assert check_quickly(db, whole)
        db.set_progress_handler(lambda: 1, 1)  # as the alarm does, but at once
        assert not check_quickly(db, whole)
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


def log_of(store: Path) -> Path:
    return store.with_name(f"{store.name}-wal")


def frames(log: Path) -> int:
    return (log.stat().st_size - HEADER) // FRAME


def overwrite(log: Path, at: int, data: bytes = b"\xa5" * 8) -> None:
    with log.open("r+b") as file:
        file.seek(at)
        file.write(data)


def in_the_middle(log: Path, at: int) -> int:
    """A place in the frame in the middle of a log."""
    return HEADER + frames(log) // 2 * FRAME + at


@each(
    "at",
    [
        lambda log: 0,  # the magic number
        lambda log: 16,  # the salts
        lambda log: HEADER + FRAME - 8,  # the first frame
        lambda log: in_the_middle(log, 0),
        lambda log: in_the_middle(log, 8),  # the salts
        lambda log: in_the_middle(log, 16),  # the checksum
        lambda log: in_the_middle(log, 100),
    ],
)
def test_a_damaged_log_is_refused_and_copied_aside(
    tmp_path_factory: pytest.TempPathFactory, at: Callable[[Path], int]
) -> None:
    """SQLite itself says nothing: it takes the rest for what a crash has cut off."""
    store = killed(filled(tmp_path_factory.mktemp("damaged")))
    log = log_of(store)
    overwrite(log, at(log))
    before = {file.name: file.read_bytes() for file in (store, log)}
    uses: list[Callable[[], object]] = [
        lambda: last_entry(store),
        lambda: upkeep.backup(store, store.with_name("copy.db")),
        lambda: list(upkeep.records(store)),
        lambda: upkeep.prunable(store, 30),
        lambda: upkeep.prune(store, 30),
        lambda: upkeep.summary(store),
        lambda: export_reader(store).__enter__(),
    ]
    for use in uses:
        with pytest.raises(StoreError) as caught:
            use()
        assert caught.value.why == "damaged-log"
        assert caught.value.details["commits"] in (1, 2, 3, 4, 5)
        copy = Path(str(caught.value.details["copy"]))
        assert copy.read_bytes() == before[log.name]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert {file.name: file.read_bytes() for file in (store, log)} == before
    assert {file.name for file in store.parent.iterdir()} == {*before, copy.name, "toctoc.db.lock"}


def test_the_loss_can_be_accepted_and_the_damaged_log_is_kept(tmp_path: Path) -> None:
    store = killed(filled(tmp_path))
    log = log_of(store)
    overwrite(log, in_the_middle(log, 100))
    damaged = log.read_bytes()
    accept_loss(store)
    assert 501 <= last_entry(store) < 505
    [copy] = store.parent.glob("toctoc.db-wal.damaged-*")
    assert copy.read_bytes() == damaged
    assert len(list(store.parent.glob("toctoc.db.damaged-*"))) == 1
    accept_loss(store)  # nothing is wrong any more
    with opened(store):
        accept_loss(store)


@pytest.mark.parametrize("place", [0.3, 0.5, 0.9])
@pytest.mark.parametrize("has_index", [True, False])
def test_the_file_alone_is_taken_if_it_is_newer_than_the_readable_part_of_its_log(
    tmp_path: Path, place: float, has_index: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """After a whole checkpoint, a part of the log would write old pages over new ones."""
    path = filled(tmp_path)
    store = path.with_name("stored") / path.name
    store.parent.mkdir()
    with opened(path) as open_store:
        for number in range(502, 522):
            stored(open_store, step("a", number), *([new("b")] if number == 510 else []))
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0] == 0
        for suffix in ("", "-wal", "-shm") if has_index else ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{store}{suffix}")
    overwrite(log_of(store), HEADER + int(frames(log_of(store)) * place) * FRAME + 100)
    assert refused(store) == "damaged-log"
    before = {file.name: file.read_bytes() for file in store.parent.iterdir()}
    store.chmod(0o640)
    accept_loss(store)
    assert last_entry(store) == 521
    assert stat.S_IMODE(store.stat().st_mode) == 0o640
    assert ("no commit is lost" in caplog.text) == has_index
    copies = {file.name.partition(".damaged-")[0]: file for file in store.parent.glob("*.damaged-*")}
    assert copies.keys() == {f"toctoc.db{end}" for end in ("", "-wal", *(["-shm"] if has_index else []))}
    for name, copy in copies.items():
        assert copy.read_bytes() == before[name]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_store_is_made_of_its_log_if_the_file_is_lost(tmp_path: Path) -> None:
    path, there = tmp_path / "toctoc.db", tmp_path / "lost" / "toctoc.db"
    there.parent.mkdir()
    with opened(path) as store:
        stored(store, new("a"), step("a", 2))
        shutil.copy(log_of(path), log_of(there))
    accept_loss(there)
    assert last_entry(there) == 2


def test_no_loss_is_accepted_if_nothing_whole_is_left(tmp_path: Path) -> None:
    store = killed(filled(tmp_path))
    cut(store, 3 * PAGE)
    overwrite(log_of(store), in_the_middle(log_of(store), 100))
    before = {file.name: file.read_bytes() for file in (store, log_of(store))}
    with pytest.raises(StoreError) as caught:
        accept_loss(store)
    assert caught.value.why == "damaged"
    assert {file.name: file.read_bytes() for file in (store, log_of(store))} == before
    assert not [each for each in store.parent.iterdir() if each.is_dir()]


def test_no_loss_is_accepted_without_a_copy(tmp_path: Path) -> None:
    store = killed(filled(tmp_path))
    log = log_of(store)
    overwrite(log, in_the_middle(log, 100))
    damaged = log.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        for use in (accept_loss, last_entry):
            with pytest.raises(StoreError) as caught:
                use(store)
            assert caught.value.why == "damaged-log-only"
    assert log.read_bytes() == damaged
    assert not list(store.parent.glob("*damaged*"))


def full_disk(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_log_without_its_store_is_refused(tmp_path: Path) -> None:
    """SQLite would delete it."""
    store = killed(filled(tmp_path))
    store.unlink()
    log = log_of(store).read_bytes()
    assert refused(store) == "damaged-log"
    assert log_of(store).read_bytes() == log


def test_a_transaction_that_a_crash_has_cut_off_is_no_damage(tmp_path: Path) -> None:
    store = killed(filled(tmp_path))
    log = log_of(store)
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 100)
    assert last_entry(store) == 505


def test_a_last_transaction_without_some_of_its_blocks_is_no_damage(tmp_path: Path) -> None:
    """A power cut may leave out any of them: that commit was not acknowledged."""
    store = killed(filled(tmp_path))
    log = log_of(store)
    ends = [number for number in range(frames(log)) if commits(log, number)]
    assert ends[-1] - ends[-2] > 1
    overwrite(log, HEADER + (ends[-2] + 1) * FRAME, bytes(FRAME))
    assert last_entry(store) == 505


def test_frames_of_an_older_log_behind_the_end_are_no_damage(tmp_path: Path) -> None:
    path = filled(tmp_path)
    there = tmp_path / "older" / path.name
    there.parent.mkdir()
    with opened(path) as store:
        for number in range(502, 512):
            stored(store, step("a", number))
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
        stored(store, step("a", 512))  # at the beginning of the log, before the frames of the older one
        for file in (path, log_of(path)):
            shutil.copy(file, there.with_name(file.name))
    assert last_entry(there) == 512


def test_a_transaction_that_was_not_finished_behind_the_end_is_no_damage(tmp_path: Path) -> None:
    """SQLite has written its frames, and takes their places for the next transactions."""
    path = filled(tmp_path)
    there = tmp_path / "unfinished" / path.name
    there.parent.mkdir()
    with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("PRAGMA cache_size = 1")
            other.execute("BEGIN IMMEDIATE")
            for number in range(100):
                other.execute("INSERT INTO records VALUES (NULL, ?, 1, 0, ?)", (f"t{number}", "x" * 5000))
            other.execute("ROLLBACK")
        stored(store, step("a", 502))
        for file in (path, log_of(path)):
            shutil.copy(file, there.with_name(file.name))
    assert frames(log_of(there)) > 20
    assert last_entry(there) == 502


def commits(log: Path, number: int) -> bool:
    """Whether a frame ends a transaction."""
    with log.open("rb") as file:
        file.seek(HEADER + number * FRAME + 4)
        return file.read(4) != bytes(4)


def killed_with_index(path: Path, checkpoint: str = "") -> Path:
    """The files of such a store, with the index of its log, which a killed process leaves behind."""
    there = path.with_name("indexed") / path.name
    there.parent.mkdir()
    with opened(path) as store:
        for number in range(502, 507):
            assert stored(store, step("a", number)) == [None]
            if checkpoint and number == 504:
                with closing(sqlite3.connect(path)) as other:
                    assert other.execute(f"PRAGMA wal_checkpoint({checkpoint})").fetchone()[0] == 0
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{path}{suffix}", f"{there}{suffix}")
    return there


def cut(log: Path, size: int) -> None:
    with log.open("r+b") as file:
        file.truncate(size)


@each(
    "spoil",
    [
        lambda log: cut(log, log.stat().st_size - 100),  # in the last frame
        lambda log: cut(log, in_the_middle(log, 100)),
        lambda log: overwrite(log, in_the_middle(log, 0), bytes(log.stat().st_size - in_the_middle(log, 0))),
        lambda log: overwrite(log, log.stat().st_size - 2 * FRAME, b"\xa5" * 2 * FRAME),
        lambda log: cut(log, HEADER),
        lambda log: cut(log, 0),
        lambda log: overwrite(log, 0, bytes(log.stat().st_size)),
        lambda log: log.unlink(),
    ],
)
def test_damage_up_to_the_end_of_a_log_is_refused_after_kill_9(
    tmp_path_factory: pytest.TempPathFactory, spoil: Callable[[Path], None]
) -> None:
    """The index of the log names its last frame."""
    store = killed_with_index(filled(tmp_path_factory.mktemp("cut")))
    log = log_of(store)
    spoil(log)
    before = {file.name: file.read_bytes() for file in store.parent.iterdir()}
    for use in (last_entry, upkeep.summary):
        with pytest.raises(StoreError) as caught:
            use(store)
        assert caught.value.why == "damaged-log"
        copy = Path(str(caught.value.details["copy"]))
        left = log.name if before.get(log.name) else "toctoc.db-shm"
        assert copy.read_bytes() == before[left]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    after = {file.name: file.read_bytes() for file in store.parent.iterdir()}
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize("checkpoint", ["", "PASSIVE", "RESTART", "TRUNCATE"])
def test_a_whole_log_agrees_with_its_index(tmp_path: Path, checkpoint: str) -> None:
    assert last_entry(killed_with_index(filled(tmp_path), checkpoint)) == 506


def test_a_log_that_is_wholly_in_the_store_may_be_missing(tmp_path: Path) -> None:
    """A process can be killed between the removal of the log and that of its index."""
    path = filled(tmp_path)
    there = path.with_name("stored") / path.name
    there.parent.mkdir()
    with opened(path) as store:
        stored(store, step("a", 502))
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0] == 0
        for suffix in ("", "-shm"):
            shutil.copy(f"{path}{suffix}", f"{there}{suffix}")
    assert last_entry(there) == 502


def test_an_index_that_a_crash_has_torn_proves_nothing(tmp_path: Path) -> None:
    store = killed_with_index(filled(tmp_path))
    cut(log_of(store), log_of(store).stat().st_size - 100)
    overwrite(store.with_name("toctoc.db-shm"), 16)
    assert last_entry(store) == 505


def test_a_log_that_is_damaged_under_a_running_server_is_kept(
    whole: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(whole) as store:
        for number in range(502, 507):
            stored(store, step("a", number))
        overwrite(log_of(whole), in_the_middle(log_of(whole), 100))
        damaged = log_of(whole).read_bytes()
    [copy] = whole.parent.glob("toctoc.db-wal.damaged-*")
    assert copy.read_bytes() == damaged
    [said] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert str(copy) in said.getMessage()


READER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(*db.execute("SELECT MAX(number) FROM entries").fetchone())
db.close()
"""


def test_a_reader_of_another_process_leaves_the_log_of_an_open_store(whole: Path) -> None:
    """A process loses all its locks on a file as it closes it once; the reader would then delete the log."""

    def read() -> int:
        return int(subprocess.run([sys.executable, "-c", READER, whole], capture_output=True, check=True).stdout)

    log = log_of(whole)
    with opened(whole) as store:
        stored(store, step("a", 502))
        inode = log.stat().st_ino
        assert read() == 502
        assert log.stat().st_ino == inode
        stored(store, step("a", 503))
        assert read() == 503
        assert log.stat().st_ino == inode
    assert last_entry(whole) == 503
