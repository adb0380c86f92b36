"""The list of tables that anybody may join, with long polling: all waiting clients share one query."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from toctoc.storage import StoreError

LIST_POLL_SECONDS = 2.0  # between two queries, while clients wait
MAX_WAIT_SECONDS = 25.0
ANSWER_BATCH = 16  # waiting clients that are answered together
ANSWER_PAUSE_SECONDS = 0.005  # between two batches, in which the server does other work


class TaggedList(NamedTuple):
    """The encoded list, with its ETag."""

    tag: str
    body: bytes


class OpenTables:
    """Queries the list for each request, and every `every` seconds for all clients that wait for a change."""

    def __init__(self, query: Callable[[], Awaitable[bytes]], every: float = LIST_POLL_SECONDS) -> None:
        self._query, self._every = query, every
        self._last: TaggedList | None = None
        self._waiting: dict[asyncio.Future[None], None] = {}  # of each client, in the order in which they came
        self._woken_for = ""  # the tag of the list for which clients were last woken
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    async def now(self) -> TaggedList:
        """Return the current list."""
        body = await self._query()
        self._last = TaggedList(f'"{hashlib.sha256(body).hexdigest()[:16]}"', body)
        return self._last

    async def after(self, tag: str, seconds: float) -> TaggedList:
        """Return the list once its tag is not `tag` any more, or the current one after `seconds`."""
        if not self._waiting or self._last is None:  # nobody polls yet, so the last list may be old
            await self.now()
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, MAX_WAIT_SECONDS)):
                while self._last is not None and self._last.tag == tag and not self._is_ending:
                    await self._wait()
        return self._last or await self.now()

    def end(self) -> None:
        """Answer all waiting clients: the server ends."""
        self._is_ending = True
        self._wake(list(self._waiting))

    async def _wait(self) -> None:
        """Wait for another list, or the end."""
        woken = asyncio.get_running_loop().create_future()
        self._waiting[woken] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._poll())
        try:
            await woken
        finally:
            self._waiting.pop(woken, None)

    async def _poll(self) -> None:
        while self._waiting and not self._is_ending:
            await asyncio.sleep(self._every)
            with suppress(StoreError):  # the list stays as it was
                await self.now()
            if self._last is not None and self._last.tag != self._woken_for:
                self._woken_for = self._last.tag
                await self._wake_all()

    async def _wake_all(self) -> None:
        """Wake all clients that wait now, in batches: one moment of many answers would delay everybody else."""
        waiting = list(self._waiting)
        for first in range(0, len(waiting), ANSWER_BATCH):
            self._wake(waiting[first : first + ANSWER_BATCH])
            await asyncio.sleep(ANSWER_PAUSE_SECONDS)

    @staticmethod
    def _wake(waiting: list["asyncio.Future[None]"]) -> None:
        for woken in waiting:
            if not woken.done():
                woken.set_result(None)
