"""Go on with a store whose write-ahead log is damaged: from the file alone, or with the readable part of the log.

Which one is newer depends on the last checkpoint. After a whole one, the file has every commit, and a part of the
log would write old pages over new ones. Before it, the file lacks the commits of the log. So both are made in a
folder of their own, and checked. The store takes the newer one, and copies of all its files stay beside it.
"""

import logging
import os
import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from toctoc.storage.sqlite.connection import check_wholly, connect, lock, raising_store_errors
from toctoc.storage.sqlite.schema import version
from toctoc.storage.sqlite.wal import WAL_HEADER, Frames, index_of, log_header, log_of
from toctoc.storage.sqlite.wal_check import Damage, damaged_log, find_damage
from toctoc.storage.sqlite.wal_copy import copy_file_aside
from toctoc.storage.store import StoreError

ENDS = "SELECT id, number FROM tables JOIN ends ON ends.table_key = tables.key"
LAST_ENTRY = "SELECT COALESCE(MAX(key), 0) FROM entries"
INCOMPLETE = """
    SELECT 1 FROM ends LEFT JOIN (
        SELECT table_key, COUNT(*) AS count, MAX(number) AS last FROM entries GROUP BY table_key
    ) AS found ON found.table_key = ends.table_key
    WHERE COALESCE(count, 0) <> ends.number OR COALESCE(last, 0) <> ends.number LIMIT 1
"""
logger = logging.getLogger("toctoc.storage")


@dataclass(frozen=True, slots=True)
class _State:
    """A whole store: the last entry of each table, and the key of the newest entry."""

    file: Path
    ends: dict[str, int]
    last: int

    def is_newer(self, other: "_State") -> bool:
        common = self.ends.keys() & other.ends.keys()
        ahead = sum(self.ends[table] - other.ends[table] for table in common)
        return (ahead, self.last) > (0, other.last)


def accept_loss(path: Path) -> None:
    """Drop the commits that cannot be read because of a damaged log; copies of all files stay beside the store.

    Nothing is done if the log is not damaged, or if neither the file nor the log has a whole store.
    """
    path = path.resolve()
    with raising_store_errors(path):
        if find_damage(path) is None:
            return
    with lock(path), raising_store_errors(path):
        if (damage := find_damage(path)) is None:
            return
        for file in (log_of(path), index_of(path), path):
            if file.exists() and copy_file_aside(file, damage.salts) is None:
                raise damaged_log(path, damage, None)
        with TemporaryDirectory(prefix=f"{path.name}.", dir=path.parent) as folder:
            is_alone = _recover(path, damage, Path(folder))
        if is_alone and damage.is_stored:
            logger.warning(
                "the write-ahead log of the store was damaged: no commit is lost, the store has them all"
            )
        else:
            logger.warning(
                "the write-ahead log was damaged: moves of the last commits are lost (%d or more)", damage.commits
            )


def _recover(path: Path, damage: Damage, folder: Path) -> bool:
    """Replace a store by the newer state; return whether that is the file without its log."""
    alone, replayed = folder / "alone.db", folder / "replayed.db"
    for file in (alone, replayed):
        file.touch(0o600)
        if path.exists():
            shutil.copyfile(path, file)
    states = [
        _state(alone) if alone.stat().st_size else None,
        _state(replayed) if _replay(path, replayed) else None,
    ]
    first, second = states
    if first is not None and (second is None or damage.is_stored or first.is_newer(second)):
        chosen = first
    elif second is not None:
        chosen = second
    else:
        raise StoreError("store/broken", f"{path} is damaged, like its log; restore a backup", "damaged")
    _replace(path, chosen.file)
    return chosen is first


def _replay(path: Path, file: Path) -> bool:
    """Write the commits before the damage of a log into `file`, a copy of its store; False if there are none."""
    try:
        with log_of(path).open("rb") as log, file.open("r+b") as target:
            head = log.read(WAL_HEADER.size)
            return len(head) == WAL_HEADER.size and _write_commits(log, head, target)
    except FileNotFoundError:
        return False


def _write_commits(log: BinaryIO, head: bytes, target: BinaryIO) -> bool:
    is_whole, order, page_size, salts, seed = log_header(head)
    if not is_whole:
        return False
    frames = Frames(log, order, page_size)
    size = number = 0
    pages: dict[int, int] = {}  # the last frame of each page
    committed: dict[int, int] = {}
    while (found := frames.sums(number, salts, seed)) is not None:
        page, total = frames.place(number)
        pages[page] = number
        if total:
            committed, size = dict(pages), total
        number, seed = number + 1, found
    for page, number in committed.items():
        target.seek((page - 1) * page_size)
        target.write(frames.content(number))
    if size:
        target.truncate(size * page_size)
    return size > 0


def _state(file: Path) -> _State | None:
    """Return the state of a store; None if it is not whole."""
    try:
        with closing(connect(file, checks_log=False)) as db, raising_store_errors(file):
            check_wholly(db, file)
            if version(db, file) == 0:
                return _State(file, {}, 0)
            if db.execute(INCOMPLETE).fetchall():
                return None
            [(last,)] = db.execute(LAST_ENTRY).fetchall()
            return _State(file, dict(db.execute(ENDS).fetchall()), last)
    except StoreError as error:
        if error.code != "store/broken":  # such as a full disk
            raise
        return None


def _replace(path: Path, file: Path) -> None:
    """Put `file` in the place of a store, with the owner and the mode of that, and remove the old log.

    If the process ends in between, the damage of the log is found again.
    """
    with suppress(FileNotFoundError, PermissionError):
        found = path.stat()
        file.chmod(found.st_mode & 0o777)
        if os.name == "posix":
            os.chown(file, found.st_uid, found.st_gid)
    with file.open("r+b") as source:
        os.fsync(source.fileno())
    file.replace(path)
    log_of(path).unlink(missing_ok=True)
    index_of(path).unlink(missing_ok=True)
