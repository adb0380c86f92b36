"""Notify absent players of their turn, and of a call to another game: in tasks of its own, behind a bounded queue.

A table reports its stored steps, and knows nothing else of pushes. Sleeping tables cost nothing.
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
from toctoc.server.features.push.endpoints import BadEndpoint, PushServices, topic
from toctoc.server.features.push.posting import post
from toctoc.server.live.live_table import LiveTable
from toctoc.storage import Documents, StoreError
from toctoc.table.throttle import Throttle

if TYPE_CHECKING:
    from toctoc.server.features.push.vapid import Signer

MAX_QUEUED_TURNS = 1_000  # more are dropped
PUSH_TASKS = 8
PUSH_BURST, PUSHES_PER_SECOND = 10, 1 / 60  # for one guest at one table
MAX_THROTTLES = 10_000  # guests with a rate limit
UNSUBSCRIBED_STATUSES = (404, 410)  # answers of a service to an endpoint that it has removed
logger = logging.getLogger("toctoc.server")


@dataclass(slots=True)
class PushCounters:
    """Counts pushes, for metrics."""

    sent: int = 0
    failed: int = 0  # refused, not answered, or not allowed
    gone: int = 0  # to subscriptions that the service has removed
    dropped: int = 0  # too many at once


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn of a guest that has just begun, or a call to another game, with its length in seconds."""

    table: str
    guest: str
    seconds: int


class Pusher:
    """Notifies absent players, once a turn or call. `seed` is the secret with which pushes are signed."""

    def __init__(
        self, documents: Documents, seed: bytes, services: PushServices | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self.documents, self._seed, self.services = documents, seed, services or PushServices()
        self.counters, self._wall = PushCounters(), wall
        self._waiting: asyncio.Queue[NewTurn | str] = asyncio.Queue(
            MAX_QUEUED_TURNS
        )  # a text is the id of a closed table
        self._throttles: dict[tuple[str, str], Throttle] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @cached_property
    def signer(self) -> "Signer":
        """Return the signer, which is made at the first subscription: its library takes 10 MB."""
        from toctoc.server.features.push.vapid import Signer

        return Signer(self._seed)

    def step_stored(self, live: LiveTable) -> None:
        """Queue the new turns and calls of a slow table; players with a connection see them without a push."""
        s, now = live.table.state, live.now()
        if s.stage == "closed":
            self._put(live.id)
            return
        waits = {seat: s.deadlines.get(seat, now) for seat in live.turns.new_turns(live.table)}
        waits |= {seat: max(s.begins, s.may_start) for seat in live.turns.new_calls(live.table)}
        for seat, until in waits.items():
            guest = s.seats[seat].guest
            if guest is not None and not live.table.presence.is_here(guest):
                self._put(NewTurn(live.id, guest, max(0, until - now) // 1000))

    def _put(self, work: NewTurn | str) -> None:
        if not self._tasks:
            self._tasks = [asyncio.ensure_future(self._work()) for _ in range(PUSH_TASKS)]
        try:
            self._waiting.put_nowait(work)
        except asyncio.QueueFull:
            self.counters.dropped += 1

    async def _work(self) -> None:
        while True:
            work = await self._waiting.get()
            try:
                if isinstance(work, str):
                    await subscriptions.forget_table(self.documents, work)
                else:
                    await self._push(work)
            except Exception as error:  # a failed push must not end the task
                self._failed(error.code if isinstance(error, StoreError) else type(error).__name__)

    async def _push(self, turn: NewTurn) -> None:
        wanted = await subscriptions.find(self.documents, turn.table, turn.guest)
        if wanted is None:
            return
        if not self._throttle(turn).take(self._wall()):
            self.counters.dropped += 1
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
            self.counters.sent += 1
        elif status in UNSUBSCRIBED_STATUSES:
            self.counters.gone += 1
            await subscriptions.unsubscribe(self.documents, turn.table, turn.guest)
        else:
            self._failed(f"answered {status}")

    def _throttle(self, turn: NewTurn) -> Throttle:
        if len(self._throttles) >= MAX_THROTTLES:
            self._throttles.clear()
        return self._throttles.setdefault((turn.table, turn.guest), Throttle(PUSH_BURST, PUSHES_PER_SECOND))

    def _failed(self, why: str) -> None:
        """Count a failed push. Its endpoint is secret, and not in the log."""
        self.counters.failed += 1
        logger.warning("a push failed: %s", why)

    async def close(self) -> None:
        """End the tasks; queued turns are dropped."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
