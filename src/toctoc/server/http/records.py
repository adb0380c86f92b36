"""Games that are over: their records, and what can be made of them."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import problems
from toctoc.server.http.context import Context, HTTPRequest, address_of, table_of
from toctoc.server.limits import place
from toctoc.server.thinking import Asker, TooBusy
from toctoc.table import audit, replay
from toctoc.table.replay import BadRecord

Number = Annotated[int | None, QueryParameter(ge=1, le=100_000)]  # of a game at its table; else the last one


@get(
    "/api/tables/{code:str}/record", summary="The record of a game that is over", media_type=MediaType.JSON,
    responses=problems(400, 404, 409),
)  # fmt: skip
async def get_record(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    return Response(_record(request, code, game).encode(), media_type=MediaType.JSON)


@get(
    "/api/tables/{code:str}/replay", summary="A game that is over, move by move, with everything open",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_replay(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    return await _made_of(request, code, _record(request, code, game), replay.encoded)


@get(
    "/api/tables/{code:str}/deal", summary="What all chance of a game that is over was picked from",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_deal(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    return await _made_of(request, code, _record(request, code, game), audit.encoded)


def _record(request: HTTPRequest, code: str, game: int | None) -> str:
    live = table_of(request, code)
    store = Context.of(request).access.hub.services.store
    line = store.record(live.id, game or live.table.s.number)
    if line is None:
        raise HTTPError(HTTPStatus.CONFLICT, "record/not-over", "There is a record once the game is over.")
    return line


async def _made_of(request: HTTPRequest, code: str, line: str, make: Callable[[str], bytes]) -> Response[bytes]:
    """Answer with what is made of a record, in a lane of its own: others do not wait for a long game."""
    lane, asker = Context.of(request).access.hub.services.analyses, Asker(place(address_of(request)), code)
    try:
        body = await lane.think(asker, partial(make, line))
    except TooBusy:
        message = "Too many games are being looked through: try again in a moment."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "record/busy", message) from None
    except BadRecord:
        raise HTTPError(HTTPStatus.CONFLICT, "record/old", "The rules have changed since that game.") from None
    return Response(body, media_type=MediaType.JSON)
