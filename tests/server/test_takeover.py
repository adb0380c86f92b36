"""After a node dies, its players wait for the end of its lease, and go on at another node at once."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from tests.server.local_server import CODE, TABLE, Line
from tests.server.nodes import HELLO, OpenNode
from tests.server.test_forwarding import ask, line, until, with_nodes
from tests.storage.postgres import cluster
from toctoc.server.errors import HTTPError
from toctoc.server.live.dispatch import receive
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.nodes.takeover import Takeover
from toctoc.table import commands

__all__ = ["cluster"]  # a fixture


def fall_dead(node: OpenNode) -> None:
    """Answer nobody any more; the lease, and with it the table, is still the node's."""
    for server in node.server.servers:
        server.close()
    node.private.close()


def note_loads(node: OpenNode) -> list[str]:
    """The tables that a node reads from now on."""
    loads, load = list[str](), node.store.load

    async def noting(table: str) -> Any:
        loads.append(table)
        return await load(table)

    node.store.load = noting
    return loads


async def is_taken_over(one: OpenNode, two: OpenNode) -> None:
    """The first node has read the second one's table, and gets it."""
    heir = one.ways.takeover
    await until(lambda: heir._prefetched[two.address][TABLE].done())
    await heir.take_over(two.address)


async def is_read_ahead(node: OpenNode, waiting: int = 1) -> None:
    """Wait until a node has read the table, though it is not its own yet, and so many wait for it."""
    forwarding = node.ways
    await until(lambda: forwarding.waiting.total() == waiting)
    await until(
        lambda: any(r.done() for tables in forwarding.takeover._prefetched.values() for r in tables.values())
    )
    assert TABLE not in node.hub.tables


@with_nodes()
async def test_requests_for_a_table_of_a_dead_node_wait_for_its_lease(one: OpenNode, two: OpenNode) -> None:
    fall_dead(one)
    async with two.http() as http:
        page = await http.get("/t/" + CODE)
        assert page.status_code in (200, 503)  # the latter where the client is not built
        asked = asyncio.ensure_future(http.get(f"/api/tables/{CODE}"))
        coming = asyncio.ensure_future(line(two).__aenter__())
        await until(lambda: two.ways.waiting.total() == 2)
        await one.falls_silent()
        assert (await asked).status_code == 200
        socket = await coming
        assert (await ask(socket, "hello", protocol=1, version=0))["type"] == "welcome"
        await socket.close()
    assert TABLE in two.hub.tables


@with_nodes()
async def test_a_table_of_a_dead_node_is_read_before_it_is_free(one: OpenNode, two: OpenNode) -> None:
    fall_dead(one)
    loads = note_loads(two)
    coming = [asyncio.ensure_future(line(two, name * 26).__aenter__()) for name in "abc"]
    await is_read_ahead(two, waiting=3)  # a client that comes after the lease reads the table itself
    await one.falls_silent()
    sockets = [await each for each in coming]
    for socket in sockets:
        assert (await ask(socket, "hello", protocol=1, version=0))["type"] == "welcome"
    assert (await ask(sockets[0], "sit", id="1", seat=0, name="Anna"))["type"] == "done"
    assert loads == [TABLE], "once, for all who waited"
    for socket in sockets:
        await socket.close()


@with_nodes()
async def test_a_late_entry_of_a_silent_node_is_not_lost(one: OpenNode, two: OpenNode) -> None:
    """It was not dead: nobody reached it any more, but it reached the database."""
    fall_dead(one)
    loads = note_loads(two)
    coming = asyncio.ensure_future(line(two).__aenter__())
    await is_read_ahead(two)
    live, anna = one.hub.tables[TABLE], Line("anna")
    live.connect(anna)
    receive(live, anna, HELLO)
    receive(live, anna, commands.Sit("sits", 0, "Anna"))
    await until(lambda: b"done" in anna.heard)
    await one.falls_silent()
    socket = await coming
    welcome = await ask(socket, "hello", protocol=1, version=0)
    assert welcome["lobby"]["seats"][0]["name"] == "Anna"
    assert loads == [TABLE, TABLE]
    await socket.close()


@with_nodes()
async def test_an_old_state_of_a_table_is_not_shown_after_a_takeover(one: OpenNode, two: OpenNode) -> None:
    heir, bob = one.ways.takeover, Line("bob")
    one.hub.tables[TABLE].connect(bob)
    receive(one.hub.tables[TABLE], bob, HELLO)
    await one.falls_silent()
    there, anna = await two.hub.find(TABLE), Line("anna")
    assert there is not None
    there.connect(anna)
    receive(there, anna, HELLO)
    receive(there, anna, commands.Sit("sits", 0, "Anna"))
    await until(lambda: b"done" in anna.heard)
    await two.falls_silent()
    await one.store.lease.beat()
    one.store.epochs[TABLE] = 1  # as if nobody had told it yet
    heir.prefetch(two.address, TABLE)
    await is_taken_over(one, two)
    assert bob.heard.endswith(b"bye store/stale")
    assert one.hub.tables[TABLE].table.state.seats[0].name == "Anna"


@with_nodes()
async def test_a_node_that_answers_again_gets_the_request(one: OpenNode, two: OpenNode) -> None:
    tries = 0

    async def go(_node: str) -> str:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ConnectionError
        return "there"

    reached = asyncio.ensure_future(
        two.ways.reach(OwnedElsewhere(TABLE, one.address), still_at(one), go, patience=60)
    )
    while not reached.done():
        await one.store.lease.beat()
        await asyncio.sleep(0.1)
    assert reached.result() == "there"
    assert tries == 2
    assert TABLE not in two.hub.tables


@with_nodes()
async def test_a_request_waits_a_limited_time_for_a_silent_node(one: OpenNode, two: OpenNode) -> None:
    """The node lives, and does not answer: nobody else may have its table."""
    asked = 0

    async def fail(_node: str) -> None:
        nonlocal asked
        asked += 1
        raise ConnectionError

    seconds = count(step=2.0)
    forwarding = Forwarding(two.store.nodes, two.access.keys, Takeover(two.hub), lambda: next(seconds))
    with pytest.raises(HTTPError, match="try again"):
        await forwarding.reach(OwnedElsewhere(TABLE, one.address), still_at(one), fail)
    assert asked > 1, "perhaps it is back"
    assert forwarding.traffic.failed == 1
    assert not forwarding.waiting
    assert TABLE not in two.hub.tables


def still_at(node: OpenNode) -> Callable[[], Awaitable[OwnedElsewhere]]:
    """Answers that the table is at that node, however often one asks."""

    async def ask() -> OwnedElsewhere:
        return OwnedElsewhere(TABLE, node.address)

    return ask
