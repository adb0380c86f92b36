"""Limit the number of messages of each guest, over all of the guest's connections."""

from collections import OrderedDict
from collections.abc import Callable

from toctoc.server.security.limits import Limits
from toctoc.table.throttle import Throttle


class MessageBudgets:
    """Holds one budget for each guest: neither a second connection nor a new one brings more.

    The budget of a disconnected guest is kept until it would be full again. `clock` returns seconds and never goes
    back.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._refill = limits.messages_burst / limits.messages_per_second  # seconds, for an empty budget
        self._connected: dict[str, tuple[Throttle, int]] = {}  # with the number of the guest's connections
        self._gone: OrderedDict[str, tuple[Throttle, float]] = OrderedDict()  # with the time; the oldest first

    def join(self, guest: str) -> Throttle:
        """Count one connection more of `guest` and return the guest's budget; `leave` is called once for each."""
        self._forget()
        if guest in self._connected:
            budget, connections = self._connected[guest]
        elif guest in self._gone:
            budget, connections = self._gone.pop(guest)[0], 0
        else:
            budget, connections = Throttle(self._limits.messages_burst, self._limits.messages_per_second), 0
        self._connected[guest] = (budget, connections + 1)
        return budget

    def leave(self, guest: str) -> None:
        """Count one connection of `guest` less."""
        budget, connections = self._connected.pop(guest)  # a KeyError is a mistake of the caller
        if connections > 1:
            self._connected[guest] = (budget, connections - 1)
        else:
            self._gone[guest] = (budget, self._clock())
        self._forget()

    def __len__(self) -> int:
        """Return the number of guests with a budget."""
        return len(self._connected) + len(self._gone)

    def _forget(self) -> None:
        before = self._clock() - self._refill
        while self._gone:
            guest, (_, since) = next(iter(self._gone.items()))
            if since > before and len(self._gone) <= self._limits.addresses:
                return
            del self._gone[guest]
