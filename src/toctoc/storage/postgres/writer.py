"""The writer task of a PostgreSQL store: group commit. Jobs queued during a commit share the next one."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from toctoc.storage.commit_timing import CommitTiming
from toctoc.storage.common import Stale
from toctoc.storage.postgres.batch import APPEND, GET_ENDS, PROBE, REMOVE_TABLE, Job, Run, TableEnd, columns
from toctoc.storage.postgres.connection import LOST_ERRORS, Connection, Reconnecting, as_store_error
from toctoc.storage.store import StoreError

GROUP_COMMIT_SECONDS = 0.004  # a busy writer waits so long for more jobs of the same commit
MAX_BATCH_JOBS = 2000
RECONNECT_SECONDS = 10.0  # after a lost connection, before writes fail
RETRY_INTERVAL = 0.1  # seconds
FLUSH_SECONDS = 2.0  # for which a node that ends waits for its last writes before it gives up its tables
EMPTY_COMMIT = "SELECT pg_current_xact_id()"  # a transaction with an id is written, though it changes nothing
STALE_NAMES = {
    "one_table_a_code": "another table has its code",
    "one_record_a_game": "the record of that game is there already",
}
logger = logging.getLogger("toctoc.storage")


# Errors of a single write, not of the database.
WRITE_ERRORS = (Stale, asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)


class PostgresWriter:
    """Owns a connection; `put` is called in the event loop."""

    def __init__(
        self,
        connection: Reconnecting,
        node: int,
        clock: Callable[[], float],
        on_lost: Callable[[str, int], None],
        retry_seconds: float,
    ) -> None:
        self.connection, self.node, self.clock, self.retry_seconds = connection, node, clock, retry_seconds
        self.on_lost = on_lost  # called with a table that this node no longer owns, and the epoch in which it did
        self.commits = 0  # of transactions, so far
        self.timing = CommitTiming()  # round trips included
        self.last_commit: float | None = None
        self.is_closed = False
        self._order = 0  # of the last job
        self._stamp = 0  # of the last batch
        self._deadline = 0.0  # end of its retries
        self._jobs: deque[Job] = deque()
        self._wanted = asyncio.Event()
        self._prepared: tuple[Connection, Any] | None = None  # the connection and its prepared statement
        self._task = asyncio.get_running_loop().create_task(self._run())

    def put(self, job: Job) -> None:
        if self.is_closed:
            job.result = StoreError("store/busy", f"{self.connection.name} is closed")
            _answer([job])
            return
        self._order += 1
        job.order = self._order
        self._jobs.append(job)
        self._wanted.set()

    async def flush(self) -> None:
        """Return once the queued jobs are written; after `FLUSH_SECONDS` at the latest."""
        written = asyncio.get_running_loop().create_future()
        self.put(Job(PROBE, lambda _error: None if written.done() else written.set_result(None), 0))
        await asyncio.wait({written}, timeout=FLUSH_SECONDS)

    async def close(self) -> None:
        """Write the queued jobs, and stop."""
        self.is_closed = True
        self._wanted.set()
        await self._task
        await self.connection.close()

    async def _run(self) -> None:
        is_busy = False
        while self._jobs or not self.is_closed:
            if not self._jobs:
                self._wanted.clear()
                await self._wanted.wait()
                continue
            if is_busy:  # more jobs are about to come, and a commit costs more than its jobs
                await asyncio.sleep(GROUP_COMMIT_SECONDS)
            is_busy = await self._write_next()

    async def _write_next(self) -> bool:
        """Commit and answer the queued jobs; return whether there were several.

        A separate method, so that the waiting task holds no reference to a job, and so to a table.
        """
        batch, runs = self._next()
        is_busy = len(batch) > 1 or len(self._jobs) > 0
        self._deadline = time.monotonic() + self.retry_seconds
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
        """Take jobs from the queue, up to one that does not continue the run of its table."""
        batch: list[Job] = []
        runs: dict[str, Run] = {}
        while self._jobs and len(batch) < MAX_BATCH_JOBS:
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
        """Commit all runs together; if some are at fault, commit the others. Each job gets its result."""
        for run in runs:
            if run.follows_failure:
                for job in run.jobs:
                    job.refuse(_refusal(job, Stale()))
        runs = [run for run in runs if not run.follows_failure]
        jobs = [job for run in runs for job in run.jobs]
        try:
            misfits = await self._together(runs)
        except WRITE_ERRORS as error:
            if len(jobs) > 1:
                await self._one_by_one(jobs)
            else:
                jobs[0].refuse(_refusal(jobs[0], error))
        except Exception as error:
            failure = as_store_error(error, self.connection.name)
            logger.error("%d writes failed: %s", len(jobs), failure)
            for job in jobs:
                job.refuse(failure)
        else:
            for run, end in misfits:
                if len(run.jobs) > 1:  # a later job may still fit
                    await self._one_by_one(run.jobs)
                else:
                    run.jobs[0].refuse(self._misfit(run, end))

    async def _one_by_one(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            await self._store([Run.of(job)])

    async def _together(self, runs: list[Run]) -> list[tuple[Run, TableEnd | None]]:
        """Commit the runs that fit; return the others with the ends of their tables."""
        self._stamp += 1
        stamp, now, begun = self._stamp, self.clock(), time.perf_counter()
        misfits: list[tuple[Run, TableEnd | None]] = []
        is_unsure = False  # whether it may be committed: the connection broke before the answer
        while runs:
            try:
                db = await self.connection.get()
                if await self._append(db, stamp, runs, now):
                    break
                ends = {
                    row[0]: TableEnd(*row[1:]) for row in await db.fetch(GET_ENDS, [run.table for run in runs])
                }
            except Exception as error:
                # After a lost connection, the server may still run the very same batch, and lock its rows.
                is_held_up = is_unsure and isinstance(error, asyncpg.LockNotAvailableError)
                if not (_is_lost(error) or is_held_up) or time.monotonic() >= self._deadline:
                    raise
                logger.warning("the connection to the store broke: %s", str(error) or type(error).__name__)
                self.connection.drop()
                is_unsure = True
                await asyncio.sleep(RETRY_INTERVAL)
                continue
            if is_unsure and any(run.is_stored(ends.get(run.table), self.node, stamp) for run in runs):
                break  # then all runs are stored
            left = [run for run in runs if not run.fits(ends.get(run.table), self.node)]
            if not left:
                raise Stale
            misfits += [(run, ends.get(run.table)) for run in left]
            runs = [run for run in runs if run not in left]
        if runs:
            self.timing.add(time.perf_counter() - begun)
            self._committed()
        return misfits

    async def _append(self, db: Connection, stamp: int, runs: Sequence[Run], now: float) -> bool:
        """Commit `runs`; return False, with nothing stored, if one of them does not fit."""
        if self._prepared is None or self._prepared[0] is not db:
            self._prepared = db, await db.prepare(APPEND)
        try:
            await self._prepared[1].fetchval(self.node, stamp, len(runs), *columns(runs, now))
        except asyncpg.DivisionByZeroError:
            return False
        return True

    async def _remove(self, job: Job) -> None:
        """Remove a table that this node owns."""
        table = job.write.table
        try:
            db = await self.connection.get()
            is_gone = await db.fetchval(REMOVE_TABLE, table, self.node, job.epoch)
        except Exception as error:
            if _is_lost(error):
                self.connection.drop()
            job.result = as_store_error(error, self.connection.name)
            return
        if is_gone:
            self._committed()
        else:
            job.result = StoreError("store/stale", f"table {table}: this node does not have it", "taken")
        self.on_lost(table, job.epoch)

    async def _probe(self, probes: Sequence[Job]) -> None:
        try:
            await (await self.connection.get()).execute(EMPTY_COMMIT)
        except Exception as error:
            if _is_lost(error):
                self.connection.drop()
            for job in probes:
                job.result = as_store_error(error, self.connection.name)
        else:
            self._committed()

    def _committed(self) -> None:
        self.commits += 1
        self.last_commit = self.clock()

    def _misfit(self, run: Run, end: TableEnd | None) -> StoreError:
        if end is not None and not run.is_owned(end, self.node):
            self.on_lost(run.table, run.epoch)
            return StoreError("store/stale", f"table {run.table}: this node does not have it", "taken")
        return _refusal(run.jobs[0], Stale())


def _is_lost(error: Exception) -> bool:
    """Tell whether a new connection may help."""
    return isinstance(error, LOST_ERRORS) or (
        isinstance(error, StoreError) and isinstance(error.__cause__, LOST_ERRORS)
    )


def _refusal(job: Job, error: Exception) -> StoreError:
    """Return the reason for which a write cannot be stored."""
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
