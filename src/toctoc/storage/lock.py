"""One process owns a store at a time: a file beside it, locked as long as the owner lives."""

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from toctoc.storage.connection import raising_store_errors
from toctoc.storage.store import StoreError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(1 << 20)  # far behind the text, which others may then read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def own(path: Path) -> BinaryIO:
    """Own a store until the file that this gives is closed, or the process ends in whatever way.

    Where the file system knows no locks there is none; the numbers of the entries still fence off a second owner.
    The file stays: removing it would let two processes lock two files of the same name.
    """
    beside = path.with_name(f"{path.name}.lock")
    with raising_store_errors(beside):
        file = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    try:
        _lock(file)
    except OSError as error:
        if error.errno in TAKEN:
            owner = file.read(20).decode("ascii", "replace").strip()
            file.close()
            message = f"{path} is used by another Toctoc (process {owner or 'unknown'}); stop that one first"
            raise StoreError("store/busy", message, "in-use") from None
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()}\n".encode())
    return file
