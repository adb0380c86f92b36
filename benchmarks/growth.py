"""Measure the costs of a table over its life, in bytes stored and CPU time: `python -m benchmarks.growth`."""

import asyncio
import sys
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.storage.sqlite.store import SqliteStore
from toctoc.storage.store import Head, Write
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.log import Settings
from toctoc.table.start import seal
from toctoc.table.table import Table

CODE = "hibou-lampe-42"
LOOKED_AT = (1, 50, 200, 1000)  # games


@dataclass(slots=True)
class Played:
    """The bytes that one game has stored, and its duration."""

    entries: int = 0
    log: int = 0
    snapshots: int = 0
    snapshot: int = 0  # the last one, whenever it was taken
    record: int = 0
    seconds: float = 0.0  # of CPU


class Evening:
    """One table of random players, game after game; `store` receives the writes of a server."""

    def __init__(self, game: str, rng: Random, store: SqliteStore | None = None) -> None:
        self.rng, self.store, self.at = rng, store, 0
        self.ids = map("h3k9x2m4p7-{}".format, count(1))  # as long as those of browsers
        self.games: list[Played] = [Played()]
        self.snapshot: bytes | None = None
        self.since: list[bytes] = []
        self.guests = [f"guest{seat}".ljust(26, "a") for seat in range(GAMES[game].players[0])]
        opened = log.Opened(CODE, game, GAMES[game].rules.VERSION, self.guests[0], Settings(len(self.guests)))
        self.table = Table.open(opened, seal())
        self._write(Head("table", CODE, game, False, False, 0.0))
        for seat, guest in enumerate(self.guests):
            self.table.presence.came(guest)
            self.ask(guest, c.Sit(next(self.ids), seat, guest[:6]))

    def ask(self, guest: str, command: c.Command) -> None:
        """Handle a guest's command, and store its entries."""
        self.at += 100
        handle(self.table, ReceivedCommand(guest, self.at, command), lambda *_: False)
        self._write()

    def begin(self) -> None:
        """Deal the cards."""
        self.ask(self.guests[0], c.Start(next(self.ids)))

    def play(self) -> None:
        """Play a game to its end."""
        started = time.process_time()
        self.begin()
        while self.table.is_live and self.table.game:
            match = self.table.game.match
            seat = self.rng.choice(match.actors)
            choices = [action for action in match.legal(seat) if not action.is_throw]  # which would wait
            self.ask(self.guests[seat], c.Move(next(self.ids), str(self.rng.choice(choices))))
        self.games[-1].seconds = time.process_time() - started
        self.games[-1].snapshot = len(self.snapshot or b"")
        self.games.append(Played())

    def rearrange(self, times: int) -> None:
        """Let the first player do nothing but rearrange their cards (C5)."""
        for _ in range(times):
            one, other = self.rng.sample((1, 2, 3, 4), 2)
            self.ask(self.guests[0], c.Move(next(self.ids), f"arrange {one} to {other}"))

    def stored(self) -> tuple[bytes | None, list[bytes]]:
        """Return the state that a restart reads: the last snapshot, and the entries since."""
        return self.snapshot, self.since

    def _write(self, head: Head | None = None) -> None:
        batch, played = self.table.take(), self.games[-1]
        played.entries += len(batch.entries)
        played.log += sum(map(len, batch.entries))
        self.since += batch.entries
        snapshot = self.table.snapshot() if batch.snapshot else None
        if snapshot is not None:
            self.snapshot, self.since = snapshot, []
            played.snapshots += len(snapshot)
        played.record += len(batch.record[1]) if batch.record else 0
        if self.store is not None and batch.entries:
            write = Write("table", batch.first, tuple(batch.entries), head, snapshot, batch.record)
            self.store.write(write, _check)


def _check(error: Exception | None) -> None:
    assert error is None, error


@click.command(name="growth")
@click.option(
    "--game", "names", multiple=True, type=click.Choice(list(BUILT_IN)), help="Only this game; repeatable."
)
@click.option("--games", default=1000, show_default=True, help="Games at one table.")
@click.option("--rearrangements", default=20_000, show_default=True, help="In one game of Toc Chocottes (C5).")
def main(names: tuple[str, ...], games: int, rearrangements: int) -> None:
    """Play one game after the other at one table, and print the bytes stored so far."""
    click.echo("| game | games | lines | log kB | snapshots kB | records kB | last snapshot kB | CPU µs a line |")
    click.echo("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for name in names or BUILT_IN:
        evening, file = _played(name, games)
        for number in sorted({number for number in (*LOOKED_AT, games) if number <= games}):
            _show(GAMES[name].title, evening.games[:number])
        click.echo(f"\n{GAMES[name].title}: a file of {file / 1e6:.1f} MB.\n")
    flood = Evening("chocottes", Random(1))
    flood.begin()
    flood.rearrange(rearrangements)
    [one] = flood.games
    log_size, snapshots = one.log / 1e6, one.snapshots / 1e6
    click.echo(f"{rearrangements:,} rearrangements: {log_size:.1f} MB of log, {snapshots:.1f} MB of snapshots.")


def _played(name: str, games: int) -> tuple[Evening, int]:
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        file = Path(folder) / "store.db"
        store = SqliteStore(file, lambda tell: tell())
        evening = Evening(name, Random(1), store)
        for _ in range(games):
            evening.play()
        asyncio.run(store.close())
        return evening, file.stat().st_size


def _show(title: str, games: list[Played]) -> None:
    lines = sum(played.entries for played in games)
    totals = [sum(getattr(played, what) for played in games) for what in ("log", "snapshots", "record")]
    sizes = " | ".join(f"{size / 1000:,.1f}" for size in (*totals, games[-1].snapshot))
    last = games[-50:]
    cost = 1e6 * sum(played.seconds for played in last) / sum(played.entries for played in last)
    click.echo(f"| {title} | {len(games):,} | {lines:,} | {sizes} | {cost:.0f} |")


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.growth"))
