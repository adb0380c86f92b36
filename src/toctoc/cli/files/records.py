"""Read files of records; whatever goes wrong with that is told in one line."""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from toctoc.cli.failures import Failure, reason
from toctoc.cli.terminal.speech import Speaker
from toctoc.lang import Catalogue
from toctoc.record import BadRecord, BrokenRecord, Record, lines

SAMPLE = 4096  # bytes that tell text from other things
STRANGE = re.compile("[\\0-\\x08\\x0e-\\x1f\ufffd]")  # what is in no text, or no UTF-8
MOST_STRANGE = 0.1  # share of such characters up to which a file is read all the same, bad lines and all


@contextmanager
def opened(file: Path, say: Catalogue) -> Iterator[BinaryIO]:
    """Open a file to read records from; `-` is standard input."""
    name = click.format_filename(file)
    with ExitStack() as stack:
        with _told(name, say):
            stream = sys.stdin.buffer if str(file) == "-" else stack.enter_context(file.open("rb"))
            text = _text(stream, name, say)
        yield text


def numbered(stream: BinaryIO, name: str, say: Catalogue) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield the records of a file with the numbers of their lines."""
    found = lines(stream)
    while True:
        with _told(name, say):
            following = next(found, None)
        if following is None:
            return
        yield following


@contextmanager
def _told(name: str, say: Catalogue) -> Iterator[None]:
    """Turn what the system says into a failure of ours."""
    try:
        yield
    except OSError as error:
        raise Failure(say("error.read", file=name, reason=reason(error, say))) from None


def _text(stream: BinaryIO, name: str, say: Catalogue) -> BinaryIO:
    """Return the stream, unless it begins like no text: a picture, an archive."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    sample = buffered.peek(SAMPLE)[:SAMPLE]
    strange = len(STRANGE.findall(sample.decode(errors="replace")))
    if strange > len(sample) * MOST_STRANGE:
        raise Failure(say("error.binary", file=name))
    return cast(BinaryIO, buffered)


def broken(error: BadRecord, record: Record | None, say: Catalogue) -> str:
    """Say what is wrong with a record: the step, the move, the reason and the clause, as far as they are known."""
    details = dict(error.details)
    if isinstance(error, BrokenRecord) and error.refused and error.game:
        refused = error.refused
        speaker = Speaker(say, error.game.name, [seat.name for seat in record.seats] if record else [])
        reason = speaker.refusal(refused)
        details["reason"] = say("verify.refused", reason=reason, code=refused.code, clause=refused.clause)
    return say(f"record.{error.code}", **details)
