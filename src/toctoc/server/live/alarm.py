"""A timer of one table."""

from collections.abc import Callable
from functools import partial
from typing import Any

from toctoc.server.bot_pools.fair_queue import Loop


class Alarm:
    """Calls a function once, after a delay. An alarm that is not set holds no reference."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._handle: Any = None
        self.due: int | None = None  # in the table's time

    @property
    def is_set(self) -> bool:
        """Tell whether the alarm will ring."""
        return self._handle is not None

    def set(self, delay: float, ring: Callable[[], None], due: int | None = None) -> None:
        """Call `ring` after `delay` seconds, at the time `due` of the table; replaces the previous setting."""
        self.cancel()
        self.due = due
        self._handle = self._loop.call_later(delay, partial(self._rings, ring))

    def cancel(self) -> None:
        """Reset the alarm."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle, self.due = None, None

    def _rings(self, ring: Callable[[], None]) -> None:
        self._handle, self.due = None, None
        ring()
