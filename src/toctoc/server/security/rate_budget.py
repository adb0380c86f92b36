"""Rate limiting by cost: the price of each operation, and the budget of one address.

A cost of 1 is about a millisecond of a processor. Requests over budget are delayed, one after the other, as fast
as the budget allows. Requests that would be delayed too long are refused. Clients that keep sending are
disconnected without a reply.
"""


class Cost:
    """The cost of each operation. Those marked with "+" come on top of the request's own.

    The documentation lists them with their comments (docs/_ext/generated_server.py).
    """

    CONNECTION = 0.15  # a TCP connection, before the first byte
    PAGE = 0.6  # a page, script or picture of the client
    REQUEST = 1.0  # any other HTTP request; one more for a list of tables that was waited for
    TABLE = 2.0  # + a new table, or a match with anyone
    PICTURE = 20.0  # + a QR code that is not cached
    WAKING = 4.0  # + a table that has to be read from the store
    REPLAY = 20.0  # + a replay or deal that is not cached
    PUSH = 3.0  # + a push subscription, stored or removed
    ANALYSIS = 20.0  # + an analysis that is not made yet; the work itself is done in the background
    DAILY = 3.0  # + a request for the daily deal
    GROUP = 2.0  # + a request for a group
    WRONG_TOKEN = 100.0  # + a wrong admin token: three attempts a second at most
    HANDSHAKE = 1.5  # a websocket, with its first `hello`
    HELLO = 1.0  # another `hello` on the same websocket
    MESSAGE = 0.3  # any other message
    LISTENER = 0.02  # + each connection to the table of that message
    REFUSAL = 0.3  # a refusal


MIN_REFUSAL_BUDGET = 50.0  # cost of refusals after which a client is disconnected


class Budget:
    """The budget of one address: a leaky bucket, with a queue of some seconds above its brim."""

    __slots__ = ("_brim", "_debt", "_max_debt", "_max_wait", "_rate", "_then")

    def __init__(self, per_second: float, burst: float, wait_seconds: float) -> None:
        self._rate, self._brim, self._max_wait = per_second, burst, wait_seconds
        self._max_debt = self._brim + self._rate * self._max_wait + max(self._rate, MIN_REFUSAL_BUDGET)
        self._debt = 0.0
        self._then: float | None = None

    def spend(self, cost: float, now: float) -> float | None:
        """Return the delay in seconds after which `cost` may be spent; None if that is too long."""
        debt = self._owed(now)
        wait = (debt + cost - self._brim) / self._rate
        if wait > self._max_wait:
            self._debt = min(self._max_debt, debt + Cost.REFUSAL)
            return None
        self._debt = debt + cost
        return max(0.0, wait)

    def give_back(self, cost: float) -> None:
        """Reduce the debt by `cost`."""
        self._debt = max(0.0, self._debt - cost)

    def is_spent(self, now: float) -> bool:
        """Tell whether the budget does not even allow another refusal."""
        return self._owed(now) > self._max_debt - Cost.REFUSAL

    def _owed(self, now: float) -> float:
        if self._then is not None and now > self._then:
            self._debt = max(0.0, self._debt - (now - self._then) * self._rate)
        self._then = now
        return self._debt
