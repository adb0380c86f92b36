"""Routes of analyses of finished games, from a seat: made in the background, and kept."""

from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import Body, FromPath, QueryParameter

from toctoc.analysis import Analysis, can_analyse
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools.fair_queue import QueueFull
from toctoc.server.errors import HTTPError
from toctoc.server.features.analysis.analysis_jobs import AnalysisFailed, AnalysisJobs, AnalysisKey
from toctoc.server.http.client import Client, find_service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.security.limits import network_of
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.records import GameNumber, record_of
from toctoc.table import commands

ANALYSIS_PATH = "/api/tables/{code:str}/analysis"
ANALYSIS_REFUSALS = {
    "record/old": "The rules have changed since that game.",
    "analysis/no-bots": "No bot plays this game, so it cannot be analysed.",
    "analysis/no-seat": "There is no such seat in that game.",
}


class WantAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request the analysis of a game for a seat."""

    seat: commands.Seat = 0
    open: bool = False  # whether it uses all cards; else only the knowledge of the seat at each moment


class AnalysisProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of an analysis, or its result."""

    state: Literal["waiting", "working", "done"]
    ahead: int = 0  # approximate number of analyses before it
    percent: int = 0  # finished
    analysis: Analysis | None = None


class _RecordHead(msgspec.Struct):
    """The part of a record that the handlers read."""

    game: str
    seats: list[msgspec.Raw]


@post(
    ANALYSIS_PATH, summary="Let the server work out how a game went for a seat", status_code=200,
    responses=problems(400, 404, 409, 413, 503),
)  # fmt: skip
async def want_analysis(
    request: HTTPRequest, code: FromPath[str], data: Annotated[WantAnalysis, Body()], game: GameNumber = None
) -> Response[AnalysisProgress]:
    """Answer with the finished analysis, or with its progress: ask again by GET."""
    jobs, key, line = await _key(request, code, data, game)
    if found := await _found(jobs, key):
        return found
    client = Client(request)
    await client.charge(Cost.ANALYSIS)
    try:
        await jobs.want(key, line, network_of(client.address))
    except QueueFull:
        message = "Too many games are waiting for their analysis: try again later."
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "analysis/busy", message) from None
    return _progress(jobs, key)


@get(
    ANALYSIS_PATH, summary="How a game went for a seat, once somebody has asked", responses=problems(400, 404, 409)
)
async def get_analysis(
    request: HTTPRequest,
    code: FromPath[str],
    seat: Annotated[int, QueryParameter(ge=0, le=9)] = 0,
    is_open: Annotated[bool, QueryParameter(name="open")] = False,
    game: GameNumber = None,
) -> Response[AnalysisProgress]:
    jobs, key, _ = await _key(request, code, WantAnalysis(seat, is_open), game)
    return await _found(jobs, key) or _progress(jobs, key)


async def _key(
    request: HTTPRequest, code: str, wanted: WantAnalysis, game: int | None
) -> tuple[AnalysisJobs, AnalysisKey, str]:
    """Return the jobs, the key of the analysis and the record; `HTTPError` if there is no record."""
    live = await Client(request).table(code)
    jobs = find_service(request, AnalysisJobs)
    if jobs is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/off", "This server analyses no games.")
    number = game or live.table.state.number
    line = await record_of(request, code, number)
    head = msgspec.json.decode(line, type=_RecordHead)
    if head.game not in GAMES or not can_analyse(GAMES[head.game]):
        raise _refused("analysis/no-bots")
    if wanted.seat >= len(head.seats):
        raise _refused("analysis/no-seat")
    return jobs, AnalysisKey(live.id, number, wanted.seat, wanted.open), line


async def _found(jobs: AnalysisJobs, key: AnalysisKey) -> Response[AnalysisProgress] | None:
    if (body := await jobs.get(key)) is None:
        return None
    return Response(AnalysisProgress("done", percent=100, analysis=msgspec.json.decode(body, type=Analysis)))


def _progress(jobs: AnalysisJobs, key: AnalysisKey) -> Response[AnalysisProgress]:
    try:
        progress = jobs.progress(key)
    except AnalysisFailed as failed:
        raise _refused(failed.code) from None
    if progress is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/not-wanted", "Nobody has asked for this analysis yet.")
    ahead, share = progress
    state = (
        AnalysisProgress("working", 0, round(100 * share))
        if not ahead or share
        else AnalysisProgress("waiting", ahead)
    )
    return Response(state, status_code=HTTPStatus.ACCEPTED)


def _refused(code: str) -> HTTPError:
    if code not in ANALYSIS_REFUSALS:
        return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")
    return HTTPError(HTTPStatus.CONFLICT, code, ANALYSIS_REFUSALS[code])


ANALYSIS_ROUTES = [want_analysis, get_analysis]
