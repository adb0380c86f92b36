"""Admit guests to tables over websockets: their identity, and room for one more connection."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qs

from toctoc.server.errors import HTTPError, public_message
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import new_guest
from toctoc.server.security.limits import network_of
from toctoc.storage import StoreError
from toctoc.table.checks import KICKED
from toctoc.table.codes import SCREEN_KEY_LENGTH, read_keyed

SOCKET_PATH_PARTS = ("/api/tables/", "/ws")  # before and after the code
SUBPROTOCOL, TOKEN_SUBPROTOCOL = "toctoc", "toctoc.token."  # a token follows the second


@dataclass(frozen=True, slots=True)
class Admission:
    """A guest with access to a table; the connection counts until `end`."""

    admissions: "Admissions"
    live: LiveTable
    guest: str
    address: str
    watches: bool
    is_screen: bool  # a big screen: it has no seat, whoever opened it
    is_hop: bool  # from another node, which counts the connection

    def end(self) -> None:
        """Count the connection no longer."""
        if not self.is_hop:
            self.admissions.access.addresses.disconnect(self.address)
        if self.watches:
            watchers, key = self.admissions.watchers, (self.live.id, network_of(self.address))
            watchers[key] -= 1
            if not watchers[key]:
                del watchers[key]

    @property
    def is_spent(self) -> bool:
        """Tell whether the guest's address has no budget left, even for refusals."""
        return self.admissions.access.addresses.is_spent(self.address)

    def spend(self, cost: float) -> float | None:
        """Charge the guest's address, as `Addresses.spend`."""
        return self.admissions.access.addresses.spend(self.address, cost)


class Admissions:
    """Admits guests, and counts the spectators of each table by address."""

    def __init__(self, lookup: TableLookup, access: AccessControl) -> None:
        self._lookup, self.access = lookup, access
        self.watchers: Counter[tuple[str, str]] = Counter()  # by table and address

    async def admit(self, path: str, headers: Mapping[str, str], address: str, is_hop: bool = False) -> Admission:
        """Admit the sender of a request for a websocket; `HTTPError` or `OwnedElsewhere` if that is not possible.

        `is_hop`: another node has forwarded the request, and has checked and counted it.
        """
        where, _, query = path.partition("?")
        before, after = SOCKET_PATH_PARTS
        if not (where.startswith(before) and where.endswith(after)):
            raise HTTPError(HTTPStatus.NOT_FOUND, "path/unknown", "Websockets are at /api/tables/CODE/ws.")
        if not is_hop and not self.access.is_own_origin(headers):
            raise HTTPError(HTTPStatus.FORBIDDEN, "origin/foreign", "Another website may not play for you.")
        text = where[len(before) : -len(after)]
        try:
            if is_hop:
                live = await self._lookup.find_unlimited(text, address)
            else:
                live = await self._lookup.find(text, address, lambda table: self._known(table, headers, query)[0])
        except OwnedElsewhere:
            raise
        except StoreError as error:
            if is_hop and error.code == "store/busy":  # the other node finds out whose the table is
                raise OwnedElsewhere(where) from None
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, error.code, public_message(error)) from None
        guest, wants_screen = (
            self._guest(live, headers, query),
            "screen" in parse_qs(query, keep_blank_values=True),
        )
        s = live.table.state
        if guest in s.banned:
            raise HTTPError(HTTPStatus.FORBIDDEN, "table/kicked", KICKED)
        # Players and the creator of a table are always admitted, however many spectators there are.
        watches = not live.has_part(guest)
        if watches and s.daily:
            raise HTTPError(HTTPStatus.FORBIDDEN, "daily/private", "This is somebody's try of the daily deal.")
        key = (live.id, network_of(address))
        if watches and key[1] in live.kicked_from:  # most likely a kicked guest with a new cookie or token
            raise HTTPError(HTTPStatus.FORBIDDEN, "table/kicked", KICKED)
        if watches and (
            len(live.connections) >= self.access.limits.spectators_per_table
            or self.watchers[key] >= self.access.limits.spectators_per_address
        ):
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "table/full", "Too many people watch this table.")
        if not is_hop:
            self.count(address)
        self.watchers[key] += watches
        # A player opens the television, or has given it a link of its own: phones show only the hand then. To one
        # that a stranger has opened, the table is shown as to any spectator. Nothing private is sent to either.
        is_screen = wants_screen and (not watches or len(read_keyed(text)[1]) == SCREEN_KEY_LENGTH)
        return Admission(self, live, new_guest() if wants_screen else guest, address, watches, is_screen, is_hop)

    def count(self, address: str) -> None:
        """Count one websocket more, until `Addresses.disconnect`; `HTTPError` if there are too many."""
        if not self.access.addresses.connect(address):
            message = "Too many connections: try again later."
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/full", message)

    def _known(self, table: str, headers: Mapping[str, str], query: str) -> tuple[str | None, bool]:
        """Return the guest of a request at the table with an id, and whether the request has a token."""
        token = _offered_token(headers) or parse_qs(query).get("token", [None])[0]
        return self.access.keys.guest(headers, table, token), token is not None or "authorization" in headers

    def _guest(self, live: LiveTable, headers: Mapping[str, str], query: str) -> str:
        guest, has_token = self._known(live.id, headers, query)
        if guest is None and has_token:
            raise HTTPError(HTTPStatus.UNAUTHORIZED, "token/bad", "This token is not for this table.")
        return guest or new_guest()  # a spectator, for this connection only


def offered_subprotocols(headers: Mapping[str, str]) -> list[str]:
    """Return the subprotocols that a request for a websocket offers."""
    return [each.strip() for each in headers.get("sec-websocket-protocol", "").split(",")]


def _offered_token(headers: Mapping[str, str]) -> str | None:
    """Return the token among the subprotocols: proxies log paths, and not these."""
    offered = offered_subprotocols(headers)
    tokens = (each.removeprefix(TOKEN_SUBPROTOCOL) for each in offered if each.startswith(TOKEN_SUBPROTOCOL))
    return next(tokens, None)
