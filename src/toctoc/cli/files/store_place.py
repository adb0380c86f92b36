"""Check the place of a store in a file before a server opens it."""

import difflib
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from toctoc.cli.finding import Finding, problem
from toctoc.server.security.identity import SECRET_FILE
from toctoc.storage.sqlite.connection import lock_of
from toctoc.storage.sqlite.schema import is_store
from toctoc.storage.sqlite.wal import log_of

MIN_LIKENESS = 0.85  # of two names, one of which may be a slip: totoc.db and toctoc.db have 0.94


def check_place(path: Path) -> Iterator[Finding]:
    """The folder of a store exists, and a new store is no lost one, and no slip for another one."""
    if not path.parent.is_dir():
        yield problem("folder-missing", folder=click.format_filename(path.parent))
    elif not path.exists() and (other := _store_like(path)) is not None:
        yield problem("store-alike", store=click.format_filename(path), other=click.format_filename(other))
    elif (
        path.exists()
        and is_empty(path.resolve())
        and any(beside.exists() for beside in (path.resolve().with_name(SECRET_FILE), lock_of(path)))
    ):
        yield problem("store-empty", "how-to/backup", store=click.format_filename(path))


def is_empty(path: Path) -> bool:
    """Tell whether the file of a store and its log have no byte."""
    return all(not file.exists() or (file.is_file() and not file.stat().st_size) for file in (path, log_of(path)))


def _store_like(path: Path) -> Path | None:
    """Return a store beside `path` with almost the same name; names that differ in numbers alone are no slip."""
    with suppress(OSError):
        names = [each.name for each in path.parent.iterdir() if _unnumbered(each.name) != _unnumbered(path.name)]
        near = difflib.get_close_matches(path.name, names, cutoff=MIN_LIKENESS)
        return next((other for name in near if is_store(other := path.with_name(name))), None)
    return None


def _unnumbered(name: str) -> str:
    return re.sub("[0-9]+", "", name)
