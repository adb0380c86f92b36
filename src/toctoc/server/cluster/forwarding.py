"""Carry requests to the node that has their table, over the private network: HTTP and websockets, byte by byte.

A node that has just died still has its tables until its lease ends. Whoever comes meanwhile waits for that, and is
then served by whichever node claims the table.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from toctoc.server.cluster import signed_hop as hops
from toctoc.server.cluster.takeover import Heir
from toctoc.server.cluster.tcp_tunnel import End
from toctoc.server.errors import HTTPError
from toctoc.server.live.hub import Elsewhere
from toctoc.server.security.identity import Keys
from toctoc.server.store_errors import public_message
from toctoc.storage import Life, Nodes, StoreError

PATIENCE = 7.0  # seconds for which somebody waits for a node that does not answer: longer than a lease
PAGE_PATIENCE = 1.0  # for a page, which can be shown without
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 60.0
LOOK = 0.5  # seconds between two looks at which nodes live, at most, while somebody's line leads to one
AGAIN = 0.2  # seconds before a node is asked again that did not have the table
AT_ONCE = 20  # of those who waited are let in before anything else may happen
NOT_HERE = f"\r\n{hops.HEADER}: {hops.AGAIN}\r\n".encode()
A = TypeVar("A")
T = TypeVar("T")


class Unreachable(Exception):
    """A node does not answer, or does not have the table: nothing was done."""


@dataclass(slots=True)
class Traffic:
    """What was passed on, for metrics."""

    passed_on: int = 0  # requests and websockets
    failed: int = 0  # that found no node
    came: int = 0  # from other nodes


class Forwarding:
    """Knows the way to the other nodes of a store."""

    def __init__(self, nodes: Nodes, keys: Keys, heir: Heir, clock: Callable[[], float] = time.monotonic) -> None:
        self.keys, self.heir, self.traffic = keys, heir, Traffic()
        self.lines: dict[asyncio.WriteTransport, str] = {}  # and to which node
        self.waiting: Counter[str] = Counter()  # for nodes that do not answer
        self._nodes, self._clock = nodes, clock
        self._living: dict[str, Life] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._looked = asyncio.Event()  # once for every look
        self._watching: asyncio.Task[None] | None = None

    # --- reaching the owner --------------------------------------------------------------------------------------

    async def reach(
        self,
        found: Elsewhere,
        ask: Callable[[], Awaitable[A | Elsewhere]],
        go: Callable[[str], Awaitable[T]],
        patience: float = PATIENCE,
    ) -> A | T:
        """Return what `go` finds at the node that has a table; or what `ask` does, once no other node has it."""
        until = self._clock() + patience
        is_silent = found.address in self.waiting  # others have found that out
        while found.address:
            try:
                if is_silent:
                    raise Unreachable(found.address)
                gone = await go(found.address)
            except Unreachable as why:
                if self._clock() >= until:
                    break
                if isinstance(why, NotThere):
                    await asyncio.sleep(AGAIN)
                else:
                    await self._rest(found, until)
            else:
                self.traffic.passed_on += 1
                return gone
            is_silent = False
            async with self._turns:
                asked = await ask()
            if not isinstance(asked, Elsewhere):
                return asked
            found = asked
        self.traffic.failed += 1
        busy = public_message(StoreError("store/busy", ""))
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", busy)

    async def open(self, node: str, head: bytes) -> End:
        """Send the head of a request for a websocket; return the line once it is answered."""
        loop = asyncio.get_running_loop()
        host, port = address(node)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                transport, end = await loop.create_connection(End, host, port)
        except OSError as error:
            raise Unreachable(node) from error
        self.enter(transport, node)
        transport.write(head)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await end.head
        except (OSError, EOFError) as error:
            self.leave(transport)
            transport.abort()
            raise Unreachable(node) from error
        except asyncio.CancelledError:
            self.leave(transport)
            transport.abort()
            raise
        if NOT_HERE in answer.lower():
            self.leave(transport)
            transport.close()
            raise NotThere(node)
        return end

    def enter(self, transport: asyncio.WriteTransport, node: str) -> None:
        """Keep a line in mind, which is cut when its node is gone, until `leave`."""
        self.lines[transport] = node
        self._watch()

    def leave(self, transport: asyncio.WriteTransport) -> None:
        """Keep a line in mind no longer."""
        self.lines.pop(transport, None)

    def close(self) -> None:
        """Close all lines: the clients come back, to another node."""
        for transport in tuple(self.lines):
            transport.close()
        if self._watching is not None:
            self._watching.cancel()

    # --- which nodes live ----------------------------------------------------------------------------------------

    async def _rest(self, found: Elsewhere, until: float) -> None:
        """Wait until a node that does not answer is gone, or is heard of again and may answer now.

        Meanwhile the table is read, so that it can go on at once.
        """
        node = found.address
        heard: float | None = None
        self.heir.expect(node, found.table)
        self.waiting[node] += 1
        self._watch()
        try:
            while self._clock() < until:
                await self._looked.wait()
                life = self._living.get(node)
                if life is None or heard not in (None, life.heard):
                    return
                heard = life.heard
        finally:
            self.waiting[node] -= 1
            if not self.waiting[node]:
                del self.waiting[node]
                self.heir.forget(node)

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        """Look which nodes live, every now and then, and just when a lease ends."""
        wait = LOOK
        while self.lines or self.waiting:
            await asyncio.sleep(wait)
            wait = LOOK
            with suppress(StoreError):  # else nobody knows
                self._living = await self._nodes.living()
                wait = min([LOOK, *(life.left for life in self._living.values())])
                for transport, node in tuple(self.lines.items()):
                    if node not in self._living:
                        transport.abort()
                for node in tuple(self.waiting):
                    if node not in self._living:
                        await self.heir.inherit(node)
            self._looked.set()
            self._looked = asyncio.Event()


class NotThere(Unreachable):
    """A node has lost the table meanwhile."""


def address(node: str) -> tuple[str, int]:
    """Return the host and the port of a node."""
    host, _, port = node.rpartition(":")
    return host.strip("[]"), int(port)
