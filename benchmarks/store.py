"""Measure the moves a second that the store makes durable, and their CPU time: `python -m benchmarks.store`."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import click

from toctoc.storage.sqlite.store import SqliteStore
from toctoc.storage.store import Head, Store, StoreError, Write

ENTRY = os.urandom(120)


@click.command(name="store")
@click.option("--tables", default=1000, show_default=True)
@click.option("--moves", default=30_000, show_default=True)
@click.option("--waiting", default=200, show_default=True, help="Tables that wait for their move to be stored.")
@click.option("--store", "url", help="An empty database, postgresql://…, instead of a new SQLite file.")
def main(tables: int, moves: int, waiting: int, url: str | None) -> None:
    """Store moves of one entry, at tables chosen at random, each queued when another has been stored."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(measure(url, Path(folder) / "store.db", tables, moves, waiting))


async def measure(url: str | None, file: Path, tables: int, moves: int, waiting: int) -> None:
    """Print the figures of a store."""
    if url is None:
        store: Store = SqliteStore(file, asyncio.get_running_loop().call_soon_threadsafe)
    else:
        from toctoc.storage.postgres.store import PostgresStore

        store = await PostgresStore.open(url)
    load = Load(store, tables, moves)
    await load.begin()
    cpu, wall = time.process_time(), time.perf_counter()
    await load.run(waiting)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    await store.close()
    times = sorted(load.times)
    click.echo(f"{moves / wall:,.0f} moves/s, {1e6 * cpu / moves:.1f} µs of CPU a move with this loop")
    click.echo(f"stored after {1e3 * median(times):.1f} ms, p99 {1e3 * times[len(times) * 99 // 100]:.1f} ms")
    click.echo(f"{moves / load.commits:.0f} moves share a commit")


class Load:
    def __init__(self, store: Store, tables: int, moves: int) -> None:
        self.store = store
        self.rng = Random(1)
        self.numbers = {str(table): 1 for table in range(tables)}
        self.tables = list(self.numbers)
        self.left = moves  # to be queued
        self.unanswered = moves
        self.times: list[float] = []
        self.over = asyncio.Event()
        self.commits = 0

    async def begin(self) -> None:
        """Make the tables."""
        made: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        for table in self.tables:
            head = Head(table, table, "escalier", False, False, time.time())
            self.store.write(Write(table, 1, (ENTRY,), head), lambda _: None)
        self.store.write(Write(self.tables[0], 2, ()), made.set_result)
        assert await made is None

    async def run(self, waiting: int) -> None:
        """Store all moves, `waiting` at a time."""
        self.commits = -self.store.commits
        for _ in range(min(waiting, self.left)):
            self.move()
        await self.over.wait()
        self.commits += self.store.commits

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
