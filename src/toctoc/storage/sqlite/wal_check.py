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
import os
import shutil
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from toctoc.storage.store import StoreError

WAL_HEADER = struct.Struct(">IIIIIIII")  # magic, version, page size, checkpoint, two salts, two checksums
FRAME_HEADER = struct.Struct(">IIIIII")  # page, database size after a commit or 0, two salts, two checksums
CHECKED_HEADER_BYTES = 24  # of the log, before its checksum
CHECKED_FRAME_BYTES = 8  # of the header of a frame, before its salts
ORDERS = {0x377F0682: "<", 0x377F0683: ">"}  # byte order of the checksums, by the magic number
OWN_ORDER = "<" if sys.byteorder == "little" else ">"
PAGE_SIZE_AT = 16  # in the header of a database: two bytes, in which 1 stands for 65,536
USUAL_PAGE_SIZE = 4096  # of SQLite
INDEX_HEADER = struct.Struct("=IIIBBHIIII8sII")  # see `_Index`; its two copies are followed by a frame number
WORD = 0xFFFFFFFF
logger = logging.getLogger("toctoc.storage")

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a log: its two salts, the number of the first bad frame, and the readable commits behind it."""

    salts: tuple[int, int]
    frame: int
    commits: int
    is_stored: bool = False  # a checkpoint has written all commits into the store


@dataclass(frozen=True, slots=True)
class _Index:
    """The index of a log: the salts of the log, its last committed frame, and how many frames the store has."""

    salts: tuple[int, int]
    frames: int
    stored: int


def log_of(path: Path) -> Path:
    """Return the write-ahead log of the store at `path`; SQLite follows links."""
    path = path.resolve()
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Return the index of the write-ahead log of the store at `path`.

    A process that has a connection to the store must not open it: closing it would end the locks of SQLite.
    """
    path = path.resolve()
    return path.with_name(f"{path.name}-shm")


def check_log(path: Path) -> None:
    """Refuse a store whose write-ahead log is damaged, after copying the log aside."""
    if (damage := find_damage(path)) is None:
        return
    copy = copy_aside(path, damage)
    raise damaged_log(path, damage, copy)


def damaged_log(path: Path, damage: Damage, copy: Path | None) -> StoreError:
    """Return the `StoreError` for a damaged log."""
    where = f"its copy is {copy}" if copy else "it could not be copied"
    message = f"the write-ahead log of {path} is damaged before {damage.commits} or more commits; {where}"
    why = "damaged-log" if copy else "damaged-log-only"
    return StoreError("store/broken", message, why, commits=damage.commits, copy=copy)


def copy_aside(path: Path, damage: Damage) -> Path | None:
    """Copy the log beside the store, or the index of a missing log; None if that is not possible."""
    log = log_of(path)
    is_there = log.exists() and log.stat().st_size > 0
    return copy_of(log if is_there else index_of(path), damage)


def copy_of(file: Path, damage: Damage) -> Path | None:
    """Copy a file of a store beside it, under a name of its own; None if that is not possible."""
    name = "{:08x}{:08x}".format(*damage.salts)
    copy = file.with_name(f"{file.name}.damaged-{name}")
    part = copy.with_name(f"{copy.name}.part")
    try:
        with file.open("rb") as source, open(part, "wb", opener=_private) as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        part.replace(copy)
    except OSError as error:
        logger.warning("%s could not be copied: %s", file, error.strerror)
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return None
    return copy


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def keep_damaged(path: Path) -> None:
    """Copy the log aside if it was damaged while this process has used it.

    The last connection is about to write the log into the store as it is, and to delete it.
    """
    try:
        damage = find_damage(path, is_open=True)
        if damage is not None:
            copy = copy_of(log_of(path), damage)
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
    index = None if is_open else _index(path)  # before the log, which a running server prolongs
    try:
        with log_of(path).open("rb") as log:
            head = log.read(WAL_HEADER.size)
            if len(head) == WAL_HEADER.size:
                return _damage(log, head, USUAL_PAGE_SIZE if is_open else _page_size(path), index)
    except FileNotFoundError:
        pass
    return _loss(index)


def _loss(index: _Index | None) -> Damage | None:
    """Return the damage of a log without frames."""
    return Damage(index.salts, 0, 0) if index is not None and index.frames > index.stored else None


def _index(path: Path) -> _Index | None:
    """Return the index of the log of a store; None if it is missing or not whole."""
    try:
        with index_of(path).open("rb") as file:
            first, second = file.read(INDEX_HEADER.size), file.read(INDEX_HEADER.size)
            stored = file.read(4)
    except FileNotFoundError:
        return None
    if first != second or len(second) < INDEX_HEADER.size or len(stored) < 4:
        return None
    _, _, _, is_made, _, _, frames, _, _, _, salts, *sums = INDEX_HEADER.unpack(first)
    seed = _checksum(OWN_ORDER, first[: INDEX_HEADER.size - 8], (0, 0))
    if not is_made or seed != tuple(sums):
        return None
    return _Index(struct.unpack(">II", salts), frames, int.from_bytes(stored, sys.byteorder))


