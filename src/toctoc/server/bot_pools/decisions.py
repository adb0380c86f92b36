"""Let bots decide in worker pools: searches in a pool of their own, so that quick bots never wait for them."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from toctoc.server.bot_pools.fair_queue import PoolJob, Requester, WorkerPool
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.table.bots import DecisionRequest

DecisionDone = Callable[["Future[Any]"], None]


@dataclass(slots=True)
class Decisions:
    """Lets bots decide. After a rejected search, a bot decides at once, by its policy alone."""

    quick: WorkerPool
    search: WorkerPool
    warmup: Warmup

    def ask(
        self,
        pending: DecisionRequest,
        game: str,
        requester: Requester,
        done: DecisionDone,
        warms: Callable[[bool], None],
    ) -> None:
        """Let a bot decide, then call `done`.

        `warms` is called with True if the bot has to wait long for `game` to be compiled, and later with False.
        """
        if not pending.player.searches:
            self._decide_at_once(pending.think, requester, done)
        elif self.warmup.is_ready(game):
            self._search(pending, requester, done)
        else:
            self.warmup.when_late(game, partial(warms, True))
            self.warmup.when_ready(game, partial(self._search_warm, pending, requester, done, warms))

    def _search_warm(
        self, pending: DecisionRequest, requester: Requester, done: DecisionDone, warms: Callable[[bool], None]
    ) -> None:
        warms(False)
        self._search(pending, requester, done)

    def _search(self, pending: DecisionRequest, requester: Requester, done: DecisionDone) -> None:
        instead = partial(self._decide_at_once, partial(pending.think, at_once=True), requester, done)
        self.search.submit(PoolJob(requester, pending.think, done, instead))

    def _decide_at_once(self, think: Callable[[], Any], requester: Requester, done: DecisionDone) -> None:
        self.quick.submit(PoolJob(requester, think, done, rejected=_never_rejected))


def _never_rejected() -> None:
    """Do nothing: the queue of quick bots is unlimited."""
