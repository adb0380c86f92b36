"""Wake one table when something is due."""

from collections.abc import Callable
from typing import Any

from toctoc.server.thinking.lanes import Loop


class Alarm:
    """Calls `ring` once, after the delay that was set last."""

    def __init__(self, loop: Loop, ring: Callable[[], None]) -> None:
        self._loop, self._ring = loop, ring
        self._handle: Any = None
        self.due: int | None = None  # in the table's time, if it was set for a time

    @property
    def is_set(self) -> bool:
        """Tell whether it will ring."""
        return self._handle is not None

    def set(self, delay: float | None, due: int | None = None) -> None:
        """Ring after `delay` seconds, when it will be `due`, instead of when it was set for; None: not at all."""
        if self._handle is not None:
            self._handle.cancel()
        self.due = due
        self._handle = None if delay is None else self._loop.call_later(delay, self._rings)

    def _rings(self) -> None:
        self._handle, self.due = None, None
        self._ring()
