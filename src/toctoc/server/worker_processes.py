"""Use all cores: nodes in several worker processes behind one port, and a parent that restarts them."""

import logging
import mmap
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from types import FrameType

from toctoc.server.cluster.handover import Handover, handover_line
from toctoc.server.cluster.siblings import Siblings
from toctoc.server.config import MAX_WORKERS, ServerConfig
from toctoc.server.logs import name_worker
from toctoc.server.machine import memory_bytes, usable_cores
from toctoc.server.run import CannotListen, ServerSetup, address_of, listen, serve
from toctoc.storage import is_database, locate
from toctoc.storage.sqlite.sharing import shared_file

RESTART_SECONDS = 1.0  # between two starts of a worker at least
MAX_FAILED_STARTS = 5  # of one worker in a row; then the server ends
CHECK_SECONDS = 1.0  # between two checks whether the workers are alive
MAX_SILENT_CHECKS = 30  # after which a worker is killed
WORKER_MEMORY_BYTES = 1 << 30  # of the machine, for each worker by default
THREADS_PER_WORKER = 20  # at most, with those of its children
LOCAL_HOST = "127.0.0.1"
logger = logging.getLogger("toctoc.server")


def is_possible() -> bool:
    """Tell whether several processes can listen at one port of this system."""
    return hasattr(os, "fork") and hasattr(socket, "SO_REUSEPORT")


