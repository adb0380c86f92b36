"""Judge throws in a snap window, fairly on slow lines (C10).

Throws count in the order of their arrival, less a credit for the line: the lowest of the last 8 round trips that
the server itself measured, at most 150 ms. A throw is judged as soon as no other seat's throw could still count as
earlier. A client that delays the answers to the server's measurements gains at most those 150 ms.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from toctoc.games.game import Action

MOST = 150  # milliseconds of credit
ROUND_TRIPS = 8


class Latency:
    """Measures how long a connection takes."""

    __slots__ = ("_trips",)

    def __init__(self) -> None:
        self._trips: deque[float] = deque(maxlen=ROUND_TRIPS)

    def measured(self, milliseconds: float) -> None:
        """Note a round trip."""
        self._trips.append(milliseconds)

    @property
    def credit(self) -> int:
        """Return the milliseconds that a throw is credited; 0 before the first measurement."""
        return min(MOST, int(min(self._trips))) if self._trips else 0


@dataclass(frozen=True, slots=True)
class Throw:
    """A card thrown in a snap window, with what its sender is answered by."""

    seat: int
    action: Action
    arrived: int
    credit: int
    sender: object = None
    request: tuple[str, str] | None = None  # the guest and the id of the message

    @property
    def counts_from(self) -> int:
        """Return the time at which it counts, in the table's time."""
        return self.arrived - self.credit


class Race:
    """Keeps the throws that wait to be judged."""

    def __init__(self) -> None:
        self.throws: list[Throw] = []

    def add(self, throw: Throw) -> None:
        """Let a throw wait; of two that count from the same time, the one added first goes first."""
        self.throws.append(throw)
        self.throws.sort(key=lambda t: t.counts_from)

    def asked_again(self, request: tuple[str, str], sender: object) -> bool:
        """Tell whether the throw of that request waits here already; its answer then goes to `sender`."""
        again = [n for n, throw in enumerate(self.throws) if throw.request == request]
        for n in again:
            self.throws[n] = replace(self.throws[n], sender=sender)
        return bool(again)

    def due(self, credits: Mapping[int, int]) -> int | None:
        """Return when the first throw can be judged; `credits` are those of the seats that may still throw."""
        if not self.throws:
            return None
        first = self.throws[0]
        thrown = {throw.seat for throw in self.throws}  # what else they throw comes later
        others = max((credit for seat, credit in credits.items() if seat not in thrown), default=0)
        return max(first.arrived, first.counts_from + others)

    def take(self) -> Throw:
        """Remove and return the throw that counts first."""
        return self.throws.pop(0)

    def clear(self) -> list[Throw]:
        """Remove and return all throws: the window closed before they were judged."""
        late, self.throws = self.throws, []
        return late
