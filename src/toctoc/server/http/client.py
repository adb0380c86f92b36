"""The client of an HTTP request, and the objects with which the application was made."""

from typing import Any, TypeVar, cast

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from toctoc.server.http.problems import HTTPRequest
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.table_lookup import LOOKUP_REFUSAL, TableLookup
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import GUEST_COOKIE, new_guest

COOKIE_SECONDS = 365 * 24 * 3600
Connection = ASGIConnection[Any, Any, Any, Any]
T = TypeVar("T")


def service(request: Connection, kind: type[T]) -> T:
    """Return the object of type `kind` with which the application of `request` was made."""
    return cast(T, request.app.state.services[kind])


def find_service(request: Connection, kind: type[T]) -> T | None:
    """Return the object of type `kind`; None where the application was made without it."""
    return cast("T | None", request.app.state.services.get(kind))


def is_switched_off(request: Connection, feature: str) -> bool:
    """Tell whether the host has switched `feature` off."""
    return feature in request.app.state.without


class Client:
    """The client that has sent a request: its address, its guest, and its budget."""

    def __init__(self, request: HTTPRequest) -> None:
        self._request, self._access = request, service(request, AccessControl)
        self.address = request.client.host if request.client else ""

    def guest(self, live: LiveTable | None = None) -> str | None:
        """Return the guest of the request, also by a token for `live`; None for a stranger."""
        return self._access.keys.guest(self._request.headers, live.id if live else None)

    def guest_or_new(self) -> str:
        """Return the guest of the cookie, or a new one."""
        return self.guest() or new_guest()

    def cookie(self, guest: str) -> Cookie:
        """Return the cookie that identifies `guest` from now on."""
        return Cookie(
            GUEST_COOKIE, value=self._access.keys.guest_cookie(guest), httponly=True,
            secure=self._access.site.is_secure, samesite="lax", path="/", max_age=COOKIE_SECONDS,
        )  # fmt: skip

    async def charge(self, cost: float) -> None:
        """Charge the budget of the address, as `Addresses.charge`."""
        await self._access.addresses.charge(self.address, cost)

    async def table(self, code: str) -> LiveTable:
        """Return the table with a code, as `TableLookup.find`."""
        state, lookup = self._request.scope["state"], service(self._request, TableLookup)
        if (refusal := state.get(LOOKUP_REFUSAL)) is not None:
            raise refusal  # of the look-up for the node that has to answer
        if state.get("is_hop"):
            return await lookup.find_unlimited(code, self.address)
        return await lookup.find(code, self.address, self._guest_at)

    async def table_for_host(self, code: str) -> LiveTable:
        """Return the table with a code, for a request of the host of the server."""
        return await service(self._request, TableLookup).find_unlimited(code, self.address)

    def key_of(self, code: str, table: str) -> str:
        """Return the key of the links to a table, by its code and its id; empty where the id was not stored."""
        return self._access.keys.link_key(code, table) if table else ""

    def _guest_at(self, table: str) -> str | None:
        return self._access.keys.guest(self._request.headers, table)

    @property
    def base_url(self) -> str:
        """Return the URL of this server as the client wrote it."""
        return f"{self._request.url.scheme}://{self._request.headers.get('host', '')}"
