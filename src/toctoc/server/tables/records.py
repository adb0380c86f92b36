"""Records of finished games, and their renderings: replays and deals."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from toctoc.server.bot_pools.fair_queue import QueueFull, Requester, WorkerPool
from toctoc.server.errors import HTTPError
from toctoc.server.http.client import Client, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.http.render_cache import RenderCache, render_tag
from toctoc.server.live.hub import Hub
from toctoc.server.pages.static import REVALIDATE, has_tag
from toctoc.server.security.limits import network_of
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.finished_games import finished_game, old_record
from toctoc.table import replay
from toctoc.table.replay import BadRecord

CACHE_PRIVATELY_FOREVER = "private, max-age=31536000, immutable"
GameNumber = Annotated[int | None, QueryParameter(ge=1, le=100_000)]  # of a game at its table; None for the last


@dataclass(frozen=True, slots=True)
class ReplayPool:
    """The worker pool in which replays and deals are rendered."""

    pool: WorkerPool


@get(
    "/api/tables/{code:str}/record", summary="The record of a game that is over", media_type=MediaType.JSON,
    responses=problems(400, 404, 409),
)  # fmt: skip
async def get_record(request: HTTPRequest, code: FromPath[str], game: GameNumber = None) -> Response[bytes]:
    line = await record_of(request, code, game)
    tag = render_tag("record", line)
    return _not_modified(request, game, tag) or _answer(line.encode(), game, tag)


@get(
    "/api/tables/{code:str}/replay", summary="A game that is over, move by move, with everything open",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_replay(request: HTTPRequest, code: FromPath[str], game: GameNumber = None) -> Response[bytes]:
    return await _rendered(request, await record_of(request, code, game), game, "replay", replay.encoded_replay)


@get(
    "/api/tables/{code:str}/deal", summary="What all chance of a game that is over was picked from",
    media_type=MediaType.JSON, responses=problems(400, 404, 409, 503),
)  # fmt: skip
async def get_deal(request: HTTPRequest, code: FromPath[str], game: GameNumber = None) -> Response[bytes]:
    return await _rendered(request, await record_of(request, code, game), game, "deal", replay.encoded_picks)


async def record_of(request: HTTPRequest, code: str, game: int | None) -> str:
    """Return the record of a game, as `finished_game`."""
    return await finished_game(service(request, Hub), await Client(request).table(code), game)


async def _rendered(
    request: HTTPRequest, line: str, game: int | None, kind: str, render: Callable[[str], bytes]
) -> Response[bytes]:
    """Answer with a rendering of a record, made in a worker pool of its own: no other request waits for it."""
    tag, cache, client = render_tag(kind, line), service(request, RenderCache), Client(request)
    if known := _not_modified(request, game, tag):
        return known
    if not cache.has(tag):
        await client.charge(Cost.REPLAY)
    pool, requester = (
        service(request, ReplayPool).pool,
        Requester(network_of(client.address), request.path_params["code"]),
    )
    try:
        body = await cache.get(tag, lambda: pool.run(requester, partial(render, line)))
    except QueueFull:
        message = "The server is busy with replays: try again in a moment."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "record/busy", message) from None
    except BadRecord:
        raise old_record() from None
    return _answer(body, game, tag)


def _not_modified(request: HTTPRequest, game: int | None, tag: str) -> Response[bytes] | None:
    if not has_tag(request.headers.get("if-none-match", ""), tag):
        return None
    return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=_headers(game, tag))


def _answer(body: bytes, game: int | None, tag: str) -> Response[bytes]:
    return Response(body, media_type=MediaType.JSON, headers=_headers(game, tag))


def _headers(game: int | None, tag: str) -> dict[str, str]:
    """Return the headers for caches: a finished game never changes, but the last game of a table does."""
    return {"ETag": tag, "Cache-Control": CACHE_PRIVATELY_FOREVER if game is not None else REVALIDATE}


RECORD_ROUTES = [get_record, get_replay, get_deal]
