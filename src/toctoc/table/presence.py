"""Connections of guests, and the reveals of their devices, for which bots and clocks wait. None of this is stored.

A device acknowledges the version up to which it has finished revealing events (`shown`). The table waits for a
device only if it ever sent `shown`, and for at most `MAX_REVEAL_MS` after the reveal started. If all present
players share one device, it may ask for more time by sending the same version again: no other player waits.

A shared scene, such as the end of a round, stays visible until every player closes it; the table sends the seats
that still reveal it. After a game these are the seats that still reveal the last cards, and the table says whether
a big screen does: no device names the winner before.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from toctoc.core.game import Event
from toctoc.core.match import StepEvents

from .commands import PaceSetting

MAX_REVEAL_MS = 8_000


@dataclass(slots=True)
class Presence:
    """Counts the connections of each guest, and keeps their latency credits, paces and acknowledged versions."""

    connections: dict[str, int] = field(default_factory=dict)
    credits: dict[str, int] = field(default_factory=dict)
    paces: dict[str, PaceSetting] = field(default_factory=dict)  # of guests whose device has sent one
    gone: dict[str, int] = field(default_factory=dict)
    visitors: dict[str, tuple[str, str | None]] = field(default_factory=dict)  # name and avatar of spectators
    acknowledged: dict[str, int] = field(default_factory=dict)  # version up to which a guest received all events

    def came(self, guest: str) -> None:
        """Count one more connection of `guest`."""
        self.connections[guest] = self.connections.get(guest, 0) + 1
        self.gone.pop(guest, None)

    def went(self, guest: str, at: int, is_seated: bool = True) -> None:
        """Count one connection of `guest` less; only a seated guest starts the away timer."""
        left = self.connections.get(guest, 0) - 1
        if left > 0:
            self.connections[guest] = left
        else:
            self.connections.pop(guest, None)
            self.credits.pop(guest, None)
            self.paces.pop(guest, None)
            self.visitors.pop(guest, None)
            if is_seated:
                self.gone[guest] = at

    def forget(self, seated: Collection[str]) -> None:
        """Drop guests with neither a seat nor a connection."""
        for known in (self.acknowledged, self.gone):
            for guest in [guest for guest in known if guest not in seated and guest not in self.connections]:
                del known[guest]

    def miss(self, guest: str, at: int) -> int | None:
        """Return since when `guest` is disconnected, None if connected; a guest never seen counts from `at` on."""
        return None if self.is_here(guest) else self.gone.setdefault(guest, at)

    def is_here(self, guest: str | None) -> bool:
        """Tell whether `guest` has a connection."""
        return guest in self.connections

    @property
    def anybody(self) -> bool:
        """Tell whether any guest has a connection."""
        return bool(self.connections)


def is_show(event: Event) -> bool:
    """Tell whether a device takes time to reveal `event`."""
    return event.show or event.glimpse or event.moment or event.pause


@dataclass(slots=True)
class Reveals:
    """Tracks, by guest, the last started and the last finished reveal, each as (version, time)."""

    held_since: int | None = None  # when the clocks stopped
    _shared: int = 0  # version of the last shared scene
    _public: int = 0  # version of the last reveal that spectators see
    _screens: dict[object, int] = field(default_factory=dict)  # version that each big screen has finished
    _started: dict[str, tuple[int, int]] = field(default_factory=dict)
    _finished: dict[str, tuple[int, int]] = field(default_factory=dict)  # with the time of the last message

    def begin(self) -> None:
        """Reset for a new game; devices that ever sent `shown` are waited for again."""
        self.held_since = None
        self._shared = self._public = 0
        self._started.clear()

    def start(
        self,
        places: Mapping[str, Sequence[int]],
        version: int,
        at: int,
        shown: tuple[StepEvents, ...],
        is_lesson: bool,
    ) -> bool:
        """Start the reveals of `version`; tell whether any device has one. In a lesson every event counts."""
        is_busy = False
        for guest in self._finished:
            if guest in places and (is_lesson or any(_takes_time(shown, seat) for seat in places[guest])):
                self._started[guest] = (version, at)
                is_busy = True
        for step in shown:
            for event in step.public:
                if event.pause:
                    self._shared = version
                if is_show(event):
                    self._public = version
        return is_busy

    def acknowledge(self, guest: str, version: int, at: int) -> None:
        """Record that the device of `guest` has finished up to `version`, or still reveals the next one."""
        before, _ = self._finished.get(guest, (0, 0))
        self._finished[guest] = (max(version, before), at)

    def held_until(self, here: Collection[str]) -> int | None:
        """Return the latest time until which bots and clocks wait for the guests `here`; None: they do not."""
        late = self.late(here)
        if not late:
            return None
        started = max(self._started[guest][1] for guest in late)
        return MAX_REVEAL_MS + (max(started, self._finished[late[0]][1]) if len(here) == 1 else started)

    def acknowledge_screen(self, screen: object, version: int) -> None:
        """Record that a big screen has finished up to `version`."""
        self._screens[screen] = max(version, self._screens.get(screen, 0))

    def drop_screen(self, screen: object) -> None:
        """Wait for a big screen no longer."""
        self._screens.pop(screen, None)

    def is_screen_late(self) -> bool:
        """Tell whether a big screen still reveals an event; one that never acknowledged any is not waited for."""
        return any(version < self._public for version in self._screens.values())

    def late(self, here: Collection[str]) -> list[str]:
        """Return the guests `here` that still reveal an event."""
        never = (0, 0)
        return [
            guest for guest in here if self._started.get(guest, never)[0] > self._finished.get(guest, never)[0]
        ]

    def revealing(self, here: Collection[str]) -> list[str]:
        """Return the guests `here` that still reveal the shared scene, while the clocks are held."""
        if self.held_since is None:
            return []
        return [guest for guest in here if guest in self._started and self._finished[guest][0] < self._shared]


def _takes_time(shown: tuple[StepEvents, ...], seat: int) -> bool:
    """Tell whether `seat` sees an event that takes time to reveal."""
    for step in shown:
        for event in step.to(seat):
            if is_show(event):
                return True
    return False
