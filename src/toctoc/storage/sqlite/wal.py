"""Read the write-ahead log of a store and its index as bytes, by SQLite's file formats.

A connection would change both: SQLite makes the index anew, and the last connection deletes the log.
"""

import os
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

WAL_HEADER = struct.Struct(">IIIIIIII")  # magic, version, page size, checkpoint, two salts, two checksums
FRAME_HEADER = struct.Struct(">IIIIII")  # page, database size after a commit or 0, two salts, two checksums
CHECKED_HEADER_BYTES = 24  # of the log, before its checksum
CHECKED_FRAME_BYTES = 8  # of the header of a frame, before its salts
ORDERS = {0x377F0682: "<", 0x377F0683: ">"}  # byte order of the checksums, by the magic number
OWN_ORDER = "<" if sys.byteorder == "little" else ">"
PAGE_SIZE_AT = 16  # in the header of a database: two bytes, in which 1 stands for 65,536
USUAL_PAGE_SIZE = 4096  # of SQLite
INDEX_HEADER = struct.Struct("=IIIBBHIIII8sII")  # see `Index`; its two copies are followed by a frame number
WORD = 0xFFFFFFFF

Sums = tuple[int, int]
Salts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a log: the salts of the log, its last committed frame, and how many frames the store has."""

    salts: Salts
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


def read_index(path: Path) -> Index | None:
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
    seed = checksum(OWN_ORDER, first[: INDEX_HEADER.size - 8], (0, 0))
    if not is_made or seed != tuple(sums):
        return None
    return Index(struct.unpack(">II", salts), frames, int.from_bytes(stored, sys.byteorder))


def log_header(head: bytes) -> tuple[bool, str, int, Salts, Sums]:
    """Return whether the header of a log is whole, its byte order, page size and salts, and its checksum."""
    magic, _, page_size, _, first_salt, second_salt, *sums = WAL_HEADER.unpack(head)
    order = ORDERS.get(magic, OWN_ORDER)
    seed = checksum(order, head[:CHECKED_HEADER_BYTES], (0, 0))
    return magic in ORDERS and seed == tuple(sums), order, page_size, (first_salt, second_salt), seed


class Frames:
    """The frames of a log, numbered from 0."""

    def __init__(self, log: BinaryIO, order: str, page_size: int) -> None:
        self._log, self._order = log, order
        self._size = FRAME_HEADER.size + page_size
        self.count = (log.seek(0, os.SEEK_END) - WAL_HEADER.size) // self._size

    def sums(self, number: int, salts: Salts, seed: Sums) -> Sums | None:
        """Return the checksum of a frame that follows one with the checksum `seed`; None if it is not valid."""
        frame = self._bytes(number, self._size)
        if len(frame) < self._size:
            return None
        _, _, first_salt, second_salt, *stored = FRAME_HEADER.unpack_from(frame)
        if (first_salt, second_salt) != salts:
            return None
        found = checksum(self._order, frame[:CHECKED_FRAME_BYTES], seed)
        found = checksum(self._order, frame[FRAME_HEADER.size :], found)
        return found if found == tuple(stored) else None

    def commits(self, number: int, salts: Salts | None = None) -> bool:
        """Tell whether a frame is the last of a transaction of the log with these salts."""
        _, size, first_salt, second_salt, *_ = self._header(number)
        return size > 0 and salts in (None, (first_salt, second_salt))

    def continues(self, number: int, salts: Salts) -> bool:
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


def checksum(order: str, data: bytes, seed: Sums) -> Sums:
    """Return SQLite's checksum of `data`, continued from `seed`."""
    first, second = seed
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & WORD
        second = (second + odd + first) & WORD
    return first, second


def page_size_of(path: Path) -> int | None:
    """Return the page size of a database by its own header; None if it is empty or missing."""
    try:
        with path.open("rb") as file:
            found = file.read(PAGE_SIZE_AT + 2)[PAGE_SIZE_AT:]
    except FileNotFoundError:
        return None
    if len(found) < 2:
        return None
    return 1 << 16 if found == b"\0\1" else int.from_bytes(found)
