"""Let guests in to tables by websockets: who they are, and whether there is room for one more."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qs

from toctoc.server.errors import HTTPError
from toctoc.server.live.hub import Elsewhere
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security.identity import new_guest
from toctoc.server.security.limits import place
from toctoc.server.store_errors import public_message
from toctoc.server.transport.access import Access
from toctoc.storage import StoreError
from toctoc.table.checks import KICKED

SOCKET_PATH = ("/api/tables/", "/ws")
PROTOCOL, TOKEN_PROTOCOL = "toctoc", "toctoc.token."  # of websockets; a token stands behind the second


@dataclass(frozen=True, slots=True)
class Admission:
    """A guest who may come in to a table; counted until `end`."""

    access: Access
    live: LiveTable
    guest: str
    address: str
    watches: bool
    is_hop: bool  # from another node, which counts it

    def end(self) -> None:
        """Count the connection no longer."""
        if not self.is_hop:
            self.access.addresses.disconnect(self.address)
        if self.watches:
            watchers, key = self.access.watchers, (self.live.id, place(self.address))
            watchers[key] -= 1
            if not watchers[key]:
                del watchers[key]

    @property
    def is_spent(self) -> bool:
        """Tell whether the guest's address is not even refused anything any more."""
        return self.access.addresses.is_spent(self.address)

    def spend(self, cost: float) -> float | None:
        """Return after how many seconds the guest's address may have what costs so much, if at all."""
        return self.access.addresses.spend(self.address, cost)


async def admit(
    access: Access, path: str, headers: Mapping[str, str], address: str, is_hop: bool = False
) -> Admission:
    """Let in whoever sent a request for a websocket; `HTTPError` says why not, `Elsewhere` where to go.

    `is_hop`: another node has passed it on, and checked and counted what can be checked and counted there.
    """
    where, _, query = path.partition("?")
    before, after = SOCKET_PATH
    if not (where.startswith(before) and where.endswith(after)):
        raise HTTPError(HTTPStatus.NOT_FOUND, "path/unknown", "Websockets are at /api/tables/CODE/ws.")
    if not is_hop and not access.is_ours(headers):
        raise HTTPError(HTTPStatus.FORBIDDEN, "origin/foreign", "Another website may not play for you.")
    try:
        live = await access.table(where[len(before) : -len(after)], address)
    except Elsewhere:
        raise
    except StoreError as error:
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, error.code, public_message(error)) from None
    guest = _guest(access, live, headers, query)
    s = live.table.s
    if guest in s.banned:
        raise HTTPError(HTTPStatus.FORBIDDEN, "table/kicked", KICKED)
    # Those who play come in however many watch, and so does whoever made the table.
    watches = not live.table.seats_of(guest) and guest != s.creator
    if watches and s.daily:
        raise HTTPError(HTTPStatus.FORBIDDEN, "daily/private", "This is somebody's try of the daily deal.")
    key = (live.id, place(address))
    if watches and (
        len(live.connections) >= access.limits.spectators_per_table
        or access.watchers[key] >= access.limits.spectators_per_address
    ):
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "table/full", "Too many people watch this table.")
    if not is_hop:
        count(access, address)
    access.watchers[key] += watches
    return Admission(access, live, guest, address, watches, is_hop)


def count(access: Access, address: str) -> None:
    """Count one websocket more, until `Addresses.disconnect`; `HTTPError` if that is too many."""
    if not access.addresses.connect(address):
        message = "Too many connections: try again later."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/full", message)


def _guest(access: Access, live: LiveTable, headers: Mapping[str, str], query: str) -> str:
    token = _offered_token(headers) or parse_qs(query).get("token", [None])[0]
    guest = access.guest(headers, live.id, token)
    if guest is None and (token is not None or "authorization" in headers):
        raise HTTPError(HTTPStatus.UNAUTHORIZED, "token/bad", "This token is not for this table.")
    return guest or new_guest()  # who only watches, and keeps nothing


def offered(headers: Mapping[str, str]) -> list[str]:
    """Return the protocols that a request for a websocket offers."""
    return [each.strip() for each in headers.get("sec-websocket-protocol", "").split(",")]


def _offered_token(headers: Mapping[str, str]) -> str | None:
    """Return the token among them: proxies log paths, and not these."""
    tokens = (each.removeprefix(TOKEN_PROTOCOL) for each in offered(headers) if each.startswith(TOKEN_PROTOCOL))
    return next(tokens, None)