def default_workers(config: ServerConfig) -> int:
    """Return the number of workers for this machine: one for each core, as far as there is memory.

    A server on a database is one process. Its workers would be nodes at free ports, whose metrics nobody could
    collect, and which forward most requests to each other.
    """
    if not is_possible() or sys.platform != "linux" or is_database(config.store):
        return 1
    return max(1, min(usable_cores(), memory_bytes() // WORKER_MEMORY_BYTES, MAX_WORKERS))


def serve_by(setup: ServerSetup, workers: int) -> None:
    """Run `workers` worker processes until an interrupt; return, or raise, in each of them."""
    with _prepared(setup, workers) as setups:
        started = WorkerParent(workers).run()
        if started is None:
            return
        name_worker(started.number)

        def ready(port: int) -> None:
            if started.is_first:
                setup.ready(port)
            started.tell_ready()

        serve(replace(setups[started.number], ready=ready, beat=started.beat))


@contextmanager
def _prepared(setup: ServerSetup, workers: int) -> Iterator[list[ServerSetup]]:
    """Reserve the port and the store, and yield the setup of each worker.

    Of an SQLite file, the parent opens the sockets at which the workers reach each other. It keeps them open, so
    that requests for a worker that is being restarted wait in their queues.
    """
    config, limits = setup.config, setup.limits.divided(workers)
    with ExitStack() as opened:
        taken = opened.enter_context(_reserved(config.host, config.port))
        shared = replace(setup, config=replace(config, port=taken.getsockname()[1]), limits=limits)
        setups = [replace(shared, worker=number) for number in range(workers)]
        if not is_database(config.store):
            sockets = [opened.enter_context(listen(LOCAL_HOST, 0)) for _ in setups]
            addresses = tuple(address_of(each) for each in sockets)
            share = opened.enter_context(shared_file(locate(config.store), addresses))
            lines = {address: handover_line() for address in addresses}
            siblings = [
                Siblings(share.of(number), sockets[number], Handover(address, lines))
                for number, address in enumerate(addresses)
            ]
            setups = [replace(each, siblings=own) for each, own in zip(setups, siblings, strict=True)]
        yield setups


def _reserved(host: str, port: int) -> socket.socket:
    """Bind a port without listening, so that it stays ours while workers are restarted.

    The system lets all servers of one user share a port, even those of different stores. So the port is bound
    alone first, which fails while another server listens.
    """
    if port:
        _bound(host, port, is_shared=False).close()
    return _bound(host, port, is_shared=True)


def _bound(host: str, port: int, is_shared: bool) -> socket.socket:
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    taken.setsockopt(
        socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
    )  # else connections that have ended hinder a restart
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, is_shared)
    if host == "::" and socket.has_dualstack_ipv6():
        taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise CannotListen(error, host, port) from None
    return taken


@dataclass(frozen=True, slots=True)
class StartedWorker:
    """A worker, in its own process: `is_first` if no worker was ready before."""

    number: int
    is_first: bool
    tell_ready: Callable[[], None]
    beat: Callable[[], None]  # to be called every second from now on: a worker that stops is killed


@dataclass(slots=True)
class _RunningWorker:
    """A worker, in the parent process."""

    number: int
    since: float
    told: int  # a pipe, in which there is a byte once the worker is ready
    was_ready: bool = False
    last_beat: int = 0
    silent_checks: int = 0

    def wait_ready(self) -> bool:
        """Wait until the worker is ready or has ended; tell whether it was ready."""
        self.was_ready = self.was_ready or bool(os.read(self.told, 1))
        return self.was_ready


class WorkerParent:
    """Starts and restarts the workers, in the parent process."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._running: dict[int, _RunningWorker] = {}  # by process id
        self._failed_starts = [0] * size  # in a row, by number
        self._ending = threading.Event()
        self._beats = mmap.mmap(-1, size)  # of each worker, a number that changes; 0 before the first
        self._alive, self._parent = os.pipe()  # the other end is closed when the parent ends

    def run(self) -> StartedWorker | None:
        """Return at once in each worker; in the parent after the end of all, with None.

        The others are started once the first is ready: if it cannot start, no worker can.
        """
        handlers = {signal.SIGTERM: self._end, signal.SIGINT: self._end, signal.SIGALRM: self._check}
        before = {sign: signal.signal(sign, handler) for sign, handler in handlers.items()}
        signal.setitimer(signal.ITIMER_REAL, CHECK_SECONDS, CHECK_SECONDS)  # no child inherits it
        try:
            return self._run(before)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _run(self, before: Mapping[signal.Signals, object]) -> StartedWorker | None:
        if (started := self._fork(0, before, is_first=True)) is not None:
            return started
        [first] = self._running.values()
        if not first.wait_ready():
            _, status = os.wait()
            raise SystemExit(0 if self._ending.is_set() else os.waitstatus_to_exitcode(status) or 1)
        numbers = list(range(1, self._size))
        while numbers or self._running:
            number = numbers.pop(0) if numbers else self._next_ended()
            if number is not None and not self._ending.is_set():
                started = self._fork(number, before)
                if started is not None:
                    return started
        if max(self._failed_starts) >= MAX_FAILED_STARTS:
            raise SystemExit(1)
        return None

    def _fork(
        self, number: int, before: Mapping[signal.Signals, object], is_first: bool = False
    ) -> StartedWorker | None:
        """Fork a worker; return it in its own process, and None in the parent."""
        told, tell = os.pipe()
        self._beats[number] = 0
        signal.pthread_sigmask(signal.SIG_BLOCK, before)  # a worker must not handle one as the parent does
        child = os.fork()
        if child:
            os.close(tell)
            self._running[child] = _RunningWorker(number, time.monotonic(), told)
            if self._ending.is_set():  # a signal came meanwhile
                os.kill(child, signal.SIGTERM)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, before)
            return None
        for sign, handler in before.items():
            signal.signal(sign, handler)  # type: ignore[arg-type]  # the handler before
        signal.pthread_sigmask(signal.SIG_UNBLOCK, before)
        os.close(self._parent)
        threading.Thread(target=self._end_with_parent, daemon=True).start()
        os.close(told)

        def tell_ready() -> None:
            os.write(tell, b".")
            os.close(tell)

        def beat() -> None:
            self._beats[number] = self._beats[number] % 255 + 1

        return StartedWorker(number, is_first, tell_ready, beat)

    def _end_with_parent(self) -> None:
        """End at once if the parent is killed: the store is safe, and the next server can use it."""
        os.read(self._alive, 1)
        os._exit(1)

    def _next_ended(self) -> int | None:
        """Wait until a worker ends; return its number if it has to be restarted."""
        process, status = os.wait()
        worker = self._running.pop(process, None)
        if worker is None:  # in a container, this process also adopts children of killed workers
            return None
        number, was_ready = worker.number, worker.wait_ready()
        os.close(worker.told)
        if self._ending.is_set():
            return None
        self._failed_starts[number] = 0 if was_ready else self._failed_starts[number] + 1
        code, verdict = os.waitstatus_to_exitcode(status), "is started again"
        if self._failed_starts[number] == MAX_FAILED_STARTS:
            verdict = f"could not start {MAX_FAILED_STARTS} times: the server ends"
            self._end_all()
        logger.error("worker %d ended (%d) and %s", number, code, verdict)
        self._ending.wait(max(0.0, worker.since + RESTART_SECONDS - time.monotonic()))
        return None if self._ending.is_set() else number

    def _check(self, _sign: int, _frame: FrameType | None) -> None:
        """Kill the workers that have not called `beat` for long.

        Checks are counted instead of seconds: while the machine or the parent is suspended, no worker gets older.
        """
        for process, worker in list(self._running.items()):
            beat = self._beats[worker.number]
            is_silent = beat == worker.last_beat and beat > 0 and not self._ending.is_set()
            worker.last_beat, worker.silent_checks = beat, worker.silent_checks + 1 if is_silent else 0
            if worker.silent_checks == MAX_SILENT_CHECKS:
                logger.error("worker %d does not answer and is killed", worker.number)
                with suppress(ProcessLookupError):  # it has just ended
                    os.kill(process, signal.SIGKILL)

    def _end(self, _sign: int, _frame: FrameType | None) -> None:
        self._end_all()

    def _end_all(self) -> None:
        self._ending.set()
        for process in self._running:
            os.kill(process, signal.SIGTERM)
