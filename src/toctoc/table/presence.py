"""Who is at the table: which guests have a connection, and since when the others have none."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Presence:
    """Which guests have a connection, how good it is, and since when the others have none."""

    connections: dict[str, int] = field(default_factory=dict)
    credits: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    def came(self, guest: str) -> None:
        self.connections[guest] = self.connections.get(guest, 0) + 1
        self.gone.pop(guest, None)

    def went(self, guest: str, at: int, is_seated: bool = True) -> None:
        """Nobody waits for those who only watched."""
        left = self.connections.get(guest, 0) - 1
        if left > 0:
            self.connections[guest] = left
        else:
            self.connections.pop(guest, None)
            self.credits.pop(guest, None)
            if is_seated:
                self.gone[guest] = at

    def gone_since(self, guest: str, at: int) -> int | None:
        """Since when; whoever never had a connection (the server was down, say) is missed from now on."""
        return None if self.is_here(guest) else self.gone.setdefault(guest, at)

    def is_here(self, guest: str | None) -> bool:
        return guest in self.connections

    @property
    def anybody(self) -> bool:
        return bool(self.connections)
