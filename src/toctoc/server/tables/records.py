"""Games that are over: their records, and what can be made of them."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from toctoc.server.bot_pools.fair_queue import Asker, TooBusy
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import problems
from toctoc.server.http.context import Context, HTTPRequest, address_of, table_of
from toctoc.server.http.render_cache import tag_of
from toctoc.server.pages.static import ASK_AGAIN, has_tag
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.limits import place
from toctoc.table import audit, replay
from toctoc.table.replay import BadRecord

NEVER_CHANGES = "private, max-age=31536000, immutable"
Number = Annotated[int | None, QueryParameter(ge=1, le=100_000)]  # of a game at its table; else the last one


@get(
    "/api/tables/{code:str}/record", summary="The record of a game that is over", media_type=MediaType.JSON,
    responses=problems(400, 404, 409),
)  # fmt: skip
async def get_record(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    line = await record_of(request, code, game)
    tag = tag_of("record", line)
    return _known(request, game, tag) or _answer(line.encode(), game, tag)


@get(
    "/api/tables/{code:str}/replay", summary="A game that is over, move by move, with everything open",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_replay(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    return await _made_of(request, await record_of(request, code, game), game, "replay", replay.encoded)


@get(
    "/api/tables/{code:str}/deal", summary="What all chance of a game that is over was picked from",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_deal(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    return await _made_of(request, await record_of(request, code, game), game, "deal", audit.encoded)


async def record_of(request: HTTPRequest, code: str, game: int | None) -> str:
    """Return the record of a game at a table; there is none before its end, or while a daily deal is sealed."""
    live = await table_of(request, code)
    services = Context.of(request).access.hub.services
    if (daily := live.table.s.daily) is not None and services.wall() < daily.opens:
        message = "How a daily deal was played is told when its day is over."
        raise HTTPError(HTTPStatus.CONFLICT, "daily/sealed", message)
    line = await services.store.record(live.id, game or live.table.s.number)
    if line is None:
        raise HTTPError(HTTPStatus.CONFLICT, "record/not-over", "There is a record once the game is over.")
    return line


async def _made_of(
    request: HTTPRequest, line: str, game: int | None, kind: str, make: Callable[[str], bytes]
) -> Response[bytes]:
    """Answer with what is made of a record, in a lane of its own: others do not wait for a long game."""
    tag, context = tag_of(kind, line), Context.of(request)
    if known := _known(request, game, tag):
        return known
    address = address_of(request)
    if not context.finished.has(tag):
        await context.access.turn(address, costs.REPLAY)
    lane, asker = context.access.hub.services.analyses, Asker(place(address), request.path_params["code"])
    try:
        body = await context.finished.get(tag, lambda: lane.think(asker, partial(make, line)))
    except TooBusy:
        message = "Too many games are being looked through: try again in a moment."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "record/busy", message) from None
    except BadRecord:
        raise HTTPError(HTTPStatus.CONFLICT, "record/old", "The rules have changed since that game.") from None
    return _answer(body, game, tag)


def _known(request: HTTPRequest, game: int | None, tag: str) -> Response[bytes] | None:
    """Return the answer to who has it already."""
    if not has_tag(request.headers.get("if-none-match", ""), tag):
        return None
    return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=_headers(game, tag))


def _answer(body: bytes, game: int | None, tag: str) -> Response[bytes]:
    return Response(body, media_type=MediaType.JSON, headers=_headers(game, tag))


def _headers(game: int | None, tag: str) -> dict[str, str]:
    """Say that a game that is over never changes; which one is the last does."""
    return {"ETag": tag, "Cache-Control": NEVER_CHANGES if game is not None else ASK_AGAIN}
