"""The HTTP part: tables are made, found and read; everything that happens at one goes over its websocket."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated, Any

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Body, FromPath, QueryParameter

from toctoc import __version__
from toctoc.games.errors import Refused
from toctoc.games.registry import GAMES
from toctoc.server import links
from toctoc.server.access import COOKIE, Access, NotHere, new_table
from toctoc.server.bots import bot_facts
from toctoc.server.http.bodies import (
    Device,
    Games,
    Invitation,
    Listed,
    Made,
    NewTable,
    Problem,
    TakeSeat,
    problems,
)  # fmt: skip
from toctoc.server.http.games import rules, words
from toctoc.server.identity import MOVE_SECONDS, new_guest
from toctoc.server.live_table import LiveTable, Tell
from toctoc.server.metrics import exposition
from toctoc.server.middleware import Middleware
from toctoc.server.protocol.facts import facts
from toctoc.server.static import StaticFiles
from toctoc.server.store_errors import excuse
from toctoc.storage import StoreError
from toctoc.table import audit, log, messages
from toctoc.table import replay as replays
from toctoc.table.checks import check_settings
from toctoc.table.codes import new_code
from toctoc.table.commands import PROTOCOL
from toctoc.table.replay import BadRecord
from toctoc.table.talk import PICTURES

MOST_LISTED = 100
Number = Annotated[int | None, QueryParameter(ge=1, le=100_000)]  # of a game at its table; else the last one
YEAR = 365 * 24 * 3600
logger = logging.getLogger("toctoc.server")


def make_app(access: Access, bots: Mapping[str, str]) -> Middleware:
    """The application; it knows the tables through its access."""
    hub = access.hub
    there = bot_facts(bots)

    @get("/api/games", summary="The games, their options, the bots and the phrases", responses=problems())
    async def games() -> Games:
        shown = [facts(game) for game in GAMES.values()]
        return Games(PROTOCOL, __version__, shown, [bot.name for bot in there], PICTURES, there)

    @post("/api/guest", summary="Be known here from now on, by a cookie", status_code=204, responses=problems(403))
    async def guest(request: Request[Any, Any, Any]) -> Response[None]:
        """A browser asks this once, before it sits down anywhere: its cookie is how it is known again."""
        return Response(None, cookies=[_cookie(_guest(request) or new_guest())])

    @get("/api/tables", summary="The listed tables", responses=problems())
    async def listed() -> Listed:
        return Listed([_stored_lobby(live) for live in hub.listed(MOST_LISTED)])

    @post("/api/tables", summary="Make a table", responses=problems(400, 403, 413, 503))
    async def make(request: Request[Any, Any, Any], data: Annotated[NewTable, Body()]) -> Response[Made]:
        if data.game not in GAMES:
            raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
        settings = data.settings or log.Settings(GAMES[data.game].players[0])
        check_settings(data.game, settings)
        if not access.addresses.make_table(_address(request)):
            raise NotHere("table/too-many", "Too many tables: wait a while.", HTTPStatus.TOO_MANY_REQUESTS)
        if len(hub.tables) >= access.limits.tables:
            raise NotHere("server/full", "All tables are taken: try again later.", HTTPStatus.SERVICE_UNAVAILABLE)
        guest = (None if data.program else _guest(request)) or new_guest()
        dice = SystemRandom()
        code = new_code(dice)
        while hub.find_code(code) is not None:
            code = new_code(dice)
        opened = log.Opened(code, data.game, GAMES[data.game].rules.VERSION, guest, settings, data.lesson)
        live = await _opened(opened)
        return _answer(Made(code, _path(code), _token(live, guest) if data.program else None), guest, data.program)

    @post(
        "/api/tables/{code:str}/token",
        summary="A token for a program at a table",
        status_code=201,
        responses=problems(403, 404),
    )
    async def token(request: Request[Any, Any, Any], code: FromPath[str]) -> Made:
        live = access.table(code, _address(request))
        return Made(live.head.code, _path(live.head.code), _token(live, new_guest()))

    @get("/api/tables/{code:str}", summary="A table, as everybody sees it", responses=problems(404))
    async def look(request: Request[Any, Any, Any], code: FromPath[str]) -> messages.Lobby:
        return _stored_lobby(access.table(code, _address(request)))

    @get(
        "/api/tables/{code:str}/record", summary="The record of a game that is over", media_type=MediaType.JSON,
        responses=problems(400, 404, 409),
    )  # fmt: skip
    async def record(request: Request[Any, Any, Any], code: FromPath[str], game: Number = None) -> Response[bytes]:
        return Response(_record(request, code, game).encode(), media_type=MediaType.JSON)

    @get(
        "/api/tables/{code:str}/replay", summary="A game that is over, move by move, with everything open",
        media_type=MediaType.JSON, responses=problems(400, 404, 409),
    )  # fmt: skip
    async def replay(request: Request[Any, Any, Any], code: FromPath[str], game: Number = None) -> Response[bytes]:
        return await _told_of(_record(request, code, game), replays.encoded)

    @get(
        "/api/tables/{code:str}/deal", summary="What all chance of a game that is over was picked from",
        media_type=MediaType.JSON, responses=problems(400, 404, 409),
    )  # fmt: skip
    async def dealt(request: Request[Any, Any, Any], code: FromPath[str], game: Number = None) -> Response[bytes]:
        return await _told_of(_record(request, code, game), audit.encoded)

    @get(
        "/api/tables/{code:str}/invitation", summary="What others need to come to a table",
        responses=problems(400, 404),
    )  # fmt: skip
    async def invitation(request: Request[Any, Any, Any], code: FromPath[str]) -> Invitation:
        live = access.table(code, _address(request))
        link = _link(request, live)
        return Invitation(live.head.code, link, links.picture(link))

    @post(
        "/api/tables/{code:str}/device",
        summary="Move one's seats to another device: what to show there",
        responses=problems(400, 403, 404),
    )
    async def device(request: Request[Any, Any, Any], code: FromPath[str]) -> Device:
        live = access.table(code, _address(request))
        guest = _guest(request, live)
        if guest is None or not (live.table.seats_of(guest) or guest == live.table.s.creator):
            raise Refused("seat/none", "H2", "You have no seat at this table.")
        ticket = access.move_token(live, guest, MOVE_SECONDS)
        link = f"{_link(request, live)}#{ticket}"
        return Device(ticket, link, links.picture(link))

    @post(
        "/api/tables/{code:str}/device/take", summary="Take over one's seats on this device", status_code=200,
        responses=problems(400, 403, 404, 413),
    )  # fmt: skip
    async def take(
        request: Request[Any, Any, Any], code: FromPath[str], data: Annotated[TakeSeat, Body()]
    ) -> Response[Made]:
        live = access.table(code, _address(request))
        guest = _guest(request) or new_guest()
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        access.take_seat(live, data.token, guest, _once(stored))
        if error := await stored:
            raise error
        return _answer(Made(live.head.code, _path(live.head.code)), guest, False)

    @get("/healthz", media_type=MediaType.TEXT, summary="Whether the server is well")
    async def healthz() -> str:
        return "well\n"

    @get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
    async def metrics() -> Response[bytes]:
        return Response(exposition(hub, access), media_type="text/plain; version=0.0.4")

    # --- what they share -------------------------------------------------------------------------------------

    async def _opened(opened: log.Opened) -> LiveTable:
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        live = hub.open(new_table(), opened, _once(stored))
        error = await stored
        if error is not None:
            raise error
        return live

    def _address(request: Request[Any, Any, Any]) -> str:
        return access.address(request.headers, request.client.host if request.client else "")

    def _guest(request: Request[Any, Any, Any], live: LiveTable | None = None) -> str | None:
        return access.guest(request.headers, live.id if live else None)

    def _record(request: Request[Any, Any, Any], code: str, game: int | None) -> str:
        live = access.table(code, _address(request))
        line = hub.store.record(live.id, game or live.table.s.number)
        if line is None:
            raise NotHere("record/not-over", "There is a record once the game is over.", HTTPStatus.CONFLICT)
        return line

    async def _told_of(line: str, told: Callable[[str], bytes]) -> Response[bytes]:
        try:
            body = await asyncio.to_thread(told, line)  # others do not wait for a long game
        except BadRecord:
            raise NotHere("record/old", "The rules have changed since that game.", HTTPStatus.CONFLICT) from None
        return Response(body, media_type=MediaType.JSON)

    def _link(request: Request[Any, Any, Any], live: LiveTable) -> str:
        return links.link(access, request.url.scheme, request.headers.get("host", ""), live.head.code)

    def _token(live: LiveTable, guest: str) -> str:
        return access.keys.seat_token(live.id, guest)

    def _answer(made: Made, guest: str, program: bool) -> Response[Made]:
        if program:
            return Response(made)
        return Response(made, cookies=[_cookie(guest)])

    def _cookie(guest: str) -> Cookie:
        return Cookie(
            COOKIE, value=access.cookie(guest), httponly=True, secure=access.is_secure, samesite="lax",
            path="/", max_age=YEAR,
        )  # fmt: skip

    app = Litestar(
        [
            games,
            words,
            rules,
            guest,
            listed,
            make,
            token,
            look,
            record,
            replay,
            dealt,
            invitation,
            device,
            take,
            healthz,
            metrics,
        ],
        exception_handlers=HANDLERS,
        request_max_body_size=access.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            "Toctoc", __version__, path="/api", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
    )
    _describe_nothing(app)
    return Middleware(app, access, StaticFiles())


def _describe_nothing(app: Litestar) -> None:
    """An answer without a body has no type either; Litestar says JSON."""
    for path in (app.openapi_schema.paths or {}).values():
        for status, response in (path.post.responses or {}).items() if path.post else ():
            if status == "204":
                response.content = None  # type: ignore[union-attr]  # no reference


def _stored_lobby(live: LiveTable) -> messages.Lobby:
    """Nothing that is not stored yet: at a busy table that is what was told last."""
    return live.told_lobby or live.table.lobby()


def _once(stored: "asyncio.Future[StoreError | None]") -> Tell:
    """Whoever asked may be gone when the store answers."""

    def answer(error: StoreError | None) -> None:
        if not stored.done():
            stored.set_result(error)

    return answer


def _path(code: str) -> str:
    return f"/api/tables/{code}/ws"


def _refused(_: Request[Any, Any, Any], why: Refused) -> Response[Problem]:
    return Response(Problem(why.code, why.message, why.clause, why.details), status_code=HTTPStatus.BAD_REQUEST)


def _not_here(_: Request[Any, Any, Any], why: NotHere) -> Response[Problem]:
    return Response(Problem(why.code, str(why)), status_code=why.status)


def _not_stored(_: Request[Any, Any, Any], why: StoreError) -> Response[Problem]:
    return Response(Problem(why.code, excuse(why)), status_code=HTTPStatus.SERVICE_UNAVAILABLE)


def _http(_: Request[Any, Any, Any], why: HTTPException) -> Response[Problem]:
    details = {"problems": why.extra} if why.extra else {}
    problem = Problem(f"http/{why.status_code}", str(why.detail), None, details)
    return Response(problem, status_code=why.status_code, headers=why.headers)


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Problem]:
    return Response(Problem("http/400", "This is nested too deeply."), status_code=HTTPStatus.BAD_REQUEST)


def _broken(_: Request[Any, Any, Any], why: Exception) -> Response[Problem]:
    logger.error("a request failed", exc_info=why)
    problem = Problem("server/error", "Something went wrong here; the host finds it in the log.")
    return Response(problem, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)


HANDLERS: Any = {
    Refused: _refused,
    NotHere: _not_here,
    StoreError: _not_stored,
    HTTPException: _http,
    RecursionError: _too_deep,
    Exception: _broken,
}
