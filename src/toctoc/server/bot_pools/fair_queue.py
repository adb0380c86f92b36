"""A pool of threads with a fair queue: addresses take turns, and so do the tables of one address.

Background jobs come after all others.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

UNLIMITED = 10**9
SAMPLE_SECONDS = 10.0  # between two samples of the figures
T = TypeVar("T")


class QueueFull(Exception):
    """A job was rejected: too many are waiting."""


class Loop(Protocol):
    """The part of an event loop that live tables need."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Any: ...
    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Requester:
    """The address and the table for which a job is done."""

    address: str
    table: str


NOBODY = Requester("", "")  # of a background job


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """The number of jobs that may wait for a pool, and for how long."""

    waiting: int = UNLIMITED
    waiting_per_address: int = UNLIMITED
    seconds: float | None = None  # after which a waiting job is rejected


@dataclass(frozen=True, slots=True)
class PoolFigures:
    """The load of a pool; `waited` is the total in whole seconds."""

    waiting: int
    started: int
    waited: int
    rejected: int


def _never() -> bool:
    return False


@dataclass(eq=False, slots=True)
class PoolJob:
    """A function `work` that runs in a thread. All other functions are called on the event loop.

    Either `done` receives the result of `work`, or `rejected` is called and `work` is not.
    """

    requester: Requester
    work: Callable[[], Any]
    done: Callable[["Future[Any]"], None]
    rejected: Callable[[], None]
    is_stale: Callable[[], bool] = _never  # called before the job starts: whether it is no longer wanted
    is_background: bool = False  # starts when no other job waits, and is never rejected because the queue is full
    since: float = 0.0
    timeout: Any = field(default=None)


class WorkerPool:
    """Threads for one kind of work, and the queue before them. When it is full, the largest user gives way."""

    def __init__(
        self,
        loop: Loop,
        executor: Executor,
        threads: int,
        limits: QueueLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.loop, self.executor, self.threads, self.clock = loop, executor, threads, clock
        self.limits = limits or QueueLimits()
        self.busy = self.waiting = self.started = self.rejected = 0
        self.waited = 0.0  # seconds, in total
        self._sample = (-SAMPLE_SECONDS, PoolFigures(0, 0, 0, 0))
        # By address and by table, in the order of their turns.
        self._queues: OrderedDict[str, OrderedDict[str, deque[PoolJob]]] = OrderedDict()
        self._background: deque[PoolJob] = deque()

    def submit(self, job: PoolJob) -> None:
        """Start `job`, queue it or reject it."""
        job.since = self.clock()
        if self.busy < self.threads:
            self._start(job)
        elif job.is_background:
            self._background.append(job)
        elif self._make_room(job.requester.address):
            self._enqueue(job)
        else:
            self._reject(job)

    async def run(self, requester: Requester, work: Callable[[], T], is_background: bool = False) -> T:
        """Return the result of `work`; raise `QueueFull` if it is rejected."""
        answer: asyncio.Future[Future[T]] = asyncio.get_running_loop().create_future()

        def rejected() -> None:
            if not answer.done():
                answer.set_exception(QueueFull())

        def done(future: "Future[T]") -> None:
            if not answer.done():  # else the caller was cancelled
                answer.set_result(future)

        self.submit(PoolJob(requester, work, done, rejected, answer.done, is_background))
        return (await answer).result()

    def figures(self) -> PoolFigures:
        """Return a sample of the load. It is seldom taken: a bot's thinking time may depend on hidden cards."""
        now = self.clock()
        if now - self._sample[0] >= SAMPLE_SECONDS:
            self._sample = now, PoolFigures(self.waiting, self.started, int(self.waited), self.rejected)
        return self._sample[1]

    def close(self) -> None:
        """Start no more jobs: the server ends."""
        self.threads = self.waiting = 0
        self._queues.clear()
        self._background.clear()

    def waiting_from(self, address: str) -> int:
        """Return the number of waiting jobs from `address`."""
        return sum(map(len, self._queues.get(address, {}).values()))

    def _make_room(self, address: str) -> bool:
        """Tell whether one more job from `address` may wait; a full queue drops a job of its largest user."""
        own = self.waiting_from(address)
        if own >= self.limits.waiting_per_address:
            return False
        if self.waiting < self.limits.waiting:
            return True
        fullest = max(self._queues, key=self.waiting_from, default=address)
        if self.waiting_from(fullest) <= own + 1:
            return False
        last = max((queue[-1] for queue in self._queues[fullest].values()), key=lambda job: job.since)
        self._dequeue(last)
        self._reject(last)
        return True

    def _enqueue(self, job: PoolJob) -> None:
        tables = self._queues.setdefault(job.requester.address, OrderedDict())
        tables.setdefault(job.requester.table, deque()).append(job)
        self.waiting += 1
        if self.limits.seconds is not None:
            job.timeout = self.loop.call_later(self.limits.seconds, partial(self._time_out, job))

    def _dequeue(self, job: PoolJob) -> None:
        tables = self._queues[job.requester.address]
        queue = tables[job.requester.table]
        queue.remove(job)
        self.waiting -= 1
        if not queue:
            del tables[job.requester.table]
        if not tables:
            del self._queues[job.requester.address]
        if job.timeout is not None:
            job.timeout.cancel()
            job.timeout = None

    def _time_out(self, job: PoolJob) -> None:
        if job.timeout is not None:
            self._dequeue(job)
            self._reject(job)

    def _reject(self, job: PoolJob) -> None:
        self.rejected += 1
        job.rejected()

    def _start(self, job: PoolJob) -> None:
        self.busy += 1
        self.started += 1
        self.waited += self.clock() - job.since

        def finished(future: "Future[Any]") -> None:
            self.loop.call_soon_threadsafe(partial(self._done, job, future))

        self.executor.submit(job.work).add_done_callback(finished)

    def _done(self, job: PoolJob, future: "Future[Any]") -> None:
        self.busy -= 1
        for following in self._next_jobs():
            if following.is_stale():
                self._reject(following)
            else:
                self._start(following)
        job.done(future)

    def _next_jobs(self) -> Iterator[PoolJob]:
        """Dequeue and yield the next job, as long as a thread is free."""
        while self.busy < self.threads and (self._queues or self._background):
            if not self._queues:
                yield self._background.popleft()
                continue
            address, tables = next(iter(self._queues.items()))
            table, queue = next(iter(tables.items()))
            self._queues.move_to_end(address)
            tables.move_to_end(table)
            job = queue[0]
            self._dequeue(job)
            yield job
