"""A node forwards requests to the node that has the table, and clients see no difference."""

import asyncio
import json
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.server.local_server import CODE, SECRET, TABLE
from tests.server.nodes import DEFAULT, OpenNode, open_nodes
from tests.storage.postgres import Cluster, cluster
from toctoc.server.nodes import signed_hop, tcp_tunnel
from toctoc.server.nodes.forwarding import SILENT_LINE_SECONDS
from toctoc.server.nodes.signed_hop import Hop
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.server.transport.websocket import WebSocket

__all__ = ["cluster"]  # a fixture

Test = Callable[[OpenNode, OpenNode], Coroutine[Any, Any, None]]
GUEST = "a" * 26
SOCKET = f"/api/tables/{CODE}-{Keys(SECRET).link_key(CODE, TABLE)}/ws"


def with_nodes(limits: Limits = DEFAULT) -> Callable[[Test], Callable[[Cluster], None]]:
    """Run a test with two nodes, the first of which has a table."""

    def decorate(test: Test) -> Callable[[Cluster], None]:
        def run(cluster: Cluster) -> None:
            async def play() -> None:
                async with open_nodes(cluster, limits) as (one, two):
                    await one.open()
                    await test(one, two)

            asyncio.run(play())

        run.__name__ = test.__name__
        return run

    return decorate


def line(node: OpenNode, guest: str = GUEST, **more: Any) -> connect:
    token = node.access.keys.seat_token(TABLE, guest)
    offered: Any = ["toctoc", f"toctoc.token.{token}"]
    return connect(f"ws{node.where[4:]}{SOCKET}", subprotocols=offered, proxy=None, compression=None, **more)


def sign(
    to: OpenNode,
    hop: Hop,
    path: str,
    headers: dict[str, str] | None = None,
    keys: Keys | None = None,
    age: float = 0,
    body: bytes = b"",
) -> str:
    """The signature of a request for `path` at a node, as another one would send it so many seconds ago."""
    request = signed_hop.SignedRequest("GET", path, {"host": to.address, **(headers or {})})
    return signed_hop.sign(keys or to.access.keys, hop, request, to.store.nodes.wall() - age, body)


async def ask(socket: ClientConnection, kind: str, **more: Any) -> dict[str, Any]:
    """What it is answered, whatever else is told."""
    await socket.send(json.dumps({"type": kind, **more}))
    while True:
        told: dict[str, Any] = json.loads(await socket.recv())
        if told["type"] in ("welcome", "done", "refused"):
            return told


