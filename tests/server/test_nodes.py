"""Two servers on one database: a table is at one of them, and whoever has lost it tells nobody anything of it."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.harness import CODE, TABLE, thoughts
from tests.storage.postgres import Cluster, cluster, execute
from tests.table.harness import make_player
from toctoc.bots import usual_opponent
from toctoc.games.registry import GAMES
from toctoc.server.access import Access
from toctoc.server.http.app import make_app
from toctoc.server.http.context import Stored
from toctoc.server.hub import Hub
from toctoc.server.identity import Keys
from toctoc.server.limits import Limits
from toctoc.server.live_table import LiveTable, Services
from toctoc.server.requests import receive
from toctoc.table import commands, log
from toctoc.table.scheduler import Scheduler

__all__ = ["cluster"]  # a fixture

OPENED = log.Opened(CODE, "escalier", GAMES["escalier"].rules.VERSION, "anna", log.Settings(2))
HELLO = commands.Hello(commands.PROTOCOL, 0)


class Line:
    """A guest's connection, with what came over it."""

    credit = 0
    address = "192.0.2.1"

    def __init__(self, guest: str) -> None:
        self.guest, self.version, self.heard, self.is_open = guest, -1, b"", True

    def send(self, message: bytes) -> None:
        self.heard += message

    def close(self, code: str, message: str) -> None:
        self.heard += f"bye {code}".encode()
        self.is_open = False

    async def closes(self) -> None:
        """Wait until it is closed."""
        while self.is_open:
            await asyncio.sleep(0.01)


class Node:
    """A server without its sockets."""

    def __init__(self, url: str, store: Any, threads: ThreadPoolExecutor) -> None:
        self.url, self.store = url, store
        loop = asyncio.get_running_loop()
        scheduler = Scheduler(make_player, usual_opponent, Random(1))
        self.hub = Hub(Services(store, scheduler, loop, *thoughts(loop, threads), lambda _bot, _game: True))
        self.app = make_app(Access(self.hub, Keys("s" * 32), Limits()), {})

    async def open(self) -> LiveTable:
        stored = Stored()
        live = self.hub.open(TABLE, OPENED, stored.done)
        await stored.wait()
        return live

    async def get(self) -> tuple[int, str]:
        """What a look at the table is answered."""
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://toctoc") as http:
            answer = await http.get(f"/api/tables/{CODE}")
        return answer.status_code, answer.json().get("code", "")

    async def falls_silent(self) -> None:
        """Be taken for dead by the database, and not know it."""
        await self.store.lease.pause()
        await execute(self.url, f"UPDATE nodes SET seen = seen - interval '1 hour' WHERE id = {self.store.node}")

    def knows(self) -> None:
        """Find out, by its own clock."""
        self.store.lease.until = self.store.lease.clock()


@asynccontextmanager
async def nodes(cluster: Cluster) -> AsyncIterator[tuple[Node, Node]]:
    from toctoc.storage.postgres.store import PostgresStore

    url = cluster.new_store()
    with ThreadPoolExecutor(1) as threads:
        one = Node(url, await PostgresStore.open(url, address="one:1", lease_seconds=60), threads)
        two = Node(url, await PostgresStore.open(url, address="two:2", lease_seconds=60), threads)
        try:
            yield one, two
        finally:
            await one.store.close()
            await two.store.close()


def test_a_table_is_at_one_server_until_that_ends_or_is_silent(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            await one.open()
            assert await one.get() == (200, CODE)
            assert await two.get() == (503, "store/stale")
            await one.falls_silent()
            assert await two.get() == (200, CODE)
            one.knows()
            assert await one.get() == (503, "store/stale")
            assert not one.hub.tables
            await one.store.lease.beat()
            assert await one.get() == (503, "store/stale")
            await two.hub.forget_idle(-1)  # a table where nobody is sleeps, and is free
            assert not two.hub.tables
            assert await one.get() == (200, CODE)

    asyncio.run(play())


def test_a_move_at_a_server_that_was_replaced_is_refused_and_told_to_nobody(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live, anna, bob = await one.open(), Line("anna"), Line("bob")
            for line in (anna, bob):
                live.connect(line)
                receive(live, line, HELLO)
            await one.falls_silent()
            assert await two.get() == (200, CODE)
            receive(live, anna, commands.Sit("sits", 0, "Anna"))
            await anna.closes()
            await bob.closes()
            assert b'"code":"store/stale"' in anna.heard
            assert b"Anna" not in bob.heard
            assert bob.heard.endswith(b"bye store/stale")
            assert not one.hub.tables
            live.disconnect(anna)  # nothing of that is stored, and no other table is dropped
            live.disconnect(bob)
            again = await two.hub.find(TABLE)
            assert again is not None
            assert again.table.s.seats[0].is_free

    asyncio.run(play())


@pytest.mark.parametrize("is_heard_again", [False, True])
def test_a_server_that_was_stopped_welcomes_nobody_with_what_it_remembers(
    cluster: Cluster, is_heard_again: bool
) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live = await one.open()
            await one.falls_silent()
            there = await two.hub.find(TABLE)
            assert there is not None
            carl = Line("carl")
            there.connect(carl)
            receive(there, carl, HELLO)
            receive(there, carl, commands.Sit("sits", 0, "Carl"))
            while b"Carl" not in carl.heard:
                await asyncio.sleep(0.01)
            one.knows()
            if is_heard_again:
                await one.store.lease.beat()
            dora = Line("dora")
            live.connect(dora)
            receive(live, dora, HELLO)
            await dora.closes()
            assert b"welcome" not in dora.heard, "it would be older than what others have seen"
            assert not one.hub.tables
            assert TABLE in two.hub.tables

    asyncio.run(play())