def _damage(log: BinaryIO, head: bytes, own_size: int | None, index: _Index | None) -> Damage | None:
    is_whole, order, page_size, salts, seed = _log_header(head)
    frames = _Frames(log, order, page_size if is_whole else own_size or USUAL_PAGE_SIZE)
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


def _log_header(head: bytes) -> tuple[bool, str, int, tuple[int, int], Sums]:
    """Return whether the header of a log is whole, its byte order, page size and salts, and its checksum."""
    magic, _, page_size, _, first_salt, second_salt, *sums = WAL_HEADER.unpack(head)
    order = ORDERS.get(magic, OWN_ORDER)
    seed = _checksum(order, head[:CHECKED_HEADER_BYTES], (0, 0))
    return magic in ORDERS and seed == tuple(sums), order, page_size, (first_salt, second_salt), seed


def replay(path: Path, file: Path) -> bool:
    """Write the commits before the damage of a log into `file`, a copy of its store; False if there are none."""
    try:
        with log_of(path).open("rb") as log, file.open("r+b") as target:
            head = log.read(WAL_HEADER.size)
            return len(head) == WAL_HEADER.size and _replay(log, head, target)
    except FileNotFoundError:
        return False


def _replay(log: BinaryIO, head: bytes, target: BinaryIO) -> bool:
    is_whole, order, page_size, salts, seed = _log_header(head)
    if not is_whole:
        return False
    frames = _Frames(log, order, page_size)
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


class _Frames:
    """The frames of a log, numbered from 0."""

    def __init__(self, log: BinaryIO, order: str, page_size: int) -> None:
        self._log, self._order = log, order
        self._size = FRAME_HEADER.size + page_size
        self.count = (log.seek(0, os.SEEK_END) - WAL_HEADER.size) // self._size

    def sums(self, number: int, salts: tuple[int, int], seed: Sums) -> Sums | None:
        """Return the checksum of a frame that follows one with the checksum `seed`; None if it is not valid."""
        frame = self._bytes(number, self._size)
        if len(frame) < self._size:
            return None
        _, _, first_salt, second_salt, *stored = FRAME_HEADER.unpack_from(frame)
        if (first_salt, second_salt) != salts:
            return None
        found = _checksum(self._order, frame[:CHECKED_FRAME_BYTES], seed)
        found = _checksum(self._order, frame[FRAME_HEADER.size :], found)
        return found if found == tuple(stored) else None

    def commits(self, number: int, salts: tuple[int, int] | None = None) -> bool:
        """Tell whether a frame is the last of a transaction of the log with these salts."""
        _, size, first_salt, second_salt, *_ = self._header(number)
        return size > 0 and salts in (None, (first_salt, second_salt))

    def continues(self, number: int, salts: tuple[int, int]) -> bool:
        """Tell whether a frame was written after the frame that is stored before it."""
        seed = self._header(number - 1)[4:]
        return self.sums(number, salts, (seed[0], seed[1])) is not None

    def place(self, number: int) -> tuple[int, int]:
        """Return the page of a frame; also the size of the store in pages after a commit, or 0 elsewhere."""
        page, size, *_ = self._header(number)
        return page, size

    def content(self, number: int) -> bytes:
        """Return the content of the page of a frame."""
        return self._bytes(number, self._size)[FRAME_HEADER.size :]

    def _header(self, number: int) -> tuple[int, ...]:
        found = self._bytes(number, FRAME_HEADER.size)  # shorter where a running server has just cut the log
        return FRAME_HEADER.unpack(found.ljust(FRAME_HEADER.size, b"\0"))

    def _bytes(self, number: int, size: int) -> bytes:
        self._log.seek(WAL_HEADER.size + number * self._size)
        return self._log.read(size)


def _checksum(order: str, data: bytes, seed: Sums) -> Sums:
    """Return SQLite's checksum of `data`, continued from `seed`."""
    first, second = seed
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & WORD
        second = (second + odd + first) & WORD
    return first, second


def _page_size(path: Path) -> int | None:
    """Return the page size of a database by its own header; None if it is empty or missing."""
    try:
        with path.open("rb") as file:
            found = file.read(PAGE_SIZE_AT + 2)[PAGE_SIZE_AT:]
    except FileNotFoundError:
        return None
    if len(found) < 2:
        return None
    return 1 << 16 if found == b"\0\1" else int.from_bytes(found)
