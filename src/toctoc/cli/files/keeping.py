"""Open the files of --save, which go on where they stopped; tell in one line why one cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from toctoc.cli.failures import Failure
from toctoc.cli.files.saving import told
from toctoc.journal import AnotherWork, ChangedBots, DamagedLine
from toctoc.lang import Catalogue

ARENA = ("arena.another", "arena.no-notebook", "arena.damaged")
SIMULATION = ("simulate.another", "simulate.no-notebook", "simulate.damaged")


@contextmanager
def opening(path: Path, words: tuple[str, str, str], say: Catalogue) -> Iterator[None]:
    """Turn what is wrong with a file into a failure of ours, in the words of those who keep it."""
    another, none, damaged = words
    file = click.format_filename(path)
    try:
        with told(path, say):
            yield
    except AnotherWork as error:
        key = another if error.differing else none
        raise Failure(say(key, file=file, names=", ".join(error.differing))) from None
    except ChangedBots as error:
        raise Failure(say("arena.changed", file=file, bots=", ".join(error.bots))) from None
    except DamagedLine as error:
        raise Failure(say(damaged, file=file, line=error.line)) from None
