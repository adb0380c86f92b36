"""Whether people may be sent here: the store can be written, its file is there, its disk has space."""

import asyncio
import time
from collections.abc import Callable

from toctoc.server.http.bodies import Ready
from toctoc.storage import Store, StoreError

FRESH = 2.0  # seconds for which one commit answers everybody who asks
WRITABLE, THERE = "writable", "there"
PATIENCE = 3.0  # seconds after which a disk that does not answer does not work


class Readiness:
    """Asks a store how it is; however often it is asked itself, one commit is under way at most."""

    def __init__(
        self,
        store: Store,
        least_bytes: int,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        patience: float = PATIENCE,
    ) -> None:
        self._store, self._least_bytes, self._patience = store, least_bytes, patience
        self._clock, self._wall = clock, wall
        self._probe: asyncio.Future[StoreError | None] | None = None
        self._probed = 0.0  # when the last one was begun

    async def look(self) -> Ready:
        """Return how things are."""
        probe = self._begun()
        await asyncio.wait({probe}, timeout=self._patience)
        store = _word(probe.result()) if probe.done() else "slow"
        health = self._store.health()
        # What cannot be known of a store that is there, such as a database elsewhere, is not taken for a lack.
        has_space = health.is_there if health.free_bytes is None else health.free_bytes >= self._least_bytes
        age = None if health.last_commit is None else round(max(0.0, self._wall() - health.last_commit), 3)
        return Ready(
            store == WRITABLE and health.is_there and has_space,
            store,
            THERE if health.is_there else "gone",
            "enough" if has_space else "low",
            health.free_bytes,
            age,
        )

    def _begun(self) -> "asyncio.Future[StoreError | None]":
        is_over = self._probe is None or (self._probe.done() and self._clock() - self._probed >= FRESH)
        if self._probe is None or is_over:
            probe = self._probe = asyncio.get_running_loop().create_future()
            self._probed = self._clock()
            self._store.probe(lambda error: None if probe.done() else probe.set_result(error))
        return self._probe


def _word(error: StoreError | None) -> str:
    return WRITABLE if error is None else error.code.removeprefix("store/")
