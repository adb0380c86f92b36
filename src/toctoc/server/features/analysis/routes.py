"""Routes of analyses of finished games, from a seat: made in the background, and kept."""

from http import HTTPStatus
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Body, FromPath, QueryParameter

from toctoc.server.bot_pools.fair_queue import QueueFull
from toctoc.server.errors import HTTPError
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs, AnalysisKey
from toctoc.server.features.analysis.progress import (
    AnalysisProgress,
    WantAnalysis,
    analysis_key,
    analysis_progress,
    busy,
    finished_analysis,
    status_of,
)
from toctoc.server.http.client import Client, find_service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.security.limits import network_of
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.records import GameNumber, record_of

ANALYSIS_PATH = "/api/tables/{code:str}/analysis"


@post(
    ANALYSIS_PATH, summary="Let the server work out how a game went for a seat", status_code=200,
    responses=problems(400, 404, 409, 413, 503),
)  # fmt: skip
async def want_analysis(
    request: HTTPRequest, code: FromPath[str], data: Annotated[WantAnalysis, Body()], game: GameNumber = None
) -> Response[AnalysisProgress]:
    """Answer with the finished analysis, or with its progress: ask again by GET."""
    jobs, key, line = await _wanted(request, code, data, game)
    if found := await finished_analysis(jobs, key):
        return _answer(found)
    client = Client(request)
    await client.charge(Cost.ANALYSIS)
    try:
        await jobs.want(key, line, network_of(client.address))
    except QueueFull:
        raise busy() from None
    return _answer(analysis_progress(jobs, key))


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
    jobs, key, _ = await _wanted(request, code, WantAnalysis(seat, is_open), game)
    return _answer(await finished_analysis(jobs, key) or analysis_progress(jobs, key))


async def _wanted(
    request: HTTPRequest, code: str, wanted: WantAnalysis, game: int | None
) -> tuple[AnalysisJobs, AnalysisKey, str]:
    """Return the jobs, the key of the analysis and the record; `HTTPError` if there is no record."""
    live = await Client(request).table(code)
    jobs = find_service(request, AnalysisJobs)
    if jobs is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/off", "This server analyses no games.")
    number = game or live.table.state.number
    line = await record_of(request, code, number)
    return jobs, analysis_key(live.id, number, wanted, line), line


def _answer(progress: AnalysisProgress) -> Response[AnalysisProgress]:
    return Response(progress, status_code=status_of(progress))


ANALYSIS_ROUTES = [want_analysis, get_analysis]
