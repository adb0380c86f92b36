"""Progress bars: on standard error, and only where somebody looks."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from toctoc.lang import Catalogue

LONGEST_NAME = 30


class _Rate(ProgressColumn):
    def __init__(self, say: Catalogue) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        return Text(self.say("simulate.rate", rate=self.say.number(task.speed or 0)) if task.completed else "")


@contextmanager
def playing(games: int, compiles: bool, say: Catalogue) -> Iterator[Callable[[int], None]]:
    """How many games have been played; before the first ones, that the rules are being compiled."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _bar(_Rate(say)) as bar:
        task = bar.add_task(say("simulate.compiling" if compiles else "simulate.playing"), total=games)
        yield lambda done: bar.update(task, advance=done, description=say("simulate.playing"))


@contextmanager
def reading(stream: BinaryIO, title: str) -> Iterator[Callable[[], None]]:
    """How much of a file has been read."""
    status = os.fstat(stream.fileno()) if sys.stderr.isatty() else None
    if status is None or not stat.S_ISREG(status.st_mode):
        yield lambda: None
        return
    with _bar() as bar:
        task = bar.add_task(title, total=status.st_size)
        yield lambda: bar.update(task, completed=stream.tell())


def shortened(name: str) -> str:
    """A name that leaves room for the bar; it is not cut in the result."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _bar(*more: ProgressColumn) -> Progress:
    screen = Console(stderr=True, highlight=False, markup=False)
    title = TextColumn("{task.description}", markup=False)
    return Progress(
        title, BarColumn(), TaskProgressColumn(), *more, TimeRemainingColumn(), console=screen, transient=True
    )
