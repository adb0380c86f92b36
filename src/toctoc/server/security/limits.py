"""How much of the server anybody may have, and who has how much of it."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from toctoc.server.security.proxies import without_port
from toctoc.server.security.rate_budget import Budget
from toctoc.table.throttle import Throttle

PREFIX = "TOCTOC_LIMIT_"
MOST = 1_000_000_000
HOUR = 3_600.0
UNKNOWN = "unknown"  # all whose address cannot be read share one


class BadLimit(ValueError):
    """A limit that there is not, or a value that it does not take. `why` and `details` are for translators."""

    def __init__(self, why: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.why, self.details = why, details


def _limit(default: float, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class Limits:
    """Each can be set by an option of `toctoc serve` or by TOCTOC_LIMIT_ and its name in capitals."""

    tables: int = _limit(5_000, "tables at once")
    sockets: int = _limit(25_000, "TCP connections at once, whatever comes over them")
    sockets_per_address: int = _limit(600, "TCP connections at once from one address; not behind a proxy")
    connections: int = _limit(20_000, "websockets at once")
    connections_per_address: int = _limit(200, "websockets at once from one address: a school has only one")
    spectators_per_table: int = _limit(100, "people who watch one table; whoever made it always comes in")
    spectators_per_address: int = _limit(40, "people from one address who watch one table")
    tables_per_hour: int = _limit(60, "tables that one address makes in an hour")
    matches_per_hour: int = _limit(240, "times that one address looks for anybody to play with in an hour")
    missed_codes_per_hour: int = _limit(120, "table codes in an hour from one address that lead nowhere: guesses")
    cost_per_second: float = _limit(300.0, "what one address may cost per second, on average")
    cost_burst: int = _limit(100, "what one address may cost at once; whatever is more waits for its turn")
    cost_wait_seconds: int = _limit(8, "for how long it waits at most; what would wait longer is refused")
    first_request_seconds: int = _limit(10, "seconds until a connection that asks for nothing is closed")
    request_seconds: int = _limit(60, "seconds until a connection for HTTP requests is closed")
    header_bytes: int = _limit(8_192, "the headers of a request, for a websocket, too")
    request_bytes: int = _limit(16_384, "the body of an HTTP request")
    message_bytes: int = _limit(4_096, "a websocket message from a client")
    messages_per_second: float = _limit(20.0, "messages per second from one guest, on average")
    messages_burst: int = _limit(60, "messages at once from one guest, over all websockets")
    talk_per_second: float = _limit(0.5, "table talk per second from one seat, on average")
    talk_burst: int = _limit(5, "table talk at once from one seat")
    hints_per_second: float = _limit(1.0, "hints per second for one address, on average")
    hints_burst: int = _limit(30, "hints at once for one address, one after the other")
    hints_waiting: int = _limit(50, "hints that wait until they are thought of; more are refused")
    hints_waiting_per_address: int = _limit(10, "of those, for one address")
    analyses_waiting: int = _limit(
        50, "replays and deals of games that wait until they are made; more are refused"
    )
    analyses_waiting_per_address: int = _limit(10, "of those, for one address")
    lookbacks_waiting: int = _limit(1_000, "analyses of games that wait until they are made; more are refused")
    lookbacks_waiting_per_address: int = _limit(200, "of those, for one address")
    lookback_niceness: int = _limit(19, "how far the process that makes them steps back for all others, 1 to 19")
    searches_waiting: int = _limit(100, "strong bots that wait to search; others play by net or policy alone")
    searches_waiting_per_address: int = _limit(25, "of those, at the tables of one address")
    search_patience_seconds: float = _limit(5.0, "seconds that a strong bot waits to search; then it does without")
    backlog_bytes: int = _limit(262_144, "what waits for a slow reader before the connection is dropped")
    space_bytes: int = _limit(67_108_864, "space on the store's disk below which /readyz says no")
    addresses: int = _limit(50_000, "addresses that are remembered, besides those with a websocket")

    @classmethod
    def load(cls, environ: Mapping[str, str], overrides: Mapping[str, object]) -> "Limits":
        """Read the defaults, then the environment, then the options of the command; None leaves one as it is."""
        from_environ = {
            name.removeprefix(PREFIX).lower(): (value, name)
            for name, value in environ.items()
            if name.startswith(PREFIX)
        }
        given = from_environ | {name: (value, name) for name, value in overrides.items() if value is not None}
        known = {each.name: each for each in fields(cls)}
        values: dict[str, Any] = {}
        for name, (value, where) in given.items():
            if name not in known:
                message = f"there is no limit {where[:80]!r}; there are: {', '.join(known)}"
                raise BadLimit("unknown", message, name=where[:80], known=", ".join(known))
            values[name] = _number(value, isinstance(known[name].default, int), where)
        return cls(**values)


def _number(value: object, whole: bool, where: str) -> float:
    try:
        number = int(str(value)) if whole else float(str(value))
    except ValueError:
        number = 0
    least = 1 if whole else 0.01
    if not least <= number <= MOST:
        what = "whole number" if whole else "number"
        message = f"{where} is a {what} from {least} to {MOST:_}, not {str(value)[:40]!r}"
        why = "whole" if whole else "number"
        raise BadLimit(why, message, name=where, least=str(least), most=f"{MOST:_}", value=str(value)[:40])
    return number


@lru_cache(10_000)
def place(address: str | None) -> str:
    """Return what counts as one address: IPv6 hands out whole networks of 64 bits, so one of those does.

    The place of a place is that place.
    """
    try:
        read = ipaddress.ip_address(without_port((address or "")[:80].removesuffix("/64")).partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped:
        return str(read.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(read) >> 64 << 64)}/64"


class _Visitor:
    """The budgets of one address, and when it was last seen."""

    __slots__ = ("budget", "hints", "matches", "misses", "seen", "tables")

    def __init__(self, limits: Limits) -> None:
        self.budget = Budget(limits.cost_per_second, limits.cost_burst, limits.cost_wait_seconds)
        self.tables = Throttle(limits.tables_per_hour, limits.tables_per_hour / HOUR)
        self.matches = Throttle(limits.matches_per_hour, limits.matches_per_hour / HOUR)
        self.misses = Throttle(limits.missed_codes_per_hour, limits.missed_codes_per_hour / HOUR)
        self.hints = Throttle(limits.hints_burst, limits.hints_per_second)
        self.seen = 0.0


class Addresses:
    """Counts what comes from each address. The clock gives seconds and never goes back.

    An address is forgotten after an hour, when its budgets are full again; or earlier, the longest unseen first,
    when there are too many. So a client with tens of thousands of addresses meets only the limits for all.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._connections: dict[str, int] = {}  # by address; no more than there are connections
        self._all_connections = 0
        self.waited = self.refused = 0  # how often somebody was over budget
        self._visitors: OrderedDict[str, _Visitor] = OrderedDict()  # the longest unseen first

    def connect(self, address: str | None) -> bool:
        """Tell whether one more websocket may be opened; it then counts until `disconnect`."""
        who = place(address)
        here = self._connections.get(who, 0)
        if self._all_connections >= self._limits.connections or here >= self._limits.connections_per_address:
            return False
        self._connections[who] = here + 1
        self._all_connections += 1
        return True

    def disconnect(self, address: str | None) -> None:
        """Count one websocket less, once for every `connect` that was allowed."""
        who = place(address)
        here = self._connections.pop(who)  # a KeyError is a mistake of the caller
        if here > 1:
            self._connections[who] = here - 1
        self._all_connections -= 1

    def spend(self, address: str | None, cost: float) -> float | None:
        """Return after how many seconds an address may have what costs so much; None if that is too long."""
        now = self._clock()
        wait = self._visitor(address, now).budget.spend(cost, now)
        self.waited += wait is not None and wait > 0
        self.refused += wait is None
        return wait

    def give_back(self, address: str | None, cost: float) -> None:
        """Give an address back the cost of something that it did not get."""
        self._visitor(address, self._clock()).budget.give_back(cost)

    def is_spent(self, address: str | None) -> bool:
        """Tell whether an address has gone on for so long that it is not even refused anything any more."""
        visitor = self._visitors.get(place(address))
        return visitor is not None and visitor.budget.is_spent(self._clock())

    def make_table(self, address: str | None) -> bool:
        """Tell whether one more table is made."""
        now = self._clock()
        return self._visitor(address, now).tables.take(now)

    def match(self, address: str | None) -> bool:
        """Tell whether somebody is led to others once more."""
        now = self._clock()
        return self._visitor(address, now).matches.take(now)

    def miss_code(self, address: str | None) -> bool:
        """Count a table code that led nowhere; tell whether it may be said so, or the address is guessing."""
        now = self._clock()
        return self._visitor(address, now).misses.take(now)

    def hint(self, address: str | None) -> bool:
        """Tell whether one more hint is thought of."""
        now = self._clock()
        return self._visitor(address, now).hints.take(now)

    @property
    def connections(self) -> int:
        """Return how many websockets are open."""
        return self._all_connections

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._visitors.keys() | self._connections.keys())

    def _visitor(self, address: str | None, now: float) -> _Visitor:
        who = place(address)
        visitor = self._visitors.get(who)
        if visitor is None:
            self._forget(now)
            visitor = self._visitors[who] = _Visitor(self._limits)
        else:
            self._visitors.move_to_end(who)
        visitor.seen = now
        return visitor

    def _forget(self, now: float) -> None:
        """Make room for one more."""
        while self._visitors:
            who, oldest = next(iter(self._visitors.items()))
            if len(self._visitors) < self._limits.addresses and now - oldest.seen < HOUR:
                return
            del self._visitors[who]
