"""All that a server thinks with: its lanes with their threads, and the games that are made ready for searches."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import Lane, Loop, Room
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.bot_pools.warmup import Compiler, Warmup
from toctoc.server.security.limits import Limits

QUICK, SEARCHING, HINTING, ANALYSING = 1, 2, 1, 1  # threads; compiled searches leave the interpreter to the others


class Minds:
    """Has the threads of all lanes until it is closed."""

    def __init__(self, loop: Loop, limits: Limits, has_budget: Callable[[str], bool]) -> None:
        self.compiler = Compiler()
        self._warming = ThreadPoolExecutor(os.cpu_count(), "warm-up")
        self._threads = [self._warming]
        warmup = Warmup(loop, self._warming, self.compiler.prepare)
        hints = Room(limits.hints_waiting, limits.hints_waiting_per_address)
        searches = Room(
            limits.searches_waiting, limits.searches_waiting_per_address, limits.search_patience_seconds
        )
        self.decisions = Decisions(
            self._lane("quick", loop, QUICK), self._lane("search", loop, SEARCHING, searches), warmup
        )
        self.hints = Hints(self._lane("hint", loop, HINTING, hints), warmup, has_budget)
        analyses = Room(limits.analyses_waiting, limits.analyses_waiting_per_address)
        self.analyses = self._lane("analysis", loop, ANALYSING, analyses)

    def begin(self, games: Iterable[str]) -> None:
        """Let what no search has needed on this machine yet be compiled; nobody waits for it."""
        self.compiler.begin(games)

    def close(self) -> None:
        """End all thinking; what is being thought over is finished, and what waits is not."""
        for lane in (self.decisions.quick, self.decisions.search, self.hints.lane, self.analyses):
            lane.close()
        self.compiler.close()
        for threads in self._threads:
            threads.shutdown(wait=True, cancel_futures=True)

    def _lane(self, name: str, loop: Loop, threads: int, room: Room | None = None) -> Lane:
        executor = ThreadPoolExecutor(threads, name)
        self._threads.append(executor)
        return Lane(loop, executor, threads, room)
