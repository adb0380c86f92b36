"""How many messages each guest may send, over however many connections."""

from collections import OrderedDict
from collections.abc import Callable

from toctoc.server.security.limits import Limits
from toctoc.table.throttle import Throttle


class MessageBudgets:
    """Holds one budget a guest: a second connection brings no more, nor does hanging up and coming back.

    The budget of a guest who has gone is kept until it would be full again. The clock gives seconds and never goes
    back.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._refill = limits.messages_burst / limits.messages_per_second  # seconds, for an empty one
        self._here: dict[str, tuple[Throttle, int]] = {}  # with the number of the guest's connections
        self._gone: OrderedDict[str, tuple[Throttle, float]] = OrderedDict()  # since when; the longest gone first

    def join(self, guest: str) -> Throttle:
        """Return the budget of a guest who has one connection more; `leave` is called once for each."""
        self._forget()
        if guest in self._here:
            budget, connections = self._here[guest]
        elif guest in self._gone:
            budget, connections = self._gone.pop(guest)[0], 0
        else:
            budget, connections = Throttle(self._limits.messages_burst, self._limits.messages_per_second), 0
        self._here[guest] = (budget, connections + 1)
        return budget

    def leave(self, guest: str) -> None:
        """Count one connection of a guest less."""
        budget, connections = self._here.pop(guest)  # a KeyError is a mistake of the caller
        if connections > 1:
            self._here[guest] = (budget, connections - 1)
        else:
            self._gone[guest] = (budget, self._clock())
        self._forget()

    def __len__(self) -> int:
        """Return how many guests are remembered."""
        return len(self._here) + len(self._gone)

    def _forget(self) -> None:
        before = self._clock() - self._refill
        while self._gone:
            guest, (_, since) = next(iter(self._gone.items()))
            if since > before and len(self._gone) <= self._limits.addresses:
                return
            del self._gone[guest]
