"""Compile games for searching bots: in processes of their own, so that no table waits for the compiler."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from functools import partial
from threading import Lock

from toctoc.bots.engine import can_compile, is_compiled, warm_up
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools.fair_queue import Loop

COMPILER_MODULE = "toctoc.bots.compiling"
URGENT_NICENESS, IDLE_NICENESS = 5, 19  # of a compiling process: a table waits for it, or none does
LATE_SECONDS = 2.0  # after which a game that is not ready is reported
logger = logging.getLogger("toctoc.bots")


class Compiler:
    """Compiles games in other processes, since this one would stand still, and loads the results."""

    def __init__(self) -> None:
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._loading = Lock()
        self._is_closed = False

    def begin(self, games: Iterable[str]) -> None:
        """Compile `games` at low priority, unless this machine has them compiled."""
        missing = [name for name in games if can_compile(GAMES[name]) and not is_compiled(GAMES[name])]
        if missing:
            self._start(IDLE_NICENESS, missing)

    def prepare(self, name: str) -> None:
        """Load the compiled code of the game `name`, and compile it first if needed.

        Bots do without if that fails.
        """
        game = GAMES[name]
        if not can_compile(game):
            return
        if not is_compiled(game) and (process := self._start(URGENT_NICENESS, [name])):
            with process:
                process.wait()
            self._processes.discard(process)
        if is_compiled(game):
            with self._loading:
                warm_up(game)
        elif not self._is_closed:
            logger.warning("%s could not be compiled: its strong bots think without, and less far", name)

    def close(self) -> None:
        """Terminate the compiling processes."""
        self._is_closed = True
        for process in tuple(self._processes):
            with process:
                process.terminate()

    def _start(self, niceness: int, names: list[str]) -> "subprocess.Popen[bytes] | None":
        if self._is_closed:
            return None
        nowhere = subprocess.DEVNULL
        command = [sys.executable, "-m", COMPILER_MODULE, str(niceness), *names]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
        self._processes.add(process)
        return process


class Warmup:
    """Tracks the games that are ready for a search. Callers wait for a game in a list, not in a thread."""

    def __init__(self, loop: Loop, executor: Executor, prepare: Callable[[str], None]) -> None:
        self._loop, self._executor, self._prepare = loop, executor, prepare
        self._ready: set[str] = set()
        self._waiting: dict[str, list[Callable[[], None]]] = {}

    @property
    def games(self) -> int:
        """Return the number of games that are being prepared."""
        return len(self._waiting)

    def is_ready(self, game: str) -> bool:
        """Tell whether a search in `game` can start at once."""
        return game in self._ready

    def when_ready(self, game: str, then: Callable[[], None]) -> None:
        """Call `then` on the event loop as soon as a search in `game` can start."""
        if game in self._ready:
            then()
        elif game in self._waiting:
            self._waiting[game].append(then)
        else:
            self._waiting[game] = [then]

            def prepared(future: "Future[None]") -> None:
                self._loop.call_soon_threadsafe(partial(self._is_ready, game, future))

            self._executor.submit(self._prepare, game).add_done_callback(prepared)

    def when_late(self, game: str, then: Callable[[], None]) -> None:
        """Call `then` if `game` is not ready after `LATE_SECONDS`: it has to be compiled, not only loaded."""
        self._loop.call_later(LATE_SECONDS, lambda: None if game in self._ready else then())

    def _is_ready(self, game: str, future: "Future[None]") -> None:
        if future.cancelled():
            return
        if error := future.exception():
            logger.error("what strong bots need could not be loaded: %s", type(error).__name__)
        self._ready.add(game)
        for then in self._waiting.pop(game):
            then()
