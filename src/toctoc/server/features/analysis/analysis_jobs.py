"""Look back at games that are over: analyses are wanted, made in a process that takes what others leave, and kept.

What is wanted is a document of the store, and so is what comes of it: nothing is lost when the server is killed,
and the next one goes on. Two nodes of a database may make the same one after that, and keep the same.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

import msgspec

from toctoc.server.bot_pools.fair_queue import Asker, Lane, Room, Thought, TooBusy
from toctoc.server.security.limits import Limits
from toctoc.storage import Document, Store, StoreError

WORKING = "toctoc.analysis.working"
WANTED, KEPT = "analysis-wanted", "analysis"
IDLE = 60.0  # seconds after which a process with nothing to do ends: it takes some hundred megabytes
TRIES = 2  # processes that may die of one analysis
FAILED = "server/error"
MOST_FAILED = 1000  # that are remembered
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
logger = logging.getLogger("toctoc.server")
Tell = Callable[[float], None]


class Wish(msgspec.Struct, frozen=True):
    """Say which game of which table is wanted, from which seat, and whether with everything open."""

    table: str
    number: int
    seat: int
    open: bool

    @property
    def id(self) -> str:
        """Return the id of its documents."""
        return f"{self.table}.{self.number}.{self.seat}{'.open' if self.open else ''}"


class Failed(Exception):
    """Nothing came of an analysis; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Worker:
    """Ask a process for analyses, one after the other; it is started when there is something to do."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = Lock()
        self._is_closed = False

    def analyse(self, line: str, wish: Wish, tell: Tell) -> bytes:
        """Return an analysis as JSON, or raise `Failed`; whoever calls waits for it."""
        for _ in range(TRIES):
            with suppress(OSError, ValueError, msgspec.DecodeError):
                return self._asked(line, wish, tell)
            self._end()  # it died: the next one is a new one
            if self._is_closed:
                break
        raise Failed(FAILED)

    def _asked(self, line: str, wish: Wish, tell: Tell) -> bytes:
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode((line, wish.seat, wish.open)) + b"\n")
        process.stdin.flush()
        while True:
            answer = msgspec.json.decode(process.stdout.readline(), type=dict[str, msgspec.Raw])
            if "analysis" in answer:
                return bytes(answer["analysis"])
            if "failed" in answer:
                raise Failed(msgspec.json.decode(answer["failed"], type=str))
            tell(msgspec.json.decode(answer["share"], type=float))

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self._is_closed:
                raise Failed(FAILED)
            if self._process is None:
                command = [sys.executable, "-m", WORKING, str(self._niceness)]
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    env={**os.environ, **ONE_CORE},
                )  # fmt: skip
            return self._process

    def rest(self) -> None:
        """End the process until there is something to do again."""
        self._end()

    @property
    def is_closed(self) -> bool:
        """Tell whether the server ends."""
        return self._is_closed

    def close(self) -> None:
        """End the process, in the middle of what it does."""
        with self._starting:
            self._is_closed = True
        self._end()

    def _end(self) -> None:
        with self._starting:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # half a line that nobody reads any more
                    pipe.close()  # type: ignore[union-attr]  # both are pipes


class Lookbacks:
    """Knows what is wanted, how far it is, and what was made."""

    def __init__(self, store: Store, loop: Any, limits: Limits) -> None:
        self.store, self.worker = store, Worker(limits.lookback_niceness)
        self._thread = ThreadPoolExecutor(1, "lookback")
        room = Room(limits.lookbacks_waiting, limits.lookbacks_waiting_per_address)
        self.lane = Lane(loop, self._thread, 1, room)
        self._shares: dict[str, float] = {}  # how far each is that is wanted, the first one that came first
        self._failed: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, wish: Wish) -> bytes | None:
        """Return what was made; None if it was not."""
        found = await self.store.documents.get(KEPT, wish.id)
        return found.body if found else None

    def progress(self, wish: Wish) -> tuple[int, float] | None:
        """Return how many come before it, and what share of it is done; None if nobody wants it.

        `Failed` says that nothing came of it.
        """
        if wish.id in self._failed:
            raise Failed(self._failed[wish.id])
        if wish.id not in self._shares:
            return None
        return list(self._shares).index(wish.id), self._shares[wish.id]

    async def want(self, wish: Wish, line: str, address: str) -> None:
        """Let an analysis be made of a record: once this returns, it will be. `TooBusy` if too many are wanted."""
        if wish.id in self._shares:
            return
        self._failed.pop(wish.id, None)
        if self.lane.waiting >= self.lane.room.waiting:
            raise TooBusy
        self._shares[wish.id] = 0.0
        body = msgspec.json.encode(wish)
        try:
            await self.store.documents.put(Document(WANTED, wish.id, body, table=wish.table))
        except StoreError:
            del self._shares[wish.id]
            raise
        self._submit(wish, line, address)
        if wish.id not in self._shares:  # turned away
            raise TooBusy

    async def resume(self) -> None:
        """Go on with what was wanted before the server ended."""
        with suppress(StoreError):
            for document in await self.store.documents.some(WANTED):
                wish = msgspec.json.decode(document.body, type=Wish)
                line = await self.store.record(wish.table, wish.number)
                if line is None or await self.get(wish) is not None:
                    await self.store.documents.delete(WANTED, wish.id)
                elif wish.id not in self._shares:
                    self._shares[wish.id] = 0.0
                    self._submit(wish, line, "")

    def close(self) -> None:
        """End all of it; what is still wanted is made after the next start."""
        self.lane.close()
        self.worker.close()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _submit(self, wish: Wish, line: str, address: str) -> None:
        think = partial(self.worker.analyse, line, wish, partial(self._tell, wish.id))
        done, away = partial(self._made, wish), partial(self._turned_away, wish)
        self.lane.submit(Thought(Asker(address, wish.table), think, done, away))

    def _tell(self, id: str, share: float) -> None:
        if id in self._shares:
            self._shares[id] = share

    def _made(self, wish: Wish, future: "Future[bytes]") -> None:
        if not future.cancelled():
            self._begin(self._keep(wish, future))

    def _turned_away(self, wish: Wish) -> None:
        self._shares.pop(wish.id, None)
        self._begin(self._forget(wish))

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, wish: Wish, future: "Future[bytes]") -> None:
        """Keep what came of it, then no longer want it: killed in between, the next server finds it made."""
        error = future.exception()
        if self.worker.is_closed:
            return
        try:
            if error is None:
                await self.store.documents.put(Document(KEPT, wish.id, future.result(), table=wish.table))
            await self._forget(wish)
        except StoreError as failure:
            error = failure
        if error is not None:
            code = error.code if isinstance(error, Failed) else FAILED
            logger.warning("an analysis came to nothing: %s", code)
            while len(self._failed) >= MOST_FAILED:
                del self._failed[next(iter(self._failed))]
            self._failed[wish.id] = code
        self._shares.pop(wish.id, None)
        if not self._shares:
            self.lane.loop.call_later(IDLE, self._rest)

    def _rest(self) -> None:
        """Let the process end if there is nothing to do."""
        if not self._shares:
            self.worker.rest()

    async def _forget(self, wish: Wish) -> None:
        with suppress(StoreError):
            await self.store.documents.delete(WANTED, wish.id)
