"""Files that appear under their name only when they are complete."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from toctoc.cli.failures import Failure, reason
from toctoc.lang import Catalogue

WriteLine = Callable[[str], None]


@contextmanager
def saved(path: Path, force: bool, say: Catalogue) -> Iterator[WriteLine]:
    """A function that writes a line; the file is there after this block, and only if the block came to its end.

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
def told(path: Path, say: Catalogue) -> Iterator[None]:
    """Turn what the system says into a failure of ours."""
    try:
        yield
    except OSError as error:
        why = say("error.reason.no-folder") if isinstance(error, FileNotFoundError) else reason(error, say)
        raise Failure(say("error.write", file=click.format_filename(path), reason=why)) from None
