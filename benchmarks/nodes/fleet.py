"""Run nodes of one database, with tables spread over them, and players that come to the right node or another."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families as metrics

from benchmarks.live.process import ServerProcess
from benchmarks.live.served import hang_up
from benchmarks.live.toctoc import ToctocTable, new_table, serve
from benchmarks.nodes.figures import Setting

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
        """Make a table at a node, in turn; who makes it there has it there."""
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
