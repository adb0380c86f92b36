"""Show progress bars on standard error, if that is a terminal."""

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import click
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

from toctoc.core.compile.notice import reporting_to
from toctoc.lang import Catalogue

PROGRESS_NAME_LETTERS = 30


class _Rate(ProgressColumn):
    def __init__(self, say: Catalogue) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        return Text(self.say("simulate.rate", rate=rate(task.speed or 0, self.say)) if task.completed else "")


def rate(games: float, say: Catalogue) -> str:
    """Write games a second, with tenths below 10."""
    return say.number(games, 0 if games >= 10 else 1)


@contextmanager
def playing(games: int, say: Catalogue) -> Iterator[Callable[[int], None]]:
    """Show the number of games played; before the first ones, the game that is compiled, if one is."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _shown(_bar(_Rate(say))) as bar:
        task = bar.add_task(say("simulate.playing"), total=games)
        with reporting_to(lambda game: bar.update(task, description=say("compiling", title=say.title(game)))):
            yield lambda done: bar.update(task, advance=done, description=say("simulate.playing"))


@contextmanager
def training(decisions: int, say: Catalogue) -> Iterator[Callable[[int], None]]:
    """Show the number of decisions of a training."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _shown(_bar()) as bar:
        task = bar.add_task(say("exploit.imitating"), total=decisions)
        yield lambda done: bar.update(task, advance=done, description=say("exploit.training"))


@dataclass(frozen=True, slots=True)
class Reading:
    advance: Callable[[], None]  # one record more has been read
    tell: Callable[[str], None]  # print a line to standard output, above the bar if that is there


@contextmanager
def reading(stream: BinaryIO, title: str) -> Iterator[Reading]:
    """Show how much of a file has been read."""
    status = os.fstat(stream.fileno()) if sys.stderr.isatty() else None
    if status is None or not stat.S_ISREG(status.st_mode):
        yield Reading(lambda: None, click.echo)
        return
    with _shown(_bar()) as bar:
        task = bar.add_task(title, total=status.st_size)
        above = partial(bar.print, soft_wrap=True) if sys.stdout.isatty() else click.echo
        yield Reading(lambda: bar.update(task, completed=stream.tell()), above)


@contextmanager
def migrating(say: Catalogue) -> Iterator[Callable[[int, int], None]]:
    """Show the steps of a migration of a store."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    with _shown(_bar()) as bar:
        task = bar.add_task(say("migrate.copying"), total=None)

        def tell(done: int, steps: int) -> None:
            words = "migrate.copying" if 2 * done < steps else "migrate.comparing"
            bar.update(task, completed=done, total=steps, description=say(words))

        yield tell


@contextmanager
def warming(parts: int, say: Catalogue) -> Iterator[Callable[[], None]]:
    """Show the number of parts that are compiled, and the game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with _shown(_bar()) as bar:
        task = bar.add_task(say("warm-up.loading"), total=parts)
        with reporting_to(lambda game: bar.update(task, description=say("compiling", title=say.title(game)))):
            yield lambda: bar.update(task, advance=1)


@contextmanager
def analysing(say: Catalogue) -> Iterator[Callable[[float], None]]:
    """Show the share of an analysis that is done."""
    if not sys.stderr.isatty():
        yield lambda _share: None
        return
    with _shown(_bar()) as bar:
        task = bar.add_task(say("analyse.reading"), total=1.0)
        yield lambda share: bar.update(task, completed=share)


def shortened(name: str) -> str:
    """Return a name that leaves room for the bar; it is not cut in the result."""
    return name if len(name) <= PROGRESS_NAME_LETTERS else f"{name[: PROGRESS_NAME_LETTERS - 1]}…"


def _bar(*more: ProgressColumn) -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        *more,
        TimeRemainingColumn(),
        console=Console(stderr=True, highlight=False, markup=False),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


@contextmanager
def _shown(bar: Progress) -> Iterator[Progress]:
    """Show the bar. Ctrl-C is delayed while it starts and stops, so that its thread never outlives it."""
    with _uninterrupted():
        bar.start()
    try:
        yield bar
    finally:
        with _uninterrupted():
            bar.stop()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until after this block."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
