"""Who is at the table: which guests have a connection, and since when the others have none."""

from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass(slots=True)
class Presence:
    """Counts the connections of each guest, and remembers how good they are."""

    connections: dict[str, int] = field(default_factory=dict)
    credits: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=dict)  # the version up to which each has acknowledged everything

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
            if is_seated:
                self.gone[guest] = at

    def forget(self, seated: Collection[str]) -> None:
        """Remember nothing of guests who have neither a seat nor a connection."""
        for known in (self.told, self.gone):
            for guest in [guest for guest in known if guest not in seated and guest not in self.connections]:
                del known[guest]

    def miss(self, guest: str, at: int) -> int | None:
        """Return since when `guest` has had no connection; who never had any is noted as missed from `at` on."""
        return None if self.is_here(guest) else self.gone.setdefault(guest, at)

    def is_here(self, guest: str | None) -> bool:
        """Tell whether `guest` has a connection."""
        return guest in self.connections

    @property
    def anybody(self) -> bool:
        """Tell whether any guest has a connection."""
        return bool(self.connections)
