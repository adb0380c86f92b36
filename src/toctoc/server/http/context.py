"""What the HTTP handlers share: who asks, for which table, and how guests are answered."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from litestar import Request, Response
from litestar.datastructures import Cookie

from toctoc.server.facts import BotFacts
from toctoc.server.features.analysis.analysis_jobs import Lookbacks
from toctoc.server.features.daily.deals import Deals
from toctoc.server.features.matching.matching import Matching
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.http.bodies import Made
from toctoc.server.http.render_cache import Finished, tag_of
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import Done
from toctoc.server.pages import links
from toctoc.server.readiness import Readiness
from toctoc.server.security import rate_budget as costs
from toctoc.server.transport.access import COOKIE, Access
from toctoc.storage import StoreError

YEAR = 365 * 24 * 3600
HTTPRequest = Request[Any, Any, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Context:
    """What an application is made for; handlers find it in the state of their request's application."""

    access: Access
    bots: list[BotFacts]
    readiness: Readiness
    matching: Matching
    deals: Deals  # of the day
    probes: bool = False
    without: tuple[str, ...] = ()  # what the host has switched off
    lookbacks: Lookbacks | None = None  # None where nobody analyses games
    pusher: Pusher | None = None  # None where nobody is told of their turns
    finished: Finished = field(default_factory=Finished)
    games: list[bytes] = field(default_factory=list)  # what is told of them, once somebody has asked

    @staticmethod
    def of(request: HTTPRequest) -> "Context":
        """Return the context of a request."""
        return cast(Context, request.app.state.context)


def address_of(request: HTTPRequest) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""


def guest_of(request: HTTPRequest, live: LiveTable | None = None) -> str | None:
    """Return who sent a request, at a table if a program may have; None for a stranger."""
    return Context.of(request).access.guest(request.headers, live.id if live else None)


async def table_of(request: HTTPRequest, code: str) -> LiveTable:
    """Return the table with a code; an address that guesses codes is stopped."""
    return await Context.of(request).access.table(code, address_of(request))


def socket_path(code: str) -> str:
    """Return where a table's websocket is."""
    return f"/api/tables/{code}/ws"


def guest_cookie(request: HTTPRequest, guest: str) -> Cookie:
    """Return the cookie by which a guest is known again."""
    access = Context.of(request).access
    return Cookie(
        COOKIE, value=access.cookie(guest), httponly=True, secure=access.is_secure, samesite="lax", path="/",
        max_age=YEAR,
    )  # fmt: skip


def answer_guest(request: HTTPRequest, made: Made, guest: str) -> Response[Made]:
    """Return an answer that lets the browser keep its guest's cookie."""
    return Response(made, cookies=[guest_cookie(request, guest)])


async def picture_of(request: HTTPRequest, link: str) -> str:
    """Return the QR code of a link, drawn in a thread; charged unless it was drawn lately."""
    context, tag = Context.of(request), tag_of("picture", link)
    if not context.finished.has(tag):
        await context.access.turn(address_of(request), costs.PICTURE)
    drawn = await context.finished.get(tag, lambda: asyncio.to_thread(links.picture, link))
    return drawn.decode()


class Stored:
    """Waits until something is stored: `done` is what the store calls."""

    def __init__(self) -> None:
        self._future: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()

    @property
    def done(self) -> Done:
        """Return the callback for the store."""

        def answer(error: StoreError | None) -> None:
            if not self._future.done():  # else the sender has gone meanwhile
                self._future.set_result(error)

        return answer

    async def wait(self) -> None:
        """Return once it is stored, or raise why it was not.

        The exception is a new one: by its traceback it refers to the table, which may keep the error of the store.
        """
        if error := await self._future:
            raise StoreError(error.code, str(error), error.why)
