"""Measure how long a person waits at tables with bots: `python3 run.py bench waiting`.

A real server and a real browser play whole games, all at the same time. The person taps as soon as a question can
be answered. Each of their decisions counts as `DECISION_SECONDS`, so that the figures do not depend on the script.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import click
from playwright.sync_api import sync_playwright

from tests.web.browser import launch
from tests.web.person import PHONE, People, Person

from .report import rows_in_markdown

DECISION_SECONDS = 5.0
POLL_MS = 25
TABLES = {"toctoctoc": 3, "chocottes": 2, "escalier": 2}
HEADER = [
    "game", "players", "pace", "bot's turns", "bot's turn, median s", "longest s", "decisions", "waiting",
    "game, minutes", "over",
]  # fmt: skip


@dataclass
class PlayedGame:
    """One person's game with bots, and its times in seconds."""

    game: str
    players: int
    pace: str
    person: Person
    waited: float = 0.0
    decisions: int = 0
    turns: list[float] = field(default_factory=list)  # of bots, without the time that the person took
    _read: int = 0  # messages
    _sent: int = 0  # moves of the person
    _active: int | None = None  # the seat whose turn it is
    _turn_began: float = 0.0
    _own_seconds: float = 0.0  # that the person took in this turn
    _asked_since: float | None = None
    _waits_since: float = field(default_factory=monotonic)

    @property
    def is_over(self) -> bool:
        """Tell whether the person sees the result."""
        return self.person.device_state()["lobby"].get("stage") == "over" and self.person.is_over()

    def step(self) -> None:
        """Tap, if there is something to tap, and count the time."""
        if self.person.is_asked() and self.person.tappable():
            if self._asked_since is None:
                self._asked_since = monotonic()
                self.waited += self._asked_since - self._waits_since
            self.person.act()
        self._count_moves()
        self._follow_turns()

    def finish(self) -> None:
        """Count the time until the result."""
        if self._asked_since is None:
            self.waited += monotonic() - self._waits_since

    def _count_moves(self) -> None:
        moves = self.person.moves()
        if moves == self._sent or self._asked_since is None:
            return
        self.decisions += moves - self._sent
        self._sent, self._waits_since = moves, monotonic()
        self._own_seconds += self._waits_since - self._asked_since
        self._asked_since = None

    def _follow_turns(self) -> None:
        """Take the times of turns from the table's own time in the messages."""
        for message in self.person.heard[self._read :]:
            self._read += 1
            view = message.get("view") or message.get("public", {}).get("view") or {}
            if "active" not in view or view["active"] == self._active:
                continue
            at = message["at"] / 1000
            if self._active not in (None, 0):
                self.turns.append(max(0.0, at - self._turn_began - self._own_seconds))
            self._active, self._turn_began, self._own_seconds = view["active"], at, 0.0

    def row(self) -> list[str]:
        """Return the figures."""
        whole = self.waited + self.decisions * DECISION_SECONDS
        return [
            self.game, str(self.players), self.pace, str(len(self.turns)), f"{median(self.turns or [0]):.1f}",
            f"{max(self.turns, default=0):.1f}", str(self.decisions), f"{100 * self.waited / whole:.0f} %",
            f"{whole / 60:.1f}", "yes" if self.is_over else "no",
        ]  # fmt: skip


@click.command(name="waiting")
@click.option(
    "--game", "games", multiple=True, type=click.Choice(list(TABLES)), help="Only this game; repeatable."
)
@click.option("--pace", "paces", multiple=True, default=("normal", "fast"), show_default=True)
@click.option("--players", type=int, help="Players at each table, instead of the usual number.")
@click.option("--minutes", default=9.0, show_default=True, help="Stop after so long, over or not.")
@click.option("--sources", type=click.Path(exists=True), help="Another checkout, whose server plays.")
def main(
    games: tuple[str, ...], paces: tuple[str, ...], players: int | None, minutes: float, sources: str | None
) -> None:
    """Play a game of each kind at each pace with bots, and print the times of turns and of waiting."""
    with TemporaryDirectory() as folder, serving(Path(folder), sources) as url, sync_playwright() as playwright:
        people = People(launch(playwright), url, Path(folder))
        played = [
            seated(people, game, players or TABLES[game], pace) for game in games or TABLES for pace in paces
        ]
        until = monotonic() + 60 * minutes
        going = list(played)
        while going and monotonic() < until:
            for one in list(going):
                one.step()
                if one.is_over:
                    one.finish()
                    going.remove(one)
            if going:
                going[0].person.page.wait_for_timeout(POLL_MS)
        load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
        click.echo(rows_in_markdown(HEADER, [one.row() for one in played]))
        click.echo(f"load after the run: {load}")


def seated(people: People, game: str, players: int, pace: str) -> PlayedGame:
    """Start a table for one person and bots."""
    person = people.come("Anna", PHONE, motion="no-preference", pace=pace, is_shown=True)
    people.meet(game, person, players=players)
    return PlayedGame(game, players, pace, person)


@contextmanager
def serving(folder: Path, sources: str | None) -> Iterator[str]:
    """Run `toctoc serve` with bots that pause, and yield its address."""
    environment: dict[str, Any] = {**os.environ, "TOCTOC_LIMIT_TABLES_PER_HOUR": "1000000"}
    if sources:
        environment["PYTHONPATH"] = f"{sources}/src"
    command = [sys.executable, "-m", "toctoc", "serve", "--port", "0", "--store", str(folder / "toctoc.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()
