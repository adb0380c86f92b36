"""Push when a turn passes to somebody who is not there: in tasks of its own, behind a queue that is not endless.

A table hands over whose turn has just begun, and knows nothing else of pushes. Sleeping tables cost nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from toctoc.server.features.push import subscriptions
from toctoc.server.features.push.endpoints import BadEndpoint, Services, topic
from toctoc.server.features.push.figures import Pushes
from toctoc.server.features.push.posting import post
from toctoc.server.live.live_table import LiveTable
from toctoc.storage import Documents, StoreError
from toctoc.table.throttle import Throttle

if TYPE_CHECKING:
    from toctoc.server.features.push.vapid import Signer

WAITING = 1_000  # turns of which somebody may still be told; more are not told of
AT_ONCE = 8
BURST, PER_SECOND = 10, 1 / 60  # pushes for one guest at one table
REMEMBERED = 10_000  # guests whose pushes are counted
GONE = (404, 410)  # answers of a service that knows an endpoint no more
logger = logging.getLogger("toctoc.server")


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn at a table that has just begun, and for how many seconds."""

    table: str
    guest: str
    seconds: int


class Pusher:
    """Tells those who are not there, each once a turn. `seed` is the secret that pushes are signed with."""

    def __init__(
        self, documents: Documents, seed: bytes, services: Services | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self.documents, self._seed, self.services = documents, seed, services or Services()
        self.figures, self._wall = Pushes(), wall
        self._waiting: asyncio.Queue[Turn | str] = asyncio.Queue(WAITING)  # a text: a table that was closed
        self._throttles: dict[tuple[str, str], Throttle] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @cached_property
    def signer(self) -> "Signer":
        """Return who signs; made when somebody first wants to be told: the library for it takes 10 MB."""
        from toctoc.server.features.push.vapid import Signer

        return Signer(self._seed)

    def passed(self, live: LiveTable) -> None:
        """Note whose turn begins at a slow table, as it is stored; who has a connection to it sees that."""
        s, now = live.table.s, live.now()
        if s.stage == "closed":
            self._put(live.id)
            return
        for seat in live.turns.begun(live.table):
            guest = s.seats[seat].guest
            if guest is not None and not live.table.presence.is_here(guest):
                self._put(Turn(live.id, guest, max(0, s.deadlines.get(seat, now) - now) // 1000))

    def _put(self, work: Turn | str) -> None:
        if not self._tasks:
            self._tasks = [asyncio.ensure_future(self._work()) for _ in range(AT_ONCE)]
        try:
            self._waiting.put_nowait(work)
        except asyncio.QueueFull:
            self.figures.dropped += 1

    async def _work(self) -> None:
        while True:
            work = await self._waiting.get()
            try:
                if isinstance(work, str):
                    await subscriptions.forget_table(self.documents, work)
                else:
                    await self._tell(work)
            except Exception as error:  # one push that fails keeps no other from being sent
                self._failed(error.code if isinstance(error, StoreError) else type(error).__name__)

    async def _tell(self, turn: Turn) -> None:
        wanted = await subscriptions.find(self.documents, turn.table, turn.guest)
        if wanted is None:
            return
        if not self._throttle(turn).take(self._wall()):
            self.figures.dropped += 1
            return
        headers = {
            "TTL": str(turn.seconds),
            "Urgency": "normal",
            "Topic": topic(wanted.endpoint),
            "Authorization": self.signer.authorization(wanted.endpoint, wanted.site, self._wall()),
        }
        try:
            status = await post(self.services, wanted.endpoint, headers)
        except (OSError, BadEndpoint) as error:
            self._failed(type(error).__name__)
            return
        if 200 <= status < 300:
            self.figures.sent += 1
        elif status in GONE:
            self.figures.gone += 1
            await subscriptions.unsubscribe(self.documents, turn.table, turn.guest)
        else:
            self._failed(f"answered {status}")

    def _throttle(self, turn: Turn) -> Throttle:
        if len(self._throttles) >= REMEMBERED:
            self._throttles.clear()
        return self._throttles.setdefault((turn.table, turn.guest), Throttle(BURST, PER_SECOND))

    def _failed(self, why: str) -> None:
        """Count a push that went wrong. Where it should have gone is secret, and not in the log."""
        self.figures.failed += 1
        logger.warning("a push failed: %s", why)

    async def close(self) -> None:
        """End, whoever still waits to be told: the next visit tells them."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
