"""Requests for analyses, and their progress, for every host of tables."""

from http import HTTPStatus
from typing import Literal

import msgspec

from toctoc.analysis import Analysis, can_analyse
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.features.analysis.analysis_jobs import AnalysisFailed, AnalysisJobs, AnalysisKey
from toctoc.table import commands

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


def analysis_key(table: str, number: int, wanted: WantAnalysis, line: str) -> AnalysisKey:
    """Return the key of the wanted analysis of the record `line`; `HTTPError` if there can be none."""
    head = msgspec.json.decode(line, type=_RecordHead)
    if head.game not in GAMES or not can_analyse(GAMES[head.game]):
        raise _refused("analysis/no-bots")
    if wanted.seat >= len(head.seats):
        raise _refused("analysis/no-seat")
    return AnalysisKey(table, number, wanted.seat, wanted.open)


async def finished_analysis(jobs: AnalysisJobs, key: AnalysisKey) -> AnalysisProgress | None:
    """Return a finished analysis; None if there is none."""
    if (body := await jobs.get(key)) is None:
        return None
    return AnalysisProgress("done", percent=100, analysis=msgspec.json.decode(body, type=Analysis))


def analysis_progress(jobs: AnalysisJobs, key: AnalysisKey) -> AnalysisProgress:
    """Return the progress of a wanted analysis; `HTTPError` if it is not wanted, or could not be made."""
    try:
        progress = jobs.progress(key)
    except AnalysisFailed as failed:
        raise _refused(failed.code) from None
    if progress is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "analysis/not-wanted", "Nobody has asked for this analysis yet.")
    ahead, share = progress
    if not ahead or share:
        return AnalysisProgress("working", 0, round(100 * share))
    return AnalysisProgress("waiting", ahead)


def status_of(progress: AnalysisProgress) -> HTTPStatus:
    """Return the status of an answer with `progress`."""
    return HTTPStatus.OK if progress.state == "done" else HTTPStatus.ACCEPTED


def busy() -> HTTPError:
    """Return the error for an analysis that is not queued."""
    message = "Too many games are waiting for their analysis: try again later."
    return HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "analysis/busy", message)


def _refused(code: str) -> HTTPError:
    if code not in ANALYSIS_REFUSALS:
        return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")
    return HTTPError(HTTPStatus.CONFLICT, code, ANALYSIS_REFUSALS[code])
