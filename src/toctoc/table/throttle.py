"""A rate limit: a token bucket."""


class Throttle:
    """A token bucket that allows `burst` uses at once, and `per_second` on the average."""

    __slots__ = ("_burst", "_left", "_per_second", "_then")

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = float(burst)
        self._then: float | None = None  # time of the last use

    def take(self, now: float) -> bool:
        """Use a token at `now`, in seconds; tell whether there was one."""
        if not self.has(now):
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Return the token of a use that does not count."""
        self._left = min(self._burst, self._left + 1)

    def has(self, now: float) -> bool:
        """Tell whether there is a token at `now`. A clock that is set back adds none."""
        if self._then is None:
            self._then = now
        elif now > self._then:
            self._left = min(self._burst, self._left + (now - self._then) * self._per_second)
            self._then = now
        return self._left >= 1
