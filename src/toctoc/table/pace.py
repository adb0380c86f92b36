"""The pace of a table: bots and clocks wait until the people who are here have been shown what happened.

Devices say up to which version they have finished showing (`shown`). None of this is stored. A device that never
says so is never waited for, and no other for longer than GRACE after its show began; only where everybody who is
here plays at one device, it may ask for more time by speaking again: nobody else waits.

What all look at as long as they like, such as the end of a round, they look at together: everybody is told who
still does.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from toctoc.games.game import Event
from toctoc.games.match import Shown

GRACE = 8_000  # milliseconds


def is_show(event: Event) -> bool:
    """Tell whether an event takes a while to be seen."""
    return event.show or event.glimpse or event.moment or event.pause


@dataclass(slots=True)
class Pace:
    """Knows what each device is still showing. A version and a time stand together, for each guest."""

    since: int | None = None  # when the clocks began to stand still
    _pause: int = 0  # the version of the last thing that all look at together
    _begun: dict[str, tuple[int, int]] = field(default_factory=dict)  # the last show
    _told: dict[str, tuple[int, int]] = field(default_factory=dict)  # what was shown, and when that was said last

    def begin(self) -> None:
        """Forget the last game; who has spoken is waited for in the next one, too."""
        self.since = None
        self._pause = 0
        self._begun.clear()

    def show(
        self, places: Mapping[str, Sequence[int]], version: int, at: int, shown: tuple[Shown, ...], is_lesson: bool
    ) -> bool:
        """Note whose devices have something to show, and tell whether any has; a learner is given time for all."""
        is_busy = False
        for guest in self._told:
            if guest in places and (is_lesson or any(_takes_time(shown, seat) for seat in places[guest])):
                self._begun[guest] = (version, at)
                is_busy = True
        for step in shown:
            for event in step.public:
                if event.pause:
                    self._pause = version
        return is_busy

    def tell(self, guest: str, version: int, at: int) -> None:
        """Note that a guest's device has finished showing everything up to `version`, or still is where it was."""
        before, _ = self._told.get(guest, (0, 0))
        self._told[guest] = (max(version, before), at)

    def until(self, here: Collection[str]) -> int | None:
        """Return until when bots and clocks wait, at the latest; None if nobody `here` is shown anything."""
        late = [guest for guest in here if self._begun.get(guest, (0, 0))[0] > self._told.get(guest, (0, 0))[0]]
        if not late:
            return None
        begun = max(self._begun[guest][1] for guest in late)
        return GRACE + (max(begun, self._told[late[0]][1]) if len(here) == 1 else begun)

    def looking(self, here: Collection[str]) -> list[str]:
        """Return those `here` who still look at what all look at together, while the table waits for them."""
        if self.since is None:
            return []
        return [guest for guest in here if guest in self._begun and self._told[guest][0] < self._pause]


def _takes_time(shown: tuple[Shown, ...], seat: int) -> bool:
    """Tell whether `seat` is shown something that takes a while to be seen."""
    for step in shown:
        for event in step.to(seat):
            if is_show(event):
                return True
    return False
