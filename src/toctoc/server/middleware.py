"""Around all of HTTP: the client's files, everybody's budget, whose page it is, the headers of every answer."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message

from toctoc.server.access import Access
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Problem
from toctoc.server.previews import Previews
from toctoc.server.proxies import joined
from toctoc.server.static import StaticFiles

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # cookies, tokens, and tables that change
}
READING = ("GET", "HEAD")


def address_of(scope: Any) -> str:
    """Return the address that a request comes from."""
    return str(scope["client"][0]) if scope["client"] else ""


class Middleware:
    def __init__(self, app: ASGIApp, access: Access, pages: StaticFiles) -> None:
        self.app, self.access, self.pages = app, access, pages
        self.previews = Previews(access, pages.index)

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
        self._look_behind_proxies(scope, headers)
        try:
            self.access.check_host(headers)
        except HTTPError as why:
            await _refuse(answer, why.status, Problem(why.code, str(why)))
            return
        page = self.pages.find(scope)
        if page is self.pages.index:
            page = self.previews.page(scope)
        if page is not None:  # from memory, so cheap that nobody needs a budget: a hub opens it on many devices
            await self.pages.send(page, scope, answer)
            return
        refused = self._refused(scope, headers)
        if refused is None:
            await self.app(scope, receive, answer)
        else:
            await _refuse(answer, *refused)

    def _look_behind_proxies(self, scope: Any, headers: Mapping[str, str]) -> None:
        """Let all that comes after this see a request as our outermost proxy did."""
        if self.access.behind_proxy:
            scope["client"] = (self.access.address(headers, address_of(scope)), 0)
            scope["scheme"] = self.access.scheme(headers) or scope["scheme"]

    def _refused(self, scope: Any, headers: Mapping[str, str]) -> tuple[HTTPStatus, Problem] | None:
        try:
            self.access.check_request(scope["headers"], address_of(scope))
        except HTTPError as why:
            return why.status, Problem(why.code, str(why))
        if scope["method"] not in READING and not self.access.is_ours(headers):
            return HTTPStatus.FORBIDDEN, Problem("origin/foreign", "Another website may not do that.")
        return None


async def _refuse(answer: Any, status: HTTPStatus, problem: Problem) -> None:
    kind = [(b"content-type", b"application/json")]
    await answer({"type": "http.response.start", "status": status, "headers": kind})
    await answer({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})
