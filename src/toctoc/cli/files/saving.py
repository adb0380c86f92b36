"""Write files: whole ones that appear when they are complete, and ones that grow by whole lines."""

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from toctoc.cli.failures import Failure, reason
from toctoc.lang import Catalogue
from toctoc.record import Record, lines

TAIL = 1 << 23  # bytes at the end of a file, enough for the records of some two thousand games
WriteLine = Callable[[str], None]
WriteLines = Callable[[Sequence[str]], None]


@contextmanager
def saved(path: Path, force: bool, say: Catalogue) -> Iterator[WriteLine]:
    """Yield a function that writes a line; the file appears when the block has come to its end.

    What would prevent writing is found before the block begins.
    """
    if path.is_file() and not force:
        raise Failure(say("error.exists", file=click.format_filename(path)))
    # A device or a pipe is written as it is; a file under another name first.
    part = path if path.exists() and not path.is_file() else path.with_name(f"{path.name}.part")
    with told(path, say):
        file = part.open("w", encoding="utf-8", newline="\n")

    def write(line: str) -> None:
        with told(path, say):
            file.write(f"{line}\n")

    complete = False
    try:
        yield write
        with told(path, say):
            file.close()
            if part != path:
                part.replace(path)
        complete = True
    finally:
        with suppress(OSError):
            file.close()
            if not complete and part != path:
                part.unlink()


@contextmanager
def growing(path: Path, force: bool, goes_on: bool, say: Catalogue) -> Iterator[WriteLines]:
    """Yield a function that writes whole lines at once: whatever stops the program, they are there.

    If `goes_on`, they follow what is in the file: half a line at its end is dropped, and lines that were written
    just before the program was stopped are not written again.
    """
    if path.is_file() and not (force or goes_on):
        raise Failure(say("error.exists", file=click.format_filename(path)))
    with told(path, say):
        file = path.open("ab" if goes_on and not force else "wb", buffering=0)
    with file:
        with told(path, say):
            known = _last_lines(path) if goes_on and path.is_file() else b""

        def write(new: Sequence[str]) -> None:
            nonlocal known
            text = "".join(f"{line}\n" for line in new).encode()
            with told(path, say):
                _write_all(file, text.removeprefix(_overlap(known, text)))
            known = b""

        yield write


def holds_records(path: Path, game: str) -> bool:
    """Tell whether a file begins with a record of that game, or with nothing."""
    try:
        with path.open("rb") as file:
            _, found = next(lines(file), (0, None))
    except OSError:
        return False
    return found is None or (isinstance(found, Record) and found.game.name == game)


def _write_all(file: io.FileIO, text: bytes) -> None:
    while text:
        text = text[file.write(text) :]


def _last_lines(path: Path) -> bytes:
    """Drop half a line at the end of a file, and return what is left of its last part."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL))
        tail = file.read()
        whole = tail[: tail.rfind(b"\n") + 1]
        file.truncate(size - len(tail) + len(whole))
    return whole


def _overlap(before: bytes, after: bytes) -> bytes:
    """Return the longest run of whole lines that ends the one text and begins the other."""
    parts = after.splitlines(keepends=True)
    runs = (b"".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((run for run in runs if before.endswith(run)), b"")


@contextmanager
def told(path: Path, say: Catalogue) -> Iterator[None]:
    """Turn what the system says into a failure of ours."""
    try:
        yield
    except OSError as error:
        why = say("error.reason.no-folder") if isinstance(error, FileNotFoundError) else reason(error, say)
        raise Failure(say("error.write", file=click.format_filename(path), reason=why)) from None
