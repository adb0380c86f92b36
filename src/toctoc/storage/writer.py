"""The one thread that writes. What is queued while it commits shares the next commit."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from toctoc.storage.changes import Change, Stale
from toctoc.storage.connection import as_store_error
from toctoc.storage.durations import Durations
from toctoc.storage.log import Log
from toctoc.storage.store import Deliver, Done, StoreError, Write

Work = Write | Change | None  # None only asks whether a commit is possible
Job = tuple[Work, Done]
Result = StoreError | None
LINGER = 0.004  # seconds for which a busy writer waits for more to commit together
logger = logging.getLogger("toctoc.storage")


class Writer:
    """Owns a connection; `put` may be called from any thread."""

    def __init__(self, db: sqlite3.Connection, path: Path, deliver: Deliver, clock: Callable[[], float]) -> None:
        self.db = db
        self.path = path
        self.deliver = deliver
        self.clock = clock
        self.log = Log(db)
        self.commits = 0  # of transactions, so far
        self.durations = Durations()  # of commits
        self.last_commit: float | None = None
        self.queue: SimpleQueue[Job | None] = SimpleQueue()  # None is the end
        self.gate = threading.Lock()  # nothing may be queued behind the end
        self.closed = False
        # A program that ends without closing the store must not wait for ever; what it loses was not acknowledged.
        self.thread = threading.Thread(target=self._run, name="toctoc-store", daemon=True)
        self.thread.start()

    def put(self, write: Work, done: Done) -> None:
        with self.gate:
            if not self.closed:
                self.queue.put((write, done))
                return
        self._answer([(write, done)], [StoreError("store/broken", f"{self.path} is closed")])

    def close(self) -> None:
        """Write what is queued, and stop."""
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
        """Store and answer what is queued; return whether more will come, and whether much did.

        A method of its own: the thread keeps no job, and so no table, while it waits for the next one.
        """
        get = self.queue.get
        first = get()
        if busy:  # others will come in a moment: a commit costs more than what it commits
            time.sleep(LINGER)
        jobs = [first, *(get() for _ in range(self.queue.qsize()))]
        batch = [job for job in jobs if job is not None]
        if batch:
            self._answer(batch, self._stored([write for write, _ in batch]))
        return len(batch) == len(jobs), len(jobs) > 1

    def _answer(self, batch: Sequence[Job], results: Sequence[Result]) -> None:
        def tell() -> None:
            for (_, done), result in zip(batch, results, strict=True):
                try:
                    done(result)
                except Exception:
                    logger.exception("a table could not take the answer of the store")

        try:
            self.deliver(tell)
        except RuntimeError:  # the event loop is closed: nobody is left to be told
            logger.warning("%d answers of the store came too late", len(batch))

    def _stored(self, writes: Sequence[Work]) -> Sequence[Result]:
        """Store everything in one transaction; if a single write is at fault, everything else."""
        try:
            return self._transaction(self._together, writes)
        except sqlite3.OperationalError as error:  # the disk or another process, not a write
            return self._failed(error, writes)
        except Exception:  # one of them at least cannot be stored: find out which
            try:
                return self._transaction(self._one_by_one, writes)
            except Exception as error:
                return self._failed(error, writes)

    def _failed(self, error: Exception, writes: Sequence[Work]) -> Sequence[Result]:
        failure = as_store_error(error, self.path)
        logger.error("%d writes failed: %s", len(writes), failure)
        return [failure] * len(writes)

    def _transaction(
        self, work: Callable[[Sequence[Work]], Sequence[Result]], writes: Sequence[Work]
    ) -> Sequence[Result]:
        """Commit all that the work does, durably, or nothing."""
        begun = time.perf_counter()
        try:
            self.db.execute("BEGIN IMMEDIATE")
            results = work(writes)
            self.db.execute("COMMIT")
        except BaseException:
            self.log.forget()
            with suppress(sqlite3.Error):  # SQLite undoes some of them by itself
                self.db.execute("ROLLBACK")
            raise
        self.commits += 1
        self.durations.note(time.perf_counter() - begun)
        self.last_commit = self.clock()
        return results

    def _together(self, writes: Sequence[Work]) -> Sequence[Result]:
        steps = [write for write in writes if isinstance(write, Write)]
        if steps:
            self.log.append(steps, self.clock())
        for change in writes:
            if isinstance(change, Change):
                change.apply(self.db, self.clock())
        if None in writes:
            self._touch()
        return [None] * len(writes)

    def _touch(self) -> None:
        """Write what is there already: a commit as any other, which changes nothing."""
        [(version,)] = self.db.execute("PRAGMA user_version").fetchall()
        self.db.execute(f"PRAGMA user_version = {version}")

    def _one_by_one(self, writes: Sequence[Work]) -> Sequence[Result]:
        return [self._alone(write) if write is not None else None for write in writes]

    def _alone(self, write: Write | Change) -> Result:
        self.db.execute("SAVEPOINT one")
        try:
            self._together([write])
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            self.log.forget()
            self.db.execute("ROLLBACK TO one")
            return _refusal(write, error)
        finally:
            with suppress(sqlite3.Error):  # there is none left if the whole transaction is undone
                self.db.execute("RELEASE one")
        return None


def _refusal(write: Write | Change, error: Exception) -> StoreError:
    if isinstance(write, Change):
        return write.refusal(error)
    if isinstance(error, Stale):
        return StoreError("store/stale", f"table {write.table}: entry {write.first} is not the next one")
    if isinstance(error, sqlite3.IntegrityError) and "tables.code" in str(error):
        return StoreError("store/stale", f"table {write.table}: another table has its code")
    if isinstance(error, sqlite3.IntegrityError) and "records." in str(error):
        return StoreError("store/stale", f"table {write.table}: the record of that game is there already")
    return StoreError("store/broken", f"table {write.table}: this cannot be stored ({error})")
