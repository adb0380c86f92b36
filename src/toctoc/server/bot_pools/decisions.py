"""Where bots decide: those that search in a lane of their own, which nobody else waits behind."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from toctoc.server.bot_pools.fair_queue import Asker, Lane, Thought
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.table.bots import PendingDecision

Done = Callable[["Future[Any]"], None]


@dataclass(slots=True)
class Decisions:
    """Let bots decide. One that cannot search, since too many want to, decides at once, by its policy alone."""

    quick: Lane
    search: Lane
    warmup: Warmup

    def ask(
        self, pending: PendingDecision, game: str, asker: Asker, done: Done, warms: Callable[[bool], None]
    ) -> None:
        """Let a bot decide, then call `done`; `warms` is told if it waits long for its game, and of the end."""
        if not pending.player.searches:
            self._at_once(pending.think, asker, done)
        elif self.warmup.is_ready(game):
            self._search(pending, asker, done)
        else:
            self.warmup.when_late(game, partial(warms, True))
            self.warmup.when_ready(game, partial(self._warm, pending, asker, done, warms))

    def _warm(self, pending: PendingDecision, asker: Asker, done: Done, warms: Callable[[bool], None]) -> None:
        warms(False)
        self._search(pending, asker, done)

    def _search(self, pending: PendingDecision, asker: Asker, done: Done) -> None:
        instead = partial(self._at_once, partial(pending.think, at_once=True), asker, done)
        self.search.submit(Thought(asker, pending.think, done, instead))

    def _at_once(self, think: Callable[[], Any], asker: Asker, done: Done) -> None:
        self.quick.submit(Thought(asker, think, done, turned_away=_nobody_is))


def _nobody_is() -> None:
    """Do nothing: the lane for quick bots has room for all that there can be."""
