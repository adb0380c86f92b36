"""Two servers on one database: a table is at one of them, and whoever has lost it tells nobody anything of it."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.server.fleet import Wire
from tests.server.local_server import CODE, TABLE, Line
from tests.server.nodes import HELLO, OPENED, Node, nodes
from tests.storage.postgres import Cluster, cluster, execute
from toctoc.server.config import ServerConfig
from toctoc.server.live.dispatch import receive
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.readiness import Readiness
from toctoc.server.run import ServerSetup, _Parts
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.storage import open_store
from toctoc.table import commands

__all__ = ["cluster"]  # a fixture


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


def test_a_move_at_a_replaced_server_is_refused_and_not_sent(cluster: Cluster) -> None:
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
            assert b"Anna" not in bob.heard
            for line in (anna, bob):  # without a refusal: what she asked for, her device asks for again
                assert b"refused" not in line.heard
                assert line.heard.endswith(b"bye store/stale")
            assert not one.hub.tables
            live.disconnect(anna)  # nothing of that is stored, and no other table is dropped
            live.disconnect(bob)
            again = await two.hub.find(TABLE)
            assert again is not None
            assert again.table.state.seats[0].is_free

    asyncio.run(play())


@pytest.mark.parametrize("is_heard_again", [False, True])
def test_a_stopped_server_welcomes_no_client_with_its_old_state(cluster: Cluster, is_heard_again: bool) -> None:
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


def test_idle_clients_of_a_replaced_server_are_disconnected(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live, bob = await one.open(), Line("bob")
            live.connect(bob)
            receive(live, bob, HELLO)
            await one.falls_silent()
            assert await two.get() == (200, CODE)
            one.hub.leave_lost()
            assert bob.is_open, "nobody has told it yet that another server has the table"
            one.knows()
            await one.store.lease.beat()
            one.hub.leave_lost()
            assert bob.heard.endswith(b"bye store/stale")
            two.hub.leave_lost()
            assert TABLE in two.hub.tables

    asyncio.run(play())


def test_a_server_whose_lease_has_expired_hangs_up_though_the_database_says_nothing(cluster: Cluster) -> None:
    async def play() -> None:
        from toctoc.storage.postgres.store import PostgresStore

        url = cluster.new_store()
        wire = await asyncio.to_thread(Wire, urlsplit(url).port or 0)
        store = await PostgresStore.open(
            url.replace(f":{wire.to}/", f":{wire.port}/"), address="one:1", lease_seconds=1
        )
        try:
            with ThreadPoolExecutor(1) as threads:
                one, bob = Node(url, store, threads), Line("bob")
                live = await one.open()
                live.connect(bob)
                receive(live, bob, HELLO)
                await asyncio.to_thread(wire.tell, "freeze")
                receive(live, bob, commands.Sit("sits", 0, "Bob"))
                while bob.is_open:
                    one.hub.leave_lost()
                    await asyncio.sleep(0.01)
                assert bob.heard.endswith(b"bye store/stale")
                assert b"done" not in bob.heard
                assert await one.get() == (503, "store/busy"), "at once: the client goes elsewhere"
                assert not (await Readiness(store, 0).look()).ready
                await asyncio.to_thread(wire.tell, "mend")
                while await one.get() != (200, CODE):
                    await asyncio.sleep(0.01)
        finally:
            await store.close()
            wire.close()

    asyncio.run(play())


def test_a_stopped_server_refuses_nothing_by_its_old_state(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live, anna = await one.open(), Line("anna")
            live.connect(anna)
            receive(live, anna, HELLO)
            await one.falls_silent()
            assert await two.get() == (200, CODE)
            one.knows()
            before = anna.heard
            receive(live, anna, commands.Ping())
            receive(live, anna, commands.Leave("leaves"))
            assert set(anna.heard.removeprefix(before).split(b"bye ")) == {b"", b"store/stale"}

    asyncio.run(play())


def test_a_refusal_behind_a_write_that_is_too_late_is_not_sent(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live, anna = await one.open(), Line("anna")
            live.connect(anna)
            receive(live, anna, HELLO)
            await one.falls_silent()
            assert await two.get() == (200, CODE)
            receive(live, anna, commands.Sit("sits", 0, "Anna"))
            receive(live, anna, commands.Leave("leaves"))
            await anna.closes()
            assert b"refused" not in anna.heard

    asyncio.run(play())


def test_a_server_that_ends_gives_its_tables_away_before_it_hangs_up(cluster: Cluster) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            live = await one.open()

            class Watched(Line):
                def close(self, code: str, message: str) -> None:
                    assert not one.store.has(TABLE), "they would come back to this server"
                    super().close(code, message)

            anna = Watched("anna")
            live.connect(anna)
            receive(live, anna, HELLO)
            receive(live, anna, commands.Sit("sits", 0, "Anna"))
            ending = asyncio.ensure_future(one.hub.hand_over())
            await asyncio.sleep(0)
            receive(live, anna, commands.Leave("leaves"))  # her device says it again elsewhere
            await ending
            assert b"sits" in anna.heard
            assert b"leaves" not in anna.heard
            assert anna.heard.endswith(b"bye server/ends")
            there = await two.hub.find(TABLE)
            assert there is not None
            assert there.table.state.seats[0].name == "Anna"

    asyncio.run(play())


def test_days_and_deadlines_follow_the_clock_of_the_database(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of this machine is an hour behind: it would take tries of a day whose secrets others publish."""
    from toctoc.storage.postgres import lease

    ahead = lease.HEARTBEAT.replace("clock_timestamp())::float8", "clock_timestamp())::float8 + 3600")
    assert ahead != lease.HEARTBEAT
    monkeypatch.setattr(lease, "HEARTBEAT", ahead)

    async def look() -> None:
        url = cluster.new_store()
        store = await open_store(url, "one:1")
        try:
            setup = ServerSetup(config=ServerConfig(store=url), keys=Keys("s" * 32), limits=Limits(), bots={})
            parts = _Parts(setup, store, is_clustered=True)
            right, stored = time.time() + 3_600, StoredFuture()
            assert abs(parts.hub.wall() - right) < 600
            live = parts.hub.open(TABLE, OPENED, stored.done)
            await stored.wait()
            [[touched]] = await execute(url, "SELECT touched FROM ends")
            assert abs(touched - right) < 600
            assert abs(live.head.touched - right) < 600
            await parts.close()
        finally:
            await store.close()

    asyncio.run(look())
