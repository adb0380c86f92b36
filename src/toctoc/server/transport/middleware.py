"""The ASGI middleware of all HTTP requests: checks, budgets, forwarding, files, security headers."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message

from toctoc.server.errors import HTTPError, Problem, public_message
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.nodes.forward_http import HTTPForwarder
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.nodes.http_client import SAFE_METHODS, read_body, receive_again, target_of
from toctoc.server.nodes.signed_hop import HOP_HEADER, NOT_OWNER, SignedRequest, digest_of, verify
from toctoc.server.pages.previews import Previews
from toctoc.server.pages.static import StaticFiles
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.proxies import decoded_headers
from toctoc.server.security.rate_budget import Cost

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # cookies, tokens, and tables that change
}
NODE_PATHS = ("/healthz", "/readyz", "/metrics")  # of each node by itself, also where only nodes are answered
PEER = "peer"  # in the state of a request: the address that sent it to this machine, perhaps that of a proxy


def client_address(scope: Any) -> str:
    """Return the address of the client of a request."""
    return str(scope["client"][0]) if scope["client"] else ""


class Middleware:
    """Wraps the application `app`; `forwarding` is None without other nodes."""

    def __init__(
        self,
        app: ASGIApp,
        access: AccessControl,
        lookup: TableLookup,
        pages: StaticFiles,
        forwarding: Forwarding | None,
    ) -> None:
        self.app, self._access, self.pages, self._forwarding = app, access, pages, forwarding
        self._security_headers = dict(SECURITY_HEADERS)
        if access.site.is_secure and access.site.hsts_days:
            self._security_headers["Strict-Transport-Security"] = f"max-age={86_400 * access.site.hsts_days}"
        self.previews = Previews(lookup, access.site.public_url, pages.index)
        self._forwarder = None if forwarding is None else HTTPForwarder(lookup, access, forwarding)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)  # the server starts or ends; websockets do not come this way
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders(message)
                for name, value in self._security_headers.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = decoded_headers(scope["headers"])
        page = self.pages.find(scope)
        try:
            if scope.get("state", {}).get("is_hop"):
                receive = await self._accept_hop(scope, headers, receive)
            else:
                scope.setdefault("state", {})[PEER] = client_address(scope)
                self._apply_proxies(scope, headers)
                self._check(scope, headers)
                cost = Cost.REQUEST if page is None else Cost.PAGE
                await self._access.addresses.charge(client_address(scope), cost)
            if self._forwarder is not None:
                receive = await self._forwarder.handle(scope, receive, answer, is_page=page is not None)
        except HTTPError as why:
            await _refuse(answer, why)
            return
        except OwnedElsewhere as found:
            busy = HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", public_message(found))
            await _refuse(answer, busy, (HOP_HEADER.encode(), NOT_OWNER.encode()))
            return
        if receive is None:
            return  # another node has answered
        if page is None:
            await self.app(scope, receive, answer)
        else:
            shown = await self.previews.page(scope) if page is self.pages.index else page
            await self.pages.send(shown, scope, answer)

    async def _accept_hop(self, scope: Any, headers: Mapping[str, str], receive: Any) -> Any:
        """Give a forwarded request the client that the other node has signed; return its `receive`."""
        unknown = HTTPError(
            HTTPStatus.FORBIDDEN, "node/unknown", "Only nodes of the same store are answered here."
        )
        request = SignedRequest(scope["method"], target_of(scope), headers)
        hop = None
        if self._forwarding is not None:
            now = self._forwarding.nodes.wall()
            hop = verify(self._access.keys, headers.get(HOP_HEADER, ""), request, now)
        if hop is None:
            if scope["path"] not in NODE_PATHS:
                raise unknown
            return receive
        body = await read_body(receive, self._access.limits.request_bytes)
        if digest_of(body) != hop.body:
            raise unknown
        scope["client"], scope["scheme"] = (hop.address, 0), hop.scheme
        if self._forwarding is not None:
            self._forwarding.traffic.came += 1
        return receive_again(body, receive)

    def _apply_proxies(self, scope: Any, headers: Mapping[str, str]) -> None:
        """Give a request the client and the scheme that our proxies report."""
        if self._access.site.proxies:
            scope["client"] = (self._access.address(headers, client_address(scope)), 0)
            scope["scheme"] = self._access.scheme(headers) or scope["scheme"]

    def _check(self, scope: Any, headers: Mapping[str, str]) -> None:
        self._access.check(headers, scope["headers"])
        if scope["method"] not in SAFE_METHODS and not self._access.is_own_origin(headers):
            raise HTTPError(HTTPStatus.FORBIDDEN, "origin/foreign", "Another website may not do that.")


async def _refuse(answer: Any, why: HTTPError, *more: tuple[bytes, bytes]) -> None:
    body = msgspec.json.encode(Problem(why.code, str(why)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if why.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append((b"retry-after", b"1"))
    await answer({"type": "http.response.start", "status": why.status, "headers": [*headers, *more]})
    await answer({"type": "http.response.body", "body": body, "more_body": False})
