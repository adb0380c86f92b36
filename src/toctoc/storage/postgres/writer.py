"""The one task that writes. What is queued while it commits shares the next commit."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from toctoc.storage.durations import Durations
from toctoc.storage.postgres.batch import APPEND, ENDS, PROBE, End, Job, Run, rows
from toctoc.storage.postgres.connection import LOST, Connection, Line, as_store_error
from toctoc.storage.postgres.removal import REMOVE
from toctoc.storage.store import StoreError

LINGER = 0.004  # seconds for which a busy writer waits for more to commit together
MOST = 2000  # jobs that share a commit
PATIENCE = 10.0  # seconds for which a broken line is mended before writes fail
PAUSE = 0.1  # seconds between two tries
TOUCH = "SELECT pg_current_xact_id()"  # a transaction with a number is written, though it changes nothing
STALE_NAMES = {
    "one_table_a_code": "another table has its code",
    "one_record_a_game": "the record of that game is there already",
}
logger = logging.getLogger("toctoc.storage")


class Stale(Exception):
    """A run does not fit the end of its table."""


AT_FAULT = (
    Stale,
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
)  # a write is, and not the database


class Writer:
    """Owns a line; `put` is called in the event loop."""

    def __init__(
        self, line: Line, node: int, clock: Callable[[], float], taken: Callable[[str, int], None], patience: float
    ) -> None:
        self.line, self.node, self.clock, self.patience = line, node, clock, patience
        self.taken = taken  # told of a table that this node does not have any more, and in which epoch it had it
        self.commits = 0  # of transactions, so far
        self.durations = Durations()  # of commits, with the way there and back
        self.last_commit: float | None = None
        self.is_closed = False
        self._order = 0  # of the last job
        self._stamp = 0  # of the last batch
        self._deadline = 0.0  # until when its line is mended
        self._jobs: deque[Job] = deque()
        self._wanted = asyncio.Event()
        self._prepared: tuple[Connection, Any] | None = None  # the statement, and for which line
        self._task = asyncio.get_running_loop().create_task(self._run())

    def put(self, job: Job) -> None:
        if self.is_closed:
            job.result = StoreError("store/broken", f"{self.line.name} is closed")
            _answer([job])
            return
        self._order += 1
        job.order = self._order
        self._jobs.append(job)
        self._wanted.set()

    async def close(self) -> None:
        """Write what is queued, and stop."""
        self.is_closed = True
        self._wanted.set()
        await self._task
        await self.line.close()

    async def _run(self) -> None:
        is_busy = False
        while self._jobs or not self.is_closed:
            if not self._jobs:
                self._wanted.clear()
                await self._wanted.wait()
                continue
            if is_busy:  # others will come in a moment: a commit costs more than what it commits
                await asyncio.sleep(LINGER)
            is_busy = await self._write_next()

    async def _write_next(self) -> bool:
        """Store and answer what is queued; return whether that was more than one job.

        A method of its own: the task keeps no job, and so no table, while it waits for the next one.
        """
        batch, runs = self._next()
        is_busy = len(batch) > 1 or len(self._jobs) > 0
        self._deadline = time.monotonic() + self.patience
        if runs:
            await self._store(runs)
        for job in batch:
            if job.write.removes:
                await self._remove(job)
        probes = [job for job in batch if job.write is PROBE]
        if probes:
            await self._probe(probes)
        _answer(batch)
        return is_busy

    def _next(self) -> tuple[list[Job], list[Run]]:
        """Take jobs from the queue, up to one that does not follow upon another of its table."""
        batch: list[Job] = []
        runs: dict[str, Run] = {}
        while self._jobs and len(batch) < MOST:
            job = self._jobs[0]
            if job.write is not PROBE and not job.write.removes:
                run = runs.get(job.write.table)
                if run is None:
                    runs[job.write.table] = Run.of(job)
                elif not run.takes(job):
                    break
            batch.append(self._jobs.popleft())
        return batch, list(runs.values())

    # --- storing ---------------------------------------------------------------------------------------------

    async def _store(self, runs: list[Run]) -> None:
        """Store runs, all in one commit; if a few are at fault, everything else. Each job gets its result."""
        jobs = [job for run in runs for job in run.jobs]
        try:
            misfits = await self._together(runs)
        except AT_FAULT as error:
            if len(jobs) > 1:
                await self._one_by_one(jobs)
            else:
                jobs[0].result = _refusal(jobs[0], error)
        except Exception as error:
            failure = as_store_error(error, self.line.name)
            logger.error("%d writes failed: %s", len(jobs), failure)
            for job in jobs:
                job.result = failure
        else:
            for run, end in misfits:
                if len(run.jobs) > 1:  # a later one may still fit
                    await self._one_by_one(run.jobs)
                else:
                    run.jobs[0].result = self._misfit(run, end)

    async def _one_by_one(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            await self._store([Run.of(job)])

    async def _together(self, runs: list[Run]) -> list[tuple[Run, End | None]]:
        """Store what fits, in one commit; return the rest, with where their tables end."""
        self._stamp += 1
        stamp, now, begun = self._stamp, self.clock(), time.perf_counter()
        misfits: list[tuple[Run, End | None]] = []
        is_unsure = False  # whether it may have been committed: the line broke before the answer
        while runs:
            try:
                db = await self.line.get()
                if await self._append(db, stamp, runs, now):
                    break
                ends = {row[0]: End(*row[1:]) for row in await db.fetch(ENDS, [run.table for run in runs])}
            except Exception as error:
                # Behind a broken line, the server may still be at the very same batch, and hold its tables.
                is_held_up = is_unsure and isinstance(error, asyncpg.LockNotAvailableError)
                if not (_is_lost(error) or is_held_up) or time.monotonic() >= self._deadline:
                    raise
                logger.warning("the line to the store broke: %s", str(error) or type(error).__name__)
                self.line.drop()
                is_unsure = True
                await asyncio.sleep(PAUSE)
                continue
            if is_unsure and any(run.is_stored(ends.get(run.table), self.node, stamp) for run in runs):
                break  # and so all of them are
            left = [run for run in runs if not run.fits(ends.get(run.table), self.node)]
            if not left:
                raise Stale
            misfits += [(run, ends.get(run.table)) for run in left]
            runs = [run for run in runs if run not in left]
        if runs:
            self.durations.note(time.perf_counter() - begun)
            self._committed()
        return misfits

    async def _append(self, db: Connection, stamp: int, runs: Sequence[Run], now: float) -> bool:
        """Commit runs; return False if any of them does not fit, and nothing is stored."""
        if self._prepared is None or self._prepared[0] is not db:
            self._prepared = db, await db.prepare(APPEND)
        try:
            await self._prepared[1].fetchval(self.node, stamp, len(runs), *rows(runs, now))
        except asyncpg.DivisionByZeroError:
            return False
        return True

    async def _remove(self, job: Job) -> None:
        """Remove a table, if this node has it."""
        table = job.write.table
        try:
            db = await self.line.get()
            is_gone = await db.fetchval(REMOVE, table, self.node, job.epoch)
        except Exception as error:
            if _is_lost(error):
                self.line.drop()
            job.result = as_store_error(error, self.line.name)
            return
        if is_gone:
            self._committed()
        else:
            job.result = StoreError("store/stale", f"table {table}: this node does not have it", "taken")
        self.taken(table, job.epoch)

    async def _probe(self, probes: Sequence[Job]) -> None:
        try:
            await (await self.line.get()).execute(TOUCH)
        except Exception as error:
            if _is_lost(error):
                self.line.drop()
            for job in probes:
                job.result = as_store_error(error, self.line.name)
        else:
            self._committed()

    def _committed(self) -> None:
        self.commits += 1
        self.last_commit = self.clock()

    def _misfit(self, run: Run, end: End | None) -> StoreError:
        if end is not None and not run.is_of(end, self.node):
            self.taken(run.table, run.epoch)
            return StoreError("store/stale", f"table {run.table}: this node does not have it", "taken")
        return _refusal(run.jobs[0], Stale())


def _is_lost(error: Exception) -> bool:
    """Tell whether a new line may help."""
    return isinstance(error, LOST) or (isinstance(error, StoreError) and isinstance(error.__cause__, LOST))


def _refusal(job: Job, error: Exception) -> StoreError:
    """Return why a write cannot be stored."""
    table, name = job.write.table, getattr(error, "constraint_name", None)
    if isinstance(error, Stale):
        return StoreError("store/stale", f"table {table}: entry {job.write.first} is not the next one")
    if name in STALE_NAMES:
        return StoreError("store/stale", f"table {table}: {STALE_NAMES[name]}")
    return StoreError("store/broken", f"table {table}: this cannot be stored ({error})")


def _answer(jobs: Sequence[Job]) -> None:
    for job in jobs:
        try:
            job.done(job.result)
        except Exception:
            logger.exception("a table could not take the answer of the store")