async def hears_for_ever(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


@with_nodes()
async def test_players_at_two_nodes_are_at_one_table(one: OpenNode, two: OpenNode) -> None:
    async with line(one) as anna, line(two, "b" * 26) as bob:
        assert bob.subprotocol == "toctoc"
        for socket in (anna, bob):
            assert (await ask(socket, "hello", protocol=1, version=0))["lobby"]["code"] == CODE
        assert (await ask(bob, "sit", id="1", seat=1, name="Bob"))["type"] == "done"
        heard = json.loads(await anna.recv())
        assert heard["public"]["lobby"]["seats"][1]["name"] == "Bob"
        assert not two.hub.tables  # its bots and clocks are at the other one alone
        [live] = one.hub.tables.values()
        assert {connection.address for connection in live.connections} == {"127.0.0.1"}
    await until(lambda: not live.connections)


@with_nodes()
async def test_every_path_of_a_table_is_answered_alike_by_both(one: OpenNode, two: OpenNode) -> None:
    paths = (f"/api/tables/{CODE}", f"/api/tables/{CODE.upper()}/invitation?lang=de", f"/api/tables/{CODE}/replay")
    page = "/t/" + CODE
    async with one.http() as here, two.http() as there:
        same = {"Host": "toctoc.local", "Accept-Language": "fr"}
        for path in (*paths, page):
            [at_one, at_two] = [await http.get(path, headers=same) for http in (here, there)]
            assert at_one.status_code == at_two.status_code
            assert at_one.content == at_two.content, path
            kept = [{k: v for k, v in answer.headers.items() if k != "date"} for answer in (at_one, at_two)]
            assert kept[0] == kept[1]
            assert signed_hop.HOP_HEADER not in at_two.headers
        made = await there.post(f"/api/tables/{CODE}/token")
        assert made.status_code == 201
        taken = await there.post(f"/api/tables/{CODE}/device/take", json={"token": "no"}, headers=same)
        assert (taken.status_code, taken.json()["code"]) == (400, "device/bad-token")
        long = await there.post(f"/api/tables/{CODE}/device/take", content=b"x" * 20_000)
        assert long.status_code == 413


@with_nodes()
async def test_tables_are_listed_and_found_at_every_node(one: OpenNode, two: OpenNode) -> None:
    async with one.http() as here, two.http() as there:
        settings = {"players": 2, "listed": True}
        made = (
            await here.post("/api/tables", json={"game": "escalier", "settings": settings, "program": True})
        ).json()
        assert len(one.hub.tables) == 1, (
            "a new table is nobody's until somebody comes: a balancer sends all to one node"
        )
        assert (await there.get(f"/api/tables/{made['code']}")).status_code == 200
        assert made["code"] in [live.head.code for live in two.hub.tables.values()]
        [listed] = (await here.get("/api/tables")).json()["tables"]
        assert (listed["code"], listed["seats"][0]["kind"]) == (made["code"], "free")
        address = f"ws{here.base_url!s}".replace("wshttp", "ws").rstrip("/") + made["socket"]
        offered: Any = ["toctoc", f"toctoc.token.{made['token']}"]
        async with connect(address, subprotocols=offered, proxy=None) as socket:
            await ask(socket, "hello", protocol=1, version=0)
            await ask(socket, "sit", id="1", seat=0, name="Anna")
            [listed] = (await here.get("/api/tables")).json()["tables"]
            assert listed["seats"][0]["name"] == "Anna"
            assert [each["code"] for each in (await there.get("/api/tables")).json()["tables"]] == [made["code"]]


@with_nodes(Limits(connections_per_address=2, spectators_per_address=2))
async def test_a_connection_counts_at_the_node_of_its_client(one: OpenNode, two: OpenNode) -> None:
    before = [node.access.connections.open for node in (one, two)]
    async with line(two), line(two, "b" * 26):
        assert (one.access.addresses.connections, two.access.addresses.connections) == (0, 2)
        assert len(two.ways.lines) == 2
        with pytest.raises(InvalidStatus) as refused:
            await line(two, "c" * 26)
        assert refused.value.response.status_code == 503
        assert b"server/full" in refused.value.response.body
        async with two.http() as there:
            figures = (await there.get("/metrics")).text
        assert "toctoc_forwarded_lines 2.0" in figures
        assert "toctoc_forwarded_total 2.0" in figures
    await until(lambda: [node.access.connections.open for node in (one, two)] <= before)
    await until(lambda: two.access.addresses.connections == 0)
    assert two.ways.lines == {}
    assert not one.admissions.watchers


@with_nodes()
async def test_the_private_port_answers_only_signed_requests(one: OpenNode, two: OpenNode) -> None:
    path = f"/api/tables/{CODE}"
    hop, headers = Hop("192.0.2.7", "https"), {"cookie": "toctoc-guest=a"}
    signed = sign(one, hop, path, headers)
    forged = sign(one, hop, path, headers, keys=Keys("t" * 32))
    async with httpx.AsyncClient(base_url=f"http://{one.address}", trust_env=False, headers=headers) as http:
        assert (await http.get(path, headers={signed_hop.HOP_HEADER: signed})).status_code == 200
        bad = ("", "x", forged, signed.replace("192.0.2.7", "192.0.2.8"), signed.replace("https", "http"))
        old = [sign(one, hop, path, headers, age=age) for age in (-40, 40)]
        other_cookie, other_body = sign(one, hop, path, {"cookie": "b"}), sign(one, hop, path, headers, body=b"x")
        other_time = sign(one, hop, path, headers, age=40).split(" ")
        other_time[2] = signed.split(" ")[2]
        for header in (*bad, *old, other_cookie, other_body, " ".join(other_time)):
            answer = await http.get(path, headers={signed_hop.HOP_HEADER: header})
            assert (answer.status_code, answer.json()["code"]) == (403, "node/unknown"), header
        for other in (f"{path}/invitation", "/api/tables", "/", "/api/games"):
            assert (await http.get(other, headers={signed_hop.HOP_HEADER: signed})).status_code == 403
        assert (await http.get("/metrics")).status_code == 200  # of each node, though they share a port
    for header in ("", signed):
        with pytest.raises(InvalidStatus) as refused:
            await connect(
                f"ws://{one.address}{SOCKET}", additional_headers={signed_hop.HOP_HEADER: header}, proxy=None
            )
        assert refused.value.response.status_code == 403


@with_nodes(Limits(missed_codes_per_hour=1))
async def test_a_client_cannot_forge_the_address_of_a_request(one: OpenNode, two: OpenNode) -> None:
    path = "/api/tables/" + CODE.replace("42", "43")
    async with two.http() as http:
        for code in ("table/unknown", "table/guessing"):  # it is still the same address
            signed = sign(two, Hop(f"192.0.2.{len(code)}", "http"), path)
            assert (await http.get(path, headers={signed_hop.HOP_HEADER: signed})).json()["code"] == code
        # Nor does it reach the node that has the table. Without guesses, a code alone leads nowhere.
        for place, status in ((f"{CODE}-{two.access.keys.link_key(CODE, TABLE)}", 200), (CODE, 429)):
            answer = await http.get(f"/api/tables/{place}", headers={signed_hop.HOP_HEADER: "nonsense"})
            assert answer.status_code == status
    async with line(two, additional_headers={signed_hop.HOP_HEADER: "nonsense"}) as socket:
        assert (await ask(socket, "hello", protocol=1, version=0))["type"] == "welcome"


@with_nodes()
async def test_a_forwarded_request_is_not_forwarded_again(one: OpenNode, two: OpenNode) -> None:
    """The node to which it was passed on does not have the table either."""
    path = f"/api/tables/{CODE}"
    async with httpx.AsyncClient(base_url=f"http://{two.address}", trust_env=False) as http:
        signed = sign(two, Hop("192.0.2.7", "http"), path)
        answer = await http.get(path, headers={signed_hop.HOP_HEADER: signed})
        assert (answer.status_code, answer.json()["code"]) == (503, "store/busy")
        assert (answer.headers[signed_hop.HOP_HEADER], answer.headers["retry-after"]) == (
            signed_hop.NOT_OWNER,
            "1",
        )
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    signed = sign(two, Hop("192.0.2.7", "http"), SOCKET, {"sec-websocket-key": key})
    head = (
        f"GET {SOCKET} HTTP/1.1", f"Host: {two.address}", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", f"{signed_hop.HOP_HEADER}: {signed}", "", "",
    )  # fmt: skip
    reader, writer = await asyncio.open_connection(*two.private.getsockname())
    writer.write("\r\n".join(head).encode())
    assert f"{signed_hop.HOP_HEADER}: {signed_hop.NOT_OWNER}".encode() in await reader.read()
    writer.close()
    assert one.ways.traffic.came == 0


@with_nodes()
async def test_a_line_to_a_node_that_stands_still_is_cut_when_its_lease_ends(one: OpenNode, two: OpenNode) -> None:
    async with line(two) as socket:
        await ask(socket, "hello", protocol=1, version=0)
        await one.falls_silent()
        with pytest.raises(Exception, match="no close frame"):
            await hears_for_ever(socket)


@with_nodes()
async def test_a_line_between_nodes_that_the_network_swallows_ends_soon(one: OpenNode, two: OpenNode) -> None:
    """Both ends ask for it: the machines themselves would try for a quarter of an hour."""
    near = asyncio.get_running_loop()
    ends = list[socket.socket]()
    made = near.create_connection

    async def noting(*args: Any, **more: Any) -> Any:
        transport, protocol = await made(*args, **more)
        ends.append(transport.get_extra_info("socket"))
        return transport, protocol

    near.create_connection = noting  # type: ignore[method-assign]
    async with line(two) as bob:
        assert (await ask(bob, "hello", protocol=1, version=0))["type"] == "welcome"
        sockets = [each for each in one.hub.tables[TABLE].connections if isinstance(each, WebSocket)]
        far = [each.transport.underlying_transport for each in sockets if each.transport is not None]
        tunnel = next(end for end in ends if end.getpeername()[1] == one.private.getsockname()[1])
        for end in (tunnel, *(transport.get_extra_info("socket") for transport in far)):
            assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * SILENT_LINE_SECONDS


@with_nodes()
async def test_a_node_without_its_lease_returns_forwarded_requests(one: OpenNode, two: OpenNode) -> None:
    await one.store.lease.pause()
    one.knows()
    async with two.http() as http:
        coming = asyncio.ensure_future(line(two).__aenter__())
        looking = asyncio.ensure_future(http.get(f"/api/tables/{CODE}"))
        await until(lambda: one.ways.traffic.came > 2)
        await one.falls_silent()
        bob = await coming
        assert (await ask(bob, "hello", protocol=1, version=0))["type"] == "welcome"
        assert (await looking).status_code == 200
        await bob.close()
    assert TABLE in two.hub.tables


def test_a_tunnel_buffers_little_for_a_slow_reader() -> None:
    """The far end sends without end, and the near one reads nothing: the far one has to wait."""

    async def flood() -> None:
        sent = 0

        async def endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal sent
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()
                sent += 65_536

        loop, left = asyncio.get_running_loop(), asyncio.Event()
        far_server = await asyncio.start_server(endless, "127.0.0.1", 0)
        _, far = await loop.create_connection(tcp_tunnel.TunnelEnd, *far_server.sockets[0].getsockname())
        await far.head
        ends: list[tcp_tunnel.ClientTunnelEnd] = []

        class Accepted(asyncio.Protocol):
            def connection_made(self, transport: Any) -> None:
                ends.append(tcp_tunnel.ClientTunnelEnd(transport, far, left.set))

        near_server = await loop.create_server(Accepted, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*near_server.sockets[0].getsockname(), limit=1024)
        before = -1
        while before < sent:  # until it stands still
            before = sent
            await asyncio.sleep(0.3)
        assert ends[0].transport is not None
        assert ends[0].transport.get_write_buffer_size() < 1_000_000
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.transport.abort()
        await left.wait()
        far_server.close()
        near_server.close()

    asyncio.run(flood())
