"""Spread work over processes, with results in order; Ctrl-C takes effect between two results and stops all.

New processes repeat the pieces of a process that died. Work is a pure function of its piece, so that the results
do not depend on the process, nor on repetitions.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import BaseContext
from typing import Generic, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Lost = Callable[[int], None]

MAX_PIECE_ATTEMPTS = 3  # for a piece whose process dies
INTERRUPT_POLL_SECONDS = 0.5  # between two checks for Ctrl-C


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of our own; `lost` is called with the number of pieces that have to be repeated after a death."""

    cores: int | None = None  # all there are
    lost: Lost = lambda _: None


Workers = Processes | Executor | int | None  # a number is one of cores, None is all of them


def spread(
    work: Callable[[Piece], Result], pieces: Sequence[Piece], workers: Workers = None
) -> Generator[Result, None, None]:
    """Yield `work(piece)` for each piece, in order, a few pieces ahead of you. Close it to stop early.

    An executor that does the work stays open; if it says by a property `ahead` how many pieces it likes to have,
    it gets as many. When one of our own processes dies, new ones do its pieces again, and `BrokenExecutor` is
    raised only if one of them never comes to its end.
    """
    executor = workers if isinstance(workers, Executor) else None
    ours = (
        workers
        if isinstance(workers, Processes)
        else Processes(None if isinstance(workers, Executor) else workers)
    )
    cores = min(ours.cores or os.cpu_count() or 1, len(pieces))
    if executor is None and cores <= 1:
        yield from map(work, pieces)
        return
    with _interrupted_between() as check, closing(_Queue(work, cores, executor, ours.lost)) as line:
        rest = iter(pieces)
        line.give(islice(rest, line.ahead))
        while line.tasks:
            yield line.first(check)
            check()
            line.give(islice(rest, max(0, line.ahead - len(line.tasks))))


@dataclass(slots=True)
class _Task(Generic[Piece, Result]):
    piece: Piece
    future: Future[Result]
    losses: int = 0


class _Queue(Generic[Piece, Result]):
    """The pieces that are submitted and have no result yet, in order."""

    def __init__(self, work: Callable[[Piece], Result], cores: int, executor: Executor | None, lost: Lost) -> None:
        self.work, self.cores, self.lent, self.lost = work, cores, executor, lost
        self.tasks: deque[_Task[Piece, Result]] = deque()
        self.executor = executor or self._processes()

    @property
    def ahead(self) -> int:
        """Return how many pieces should be submitted."""
        return max(1, getattr(self.lent, "ahead", 2 * self.cores))

    def give(self, pieces: Iterator[Piece]) -> None:
        """Submit pieces, after the earlier ones."""
        self.tasks += [_Task(piece, self._submit(piece)) for piece in pieces]

    def first(self, check: Callable[[], None]) -> Result:
        """Wait for the result of the first piece, and call `check` meanwhile."""
        while True:
            task = self.tasks[0]
            while not wait([task.future], INTERRUPT_POLL_SECONDS).done:
                check()
            try:
                result = task.future.result()
            except BrokenExecutor:
                if self.lent is not None:
                    raise
                self._again()
                continue
            check()
            self.tasks.popleft()
            return result

    def close(self) -> None:
        """Cancel the pieces that have not begun; the others are finished."""
        for task in self.tasks:
            task.future.cancel()
        if self.lent is None:
            self.executor.shutdown(cancel_futures=True)

    def _again(self) -> None:
        """Submit the lost pieces again, to new processes."""
        self.executor.shutdown()
        gone = [task for task in self.tasks if isinstance(task.future.exception(), BrokenExecutor)]
        for task in gone:
            task.losses += 1
            if task.losses == MAX_PIECE_ATTEMPTS:
                task.future.result()
        self.lost(len(gone))
        self.executor = self._processes()
        for task in gone:
            task.future = self._submit(task.piece)

    def _submit(self, piece: Piece) -> Future[Result]:
        try:
            return self.executor.submit(self.work, piece)
        except BrokenExecutor as error:  # found at the next result
            future: Future[Result] = Future()
            future.set_exception(error)
            return future

    def _processes(self) -> Executor:
        return ProcessPoolExecutor(self.cores, _fresh(), _ignore_interrupts)


def _fresh() -> BaseContext:
    """Return a context that starts processes from a clean one.

    A copy of this process, if it has threads, may hang for ever on a lock that one of them held.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # first: when it has started, it lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # and those that come of it keep that
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return multiprocessing.get_context("forkserver")


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process; the process that waits for it reacts, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupted_between() -> Iterator[Callable[[], None]]:
    """Note Ctrl-C, and raise it when asked for: an executor that is interrupted at any moment breaks."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    pressed: list[bool] = []

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
