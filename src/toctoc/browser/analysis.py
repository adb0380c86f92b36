"""Analyse finished games in another worker of the browser."""

import json
from collections.abc import Callable

import msgspec

from toctoc.analysis.worker import outcome
from toctoc.browser.lines import Page
from toctoc.server.features.analysis.analysis_jobs import AnalysisFailed, AnalysisKey

EFFORT = 0.4  # share of the usual effort: a long game takes 25 seconds on a fast core, and a phone some times that


def analyse(text: str, seat: int, all_open: bool, report: Callable[[float], None]) -> str:
    """Return the analysis of the record `text` as `{"analysis": …}`, or `{"failed": code}`, in JSON.

    `report` is called with the share of the work that is done.
    """
    return json.dumps(outcome(text, seat, all_open, report, plain=True, effort=EFFORT))


class PageAnalyser:
    """Lets the page run `analyse` in another worker, so that no table waits for it."""

    is_closed = False

    def __init__(self, page: Page) -> None:
        self._page = page

    async def analyse(self, line: str, key: AnalysisKey, report: Callable[[float], None]) -> bytes:
        """Return the analysis of the record `line` as JSON, or raise `AnalysisFailed`."""
        text = await self._page.analyse(line, key.seat, key.open, report)
        answer = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        if "failed" in answer:
            raise AnalysisFailed(msgspec.json.decode(answer["failed"], type=str))
        return bytes(answer["analysis"])

    def rest(self) -> None:
        """Do nothing: the page ends its worker."""

    def close(self) -> None:
        """Do nothing: the worker ends with the page."""
