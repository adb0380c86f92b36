"""Detect a damaged write-ahead log.

SQLite reads the log up to the first frame whose checksum is wrong, and ignores the rest without an error: it
cannot tell damage from a transaction that a crash has cut off. But a cut-off transaction has no commit frame.
Ignored frames up to such a frame were written completely, and most likely acknowledged.
"""

import logging
import struct
from contextlib import suppress
from pathlib import Path

WAL_HEADER = struct.Struct(">IIIIIIII")  # magic, version, page size, checkpoint, two salts, two checksums
FRAME_HEADER = struct.Struct(">IIIIII")  # page, database size after a commit or 0, two salts, two checksums
WAL_MAGICS = (0x377F0682, 0x377F0683)
SHM_LAST_FRAME = 16  # where the index of the log has the number of the last valid frame, in native byte order
logger = logging.getLogger("toctoc.storage")


def check_log(path: Path) -> None:
    """Log a warning if SQLite has ignored committed frames of the log of `path`; a connection has just read it."""
    with suppress(OSError, struct.error):  # there is no log, or it is shorter than a header
        if ignored := ignored_frames(path):
            logger.warning(
                "the write-ahead log of the store is damaged: its last %d pages are lost, with moves of players",
                ignored,
            )


def ignored_frames(path: Path) -> int:
    """Return the number of frames that SQLite has ignored, up to the last one that commits a transaction."""
    shm = path.with_name(f"{path.name}-shm").read_bytes()[:64]
    valid: int
    [valid] = struct.unpack_from("=I", shm, SHM_LAST_FRAME)
    with path.with_name(f"{path.name}-wal").open("rb") as log:
        magic, _, page_size, _, *salts, _, _ = WAL_HEADER.unpack(log.read(WAL_HEADER.size))
        size = FRAME_HEADER.size + page_size
        frames: int = (log.seek(0, 2) - WAL_HEADER.size) // size
        if magic not in WAL_MAGICS:  # the header is damaged, so nothing of the log is read
            return frames
        last = valid
        for number in range(valid, frames):
            log.seek(WAL_HEADER.size + number * size)
            _, commits, *found, _, _ = FRAME_HEADER.unpack(log.read(FRAME_HEADER.size))
            if commits and found == salts:  # else it is of an older log, or in the middle of a transaction
                last = number + 1
    return last - valid
