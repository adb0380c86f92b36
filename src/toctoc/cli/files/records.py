"""Files of records, opened with every way in which that can go wrong told in one line."""

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from toctoc.cli.failures import Failure, reason
from toctoc.cli.terminal.speech import Speaker, quoted
from toctoc.games.game import Chance, Step
from toctoc.lang import Catalogue
from toctoc.record import BadRecord, BrokenRecord, Record, lines

SAMPLE = 4096  # bytes that tell text from other things


@contextmanager
def opened(file: Path, say: Catalogue) -> Iterator[BinaryIO]:
    """A file to read records from; `-` is standard input."""
    name = click.format_filename(file)
    with ExitStack() as stack:
        with _told(name, say):
            stream = sys.stdin.buffer if str(file) == "-" else stack.enter_context(file.open("rb"))
            text = _text(stream, name, say)
        yield text


def numbered(stream: BinaryIO, name: str, say: Catalogue) -> Iterator[tuple[int, Record | BadRecord]]:
    """The records of a file with the numbers of their lines."""
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
    """The stream, if it begins like text."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    sample = buffered.peek(SAMPLE)[:SAMPLE]
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        raise Failure(say("error.binary", file=name)) from None
    if b"\0" in sample:
        raise Failure(say("error.binary", file=name))
    return cast(BinaryIO, buffered)


def broken(error: BadRecord, record: Record | None, say: Catalogue) -> str:
    """What is wrong with a record: the step, the move, the reason and the clause, as far as they are known."""
    if not isinstance(error, BrokenRecord) or error.refused is None:
        return str(error)
    refused = error.refused
    names = [seat.name for seat in record.seats] if record else []
    speaker = Speaker(say, record.game.name if record else "toctoctoc", names)
    text = say("verify.refused", reason=speaker.refusal(refused), code=refused.code, clause=refused.clause)
    if record is None or error.step is None:
        return say("verify.step", step=error.step, reason=text)
    return _step(record.steps[error.step - 1], error.step, text, say)


def _step(step: Step, number: int, text: str, say: Catalogue) -> str:
    if isinstance(step, Chance):
        return say("verify.chance", step=number, move=quoted(str(step.outcome)), reason=text)
    return say("verify.move", step=number, seat=step.seat, move=quoted(str(step.action)), reason=text)
