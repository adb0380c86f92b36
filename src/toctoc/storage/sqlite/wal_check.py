"""Detect a damaged write-ahead log before SQLite opens the store, and copy it aside.

SQLite reads the log up to the first frame whose salts or checksum are wrong, and ignores the rest without an
error. The last connection that closes the store then deletes the log. So the log is checked as bytes, by SQLite's
own file format, and no connection is opened to a store whose log is damaged.

A bad frame alone is no damage: a crash may cut off the last transaction anywhere, and after a power cut any of its
blocks may be missing. Frames with other salts belong to an older log, whose place this one takes. Frames with the
salts of this log are left behind the end by a transaction that was rolled back. But each commit is synchronised
before the next frame is written. So if a frame behind the bad one commits a transaction, and the next frame
continues with its checksum, then that commit was complete on the disk: frames before it were damaged later.

The header is synchronised before the first frame is written. So if the header is wrong, a log with frames is
damaged. So is a log with frames beside an empty or missing store: SQLite deletes it.

The index of the log, `-shm`, outlives a killed process. It names the last frame of the last commit, and is written
after that commit was synchronised. So if the log with the salts of its index has fewer valid frames, then commits
are lost. If the log is missing or empty, they are lost unless a checkpoint has written them into the store. SQLite
makes the index anew as it opens the store. After a power cut the index may be missing or older: then damage
that reaches the end of the log cannot be told from a crash, and is accepted.
"""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from toctoc.storage.sqlite.wal import (
    USUAL_PAGE_SIZE,
    WAL_HEADER,
    Frames,
    Index,
    Salts,
    log_header,
    log_of,
    page_size_of,
    read_index,
)
from toctoc.storage.sqlite.wal_copy import copy_aside, copy_file_aside
from toctoc.storage.store import StoreError

logger = logging.getLogger("toctoc.storage")


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a log: its two salts, the number of the first bad frame, and the readable commits behind it."""

    salts: Salts
    frame: int
    commits: int
    is_stored: bool = False  # a checkpoint has written all commits into the store


def check_log(path: Path) -> None:
    """Refuse a store whose write-ahead log is damaged, after copying the log aside."""
    if (damage := find_damage(path)) is None:
        return
    copy = copy_aside(path, damage.salts)
    raise damaged_log(path, damage, copy)


def damaged_log(path: Path, damage: Damage, copy: Path | None) -> StoreError:
    """Return the `StoreError` for a damaged log."""
    where = f"its copy is {copy}" if copy else "it could not be copied"
    message = f"the write-ahead log of {path} is damaged before {damage.commits} or more commits; {where}"
    why = "damaged-log" if copy else "damaged-log-only"
    return StoreError("store/broken", message, why, commits=damage.commits, copy=copy)


def copy_damaged_log(path: Path) -> None:
    """Copy the log aside if it was damaged while this process has used it.

    The last connection is about to write the log into the store as it is, and to delete it.
    """
    try:
        damage = find_damage(path, is_open=True)
        if damage is not None:
            copy = copy_file_aside(log_of(path), damage.salts)
            logger.error("the write-ahead log of the store was damaged while the server ran; its copy is %s", copy)
    except OSError as error:
        logger.warning("the write-ahead log of the store could not be checked: %s", error.strerror)


def find_damage(path: Path, is_open: bool = False) -> Damage | None:
    """Return the damage of the log of the store at `path`; None if nothing shows that commits are lost.

    If this process has the store open, only the log is read, since closing the other files would end locks.
    A running server may write while the log is read. So damage counts only if it is found again at the same place.
    """
    found = _read(path, is_open)
    while found is not None:
        again = _read(path, is_open)
        if again is None or (again.salts, again.frame) == (found.salts, found.frame):
            return again
        found = again
    return None


def _read(path: Path, is_open: bool) -> Damage | None:
    index = None if is_open else read_index(path)  # before the log, which a running server prolongs
    try:
        with log_of(path).open("rb") as log:
            head = log.read(WAL_HEADER.size)
            if len(head) == WAL_HEADER.size:
                return _damage(log, head, USUAL_PAGE_SIZE if is_open else page_size_of(path), index)
    except FileNotFoundError:
        pass
    return _loss(index)


def _loss(index: Index | None) -> Damage | None:
    """Return the damage of a log without frames."""
    return Damage(index.salts, 0, 0) if index is not None and index.frames > index.stored else None


def _damage(log: BinaryIO, head: bytes, own_size: int | None, index: Index | None) -> Damage | None:
    is_whole, order, page_size, salts, seed = log_header(head)
    frames = Frames(log, order, page_size if is_whole else own_size or USUAL_PAGE_SIZE)
    if not (is_whole and own_size):  # SQLite reads no frame
        commits = sum(frames.commits(number) for number in range(frames.count))
        return Damage(salts, 0, commits) if frames.count else _loss(index)
    bad = 0
    while (found := frames.sums(bad, salts, seed)) is not None:
        bad, seed = bad + 1, found
    behind = [number for number in range(bad, frames.count) if frames.commits(number, salts)]
    if index is not None and index.salts != salts:
        index = None
    is_cut = index is not None and index.frames > bad
    if is_cut or any(frames.continues(number + 1, salts) for number in behind):
        return Damage(salts, bad, len(behind), index is not None and index.stored >= index.frames)
    return None
