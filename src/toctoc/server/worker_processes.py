"""Use all cores: nodes in several worker processes behind one port, and a parent that restarts them."""

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FrameType

from toctoc.server.run import CannotListen, ServerSetup, serve

SHORT_LIFE_SECONDS = 10.0  # a worker that ends earlier is restarted after a delay
RESTART_DELAY_SECONDS = 1.0
logger = logging.getLogger("toctoc.server")


def is_possible() -> bool:
    """Tell whether several processes can listen at one port of this system."""
    return hasattr(os, "fork") and hasattr(socket, "SO_REUSEPORT")


def serve_by(setup: ServerSetup, workers: int) -> None:
    """Run `workers` worker processes until an interrupt; return, or raise, in each of them."""
    config = setup.config
    with _reserved(config.host, config.port) as taken:
        shared = replace(config, port=taken.getsockname()[1])
        parent = WorkerParent(workers)
        number, tell = parent.run()
    if number is None:
        return

    def ready(port: int) -> None:
        if tell is not None:
            setup.ready(port)
            tell()

    serve(replace(setup, config=shared, worker=number, ready=ready))


def _reserved(host: str, port: int) -> socket.socket:
    """Bind a port without listening, so that it stays ours while workers are restarted."""
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if host == "::" and socket.has_dualstack_ipv6():
        taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise CannotListen(error, host, port) from None
    return taken


class WorkerParent:
    """Starts and restarts the workers, in the parent process."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._running: dict[int, tuple[int, float]] = {}  # by process id: its number, and its start
        self._ending = threading.Event()
        self._alive, self._parent = os.pipe()  # the other end is closed when the parent ends

    def run(self) -> tuple[int | None, Callable[[], None] | None]:
        """Return at once in each worker, with its number; in the parent after the end of all, with None.

        The first worker also gets a function to report that it is ready: if it cannot start, no worker can.
        """
        before = {sign: signal.signal(sign, self._end) for sign in (signal.SIGTERM, signal.SIGINT)}
        is_up, tell_up = os.pipe()
        if self._fork(0, before):
            os.close(is_up)
            return 0, lambda: os.close(tell_up) if os.write(tell_up, b".") else None
        os.close(tell_up)
        if not os.read(is_up, 1):
            _, status = os.wait()
            raise SystemExit(0 if self._ending.is_set() else os.waitstatus_to_exitcode(status) or 1)
        for number in range(1, self._size):
            if not self._ending.is_set() and self._fork(number, before):
                return number, None
        while self._running:
            ended = self._next_ended()
            if ended is not None and self._fork(ended, before):
                return ended, None
        return None, None

    def _fork(self, number: int, before: Mapping[signal.Signals, object]) -> bool:
        """Fork a worker; return True in the worker."""
        child = os.fork()
        if child:
            self._running[child] = number, time.monotonic()
            if self._ending.is_set():  # a signal came meanwhile
                os.kill(child, signal.SIGTERM)
            return False
        for sign, handler in before.items():
            signal.signal(sign, handler)  # type: ignore[arg-type]  # the handler before
        os.close(self._parent)
        threading.Thread(target=self._end_with_parent, daemon=True).start()
        return True

    def _end_with_parent(self) -> None:
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _next_ended(self) -> int | None:
        """Wait until a worker ends; return its number if it has to be restarted."""
        process, status = os.wait()
        number, since = self._running.pop(process)
        if self._ending.is_set():
            return None
        logger.error("worker %d ended (%d) and is started again", number, os.waitstatus_to_exitcode(status))
        if time.monotonic() - since < SHORT_LIFE_SECONDS:
            time.sleep(RESTART_DELAY_SECONDS)
        return None if self._ending.is_set() else number

    def _end(self, _sign: int, _frame: FrameType | None) -> None:
        self._ending.set()
        for process in self._running:
            os.kill(process, signal.SIGTERM)
