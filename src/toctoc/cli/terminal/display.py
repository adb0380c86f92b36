"""Show a game: on a terminal that is drawn anew at every step, or as plain text that flows.

The drawn display uses the alternate screen, which keeps no history, so that hidden cards leave no trace.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.text import Text

from toctoc.cli.console import console, interactive
from toctoc.cli.terminal.paint import NOTICE, QUESTION, QUIET
from toctoc.cli.terminal.speech import harmless
from toctoc.lang import Catalogue

PROMPT = "> "
CLEAR = "\x1b[H\x1b[2J"
HIDING_LINES = 60  # push a card out of sight on a terminal that cannot erase


class Display(Protocol):
    console: Console

    def welcome(self, lines: Sequence[Text]) -> None:
        """Say something before the game."""

    def happened(self, table: RenderableType, news: Sequence[Text]) -> None:
        """Show a step of any player."""

    def wait(self) -> None:
        """Pause, so that the player can see it."""

    def ask(self, table: RenderableType, question: RenderableType, notice: str = "") -> str:
        """Return the line that the player answers; `EOFError` at the end of the input."""

    def peek(self, table: RenderableType, news: Sequence[Text]) -> None:
        """Show something once, and hide it when the player has seen it."""

    def stop(self, news: Sequence[Text]) -> None:
        """Show something until the player goes on."""

    def read(self, text: RenderableType) -> None:
        """Show a text that may be long."""

    def unseen(self) -> Sequence[Text]:
        """Return the last events, if the screen that showed them is gone."""

    def forget(self) -> None:
        """Drop the events so far: the player has acted."""


@contextmanager
def opened(say: Catalogue, pause: float) -> Iterator[Display]:
    """Yield the display for this terminal; a drawn one always gives the screen back at the end."""
    screen = console()
    if not interactive() or screen.is_dumb_terminal:
        yield FlowingDisplay(screen, say)
        return
    with suppress(ImportError):
        import readline  # noqa: F401  # gives `input` its line editing, where there is one
    screen.set_alt_screen(True)
    try:
        yield DrawnDisplay(screen, say, pause)
    finally:
        screen.set_alt_screen(False)


class FlowingDisplay:
    """Plain text for pipes, files and terminals that cannot be drawn on."""

    def __init__(self, console: Console, say: Catalogue) -> None:
        self.console = console
        self.say = say
        self.drawn = False  # whether the text ends with the current table

    def welcome(self, lines: Sequence[Text]) -> None:
        self.console.print(Group(*lines))

    def happened(self, table: RenderableType, news: Sequence[Text]) -> None:  # noqa: ARG002  # drawn at the next question
        self.stop(news)
        self.drawn = False

    def wait(self) -> None:
        """Return at once."""

    def ask(self, table: RenderableType, question: RenderableType, notice: str = "") -> str:
        if not self.drawn:
            self.console.print(Group("", table, ""))
            self.drawn = True
        if notice:
            self.console.print(Text(notice, NOTICE))
        self.console.print(question)
        line = input(PROMPT)
        if not sys.stdin.isatty():
            self.console.print(harmless(line))  # so that a transcript shows the answers too
        return line

    def peek(self, table: RenderableType, news: Sequence[Text]) -> None:
        self.happened(table, news)
        if interactive():
            self.console.print(self.say("play.hide"))
            input(PROMPT)
            self.console.print("\n" * HIDING_LINES)

    def stop(self, news: Sequence[Text]) -> None:
        for line in news:
            self.console.print(line, soft_wrap=not sys.stdout.isatty())

    def read(self, text: RenderableType) -> None:
        self.console.print(text)

    def unseen(self) -> Sequence[Text]:
        return ()

    def forget(self) -> None:
        self.drawn = False


class DrawnDisplay:
    """A terminal with the table, the events since the player's last move, and the question."""

    def __init__(self, console: Console, say: Catalogue, pause: float) -> None:
        self.console = console
        self.say = say
        self.pause = pause
        self.recent: list[Text] = []
        self.latest: Sequence[Text] = ()

    def welcome(self, lines: Sequence[Text]) -> None:
        self.recent += lines

    def happened(self, table: RenderableType, news: Sequence[Text]) -> None:
        self.recent += news
        self.latest = news
        self._draw(table, self.recent, None)

    def wait(self) -> None:
        time.sleep(self.pause)

    def ask(self, table: RenderableType, question: RenderableType, notice: str = "") -> str:
        below = Group(Text(notice, NOTICE), question) if notice else question
        self._draw(table, self.recent, below)
        return input(PROMPT)

    def peek(self, table: RenderableType, news: Sequence[Text]) -> None:
        self._draw(table, [*self.recent, *news], Text(self.say("play.hide"), QUESTION))
        input(PROMPT)

    def stop(self, news: Sequence[Text]) -> None:
        self.read(Group(*self.recent, *news))
        self.forget()

    def read(self, text: RenderableType) -> None:
        """Show the text screen by screen."""
        lines = self._rendered(text)
        room = max(1, self.console.height - 3)
        for start in range(0, len(lines), room):
            last = start + room >= len(lines)
            hint = self.say("play.enter") if last else self.say("play.more", back=self.say("command.back"))
            self._write([*lines[start : start + room], "", *self._rendered(Text(hint, QUESTION))])
            if input(PROMPT).strip() and not last:
                return

    def unseen(self) -> Sequence[Text]:
        return self.latest

    def forget(self) -> None:
        self.recent.clear()

    def _draw(self, table: RenderableType, news: Sequence[Text], below: RenderableType | None) -> None:
        above = self._rendered(table)
        lines = self._rendered(Group(*news))
        beneath = ["", *self._rendered(below)] if below else []
        room = max(3, self.console.height - len(above) - len(beneath) - 2)
        if len(lines) > room:
            hidden = len(lines) - room + 1
            lines = [*self._rendered(Text(self.say("play.earlier", n=hidden), QUIET)), *lines[hidden:]]
        self._write([*above, "", *lines, *beneath])

    def _write(self, lines: Sequence[str]) -> None:
        """Write a new screen, at one stroke."""
        self.console.file.write(CLEAR + "".join(f"{line}\n" for line in lines))
        self.console.file.flush()

    def _rendered(self, text: RenderableType) -> list[str]:
        """Return the lines of a text, with their colours."""
        with self.console.capture() as captured:
            self.console.print(text)
        return captured.get().splitlines()
