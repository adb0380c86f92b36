"""Measure one setting under a steady load: nodes of one database, with tables and players spread over them."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families as metrics

from benchmarks.live.hall import Hall, Schedule
from benchmarks.live.measure import Load, calm, phase
from benchmarks.live.peer import SEATS
from benchmarks.live.process import ServerProcess, hang_up
from benchmarks.live.toctoc import ToctocTable, new_table, serve

from .database import opened
from .figures import Row, Setting

COMMITS = "toctoc_commit_seconds_count"


class Fleet:
    """Serve tables by as many processes as the setting says; without a database, by one on SQLite."""

    def __init__(self, setting: Setting, store: str | None) -> None:
        self.setting, self.store = setting, store
        self.title = self.about = setting.title
        self.folder = TemporaryDirectory()
        self.nodes: list[ServerProcess] = []
        self.tables: list[ToctocTable] = []
        self._numbers = count()

    async def start(self) -> None:
        options = [] if self.store is None else ["--store", self.store, "--log", "error"]
        for _ in range(self.setting.nodes):
            self.nodes.append(await serve(Path(self.folder.name), *options))

    async def open_table(self, updated: Callable[[int], None]) -> ToctocTable:
        """Make a table at a node, in turn; that node owns it."""
        owner, door = self.setting.place(next(self._numbers))
        table = await new_table(self.nodes[owner].url, updated)
        self.tables.append(table)
        await table.connect(self.nodes[door].url)
        return table

    def cpu_seconds(self) -> float:
        return sum(node.cpu_seconds() for node in self.nodes)

    def resident_bytes(self) -> int:
        return sum(node.resident_bytes() for node in self.nodes)

    def commits(self) -> int:
        """Return how often the nodes have committed so far."""
        return sum(commits(node.url) for node in self.nodes)

    async def stop(self) -> None:
        hang_up(self.tables)
        for node in self.nodes:
            await node.stop()
        self.folder.cleanup()


def commits(server: str) -> int:
    with urlopen(f"{server}/metrics") as answer:
        text = answer.read().decode()
    return next(
        int(sample.value) for family in metrics(text) for sample in family.samples if sample.name == COMMITS
    )


async def measure(setting: Setting, url: str, load: Load, progress: Callable[[str], None]) -> tuple[Row, str]:
    """Open the tables and play at a steady pace; return the figures, and a description of PostgreSQL."""
    progress(f"{setting.title}, players {setting.players}")
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(url)) if setting.is_database else None
        fleet = Fleet(setting, database.url if database else None)
        stack.push_async_callback(fleet.stop)
        await fleet.start()
        resident = fleet.resident_bytes()
        hall = Hall(fleet)
        await hall.open(load.tables)
        plan = Schedule(load.tables, load.pace, load.seconds)
        with calm():
            await hall.paced(Schedule(load.tables, load.pace, load.warm_up))
            idle, before = load.seconds / 2, fleet.cpu_seconds()
            await asyncio.sleep(idle)
            idle = 1e6 * (fleet.cpu_seconds() - before) / idle / load.tables / SEATS
            used = await database.used() if database else None
            commits = fleet.commits()
            found = await phase(hall, lambda: hall.paced(plan))
            commits = fleet.commits() - commits
            used = (await database.used()).since(used) if database and used else None
        row = Row(setting, found, commits, (resident, fleet.resident_bytes()), idle, used)
        return row, database.about if database else ""
