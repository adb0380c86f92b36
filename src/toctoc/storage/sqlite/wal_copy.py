"""Copy damaged files of a store aside, so that nothing that they contain is lost."""

import logging
import os
import shutil
from contextlib import suppress
from pathlib import Path

from toctoc.storage.sqlite.wal import Salts, index_of, log_of

logger = logging.getLogger("toctoc.storage")


def copy_aside(path: Path, salts: Salts) -> Path | None:
    """Copy the log beside the store, or the index of a missing log; None if that is not possible."""
    log = log_of(path)
    is_there = log.exists() and log.stat().st_size > 0
    return copy_file_aside(log if is_there else index_of(path), salts)


def copy_file_aside(file: Path, salts: Salts) -> Path | None:
    """Copy a file of a store beside it, under a name of its own; None if that is not possible."""
    name = "{:08x}{:08x}".format(*salts)
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
