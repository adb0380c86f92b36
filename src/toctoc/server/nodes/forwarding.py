"""Reach the node that owns a table, over the private network, for HTTP requests and websockets.

A node that has just died owns its tables until its lease ends. Requests for them wait until then, and are served
by the node that claims the table.
"""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from toctoc.server.errors import HTTPError, public_message
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.nodes.signed_hop import HOP_HEADER, NOT_OWNER
from toctoc.server.nodes.takeover import Takeover
from toctoc.server.nodes.tcp_tunnel import TunnelEnd
from toctoc.server.security.identity import Keys
from toctoc.storage import Nodes, NodeStatus, StoreError

FORWARD_SECONDS = 7.0  # for which a request waits for a node that does not answer: longer than a lease
PAGE_FORWARD_SECONDS = 1.0  # the same for a page, which can be shown without
NODE_CONNECT_SECONDS = 1.0
SILENT_LINE_SECONDS = 3  # without an acknowledgement of the other machine, after which a connection is closed
NODE_ANSWER_SECONDS = 60.0
WATCH_SECONDS = 0.5  # between two queries for the living nodes, while a connection leads to another node
RETRY_OWNER_SECONDS = 0.2  # before the owner is looked up again after a node that was not
CONCURRENT_LOOKUPS = 20  # of requests that have waited for a node
NOT_OWNER_LINE = f"\r\n{HOP_HEADER}: {NOT_OWNER}\r\n".encode()
A = TypeVar("A")
T = TypeVar("T")


@dataclass(slots=True)
class Traffic:
    """Counts forwarded requests and websockets, for metrics."""

    passed_on: int = 0  # to other nodes
    failed: int = 0  # no node was found
    came: int = 0  # from other nodes


class Forwarding:
    """Tracks the other nodes of a store, and the connections to them."""

    def __init__(
        self, nodes: Nodes, keys: Keys, takeover: Takeover, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.nodes, self.keys, self.takeover, self.traffic = nodes, keys, takeover, Traffic()
        self.lines: dict[asyncio.WriteTransport, str] = {}  # with their nodes
        self.waiting: Counter[str] = Counter()  # requests, by the node that does not answer
        self._clock = clock
        self._living: dict[str, NodeStatus] = {}
        self._lookups = asyncio.Semaphore(CONCURRENT_LOOKUPS)
        self._queried = asyncio.Event()  # set after every query
        self._watching: asyncio.Task[None] | None = None

    # --- reaching the owner --------------------------------------------------------------------------------------

    async def reach(
        self,
        found: OwnedElsewhere,
        ask: Callable[[], Awaitable[A | OwnedElsewhere]],
        go: Callable[[str], Awaitable[T]],
        patience: float = FORWARD_SECONDS,
    ) -> A | T:
        """Return the result of `go` at the owner of a table, or that of `ask` once no other node owns it.

        `go` raises `OSError` if a node does not answer, and `OwnedElsewhere` if it is not the owner; in both cases
        it has done nothing. `HTTPError` after `patience` seconds.
        """
        until = self._clock() + patience
        is_silent = found.owner in self.waiting  # as other requests have found
        while found.owner:
            try:
                if is_silent:
                    raise ConnectionError(f"{found.owner} does not answer")
                result = await go(found.owner)
            except (OSError, OwnedElsewhere) as why:
                if self._clock() >= until:
                    break
                if isinstance(why, OwnedElsewhere):
                    await asyncio.sleep(RETRY_OWNER_SECONDS)
                else:
                    await self._wait_for_owner(found, until)
            else:
                self.traffic.passed_on += 1
                return result
            is_silent = False
            async with self._lookups:
                asked = await ask()
            if not isinstance(asked, OwnedElsewhere):
                return asked
            found = asked
        self.traffic.failed += 1
        busy = public_message(StoreError("store/busy", ""))
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", busy)

    async def open_tunnel(self, node: str, head: bytes) -> TunnelEnd:
        """Send the head of a request for a websocket to `node`; return the tunnel once it is answered.

        Raises as the `go` of `reach`.
        """
        loop = asyncio.get_running_loop()
        host, port = node_address(node)
        async with asyncio.timeout(NODE_CONNECT_SECONDS):
            transport, end = await loop.create_connection(TunnelEnd, host, port)
        end_when_silent(transport)
        self.track(transport, node)
        transport.write(head)
        try:
            async with asyncio.timeout(NODE_ANSWER_SECONDS):
                answer = await end.head
        except (OSError, EOFError, asyncio.CancelledError) as error:
            self.untrack(transport)
            transport.abort()
            if isinstance(error, EOFError):
                raise ConnectionError(f"{node} has closed the connection") from error
            raise
        if NOT_OWNER_LINE in answer.lower():
            self.untrack(transport)
            transport.close()
            raise OwnedElsewhere("of this request")
        return end

    def track(self, transport: asyncio.WriteTransport, node: str) -> None:
        """Close `transport` when `node` is dead; until `untrack`."""
        self.lines[transport] = node
        self._watch()

    def untrack(self, transport: asyncio.WriteTransport) -> None:
        """Forget a connection."""
        self.lines.pop(transport, None)

    def close(self) -> None:
        """Close all connections: the clients reconnect to another node."""
        for transport in tuple(self.lines):
            transport.close()
        if self._watching is not None:
            self._watching.cancel()

    # --- the living nodes ----------------------------------------------------------------------------------------

    async def _wait_for_owner(self, found: OwnedElsewhere, until: float) -> None:
        """Wait until a node that does not answer is dead, or has renewed its lease and may answer now.

        Meanwhile the table is prefetched, so that it can go on at once.
        """
        node = found.owner
        renewed: float | None = None
        self.takeover.prefetch(node, found.table)
        self.waiting[node] += 1
        self._watch()
        try:
            while self._clock() < until:
                await self._queried.wait()
                life = self._living.get(node)
                if life is None or renewed not in (None, life.last_seen):
                    return
                renewed = life.last_seen
        finally:
            self.waiting[node] -= 1
            if not self.waiting[node]:
                del self.waiting[node]
                self.takeover.forget(node)

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.get_running_loop().create_task(self._query_nodes())

    async def _query_nodes(self) -> None:
        """Query the living nodes every `WATCH_SECONDS`, and at the end of each lease."""
        wait = WATCH_SECONDS
        while self.lines or self.waiting:
            await asyncio.sleep(wait)
            wait = WATCH_SECONDS
            with suppress(StoreError):  # else the state of the nodes is not known
                self._living = await self.nodes.living()
                wait = min([WATCH_SECONDS, *(life.remaining for life in self._living.values())])
                for transport, node in tuple(self.lines.items()):
                    if node not in self._living:
                        transport.abort()
                for node in tuple(self.waiting):
                    if node not in self._living:
                        await self.takeover.take_over(node)
            self._queried.set()
            self._queried = asyncio.Event()


def end_when_silent(transport: asyncio.BaseTransport) -> None:
    """Close a connection between nodes soon after the network has stopped carrying it, busy or idle."""
    line = transport.get_extra_info("socket")
    if line is None:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    options = {
        "TCP_KEEPIDLE": 1, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": SILENT_LINE_SECONDS - 1,
        "TCP_USER_TIMEOUT": 1000 * SILENT_LINE_SECONDS,
    }  # fmt: skip
    for name, value in options.items():
        if (option := getattr(socket, name, None)) is not None:  # not every system has all of them
            line.setsockopt(socket.IPPROTO_TCP, option, value)


def node_address(node: str) -> tuple[str, int]:
    """Return the host and the port of a node."""
    host, _, port = node.rpartition(":")
    return host.strip("[]"), int(port)
