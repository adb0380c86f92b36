"""All worker pools of a server, with their threads, and the warm-up of games for searching bots."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import Loop, QueueLimits, WorkerPool
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.bot_pools.warmup import Compiler, Warmup
from toctoc.server.security.limits import Limits

# Numbers of threads. Compiled searches release the interpreter to the other threads.
QUICK_THREADS, SEARCH_THREADS, HINT_THREADS, REPLAY_THREADS = 1, 2, 1, 1
BACKGROUND_THREADS = 1  # which waits for processes of low priority: one at a time
POOL_NAMES = ("quick", "search", "hint", "replay", "background")  # as metrics and the admin page name them


class WorkerPools:
    """Owns the threads of all pools until `close`.

    `has_budget` tells whether an address may have one more hint.
    """

    def __init__(self, loop: Loop, limits: Limits, has_budget: Callable[[str], bool]) -> None:
        self.compiler = Compiler()
        self._warming = ThreadPoolExecutor(os.cpu_count(), "warm-up")
        self._threads = [self._warming]
        warmup = Warmup(loop, self._warming, self.compiler.prepare)
        hints = QueueLimits(limits.hints_waiting, limits.hints_waiting_per_address)
        searches = QueueLimits(
            limits.searches_waiting, limits.searches_waiting_per_address, limits.search_patience_seconds
        )
        self.decisions = Decisions(
            self._pool("quick", loop, QUICK_THREADS), self._pool("search", loop, SEARCH_THREADS, searches), warmup
        )
        self.hints = Hints(self._pool("hint", loop, HINT_THREADS, hints), warmup, has_budget)
        replays = QueueLimits(limits.replays_waiting, limits.replays_waiting_per_address)
        self.replays = self._pool("replay", loop, REPLAY_THREADS, replays)
        analyses = QueueLimits(limits.analysis_jobs_waiting, limits.analysis_jobs_waiting_per_address)
        self.background = self._pool("background", loop, BACKGROUND_THREADS, analyses)

    def compile(self, games: Iterable[str]) -> None:
        """Compile `games` in the background, unless this machine has them compiled."""
        self.compiler.begin(games)

    def close(self) -> None:
        """Finish the running jobs, drop the waiting ones, and end the threads."""
        for pool in pools_by_name(self.decisions, self.hints, self.replays, self.background).values():
            pool.close()
        self.compiler.close()
        for threads in self._threads:
            threads.shutdown(wait=True, cancel_futures=True)

    def _pool(self, name: str, loop: Loop, threads: int, limits: QueueLimits | None = None) -> WorkerPool:
        executor = ThreadPoolExecutor(threads, name)
        self._threads.append(executor)
        return WorkerPool(loop, executor, threads, limits)


def pools_by_name(
    decisions: Decisions, hints: Hints, replays: WorkerPool, background: WorkerPool
) -> dict[str, WorkerPool]:
    """Return the pools by their `POOL_NAMES`."""
    pools = (decisions.quick, decisions.search, hints.pool, replays, background)
    return dict(zip(POOL_NAMES, pools, strict=True))
