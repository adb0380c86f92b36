"""The limits that a host can set, and the counters of each address."""

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from toctoc.server.errors import HTTPError
from toctoc.server.security.proxies import without_port
from toctoc.server.security.rate_budget import Budget
from toctoc.table.throttle import Throttle

ENVIRONMENT_PREFIX = "TOCTOC_LIMIT_"
MAX_LIMIT = 1_000_000_000
HOUR_SECONDS = 3_600.0
UNKNOWN_ADDRESS = "unknown"  # shared by all clients without a readable address
SITE_SHARE = 4  # times the limit of one address, for all IPv6 addresses of a /48 together
TOO_MANY_REQUESTS = "Too many requests: wait a moment."


class BadLimit(ValueError):
    """An unknown limit, or a value that a limit does not take; `why` and `details` are for translators."""

    def __init__(self, why: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.why, self.details = why, details


def _limit(default: float, about: str, change_for: str) -> Any:
    """Declare a limit that hosts can set, with a reason for doing so."""
    return field(default=default, metadata={"about": about, "change_for": change_for})


def _constant(default: float, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits. Hosts set the first of them by `toctoc serve --limit`, or by TOCTOC_LIMIT_ with the name."""

    tables: int = _limit(5_000, "Tables that are open at once.", "a machine with much memory, or with little")
    sockets: int = _limit(
        25_000, "TCP connections at once, websockets included.", "more players, with as many open files"
    )
    sockets_per_address: int = _limit(
        600,
        "TCP connections at once from one address. Has no effect with `--behind-proxy`.",
        "many players behind one address",
    )
    connections: int = _limit(20_000, "Websockets at once.", "more players, with as many sockets")
    connections_per_address: int = _limit(
        200, "Websockets at once from one address.", "many players behind one address"
    )
    spectators_per_table: int = _limit(
        100,
        "Connections to one table beyond which spectators are refused. Its players and its creator are not.",
        "a final with an audience",
    )
    tables_per_hour: int = _limit(60, "New tables in an hour from one address.", "many players behind one address")
    matches_per_hour: int = _limit(
        240, "Requests for a match with anyone, in an hour from one address.", "many players behind one address"
    )
    group_joins_per_hour: int = _limit(
        12, "New members of groups in an hour from one address.", "a class or a club that founds a group"
    )
    missed_codes_per_hour: int = _limit(
        120,
        "Unknown table codes in an hour from one address.",
        "a class that types codes; fewer where nobody does",
    )
    cost_per_second: float = _limit(
        300.0,
        "Cost that one address may spend per second, on average.",
        "many players behind one address; lower on a slow machine",
    )
    changes_per_minute: int = _limit(
        3_000,
        "Moves and other changes in a minute from one address, on average. Twice as many at once.",
        "many players behind one address",
    )
    table_changes_per_hour: int = _limit(
        20_000,
        "Moves and other changes of people in an hour at one table.",
        "programs that play at one table as fast as they can",
    )
    hints_per_second: float = _limit(
        1.0, "Hints per second for one address, on average.", "a class that asks for hints"
    )
    messages_per_second: float = _limit(
        20.0, "Messages per second from one guest, on average.", "a program that plays at many tables as one guest"
    )
    searches_waiting: int = _limit(
        100, "Searching bots in the queue. Others move without a search.", "lower on a slow machine"
    )
    space_bytes: int = _limit(
        67_108_864,
        "Free bytes on the store's disk below which `/readyz` answers 503.",
        "a disk that others fill, too",
    )

    # constants: no host has a reason to change them
    spectators_per_address: int = _constant(40, "Spectators of one table from one address.")
    matches_burst: int = _constant(20, "Requests for a match with anyone, at once from one address.")
    cost_burst: int = _constant(100, "Cost that one address may spend at once. Requests beyond it are delayed.")
    cost_wait_seconds: int = _constant(8, "Longest delay. Requests that would be delayed for longer are refused.")
    first_request_seconds: int = _constant(10, "Seconds after which a connection without a request is closed.")
    request_seconds: int = _constant(60, "Seconds after which a connection for HTTP requests is closed.")
    header_bytes: int = _constant(8_192, "Size of the headers of a request or of a websocket handshake.")
    request_bytes: int = _constant(16_384, "Size of the body of an HTTP request.")
    message_bytes: int = _constant(4_096, "Size of a websocket message from a client.")
    messages_burst: int = _constant(60, "Messages at once from one guest, over all websockets.")
    talk_per_second: float = _constant(0.5, "Table talk per second from one seat, on average.")
    talk_burst: int = _constant(5, "Table talk at once from one seat.")
    extra_changes_per_second: float = _constant(
        1.0,
        "Changes per second from one guest besides the moves of a turn, on average: a moved card, another name.",
    )
    extra_changes_burst: int = _constant(60, "Changes besides the moves of a turn, at once from one guest.")
    hints_burst: int = _constant(30, "Hints at once for one address.")
    hints_waiting: int = _constant(50, "Hints in the queue. More are refused.")
    hints_waiting_per_address: int = _constant(10, "Hints in the queue for one address.")
    replays_waiting: int = _constant(50, "Replays and deals in the queue. More are refused.")
    replays_waiting_per_address: int = _constant(10, "Replays and deals in the queue for one address.")
    analysis_jobs_waiting: int = _constant(1_000, "Analyses of games in the queue. More are refused.")
    analysis_jobs_waiting_per_address: int = _constant(200, "Analyses of games in the queue for one address.")
    analysis_niceness: int = _constant(19, "Niceness of the process that makes analyses of games, 1 to 19.")
    searches_waiting_per_address: int = _constant(25, "Searching bots in the queue, at the tables of one address.")
    search_patience_seconds: float = _constant(
        5.0, "Seconds in the queue after which a bot moves without a search."
    )
    backlog_bytes: int = _constant(262_144, "Unsent bytes after which the connection of a slow reader is dropped.")
    addresses: int = _constant(50_000, "Addresses with counters, besides those with an open websocket.")

    @classmethod
    def load(cls, environ: Mapping[str, str], overrides: Mapping[str, object]) -> "Limits":
        """Return the defaults, changed by `environ` and then by `overrides`; None leaves a limit as it is."""
        from_environ = {
            name.removeprefix(ENVIRONMENT_PREFIX).lower(): (value, name)
            for name, value in environ.items()
            if name.startswith(ENVIRONMENT_PREFIX)
        }
        given = from_environ | {name: (value, name) for name, value in overrides.items() if value is not None}
        values: dict[str, Any] = {}
        for name, (value, where) in given.items():
            if name not in PUBLIC:
                message = f"there is no limit {where[:80]!r}; there are: {', '.join(PUBLIC)}"
                raise BadLimit("unknown", message, name=where[:80], known=", ".join(PUBLIC))
            values[name] = _number(value, isinstance(PUBLIC[name].default, int), where)
        return cls(**values)


PUBLIC = {each.name: each for each in fields(Limits) if "change_for" in each.metadata}  # that hosts can set


def _number(value: object, whole: bool, where: str) -> float:
    try:
        number = int(str(value)) if whole else float(str(value))
    except ValueError:
        number = 0
    least = 1 if whole else 0.01
    if not least <= number <= MAX_LIMIT:
        what = "whole number" if whole else "number"
        message = f"{where} is a {what} from {least} to {MAX_LIMIT:_}, not {str(value)[:40]!r}"
        why = "whole" if whole else "number"
        raise BadLimit(why, message, name=where, least=str(least), most=f"{MAX_LIMIT:_}", value=str(value)[:40])
    return number


@lru_cache(10_000)
def network_of(address: str | None) -> str:
    """Return the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address.

    The function is idempotent.
    """
    try:
        parsed = ipaddress.ip_address(without_port((address or "")[:80].removesuffix("/64")).partition("%")[0])
    except ValueError:
        return UNKNOWN_ADDRESS
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(parsed) >> 64 << 64)}/64"


@lru_cache(10_000)
def site_of(network: str) -> str | None:
    """Return the /48 around a network of IPv6, as `network_of` writes it; None for others.

    A home has up to 256 networks of IPv6, and a rented server up to 65,536: they share a wider counter.
    """
    if not network.endswith("/64"):
        return None
    return f"{ipaddress.IPv6Address(int(ipaddress.IPv6Address(network.removesuffix('/64'))) >> 80 << 80)}/48"


class _Visitor:
    """The budgets of one address, and the time of its last request."""

    __slots__ = ("budget", "changes", "group_joins", "hints", "matches", "misses", "seen", "tables")

    def __init__(self, limits: Limits) -> None:
        self.budget = Budget(limits.cost_per_second, limits.cost_burst, limits.cost_wait_seconds)
        self.tables = Throttle(limits.tables_per_hour, limits.tables_per_hour / HOUR_SECONDS)
        matches_burst = min(limits.matches_burst, limits.matches_per_hour)
        self.matches = Throttle(matches_burst, limits.matches_per_hour / HOUR_SECONDS)
        self.group_joins = Throttle(limits.group_joins_per_hour, limits.group_joins_per_hour / HOUR_SECONDS)
        self.misses = Throttle(limits.missed_codes_per_hour, limits.missed_codes_per_hour / HOUR_SECONDS)
        self.hints = Throttle(limits.hints_burst, limits.hints_per_second)
        self.changes = Throttle(2 * limits.changes_per_minute, limits.changes_per_minute / 60)
        self.seen = 0.0


class Addresses:
    """Counts the use that each address makes of the server. `clock` returns seconds and never goes back.

    An address is forgotten after an hour, when its budgets are full again. When there are too many, the one that
    was silent for longest is forgotten first: a client with tens of thousands of addresses meets only the limits
    for all.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._connections: dict[str, int] = {}  # by address; no more than there are connections
        self._all_connections = 0
        self.waited = self.refused = 0  # requests over budget that were delayed, and refused
        self._visitors: OrderedDict[str, _Visitor] = OrderedDict()  # the one that was silent for longest first
        self._sites: OrderedDict[str, _Visitor] = OrderedDict()  # the same for each /48 of IPv6
        self._site_limits = replace(
            limits,
            tables_per_hour=SITE_SHARE * limits.tables_per_hour,
            matches_per_hour=SITE_SHARE * limits.matches_per_hour,
            matches_burst=SITE_SHARE * limits.matches_burst,
            missed_codes_per_hour=SITE_SHARE * limits.missed_codes_per_hour,
        )

    def connect(self, address: str | None) -> bool:
        """Tell whether one more websocket may be opened; it then counts until `disconnect`."""
        network = network_of(address)
        open_here = self._connections.get(network, 0)
        if self._all_connections >= self._limits.connections or open_here >= self._limits.connections_per_address:
            return False
        self._connections[network] = open_here + 1
        self._all_connections += 1
        return True

    def disconnect(self, address: str | None) -> None:
        """Count one websocket less, once for every `connect` that returned True."""
        network = network_of(address)
        open_here = self._connections.pop(network)  # a KeyError is a mistake of the caller
        if open_here > 1:
            self._connections[network] = open_here - 1
        self._all_connections -= 1

    def spend(self, address: str | None, cost: float) -> float | None:
        """Return the delay in seconds after which `address` may spend `cost`; None if that is too long."""
        now = self._clock()
        wait = self._visitor(address, now).budget.spend(cost, now)
        self.waited += wait is not None and wait > 0
        self.refused += wait is None
        return wait

    async def charge(self, address: str, cost: float) -> None:
        """Wait until `address` may spend `cost`; raise `HTTPError` if that would take too long."""
        wait = self.spend(address, cost)
        if wait is None:
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "request/too-many", TOO_MANY_REQUESTS)
        if wait:
            await asyncio.sleep(wait)

    def give_back(self, address: str | None, cost: float) -> None:
        """Return `cost` to `address`, for an operation that was not done."""
        self._visitor(address, self._clock()).budget.give_back(cost)

    def is_spent(self, address: str | None) -> bool:
        """Tell whether `address` is so far over budget that its requests are not even refused."""
        visitor = self._visitors.get(network_of(address))
        return visitor is not None and visitor.budget.is_spent(self._clock())

    def make_table(self, address: str | None) -> bool:
        """Count a new table; tell whether it may be made."""
        now = self._clock()
        return all(each.tables.take(now) for each in self._counters(address, now))

    def match(self, address: str | None) -> bool:
        """Count a request for a match; tell whether it is served."""
        now = self._clock()
        return all(each.matches.take(now) for each in self._counters(address, now))

    def join_group(self, address: str | None) -> bool:
        """Count a new member of a group; tell whether it may join."""
        now = self._clock()
        return self._visitor(address, now).group_joins.take(now)

    def miss_code(self, address: str | None) -> bool:
        """Count an unknown table code; tell whether to say so, or the address is guessing codes."""
        now = self._clock()
        return all(each.misses.take(now) for each in self._counters(address, now))

    def found_code(self, address: str | None) -> None:
        """Take back a `miss_code` that was counted before the look-up: the table exists."""
        for each in self._counters(address, self._clock()):
            each.misses.give_back()

    def hint(self, address: str | None) -> bool:
        """Count a hint; tell whether it may be given."""
        now = self._clock()
        return self._visitor(address, now).hints.take(now)

    def change(self, address: str | None) -> bool:
        """Count a change of a table; tell whether it may be stored."""
        now = self._clock()
        return self._visitor(address, now).changes.take(now)

    @property
    def connections(self) -> int:
        """Return the number of open websockets."""
        return self._all_connections

    def __len__(self) -> int:
        """Return the number of addresses with counters."""
        return len(self._visitors.keys() | self._connections.keys())

    def _visitor(self, address: str | None, now: float) -> _Visitor:
        return self._seen(self._visitors, network_of(address), self._limits, now)

    def _counters(self, address: str | None, now: float) -> Iterator[_Visitor]:
        """Yield the counters of an address and then, for IPv6, those of its /48; the second only on demand."""
        yield self._visitor(address, now)
        if (site := site_of(network_of(address))) is not None:
            yield self._seen(self._sites, site, self._site_limits, now)

    def _seen(self, known: OrderedDict[str, _Visitor], network: str, limits: Limits, now: float) -> _Visitor:
        visitor = known.get(network)
        if visitor is None:
            self._forget(known, now)
            visitor = known[network] = _Visitor(limits)
        else:
            known.move_to_end(network)
        visitor.seen = now
        return visitor

    def _forget(self, known: OrderedDict[str, _Visitor], now: float) -> None:
        """Make room for one more address."""
        while known:
            network, oldest = next(iter(known.items()))
            if len(known) < self._limits.addresses and now - oldest.seen < HOUR_SECONDS:
                return
            del known[network]
