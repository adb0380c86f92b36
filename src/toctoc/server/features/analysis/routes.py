"""How games that are over went, from the seat of whoever asks: worked out in the background, and kept."""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Body, FromPath, QueryParameter

from toctoc.analysis import Analysis, can_analyse
from toctoc.games.registry import GAMES
from toctoc.server.bot_pools.fair_queue import TooBusy
from toctoc.server.errors import HTTPError
from toctoc.server.features.analysis.analysis_jobs import Failed, Lookbacks, Wish
from toctoc.server.http.bodies import Lookback, WantAnalysis, problems
from toctoc.server.http.context import Context, HTTPRequest, address_of, table_of
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.limits import place
from toctoc.server.tables.records import Number, record_of

PATH = "/api/tables/{code:str}/analysis"
MESSAGES = {
    "record/old": "The rules have changed since that game.",
    "analysis/no-bots": "No bot plays this game, so nobody can say what would have been better.",
    "analysis/no-seat": "There is no such seat in that game.",
}


class _Head(msgspec.Struct):
    """Read of a record only what is asked of it here."""

    game: str
    seats: list[msgspec.Raw]


@post(
    PATH, summary="Let the server work out how a game went for a seat", status_code=200,
    responses=problems(400, 404, 409, 413, 503),
)  # fmt: skip
async def want_analysis(
    request: HTTPRequest, code: FromPath[str], data: Annotated[WantAnalysis, Body()], game: Number = None
) -> Response[Lookback]:
    """Answer with the analysis where it was made already, else how far it is: ask again by GET."""
    lookbacks, wish, line = await _wish(request, code, data, game)
    if found := await _found(lookbacks, wish):
        return found
    address = address_of(request)
    await Context.of(request).access.turn(address, costs.ANALYSIS)
    try:
        await lookbacks.want(wish, line, place(address))
    except TooBusy:
        message = "Too many analyses are wanted: try again later."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "analysis/busy", message) from None
    return _progress(lookbacks, wish)


@get(PATH, summary="How a game went for a seat, once somebody has asked", responses=problems(400, 404, 409))
async def get_analysis(
    request: HTTPRequest,
    code: FromPath[str],
    seat: Annotated[int, QueryParameter(ge=0, le=9)] = 0,
    is_open: Annotated[bool, QueryParameter(name="open")] = False,
    game: Number = None,
) -> Response[Lookback]:
    lookbacks, wish, _ = await _wish(request, code, WantAnalysis(seat, is_open), game)
    return await _found(lookbacks, wish) or _progress(lookbacks, wish)


async def _wish(
    request: HTTPRequest, code: str, wanted: WantAnalysis, game: int | None
) -> tuple[Lookbacks, Wish, str]:
    """Return who analyses, what is wanted, and the record: there is none of a game that is not over."""
    live = await table_of(request, code)
    context = Context.of(request)
    if context.lookbacks is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/off", "This server analyses no games.")
    number = game or live.table.s.number
    line = await record_of(request, code, number)
    head = msgspec.json.decode(line, type=_Head)
    if head.game not in GAMES or not can_analyse(GAMES[head.game]):
        raise _refused("analysis/no-bots")
    if wanted.seat >= len(head.seats):
        raise _refused("analysis/no-seat")
    return context.lookbacks, Wish(live.id, number, wanted.seat, wanted.open), line


async def _found(lookbacks: Lookbacks, wish: Wish) -> Response[Lookback] | None:
    if (body := await lookbacks.get(wish)) is None:
        return None
    return Response(Lookback("done", percent=100, analysis=msgspec.json.decode(body, type=Analysis)))


def _progress(lookbacks: Lookbacks, wish: Wish) -> Response[Lookback]:
    try:
        progress = lookbacks.progress(wish)
    except Failed as failed:
        raise _refused(failed.code) from None
    if progress is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/not-wanted", "Nobody has asked for this analysis yet.")
    ahead, share = progress
    state = Lookback("working", 0, round(100 * share)) if not ahead or share else Lookback("waiting", ahead)
    return Response(state, status_code=HTTPStatus.ACCEPTED)


def _refused(code: str) -> HTTPError:
    if code not in MESSAGES:
        return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")
    return HTTPError(HTTPStatus.CONFLICT, code, MESSAGES[code])
