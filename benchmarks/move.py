"""Measure the CPU time of one move without sockets and without a store: `python3 run.py bench move`."""

import cProfile
import pstats
from dataclasses import dataclass
from itertools import count, pairwise
from random import Random
from time import perf_counter_ns

import click
import msgspec

from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.server.live.outbox import send_replies, send_update
from toctoc.table import commands, log
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.log import Settings
from toctoc.table.table import Table

CODE = "hibou-lampe-42"
SEATS = 4
PARTS = ("decode", "change", "send")  # the message; the table, its log and its updates; the update of each guest


@dataclass(eq=False)
class Line:
    """A connection without a client."""

    guest: str
    address: str = ""
    version: int = 0
    credit: int = 0
    sent: int = 0  # bytes
    is_screen: bool = False

    def send(self, message: bytes) -> None:
        """Count the bytes of a message."""
        self.sent += len(message)

    def close(self, code: str, message: str) -> None:
        """Fail: no client is disconnected here."""
        raise AssertionError(f"{code}: {message}")


class Sitting:
    """One game of four random players, the same for the same number."""

    def __init__(self, game: str, number: int) -> None:
        self.rng, self.at, self.ids = Random(number), 0, map("h3k9x2m4p7-{}".format, count(1))
        self.lines = [Line(f"guest{seat}".ljust(26, "a")) for seat in range(SEATS)]
        opened = log.Opened(CODE, game, GAMES[game].rules.VERSION, self.lines[0].guest, Settings(SEATS))
        self.table = Table.open(opened, log.Sealed(f"{number:064x}", f"{number:016x}"))
        for seat, line in enumerate(self.lines):
            self.table.presence.came(line.guest)
            self.ask(line, {"type": "sit", "id": next(self.ids), "seat": seat, "name": line.guest[:6]})
        self.ask(self.lines[0], {"type": "start", "id": next(self.ids)})

    def ask(self, line: Line, message: dict[str, object]) -> tuple[int, ...]:
        """Handle a message of a guest, and send the updates to all; return the nanoseconds by part."""
        self.at += 100
        encoded, table = msgspec.json.encode(message), self.table
        times = [perf_counter_ns()]
        command = commands.read(encoded)
        times.append(perf_counter_ns())
        handle(table, ReceivedCommand(line.guest, self.at, command, line), lambda *_: False)
        batch = table.take()
        if batch.snapshot:
            table.snapshot()
        times.append(perf_counter_ns())
        for update in batch.updates:
            send_update(self.lines, update)
        send_replies(batch.replies, None)
        times.append(perf_counter_ns())
        return tuple(after - before for before, after in pairwise(times))

    def move(self) -> tuple[int, ...] | None:
        """Make any lawful move; None when the game is over."""
        if not self.table.is_live or self.table.game is None:
            return None
        match = self.table.game.match
        seat = self.rng.choice(match.actors)
        choices = [words for words in match.legal_words(seat) if not words.startswith("snap")]  # which would wait
        action = self.rng.choice(choices)
        return self.ask(self.lines[seat], {"type": "move", "id": next(self.ids), "action": action})


def play(game: str, games: int) -> list[tuple[int, ...]]:
    """Return the times of every move of so many games."""
    moves = []
    for number in range(1, games + 1):
        sitting = Sitting(game, number)
        while (times := sitting.move()) is not None:
            moves.append(times)
    return moves


def measure(game: str, games: int, rounds: int) -> tuple[int, list[float]]:
    """Return the number of moves, and the mean time of each part: of every move the best round."""
    best = play(game, games)
    for _ in range(rounds - 1):
        again = play(game, games)
        best = [tuple(map(min, a, b)) for a, b in zip(best, again, strict=True)]
    return len(best), [sum(part) / len(best) / 1000 for part in zip(*best, strict=True)]


@click.command(name="move")
@click.option(
    "--game", "names", multiple=True, type=click.Choice(list(BUILT_IN)), help="Only this game; repeatable."
)
@click.option("--games", default=20, show_default=True, help="Games that are played.")
@click.option("--rounds", default=10, show_default=True, help="How often; of every move the best time counts.")
@click.option("--profile", "lines", default=0, help="Show instead the so many functions that take longest.")
def main(names: tuple[str, ...], games: int, rounds: int, lines: int) -> None:
    """Let four people play the same games again and again, and say how many µs a move takes, by part."""
    if not lines:
        click.echo("| game | moves | µs a move | " + " | ".join(PARTS) + " |")
        click.echo("| --- | --: | --: |" + " --: |" * len(PARTS))
    for name in names or BUILT_IN:
        if lines:
            _profile(name, games, lines)
            continue
        moves, parts = measure(name, games, rounds)
        shown = " | ".join(f"{part:.1f}" for part in parts)
        click.echo(f"| {GAMES[name].title} | {moves:,} | {sum(parts):.1f} | {shown} |")


def _profile(name: str, games: int, lines: int) -> None:
    play(name, 1)
    with cProfile.Profile() as profile:
        moves = len(play(name, games))
    click.echo(f"{GAMES[name].title}, {moves:,} moves")
    pstats.Stats(profile).sort_stats("tottime").print_stats(lines)
