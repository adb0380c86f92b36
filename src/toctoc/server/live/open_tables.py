"""The list of open tables, with long polling: all waiting clients share one query of the store."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from toctoc.storage import StoreError

LIST_POLL_SECONDS = 2.0  # between two queries, while clients wait
MAX_WAIT_SECONDS = 25.0


class TaggedList(NamedTuple):
    """The encoded list, with its ETag."""

    tag: str
    body: bytes


class OpenTables:
    """Queries the list: once for each request, and every `every` seconds while clients wait for a change."""

    def __init__(self, query: Callable[[], Awaitable[bytes]], every: float = LIST_POLL_SECONDS) -> None:
        self._query, self._every = query, every
        self._last: TaggedList | None = None
        self._queried = asyncio.Event()  # set after every query
        self._waiting = 0
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    async def now(self) -> TaggedList:
        """Return the current list."""
        body = await self._query()
        self._last = TaggedList(f'"{hashlib.sha256(body).hexdigest()[:16]}"', body)
        return self._last

    async def after(self, tag: str, seconds: float) -> TaggedList:
        """Return the list once its tag is not `tag` any more, or the current one after `seconds`."""
        if self._waiting == 0 or self._last is None:
            await self.now()
        self._waiting += 1
        try:
            async with asyncio.timeout(min(seconds, MAX_WAIT_SECONDS)):
                while self._last is not None and self._last.tag == tag and not self._is_ending:
                    self._watch()
                    await self._queried.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting -= 1
        return self._last or await self.now()

    def end(self) -> None:
        """Answer all waiting clients: the server ends."""
        self._is_ending = True
        self._queried.set()

    def _watch(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._poll())

    async def _poll(self) -> None:
        while self._waiting and not self._is_ending:
            await asyncio.sleep(self._every)
            with suppress(StoreError):  # the list stays as it was
                await self.now()
            self._queried.set()
            self._queried = asyncio.Event()
