"""Who comes in: guests by their cookies, programs by their tokens, browsers only from our own pages."""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass, field
from http import HTTPStatus

from toctoc.games.errors import Refused
from toctoc.server.cluster.forwarding import Forwarding
from toctoc.server.errors import HTTPError
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.push.figures import Pushes
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import Done
from toctoc.server.security import proxies
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.connection_limit import Door
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Addresses, Limits
from toctoc.server.security.message_budgets import MessageBudgets
from toctoc.server.security.trusted_hosts import Hosts
from toctoc.table.codes import read_code

COOKIE = "toctoc-guest"
TOO_MANY = "Too many requests: wait a moment."


@dataclass(slots=True)
class Access:
    """Decides who a request is from, and lets guests in to tables."""

    hub: Hub
    keys: Keys
    limits: Limits
    public_url: str | None = None  # where people reach this server, if it is not where they say they are
    behind_proxy: int = 0  # how many proxies add to X-Forwarded-For: so many of its last addresses are true
    is_open: bool = False  # whether other machines reach it at all addresses of this one
    allowed_hosts: tuple[str, ...] = ()  # names to which it answers, besides its own
    admin: Admin = field(default_factory=Admin)  # knows the host, if there is a token
    clock: Callable[[], float] = time.time
    addresses: Addresses = field(init=False)
    door: Door = field(init=False)
    budgets: MessageBudgets = field(init=False)
    hosts: Hosts = field(init=False)
    watchers: Counter[tuple[str, str]] = field(default_factory=Counter)  # by table and address
    waking: set[str] = field(default_factory=set)  # codes of tables for which somebody has paid to read them
    pushes: Pushes | None = None  # how many there were, where turns are told of
    forwarding: Forwarding | None = None  # where there are other nodes

    def __post_init__(self) -> None:
        self.addresses = Addresses(self.limits, time.monotonic)
        self.budgets = MessageBudgets(self.limits, time.monotonic)
        self.door = Door(self.limits, self.behind_proxy > 0)
        self.hosts = Hosts(self.public_url, self.allowed_hosts)

    # --- who -------------------------------------------------------------------------------------------------

    def address(self, headers: Mapping[str, str], peer: str) -> str:
        """Return the address that a request comes from: that of its `peer`, or what our proxy says."""
        return proxies.address(headers, self.behind_proxy, peer)

    def scheme(self, headers: Mapping[str, str], own: str = "http") -> str | None:
        """Return the scheme by which a request came, for all that we know; None where our proxy does not say."""
        return proxies.scheme(headers, self.behind_proxy, own)

    def guest(self, headers: Mapping[str, str], table: str | None = None, token: str | None = None) -> str | None:
        """Return who a request is from: a program with a token for this table, or a browser with our cookie."""
        bearer = headers.get("authorization", "")
        token = token or (bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else None)
        if token is not None:
            read = self.keys.read_token(token)
            return read[1] if read and read[0] == table else None
        return self.keys.read_guest(_cookie(headers.get("cookie", "")))

    def is_ours(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request comes from one of our own pages, or from no page at all."""
        origin = headers.get("origin")
        return origin is None or self.hosts.is_ours(origin, headers.get("host", ""), self.scheme(headers))

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Refuse, by an `HTTPError`, a request for a name that is not ours."""
        if not self.hosts.knows(headers.get("host", "")):
            message = "This server does not answer to that name; whoever runs it can allow it: --allowed-host."
            raise HTTPError(HTTPStatus.MISDIRECTED_REQUEST, "host/unknown", message)

    def cookie(self, guest: str) -> str:
        """Return the value of a guest's cookie."""
        return self.keys.guest_cookie(guest)

    @property
    def is_secure(self) -> bool:
        """Tell whether people reach this server over TLS, so that cookies need not go without."""
        return bool(self.public_url and self.public_url.startswith("https:"))

    def check_size(self, headers: Iterable[tuple[Sized, Sized]]) -> None:
        """Refuse, by an `HTTPError`, a request with too much of a head."""
        if sum(len(name) + len(value) for name, value in headers) > self.limits.header_bytes:
            message = f"The headers of a request have at most {self.limits.header_bytes} bytes."
            raise HTTPError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "request/headers", message)

    async def turn(self, address: str, cost: float) -> None:
        """Wait until an address may have what costs so much; `HTTPError` if that would take too long."""
        wait = self.addresses.spend(address, cost)
        if wait is None:
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "request/too-many", TOO_MANY)
        if wait:
            await asyncio.sleep(wait)

    # --- which table -----------------------------------------------------------------------------------------

    async def table(self, text: str, address: str) -> LiveTable:
        """Return the table with a code, as people type it; an address that guesses codes is stopped."""
        code = read_code(text)
        found = await self._find(code, address) if code else None
        if found is not None:
            return found
        if not self.addresses.miss_code(address):
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/guessing", "Too many wrong codes: wait a while.")
        raise HTTPError(HTTPStatus.NOT_FOUND, "table/unknown", "There is no table with this code.")

    async def _find(self, code: str, address: str) -> LiveTable | None:
        """Return the table with a code; the first request for one that sleeps pays before the table is read."""
        if self.hub.is_awake(code) or code in self.waking:
            return await self.hub.find_code(code)
        self.waking.add(code)
        try:
            await self.turn(address, costs.WAKING)
            found: LiveTable | None = None
            try:
                found = await self.hub.find_code(code)
            finally:
                if found is None:  # there is no such table, or another node has it
                    self.addresses.give_back(address, costs.WAKING)
            return found
        finally:
            self.waking.discard(code)

    # --- moving a seat to another device ---------------------------------------------------------------------

    def move_token(self, live: LiveTable, guest: str, seconds: int) -> str:
        """Return the token with which another device may take over a guest's seats, for so many seconds."""
        return self.keys.move_token(live.id, guest, int(self.clock()) + seconds)

    def take_seat(self, live: LiveTable, token: str, guest: str, done: Done) -> None:
        """Give `guest` the seats of the guest who got the token; call `done` when that is stored.

        The table's log knows which token was used: it, and those that were made before it, are worth nothing then.
        """
        table, old, until = self.keys.read_move(token, self.clock()) or ("", "", 0)
        if table != live.id or until <= live.table.s.moved.get(old, 0):
            raise Refused("device/bad-token", "H2", "This link has expired or was used: show the QR code again.")
        if live.table.seats_of(guest) and guest != old:
            raise Refused("device/seated", "H2", "This device has a seat at this table already.")
        live.rehome(old, guest, done, until)


def new_table_id() -> str:
    """Return an id for a table that says nothing about it."""
    return secrets.token_hex(8)


def _cookie(text: str) -> str | None:
    """Return the value of our cookie. The standard library's parser takes time by the square of the length."""
    cookies = (part.strip().partition("=") for part in text.split(";"))
    return next((value for name, _, value in cookies if name == COOKIE), None)
