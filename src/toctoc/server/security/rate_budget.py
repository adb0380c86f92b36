"""What it costs to answer somebody, and the one budget that each address has for everything.

A cost of 1 is about a millisecond of a processor. Who is over budget waits: requests are answered one by one,
as fast as the budget allows, and others do not notice. Only what would wait too long is refused, and whoever
goes on all the same is hung up on unread.
"""

CONNECTION = 0.15  # over TCP, before a word is said
PAGE = 0.6  # a file of the client
REQUEST = 1.0  # any other over HTTP
TABLE = 2.0  # besides the request: a new table
PICTURE = 20.0  # besides: a QR code that was not asked for lately
WAKING = 4.0  # besides: a table that sleeps in the store
REPLAY = 20.0  # besides: a replay or deal that was not asked for lately
PUSH = 3.0  # besides: where to push, kept or forgotten
ANALYSIS = 20.0  # besides: an analysis that is not made yet; the work itself is nobody's who waits
WRONG_TOKEN = 100.0  # besides: three tries a second at most
HANDSHAKE = 1.5  # for a websocket, with its first `hello`
HELLO = 1.0  # another one on the same websocket
MESSAGE = 0.3  # any other
LISTENER = 0.02  # besides: each connection to the same table, which may be told what came of it
REFUSAL = 0.3
LEAST_REFUSALS = 50.0  # what refusals may cost until their receiver is hung up on


class Budget:
    """What one address may cost: a bucket that leaks steadily, with a queue of some seconds above its brim."""

    __slots__ = ("_brim", "_debt", "_most", "_rate", "_then", "_wait")

    def __init__(self, per_second: float, burst: float, wait_seconds: float) -> None:
        self._rate, self._brim, self._wait = per_second, burst, wait_seconds
        self._most = self._brim + self._rate * self._wait + max(self._rate, LEAST_REFUSALS)
        self._debt = 0.0
        self._then: float | None = None

    def spend(self, cost: float, now: float) -> float | None:
        """Return after how many seconds something may be done that costs so much; None if that is too long."""
        debt = self._owed(now)
        wait = (debt + cost - self._brim) / self._rate
        if wait > self._wait:
            self._debt = min(self._most, debt + REFUSAL)
            return None
        self._debt = debt + cost
        return max(0.0, wait)

    def give_back(self, cost: float) -> None:
        """Take so much off the debt."""
        self._debt = max(0.0, self._debt - cost)

    def is_spent(self, now: float) -> bool:
        """Tell whether not even refusals are owed any more."""
        return self._owed(now) > self._most - REFUSAL

    def _owed(self, now: float) -> float:
        if self._then is not None and now > self._then:
            self._debt = max(0.0, self._debt - (now - self._then) * self._rate)
        self._then = now
        return self._debt
