"""Spread work over processes, with results in order; Ctrl-C takes effect between two results and stops all."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import BaseContext
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def spread(
    work: Callable[[Piece], Result], pieces: Sequence[Piece], cores: int | None = None
) -> Generator[Result, None, None]:
    """Yield `work(piece)` for each piece, a few pieces ahead on the other cores. Close it to stop early."""
    cores = min(cores or os.cpu_count() or 1, len(pieces))
    if cores <= 1:
        yield from map(work, pieces)
        return
    with _interrupted_between() as check, ProcessPoolExecutor(cores, _fresh(), _ignore_interrupts) as pool:
        rest = iter(pieces)
        ahead: list[Future[Result]] = [pool.submit(work, piece) for piece in islice(rest, 2 * cores)]
        try:
            while ahead:
                result = ahead.pop(0).result()
                check()
                yield result
                check()
                ahead += [pool.submit(work, piece) for piece in islice(rest, 1)]
        finally:
            pool.shutdown(cancel_futures=True)


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
    """Ignore Ctrl-C in a process that works; the one that waits for it reacts, and ends it."""
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
