"""Two servers on one database, in one process: with or without their sockets."""

import asyncio
import heapq
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
import uvicorn

from tests.server.harness import Alarm
from tests.server.local_server import CODE, TABLE, LocalServer, services
from tests.storage.postgres import Cluster, execute
from toctoc.core.registry import GAMES
from toctoc.server import run
from toctoc.server.app import AppOptions
from toctoc.server.features.admin.token import Admin
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.nodes.takeover import Takeover
from toctoc.server.security.limits import Limits
from toctoc.server.transport.admission import Admissions
from toctoc.server.transport.http_protocol import Ingress, client_protocol, node_protocol
from toctoc.server.transport.websocket import websocket_protocol
from toctoc.table import commands, log

OPENED = log.Opened(CODE, "escalier", GAMES["escalier"].rules.VERSION, "anna", log.Settings(2))
DEFAULT = Limits()
HELLO = commands.Hello(commands.PROTOCOL, 0)


class Hourglass:
    """The time of a server's tables, which passes when a test says so; threads answer as ever."""

    def __init__(self) -> None:
        self.now, self.alarms, self.numbers = 0.0, list[tuple[float, int, Alarm]](), count()
        self.call_soon_threadsafe = asyncio.get_running_loop().call_soon_threadsafe

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Alarm:
        alarm = Alarm(callback)
        heapq.heappush(self.alarms, (self.now + delay, next(self.numbers), alarm))
        return alarm

    def turn(self, seconds: float) -> None:
        """Let time pass in one step, as for a process that was stopped; whatever is due happens now."""
        self.now += seconds
        while self.alarms and self.alarms[0][0] <= self.now:
            _, _, alarm = heapq.heappop(self.alarms)
            if not alarm.is_off:
                alarm.sound()


class Node(LocalServer):
    """A server without its sockets."""

    def __init__(self, url: str, store: Any, threads: ThreadPoolExecutor, limits: Limits = DEFAULT) -> None:
        super().__init__(services(store, asyncio.get_running_loop(), executor=threads), limits)
        self.url, self.store = url, store
        self.forwarding = self._forwarding()
        self.options = AppOptions(forwarding=self.forwarding)

    def _forwarding(self) -> Forwarding | None:
        return None

    def set_admin_token(self, token: str) -> None:
        self.app.app.state.services[Admin] = Admin(token)

    def hourglass(self) -> Hourglass:
        """Have a time of its own from now on, for tables that are yet to come."""
        services, glass = self.hub.services, Hourglass()
        services.loop, services.clock = glass, lambda: glass.now
        return glass

    async def open(self, opened: log.Opened = OPENED) -> LiveTable:
        stored = StoredFuture()
        live = self.hub.open(TABLE, opened, stored.done)
        await stored.wait()
        return live

    async def get(self) -> tuple[int, str]:
        """What a look at the table is answered."""
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://toctoc.test") as http:
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


class OpenNode(Node):
    """A server with its sockets: one for people, and one for other nodes."""

    server: uvicorn.Server
    private: socket.socket
    admissions: Admissions

    def _forwarding(self) -> Forwarding:
        self.admissions = Admissions(self.lookup, self.access)
        return Forwarding(self.store.nodes, self.access.keys, Takeover(self.hub))

    @property
    def ways(self) -> Forwarding:
        """To other nodes."""
        assert self.forwarding is not None
        return self.forwarding

    @staticmethod
    async def start(url: str, threads: ThreadPoolExecutor, limits: Limits) -> "OpenNode":
        from toctoc.storage.postgres.store import PostgresStore

        private = run.listen("127.0.0.1", 0)
        address = f"127.0.0.1:{private.getsockname()[1]}"
        node = OpenNode(url, await PostgresStore.open(url, address=address, lease_seconds=60), threads, limits)
        node.private = private
        ingress = Ingress(node.access, node.admissions, node.forwarding)
        config = uvicorn.Config(node.app, port=0, access_log=False, log_config=None, lifespan="off")
        config.http = client_protocol(ingress)
        config.ws = websocket_protocol(node.access)  # type: ignore[assignment]  # as in run.py
        config.load()
        node.server = run.Server(config, lambda _port: None, node_protocol(ingress), private)
        node.server.lifespan = config.lifespan_class(config)
        await node.server.startup()
        return node

    @property
    def where(self) -> str:
        return f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    @property
    def address(self) -> str:
        """Where other nodes reach it."""
        return f"127.0.0.1:{self.private.getsockname()[1]}"

    def http(self, **more: Any) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.where, trust_env=False, timeout=60, **more)

    async def close(self) -> None:
        self.hub.close_connections()
        self.ways.close()
        await self.server.shutdown()
        await self.store.close()
        self.private.close()


@asynccontextmanager
async def open_nodes(cluster: Cluster, limits: Limits = DEFAULT) -> AsyncIterator[tuple[OpenNode, OpenNode]]:
    """Two of them."""
    url = cluster.new_store()
    with ThreadPoolExecutor(1) as threads:
        started = [await OpenNode.start(url, threads, limits) for _ in range(2)]
        try:
            yield started[0], started[1]
        finally:
            for node in started:
                await node.close()
