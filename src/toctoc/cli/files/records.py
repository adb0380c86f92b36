"""Read files of records. A file that cannot be read is a `Failure`, in one line."""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from toctoc.cli.failures import Failure, reason
from toctoc.lang import Catalogue
from toctoc.record import BadRecord, Record, lines

SAMPLE_BYTES = 4096  # at the beginning of a file, to tell text from other content
STRANGE = re.compile("[\\0-\\x08\\x0e-\\x1f\ufffd]")  # control characters, and bytes that are no UTF-8
MAX_STRANGE_SHARE = 0.1  # of the characters in the sample; with more, a file is no text


@contextmanager
def opened(file: Path, say: Catalogue) -> Iterator[BinaryIO]:
    """Open a file to read records from; `-` is standard input."""
    name = click.format_filename(file)
    with ExitStack() as stack:
        with _read_errors(name, say):
            stream = sys.stdin.buffer if str(file) == "-" else stack.enter_context(file.open("rb"))
            text = _text(stream, name, say)
        yield text


def numbered(stream: BinaryIO, name: str, say: Catalogue) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield the records of a file with the numbers of their lines."""
    found = lines(stream)
    while True:
        with _read_errors(name, say):
            following = next(found, None)
        if following is None:
            return
        yield following


def no_record(file: Path, say: Catalogue) -> Failure:
    """Return the error for a file without records, or for standard input without them."""
    key = "error.empty-input" if str(file) == "-" else "error.empty"
    return Failure(say(key, file=click.format_filename(file)))


@contextmanager
def _read_errors(name: str, say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` with the reason for an `OSError` of the block."""
    try:
        yield
    except OSError as error:
        raise Failure(say("error.read", file=name, reason=reason(error, say))) from None


def _text(stream: BinaryIO, name: str, say: Catalogue) -> BinaryIO:
    """Return the stream; raise a `Failure` if it begins like a picture or an archive."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    sample = buffered.peek(SAMPLE_BYTES)[:SAMPLE_BYTES]
    strange = len(STRANGE.findall(sample.decode(errors="replace")))
    if strange > len(sample) * MAX_STRANGE_SHARE:
        raise Failure(say("error.binary", file=name))
    return cast(BinaryIO, buffered)
