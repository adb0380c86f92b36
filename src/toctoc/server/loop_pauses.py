"""Measure for how long the event loop stops: nobody is served meanwhile."""

import asyncio
from collections.abc import Callable

TICK_SECONDS = 0.02  # between two measurements; a pause can look shorter by this much
WINDOW_SECONDS = 60.0


class LoopPauses:
    """The longest pause of the last one to two minutes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._due = clock, clock()
        self._longest, self._before = 0.0, 0.0  # in this window, and in the one before it
        self._window_ends = self._due + WINDOW_SECONDS

    @property
    def longest(self) -> float:
        """Return the longest pause in seconds."""
        return max(self._longest, self._before)

    def measure(self) -> None:
        """Note how late this call is, and that the next one is due in `TICK_SECONDS`."""
        now = self._clock()
        if now >= self._window_ends:
            self._before, self._longest = self._longest, 0.0
            self._window_ends = now + WINDOW_SECONDS
        self._longest = max(self._longest, now - self._due)
        self._due = now + TICK_SECONDS

    async def run(self) -> None:
        """Measure for ever."""
        self._due = self._clock()
        while True:
            self.measure()
            await asyncio.sleep(TICK_SECONDS)
