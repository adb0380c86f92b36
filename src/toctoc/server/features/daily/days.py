"""The days of a server, which may begin at another time than midnight."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

DAY_SECONDS = 24 * 60 * 60
OPENING_DELAY_SECONDS = 60  # until a day's secret is opened after its end: nodes share a clock


@dataclass(frozen=True, slots=True)
class Days:
    """Days that begin `begins` seconds after midnight, UTC; each is named by the date on which it begins."""

    begins: int = 0

    def day(self, now: float) -> str:
        """Return the day at the time `now`, in seconds since 1970."""
        return datetime.fromtimestamp(now - self.begins, UTC).date().isoformat()

    def start(self, day: str) -> int:
        """Return the beginning of a day, in seconds since 1970."""
        midnight = datetime.fromisoformat(day).replace(tzinfo=UTC)
        return int(midnight.timestamp()) + self.begins

    def end(self, day: str) -> int:
        """Return the end of a day, in seconds since 1970."""
        return self.start(day) + DAY_SECONDS

    def opens(self, day: str) -> int:
        """Return the time from which on the secret of a day's deals is public."""
        return self.end(day) + OPENING_DELAY_SECONDS


def later(day: str, days: int) -> str:
    """Return the day `days` days after `day`."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()
