"""Wake one table when something is due."""

from collections.abc import Callable
from functools import partial
from typing import Any

from toctoc.server.bot_pools.fair_queue import Loop


class Alarm:
    """Calls a function once, after a delay. An alarm that is not set refers to nothing."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._handle: Any = None
        self.due: int | None = None  # in the table's time, if it was set for a time

    @property
    def is_set(self) -> bool:
        """Tell whether it will ring."""
        return self._handle is not None

    def set(self, delay: float, ring: Callable[[], None], due: int | None = None) -> None:
        """Call `ring` after `delay` seconds, when it will be `due`, instead of what it was set for."""
        self.cancel()
        self.due = due
        self._handle = self._loop.call_later(delay, partial(self._rings, ring))

    def cancel(self) -> None:
        """Call nothing."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle, self.due = None, None

    def _rings(self, ring: Callable[[], None]) -> None:
        self._handle, self.due = None, None
        ring()
