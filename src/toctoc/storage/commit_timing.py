"""A histogram of commit durations, for the metrics."""

from bisect import bisect_left
from itertools import accumulate

BUCKET_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # upper bounds


class CommitTiming:
    """Counts commits by duration. One thread adds; any thread may read."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKET_SECONDS) + 1)
        self.total = 0.0  # seconds

    def add(self, seconds: float) -> None:
        """Count a commit that took `seconds`."""
        self._counts[bisect_left(BUCKET_SECONDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return the cumulative count for each upper bound; the last bound is `+Inf`."""
        names = [*map(str, BUCKET_SECONDS), "+Inf"]
        return list(zip(names, map(float, accumulate(self._counts)), strict=True))
