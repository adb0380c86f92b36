"""Around all of HTTP: the client's files, everybody's budget, whose page it is, the headers of every answer."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message

from toctoc.server.cluster import signed_hop as hops
from toctoc.server.cluster.forward_http import NotHere, PassingOn, target_of
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Problem
from toctoc.server.pages.previews import Previews
from toctoc.server.pages.static import StaticFiles
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.proxies import joined
from toctoc.server.transport.access import Access

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # cookies, tokens, and tables that change
}
READING = ("GET", "HEAD")
FOR_HOSTS = ("/healthz", "/readyz", "/metrics")  # each node of itself, also where only nodes are answered


def address_of(scope: Any) -> str:
    """Return the address that a request comes from."""
    return str(scope["client"][0]) if scope["client"] else ""


class Middleware:
    def __init__(self, app: ASGIApp, access: Access, pages: StaticFiles) -> None:
        self.app, self.access, self.pages = app, access, pages
        self.previews = Previews(access, pages.index)
        self.passing = PassingOn(access)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)  # the server starts or ends; websockets do not come this way
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders(message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = joined((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
        page = self.pages.find(scope)
        try:
            if scope.get("state", {}).get("is_hop"):
                self._welcome_node(scope, headers)
            else:
                self._look_behind_proxies(scope, headers)
                self._check(scope, headers)
                await self.access.turn(address_of(scope), costs.REQUEST if page is None else costs.PAGE)
            passed = await self.passing.handle(scope, receive, answer, is_page=page is not None)
        except HTTPError as why:
            await _refuse(answer, why)
            return
        if passed is None:
            return
        if page is None:
            await self.app(scope, passed, answer)
        else:
            shown = await self.previews.page(scope) if page is self.pages.index else page
            await self.pages.send(shown, scope, answer)

    def _welcome_node(self, scope: Any, headers: Mapping[str, str]) -> None:
        """Let all that comes after this see a request as the node did that has passed it on."""
        hop = hops.read(self.access.keys, headers.get(hops.HEADER, ""), scope["method"], target_of(scope))
        if hop is not None:
            scope["client"], scope["scheme"] = (hop.address, 0), hop.scheme
            if self.access.forwarding is not None:
                self.access.forwarding.traffic.came += 1
        elif scope["path"] not in FOR_HOSTS:
            raise HTTPError(
                HTTPStatus.FORBIDDEN, "node/unknown", "Only nodes of the same store are answered here."
            )

    def _look_behind_proxies(self, scope: Any, headers: Mapping[str, str]) -> None:
        """Let all that comes after this see a request as our outermost proxy did."""
        if self.access.behind_proxy:
            scope["client"] = (self.access.address(headers, address_of(scope)), 0)
            scope["scheme"] = self.access.scheme(headers) or scope["scheme"]

    def _check(self, scope: Any, headers: Mapping[str, str]) -> None:
        self.access.check_host(headers)
        self.access.check_size(scope["headers"])
        if scope["method"] not in READING and not self.access.is_ours(headers):
            raise HTTPError(HTTPStatus.FORBIDDEN, "origin/foreign", "Another website may not do that.")


async def _refuse(answer: Any, why: HTTPError) -> None:
    body = msgspec.json.encode(Problem(why.code, str(why)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if why.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append((b"retry-after", b"1"))
    if isinstance(why, NotHere):
        headers.append((hops.HEADER.encode(), hops.AGAIN.encode()))
    await answer({"type": "http.response.start", "status": why.status, "headers": headers})
    await answer({"type": "http.response.body", "body": body, "more_body": False})
