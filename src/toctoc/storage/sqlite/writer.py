"""The writer thread of an SQLite store: group commit. Jobs queued during a commit share the next one."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from toctoc.storage.commit_timing import CommitTiming
from toctoc.storage.common import Stale
from toctoc.storage.sqlite.connection import as_store_error
from toctoc.storage.sqlite.document_ops import DocumentChange
from toctoc.storage.sqlite.log import Log
from toctoc.storage.store import Deliver, Done, StoreError, Write

Work = Write | DocumentChange | None  # None: only test whether a commit is possible
Job = tuple[Work, Done]
Result = StoreError | None
GROUP_COMMIT_SECONDS = 0.004  # a busy writer waits so long for more jobs of the same commit
CHECKPOINT_WAIT_MS = 100  # after a removal: wait for short reads, but not for a backup, which would stop all moves
logger = logging.getLogger("toctoc.storage")


class SqliteWriter:
    """Owns a connection; `put` may be called from any thread."""

    def __init__(self, db: sqlite3.Connection, path: Path, deliver: Deliver, clock: Callable[[], float]) -> None:
        self.db = db
        self.path = path
        self.deliver = deliver
        self.clock = clock
        self.log = Log(db)
        self.commits = 0  # of transactions, so far
        self.timing = CommitTiming()
        self.last_commit: float | None = None
        self.removed_in_wal = False  # the write-ahead log may hold removed rows
        self.queue: SimpleQueue[Job | None] = SimpleQueue()  # None is the end
        self.gate = threading.Lock()  # guards `closed`: no job follows the end
        self.closed = False
        # A daemon: a program that exits without closing the store loses only writes that were not acknowledged.
        self.thread = threading.Thread(target=self._run, name="toctoc-store", daemon=True)
        self.thread.start()

    def put(self, write: Work, done: Done) -> None:
        with self.gate:
            if not self.closed:
                self.queue.put((write, done))
                return
        self._answer([(write, done)], [StoreError("store/busy", f"{self.path} is closed")])

    def close(self) -> None:
        """Write the queued jobs, and stop."""
        with self.gate:
            if not self.closed:
                self.closed = True
                self.queue.put(None)
        self.thread.join()

    def _run(self) -> None:
        going, busy = True, False
        while going:
            going, busy = self._write_next(busy)

    def _write_next(self, busy: bool) -> tuple[bool, bool]:
        """Commit and answer the queued jobs; return (still open, had several jobs).

        A separate method, so that the waiting thread holds no reference to a job, and so to a table.
        """
        get = self.queue.get
        first = get()
        if busy:  # more jobs are about to come, and a commit costs more than its jobs
            time.sleep(GROUP_COMMIT_SECONDS)
        jobs = [first, *(get() for _ in range(self.queue.qsize()))]
        batch = [job for job in jobs if job is not None]
        if batch:
            self._answer(batch, self._stored([write for write, _ in batch]))
        return len(batch) == len(jobs), len(jobs) > 1

    def _answer(self, batch: Sequence[Job], results: Sequence[Result]) -> None:
        def answer() -> None:
            for (_, done), result in zip(batch, results, strict=True):
                try:
                    done(result)
                except Exception:
                    logger.exception("a table could not take the answer of the store")

        try:
            self.deliver(answer)
        except RuntimeError:  # the event loop is closed
            logger.warning("%d answers of the store came too late", len(batch))

    def _stored(self, writes: Sequence[Work]) -> Sequence[Result]:
        """Commit all `writes` in one transaction; if some are at fault, commit the others."""
        try:
            return self._transaction(self._together, writes)
        except sqlite3.OperationalError as error:  # the disk or another process is at fault
            return self._failed(error, writes)
        except Exception:  # at least one of them is at fault: find it
            try:
                return self._transaction(self._one_by_one, writes)
            except Exception as error:
                return self._failed(error, writes)

    def _failed(self, error: Exception, writes: Sequence[Work]) -> Sequence[Result]:
        failure = as_store_error(error, self.path)
        logger.error("%d writes failed: %s", len(writes), failure)
        for write in writes:
            if isinstance(write, Write):
                write.fail()
        return [failure] * len(writes)

    def _transaction(
        self, work: Callable[[Sequence[Work]], Sequence[Result]], writes: Sequence[Work]
    ) -> Sequence[Result]:
        """Run `work` in a durable transaction, all or nothing."""
        begun = time.perf_counter()
        try:
            self.db.execute("BEGIN IMMEDIATE")
            results = work(writes)
            self.db.execute("COMMIT")
        except BaseException:
            self.log.forget()
            with suppress(sqlite3.Error):  # SQLite rolls some back by itself
                self.db.execute("ROLLBACK")
            raise
        self.commits += 1
        self.timing.add(time.perf_counter() - begun)
        self.last_commit = self.clock()
        removes = any(isinstance(write, Write) and write.removes for write in writes)
        if removes or self.removed_in_wal:
            self._empty_wal(CHECKPOINT_WAIT_MS if removes else 0)
        return results

    def _empty_wal(self, wait_ms: int) -> None:
        """Empty the write-ahead log of removed rows; if a reader needs it, the next commit tries again."""
        self.removed_in_wal = True
        with suppress(sqlite3.Error):  # the removal itself is committed
            [(usual_ms,)] = self.db.execute("PRAGMA busy_timeout").fetchall()
            self.db.execute(f"PRAGMA busy_timeout = {wait_ms}")
            try:
                [(is_busy, _, _)] = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self.removed_in_wal = bool(is_busy)
            finally:
                self.db.execute(f"PRAGMA busy_timeout = {usual_ms}")

    def _together(self, writes: Sequence[Work]) -> Sequence[Result]:
        steps = [write for write in writes if isinstance(write, Write)]
        if steps:
            self.log.append(steps, self.clock())
        for change in writes:
            if isinstance(change, DocumentChange):
                change.apply(self.db, self.clock())
        if None in writes:
            self._touch()
        return [None] * len(writes)

    def _touch(self) -> None:
        """Rewrite a header field with its own value: a real commit that changes nothing."""
        [(version,)] = self.db.execute("PRAGMA user_version").fetchall()
        self.db.execute(f"PRAGMA user_version = {version}")

    def _one_by_one(self, writes: Sequence[Work]) -> Sequence[Result]:
        return [self._alone(write) if write is not None else None for write in writes]

    def _alone(self, write: Write | DocumentChange) -> Result:
        self.db.execute("SAVEPOINT one")
        try:
            self._together([write])
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            if isinstance(write, Write):
                write.fail()
            self.log.forget()
            self.db.execute("ROLLBACK TO one")
            return _refusal(write, error)
        finally:
            with suppress(sqlite3.Error):  # rolled back with the whole transaction
                self.db.execute("RELEASE one")
        return None


def _refusal(write: Write | DocumentChange, error: Exception) -> StoreError:
    if isinstance(write, DocumentChange):
        return write.refusal(error)
    if isinstance(error, Stale):
        return StoreError("store/stale", f"table {write.table}: entry {write.first} is not the next one")
    if isinstance(error, sqlite3.IntegrityError) and "tables.code" in str(error):
        return StoreError("store/stale", f"table {write.table}: another table has its code")
    if isinstance(error, sqlite3.IntegrityError) and "records." in str(error):
        return StoreError("store/stale", f"table {write.table}: the record of that game is there already")
    return StoreError("store/broken", f"table {write.table}: this cannot be stored ({error})")
