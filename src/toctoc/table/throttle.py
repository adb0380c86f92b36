"""A limit to how often something is done: a token bucket."""


class Throttle:
    """A token bucket: lets something be done `burst` times at once, and `per_second` on the average."""

    __slots__ = ("_burst", "_left", "_per_second", "_then")

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = float(burst)
        self._then: float | None = None  # when something was last asked for

    def take(self, now: float) -> bool:
        """Tell whether it may be done once more at `now`, in seconds; a clock set back gives nothing."""
        if self._then is None:
            self._then = now
        elif now > self._then:
            self._left = min(self._burst, self._left + (now - self._then) * self._per_second)
            self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
