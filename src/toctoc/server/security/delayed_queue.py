"""Let messages of an address that is over its budget wait for their turn, in the order in which they came."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST = 20  # messages of one connection that wait


class Turns:
    """Does what one connection asks for, at once or as soon as its address may cost something again."""

    def __init__(self, spend: Callable[[float], float | None]) -> None:
        self._spend = spend  # as `Addresses.spend`, for the address of this connection
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, cost: float, do: Callable[[], None]) -> bool:
        """Do it now or later; tell whether it will be done."""
        wait = None if len(self._waiting) >= MOST else self._spend(cost)
        if wait is None:
            return False
        if not wait and not self._waiting:
            do()
        else:
            self._waiting.append(do)
            asyncio.get_running_loop().call_later(wait, self._next)
        return True

    def forget(self) -> None:
        """Do nothing more: the connection is gone."""
        self._waiting.clear()

    def _next(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
