"""The list of open tables, for all who look at it: whoever waits for news of it waits for the same look."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from toctoc.storage import StoreError

EVERY = 2.0  # seconds between two looks, while somebody waits
LONGEST = 25.0  # seconds for which anybody waits


class Told(NamedTuple):
    """The list, encoded, and a tag that is another one when it is."""

    tag: str
    body: bytes


class OpenTables:
    """Looks at the list: at once for whoever asks, and again and again while somebody waits for another one."""

    def __init__(self, look: Callable[[], Awaitable[bytes]], every: float = EVERY) -> None:
        self._look, self._every = look, every
        self._last: Told | None = None
        self._looked = asyncio.Event()  # once for every look
        self._waiting = 0
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    async def now(self) -> Told:
        """Return the list as it is."""
        body = await self._look()
        self._last = Told(f'"{hashlib.sha256(body).hexdigest()[:16]}"', body)
        return self._last

    async def after(self, tag: str, seconds: float) -> Told:
        """Return the list once it is not the one of that tag any more; as it is after so many seconds."""
        if self._waiting == 0 or self._last is None:
            await self.now()
        self._waiting += 1
        try:
            async with asyncio.timeout(min(seconds, LONGEST)):
                while self._last is not None and self._last.tag == tag and not self._is_ending:
                    self._watch()
                    await self._looked.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting -= 1
        return self._last or await self.now()

    def end(self) -> None:
        """Let nobody wait any longer: the server ends."""
        self._is_ending = True
        self._looked.set()

    def _watch(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    async def _keep_looking(self) -> None:
        while self._waiting and not self._is_ending:
            await asyncio.sleep(self._every)
            with suppress(StoreError):  # then the list is as it was
                await self.now()
            self._looked.set()
            self._looked = asyncio.Event()
