"""Keep a response that is expensive and changes all the time for a moment."""

import asyncio
import time
from collections.abc import Awaitable, Callable


class BriefCache:
    """Keeps a text for `seconds`; it is made once, also for concurrent requests. `clock` returns seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._made: asyncio.Future[bytes] | None = None
        self._since = 0.0

    @property
    def is_fresh(self) -> bool:
        """Tell whether the text is young, or being made."""
        made = self._made
        if made is None or not made.done():
            return made is not None
        has_failed = made.cancelled() or made.exception() is not None
        return not has_failed and self._clock() - self._since < self._seconds

    async def get(self, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the text, made by `make` if it is not fresh."""
        if self._made is None or not self.is_fresh:
            self._made, self._since = asyncio.ensure_future(make()), self._clock()
        return await asyncio.shield(self._made)  # other requests still need it if this one is cancelled
