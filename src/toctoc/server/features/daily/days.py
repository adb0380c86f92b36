"""Which day it is at a server, and when it ends."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

DAY = 24 * 60 * 60
MARGIN = 60  # seconds after a day's end until its secret is opened: clocks of nodes differ by less


@dataclass(frozen=True, slots=True)
class Days:
    """Counts days that begin so many seconds after midnight, UTC; each is named by the date on which it begins."""

    begins: int = 0

    def day(self, now: float) -> str:
        """Return the day of a moment, in seconds since 1970."""
        return datetime.fromtimestamp(now - self.begins, UTC).date().isoformat()

    def start(self, day: str) -> int:
        """Return when a day begins, in seconds since 1970."""
        midnight = datetime.fromisoformat(day).replace(tzinfo=UTC)
        return int(midnight.timestamp()) + self.begins

    def end(self, day: str) -> int:
        """Return when a day is over, and the next one begins."""
        return self.start(day) + DAY

    def opens(self, day: str) -> int:
        """Return from when on everybody may know the secret of a day's deals."""
        return self.end(day) + MARGIN


def later(day: str, days: int) -> str:
    """Return the day so many days after another one."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()
