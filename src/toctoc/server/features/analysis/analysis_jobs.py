"""Analyse finished games in a process of low priority, and keep the results.

A wanted analysis is a document of the store, and so is its result: none is lost when the server is killed, and the
next server continues. After that, two nodes of a database may make the same analysis, with the same result.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec

from toctoc.server.bot_pools.background import BackgroundProcess
from toctoc.server.bot_pools.fair_queue import NOBODY, PoolJob, QueueFull, Requester, WorkerPool
from toctoc.storage import Document, Store, StoreError

ANALYSIS_MODULE = "toctoc.analysis.worker"
WANTED_DOCUMENT, ANALYSIS_DOCUMENT = "analysis-wanted", "analysis"
PROCESS_IDLE_SECONDS = 60.0  # after which a process without work ends: it takes some hundred megabytes
MAX_PROCESSES = 2  # that may die of one analysis
FAILED_CODE = "server/error"
MAX_REMEMBERED_FAILURES = 1000
logger = logging.getLogger("toctoc.server")
ReportProgress = Callable[[float], None]


class AnalysisKey(msgspec.Struct, frozen=True):
    """Identifies an analysis: a game of a table, a seat, and whether it is made with everything open."""

    table: str
    number: int
    seat: int
    open: bool

    @property
    def id(self) -> str:
        """Return the id of its documents."""
        return f"{self.table}.{self.number}.{self.seat}{'.open' if self.open else ''}"


class AnalysisFailed(Exception):
    """An analysis could not be made, for the reason `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Analyser(Protocol):
    """Makes analyses, one after the other."""

    def analyse(self, line: str, key: AnalysisKey, report: ReportProgress) -> bytes | Awaitable[bytes]:
        """Return the analysis of the record `line` as JSON, or raise `AnalysisFailed`."""

    def rest(self) -> None:
        """Free memory until there is work again."""

    @property
    def is_closed(self) -> bool:
        """Tell whether `close` was called."""

    def close(self) -> None:
        """Stop at once."""


class AnalysisProcess:
    """Runs analyses in a process, one after the other; it is started when there is work."""

    def __init__(self, niceness: int) -> None:
        self._process = BackgroundProcess(ANALYSIS_MODULE, niceness)

    def analyse(self, line: str, key: AnalysisKey, report: ReportProgress) -> bytes:
        """Return the analysis of the record `line` as JSON, or raise `AnalysisFailed`; blocks until then."""
        for _ in range(MAX_PROCESSES):
            with suppress(OSError, ValueError, msgspec.DecodeError):
                return self._exchange(line, key, report)
            self._process.end()  # it died: the next attempt starts a new one
            if self.is_closed:
                break
        raise AnalysisFailed(FAILED_CODE)

    def _exchange(self, line: str, key: AnalysisKey, report: ReportProgress) -> bytes:
        answers = self._process.send(msgspec.json.encode((line, key.seat, key.open)))
        while True:
            answer = msgspec.json.decode(answers.readline(), type=dict[str, msgspec.Raw])
            if "analysis" in answer:
                return bytes(answer["analysis"])
            if "failed" in answer:
                raise AnalysisFailed(msgspec.json.decode(answer["failed"], type=str))
            report(msgspec.json.decode(answer["share"], type=float))

    def rest(self) -> None:
        """End the process until there is work again."""
        self._process.end()

    @property
    def is_closed(self) -> bool:
        """Tell whether `close` was called."""
        return self._process.is_closed

    def close(self) -> None:
        """Kill the process for good, also during an analysis."""
        self._process.close()


class AnalysisJobs:
    """The queue of wanted analyses, their progress, and the finished ones.

    `analyser` makes them in the thread of `pool`, one after the other.
    """

    def __init__(self, store: Store, pool: WorkerPool, analyser: Analyser) -> None:
        self.store, self.pool, self.process = store, pool, analyser
        self._shares: dict[str, float] = {}  # the finished share of each wanted analysis, in order of arrival
        self._failed: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, key: AnalysisKey) -> bytes | None:
        """Return a finished analysis; None if there is none."""
        found = await self.store.documents.get(ANALYSIS_DOCUMENT, key.id)
        return found.body if found else None

    def progress(self, key: AnalysisKey) -> tuple[int, float] | None:
        """Return the number of analyses before this one, and its finished share; None if it is not wanted.

        `AnalysisFailed` if it could not be made.
        """
        if key.id in self._failed:
            raise AnalysisFailed(self._failed[key.id])
        if key.id not in self._shares:
            return None
        return list(self._shares).index(key.id), self._shares[key.id]

    async def want(self, key: AnalysisKey, line: str, address: str) -> None:
        """Queue the analysis of the record `line`, durably; `QueueFull` if too many are wanted."""
        if key.id in self._shares:
            return
        self._failed.pop(key.id, None)
        if self.pool.waiting >= self.pool.limits.waiting:
            raise QueueFull
        self._shares[key.id] = 0.0
        body = msgspec.json.encode(key)
        try:
            await self.store.documents.put(Document(WANTED_DOCUMENT, key.id, body, table=key.table))
        except StoreError:
            del self._shares[key.id]
            raise
        self._submit(key, line, address)
        if key.id not in self._shares:  # it was rejected
            raise QueueFull

    async def resume(self) -> None:
        """Queue the analyses that were wanted before the last end of the server, unless another node has them."""
        with suppress(StoreError):
            for document in await self.store.documents.some(WANTED_DOCUMENT):
                key = msgspec.json.decode(document.body, type=AnalysisKey)
                if await self.store.owner_elsewhere(key.table) is not None:
                    continue
                line = await self.store.record(key.table, key.number)
                if line is None or await self.get(key) is not None:
                    await self.store.documents.delete(WANTED_DOCUMENT, key.id)
                elif key.id not in self._shares:
                    self._shares[key.id] = 0.0
                    self._submit(key, line, "")

    def close(self) -> None:
        """Stop at once; wanted analyses are made after the next start."""
        self.pool.close()
        self.process.close()

    def _submit(self, key: AnalysisKey, line: str, address: str) -> None:
        work = partial(self.process.analyse, line, key, partial(self._report, key.id))
        done, rejected = partial(self._made, key), partial(self._rejected, key)
        self.pool.submit(PoolJob(Requester(address, key.table), work, done, rejected))

    def _report(self, id: str, share: float) -> None:
        if id in self._shares:
            self._shares[id] = share

    def _made(self, key: AnalysisKey, future: "Future[bytes]") -> None:
        if not future.cancelled():
            self._start(self._keep(key, future))

    def _rejected(self, key: AnalysisKey) -> None:
        self._shares.pop(key.id, None)
        self._start(self._forget(key))

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, key: AnalysisKey, future: "Future[bytes]") -> None:
        """Store the result, then delete the wanted document.

        After a crash in between, the next server finds both.
        """
        error = future.exception()
        if self.process.is_closed:
            return
        try:
            if error is None:
                await self.store.documents.put(
                    Document(ANALYSIS_DOCUMENT, key.id, future.result(), table=key.table)
                )
            await self._forget(key)
        except StoreError as failure:
            error = failure
        if error is not None:
            code = error.code if isinstance(error, AnalysisFailed) else FAILED_CODE
            logger.warning("an analysis came to nothing: %s", code)
            while len(self._failed) >= MAX_REMEMBERED_FAILURES:
                del self._failed[next(iter(self._failed))]
            self._failed[key.id] = code
        self._shares.pop(key.id, None)
        if not self._shares:
            self.pool.loop.call_later(PROCESS_IDLE_SECONDS, self._rest)

    def _rest(self) -> None:
        """End the process in its thread, unless there is work again."""
        if not self._shares:

            def is_wanted() -> bool:
                return bool(self._shares)

            self.pool.submit(PoolJob(NOBODY, self.process.rest, _ignore, _ignore, is_wanted, is_background=True))

    async def _forget(self, key: AnalysisKey) -> None:
        with suppress(StoreError):
            await self.store.documents.delete(WANTED_DOCUMENT, key.id)


def _ignore(*_: object) -> None:
    """Do nothing."""
