"""Order the throws of a snap window, with a credit for slow connections.

Throws count in the order of their arrival, less a credit: the lowest of the last 8 round trips that the server
measured, at most 150 ms. A throw is judged as soon as no other seat's throw could still count as earlier. A client
that delays its answers to the server's measurements gains at most those 150 ms.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from toctoc.core.game import Action

MAX_CREDIT_MS = 150
MEASURED_ROUND_TRIPS = 8

CommandKey = tuple[str, str]  # a guest, and the id of the command


class Latency:
    """Measures the latency of a connection."""

    __slots__ = ("_trips",)

    def __init__(self) -> None:
        self._trips: deque[float] = deque(maxlen=MEASURED_ROUND_TRIPS)

    def measured(self, milliseconds: float) -> None:
        """Add a round trip."""
        self._trips.append(milliseconds)

    @property
    def credit(self) -> int:
        """Return the credit of a throw in milliseconds; 0 before the first measurement."""
        return min(MAX_CREDIT_MS, int(min(self._trips))) if self._trips else 0


@dataclass(frozen=True, slots=True)
class Throw:
    """A card thrown in a snap window, and the connection that gets the reply."""

    seat: int
    action: Action
    arrived: int
    credit: int
    sender: object = None
    command: CommandKey | None = None

    @property
    def counts_from(self) -> int:
        """Return the time at which the throw counts, in the table's time."""
        return self.arrived - self.credit


class Race:
    """The throws that wait to be judged."""

    def __init__(self) -> None:
        self.throws: list[Throw] = []

    def add(self, throw: Throw) -> None:
        """Add a throw; of two that count from the same time, the one added first goes first."""
        self.throws.append(throw)
        self.throws.sort(key=lambda t: t.counts_from)

    def redirect(self, command: CommandKey, sender: object) -> bool:
        """Send the reply to a waiting throw of `command` to `sender`; tell whether there is one."""
        again = [n for n, throw in enumerate(self.throws) if throw.command == command]
        for n in again:
            self.throws[n] = replace(self.throws[n], sender=sender)
        return bool(again)

    def due(self, credits: Mapping[int, int]) -> int | None:
        """Return when the first throw can be judged; `credits` has the seats that may still throw."""
        if not self.throws:
            return None
        first = self.throws[0]
        thrown = {throw.seat for throw in self.throws}  # their next throw comes later
        others = max((credit for seat, credit in credits.items() if seat not in thrown), default=0)
        return max(first.arrived, first.counts_from + others)

    def take(self) -> Throw:
        """Remove and return the throw that counts first."""
        return self.throws.pop(0)

    def clear(self) -> list[Throw]:
        """Remove and return all throws, when the window closes."""
        late, self.throws = self.throws, []
        return late
