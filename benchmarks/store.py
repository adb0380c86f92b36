"""Measure the moves a second that the store makes durable, and their CPU time: `python -m benchmarks.store`."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import click

from toctoc.storage.sqlite import SqliteStore
from toctoc.storage.store import Head, StoreError, Write

ENTRY = os.urandom(120)


@click.command(name="store")
@click.option("--tables", default=1000, show_default=True)
@click.option("--moves", default=30_000, show_default=True)
@click.option("--waiting", default=200, show_default=True, help="Tables that wait for their move to be stored.")
def main(tables: int, moves: int, waiting: int) -> None:
    """Store moves of one entry, at tables chosen at random, each queued when another has been stored."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        store = SqliteStore(Path(folder) / "store.db", lambda tell: tell())
        load = Load(store, tables, moves)
        cpu, wall = time.process_time(), time.perf_counter()
        load.run(waiting)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        asyncio.run(store.close())
    times = sorted(load.times)
    click.echo(f"{moves / wall:,.0f} moves/s, {1e6 * cpu / moves:.1f} µs of CPU a move with this loop")
    click.echo(f"stored after {1e3 * median(times):.1f} ms, p99 {1e3 * times[len(times) * 99 // 100]:.1f} ms")
    click.echo(f"{moves / load.commits:.0f} moves share a commit")


class Load:
    def __init__(self, store: SqliteStore, tables: int, moves: int) -> None:
        self.store = store
        self.rng = Random(1)
        self.numbers = dict.fromkeys(map(str, range(tables)), 1)
        self.tables = list(self.numbers)
        self.left = moves  # to be queued
        self.unanswered = moves
        self.times: list[float] = []
        self.over = threading.Event()
        self.commits = 0
        for table in self.tables:
            head = Head(table, table, "escalier", False, False, time.time())
            store.write(Write(table, 1, (ENTRY,), head), lambda _: None)

    def run(self, waiting: int) -> None:
        """Store all moves, `waiting` at a time; everything happens in the callbacks, so in one thread."""

        def begin(error: StoreError | None) -> None:
            assert error is None, error
            self.commits = -self.store.writer.commits
            for _ in range(min(waiting, self.left)):
                self.move()

        self.store.write(Write("0", 2, ()), begin)
        self.over.wait()
        self.commits += self.store.writer.commits

    def move(self) -> None:
        self.left -= 1
        table = self.rng.choice(self.tables)
        self.numbers[table] += 1
        self.store.write(Write(table, self.numbers[table], (ENTRY,)), self.stored(time.perf_counter()))

    def stored(self, begin: float) -> Callable[[StoreError | None], None]:
        def done(error: StoreError | None) -> None:
            assert error is None, error
            self.times.append(time.perf_counter() - begin)
            self.unanswered -= 1
            if self.left:
                self.move()
            elif not self.unanswered:
                self.over.set()

        return done


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.store"))
