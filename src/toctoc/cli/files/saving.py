"""Write files: complete ones, files that grow by whole lines, and the journals of `--save`.

A file that cannot be written is a `Failure`, in one line.
"""

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from toctoc.cli.failures import Failure, reason
from toctoc.lang import Catalogue
from toctoc.record import Record, lines

TAIL_BYTES = 1 << 23  # compared when a file goes on; they hold the records of about two thousand games
WriteLine = Callable[[str], None]
WriteLines = Callable[[Sequence[str]], None]


@contextmanager
def new_file(path: Path, force: bool, say: Catalogue) -> Iterator[WriteLine]:
    """Yield a function that writes a line; the file appears when the block ends.

    The path is checked before the block begins.
    """
    if path.is_file() and not force:
        raise Failure(say("error.exists", file=click.format_filename(path)))
    # A device or a pipe is written as it is; a file under another name first.
    part = path if path.exists() and not path.is_file() else path.with_name(f"{path.name}.part")
    with write_errors(path, say):
        file = part.open("w", encoding="utf-8", newline="\n")

    def write(line: str) -> None:
        with write_errors(path, say):
            file.write(f"{line}\n")

    complete = False
    try:
        yield write
        with write_errors(path, say):
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
def growing_file(path: Path, force: bool, goes_on: bool, say: Catalogue) -> Iterator[WriteLines]:
    """Yield a function that writes whole lines at once, so that a killed program leaves no lines out.

    If `goes_on`, they are appended: half a line at the end of the file is dropped, and lines that the file already
    ends with are not written again.
    """
    if path.is_file() and not (force or goes_on):
        raise Failure(say("error.exists", file=click.format_filename(path)))
    with write_errors(path, say):
        file = path.open("ab" if goes_on and not force else "wb", buffering=0)
    with file:
        with write_errors(path, say):
            known = _last_lines(path) if goes_on and path.is_file() else b""

        def write(new: Sequence[str]) -> None:
            nonlocal known
            text = "".join(f"{line}\n" for line in new).encode()
            with write_errors(path, say):
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
    """Drop half a line at the end of a file, and return the lines of its last `TAIL_BYTES`."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL_BYTES))
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
def write_errors(path: Path, say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` with the reason for an `OSError` of the block, or for `-`, which names no file here."""
    if path == Path("-"):
        raise Failure(say("error.dash"))
    try:
        yield
    except OSError as error:
        why = say("error.reason.no-folder") if isinstance(error, FileNotFoundError) else reason(error, say)
        raise Failure(say("error.write", file=click.format_filename(path), reason=why)) from None


@contextmanager
def journal_errors(path: Path, texts: tuple[str, str, str], say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` for a journal that the block cannot open.

    Args:
        texts: Keys for a journal of other games, of no games, and for a damaged one.
    """
    from toctoc.journal import AnotherWork, ChangedBots, DamagedLine

    another, none, damaged = texts
    file = click.format_filename(path)
    try:
        with write_errors(path, say):
            yield
    except AnotherWork as error:
        key = another if error.differing else none
        raise Failure(say(key, file=file, names=", ".join(error.differing))) from None
    except ChangedBots as error:
        raise Failure(say("arena.changed", file=file, bots=", ".join(error.bots))) from None
    except DamagedLine as error:
        raise Failure(say(damaged, file=file, line=error.line)) from None
