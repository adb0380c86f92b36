"""Delay the messages of a connection while its address is over budget, in order of arrival."""

import asyncio
from collections import deque
from collections.abc import Callable

MAX_DELAYED_MESSAGES = 20  # of one connection


class DelayedQueue:
    """Runs the actions of one connection, at once or when its address has budget again."""

    def __init__(self, spend: Callable[[float], float | None]) -> None:
        self._spend = spend  # as `Addresses.spend`, for the address of this connection
        self._waiting: deque[Callable[[], None]] = deque()

    def submit(self, cost: float, action: Callable[[], None]) -> bool:
        """Run `action` now or later; tell whether it will be run."""
        wait = None if len(self._waiting) >= MAX_DELAYED_MESSAGES else self._spend(cost)
        if wait is None:
            return False
        if not wait and not self._waiting:
            action()
        else:
            self._waiting.append(action)
            asyncio.get_running_loop().call_later(wait, self._next)
        return True

    def clear(self) -> None:
        """Drop all delayed actions: the connection is closed."""
        self._waiting.clear()

    def _next(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
