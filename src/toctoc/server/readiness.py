"""Readiness of the server: its store can be written, its file exists, its disk has space."""

import asyncio
import time
from collections.abc import Callable

import msgspec

from toctoc.storage import Store, StoreError

PROBE_SECONDS = 2.0  # for which the result of one commit is used
WRITABLE, THERE = "writable", "there"
PROBE_TIMEOUT_SECONDS = 3.0  # after which a disk that does not answer counts as slow


class Ready(msgspec.Struct, frozen=True):
    """Whether clients may be sent to this server, and the problem if not."""

    ready: bool
    store: str  # writable, or the problem: full, busy, broken, slow
    file: str  # there, or gone: moved, removed or replaced since the server has opened it
    space: str  # enough, or low: less than the limit `space_bytes`
    free_bytes: int | None
    last_commit_seconds: float | None  # ago


class Readiness:
    """Probes a store by a commit; at most one is pending, however often it is called."""

    def __init__(
        self,
        store: Store,
        min_free_bytes: int,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        patience: float = PROBE_TIMEOUT_SECONDS,
    ) -> None:
        self._store, self._min_free_bytes, self._patience = store, min_free_bytes, patience
        self._clock, self._wall = clock, wall
        self._probe: asyncio.Future[StoreError | None] | None = None
        self._probed = 0.0  # the time of the last probe

    async def look(self) -> Ready:
        """Return the state of the store."""
        probe = self._pending_probe()
        health = self._store.health()
        if health.is_leased:
            await asyncio.wait({probe}, timeout=self._patience)
            store = _word(probe.result()) if probe.done() else "slow"
            health = self._store.health()
        if not health.is_leased:  # known without an answer of the database
            store = "busy"
        # An unknown size, such as that of a database elsewhere, counts as enough.
        has_space = health.is_there if health.free_bytes is None else health.free_bytes >= self._min_free_bytes
        age = None if health.last_commit is None else round(max(0.0, self._wall() - health.last_commit), 3)
        return Ready(
            store == WRITABLE and health.is_there and has_space,
            store,
            THERE if health.is_there else "gone",
            "enough" if has_space else "low",
            health.free_bytes,
            age,
        )

    def _pending_probe(self) -> "asyncio.Future[StoreError | None]":
        is_over = self._probe is None or (self._probe.done() and self._clock() - self._probed >= PROBE_SECONDS)
        if self._probe is None or is_over:
            probe = self._probe = asyncio.get_running_loop().create_future()
            self._probed = self._clock()
            self._store.probe(lambda error: None if probe.done() else probe.set_result(error))
        return self._probe


def _word(error: StoreError | None) -> str:
    return WRITABLE if error is None else error.code.removeprefix("store/")
