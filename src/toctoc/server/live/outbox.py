"""Store the changes of a table, then send them: no client sees a change before it is durable."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakMethod

from toctoc.server.errors import public_message
from toctoc.server.live.connection import Connection
from toctoc.storage import Store, StoreError, Write, WriteChain
from toctoc.table import messages
from toctoc.table.updates import TableUpdate

Done = Callable[[StoreError | None], None]  # called after a write, with the error if it failed
OWNED_ELSEWHERE = "taken"  # `StoreError.why` of a write to a table that another node owns
NEVER_STORED = 2**62  # a version that no table reaches
Replies = Iterable[tuple[Any, messages.Message]]  # each with its connection


class OwnedElsewhere(StoreError):
    """Another node owns the table; `owner` is the address of that node, or empty if it is not known."""

    def __init__(self, table: str, owner: str = "") -> None:
        super().__init__("store/stale", f"table {table} is owned by {owner or 'another node'}", OWNED_ELSEWHERE)
        self.table, self.owner = table, owner


@dataclass(slots=True)
class Counters:
    """Counts writes, for metrics."""

    writes: int = 0
    failures: int = 0


class Outbox:
    """The pending writes of one table, and the callbacks that wait for them.

    `failed` is a method of the table. It is referenced weakly: the two would otherwise keep each other in memory.
    """

    def __init__(self, table: str, store: Store, counters: Counters, failed: Callable[[StoreError], None]) -> None:
        self._table, self._store, self._counters, self._method = table, store, counters, WeakMethod(failed)
        self._closed: StoreError | None = None  # the reason why nothing is stored any more
        self._waiting: deque[tuple[int, Done]] = deque()  # until a version is stored
        self._epoch = 0  # incremented when pending writes are discarded
        self._chain = WriteChain()  # of this epoch
        self.stored = 0  # the last durable version

    def write(self, write: Write, done: Done) -> None:
        """Store `write`, then call `done` and the callbacks that wait for its version."""
        self._counters.writes += 1
        version = write.first + len(write.entries) - 1
        self._waiting.append((version, done))
        self._store.write(write._replace(chain=self._chain), partial(self._written, self._epoch, version))

    def after(self, version: int, done: Done) -> None:
        """Call `done` once `version` is stored; at once if it is, and this node still owns the table."""
        if self._closed is not None:
            done(self._closed)
            return
        if self.stored >= version and self._store.has(self._table):
            done(None)
            return
        self._waiting.append((version, done))
        if self.stored >= version:
            self._failed(OwnedElsewhere(self._table))

    def is_idle(self, version: int) -> bool:
        """Tell whether `version` is stored and no callback waits."""
        return not self._waiting and self.stored == version

    def hold(self, done: Done) -> None:
        """Call `done` when the pending writes are discarded; at once if the outbox is closed."""
        if self._closed is not None:
            done(self._closed)
        else:
            self._waiting.append((NEVER_STORED, done))

    def discard(self, stored: int, error: StoreError) -> None:
        """Discard the pending writes after version `stored`, and call all waiting callbacks with `error`."""
        self.stored = stored
        waiting, self._waiting = self._waiting, deque()
        for _, done in waiting:
            done(error)

    def close(self, error: StoreError) -> None:
        """Discard pending and future writes: the table is no longer here."""
        self._closed = error
        self.discard(self.stored, error)

    @property
    def is_closed(self) -> bool:
        """Tell whether `close` was called."""
        return self._closed is not None

    def _failed(self, error: StoreError) -> None:
        if failed := self._method():
            failed(error)

    def _written(self, epoch: int, version: int, error: StoreError | None) -> None:
        if epoch != self._epoch:
            return  # it was discarded
        if error is not None:
            self._counters.failures += 1
            self._epoch += 1  # the writes behind it are discarded, too: the store refuses them
            self._chain = WriteChain()
            self._failed(OwnedElsewhere(self._table) if error.why == OWNED_ELSEWHERE else error)
            return
        self.stored = version
        while self._waiting and self._waiting[0][0] <= version:
            self._waiting.popleft()[1](None)


def send_update(connections: Collection[Connection], changed: TableUpdate) -> None:
    """Send an update to the connections that do not have its version: to each the view of its seats."""
    version, places, own = changed.version, changed.places, changed.own
    encoded: dict[tuple[int, ...], bytes] = {}
    for connection in tuple(connections):
        if not 0 <= connection.version < version:
            continue
        seats = places.get(connection.guest, ())
        if not changed.seating and own.keys().isdisjoint(seats):
            seats = ()  # the same message as for spectators
        message = encoded.get(seats)
        if message is None:
            mine = [own[seat] for seat in seats if seat in own]
            yours = list(seats) if changed.seating else None
            update = messages.Update(version, changed.at, changed.public, mine, yours)
            message = encoded[seats] = messages.write(update)
        connection.version = version
        connection.send(message)


def send_all(connections: Collection[Connection], message: messages.Message) -> None:
    """Send a message to all connections after their welcome."""
    encoded = messages.write(message)
    for connection in tuple(connections):
        if connection.version >= 0:
            connection.send(encoded)


def send_replies(replies: Replies, error: StoreError | None) -> None:
    """Send each reply to its connection; with `error`, a refusal instead of each acknowledgement.

    Nothing is sent if another node owns the table: a refusal would be judged on an old state. The client repeats
    its command there, with the same id.
    """
    if isinstance(error, OwnedElsewhere):
        return
    for connection, reply in replies:
        if error is not None and isinstance(reply, messages.Done):
            reply = messages.Refusal(error.code, public_message(error), reply.id)
        connection.send(messages.write(reply))


def close_guest(connections: Collection[Connection], guest: str, code: str, message: str) -> None:
    """Close all connections of `guest`."""
    for connection in tuple(connections):
        if connection.guest == guest:
            connection.close(code, message)


class StoredFuture:
    """Awaits a write: `done` is the callback for the store."""

    def __init__(self) -> None:
        self._future: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()

    @property
    def done(self) -> Done:
        """Return the callback."""

        def answer(error: StoreError | None) -> None:
            if not self._future.done():  # else the waiting request was cancelled
                self._future.set_result(error)

        return answer

    async def wait(self) -> None:
        """Return once it is stored, or raise the error.

        The exception is a new one: its traceback refers to the table, which may keep the error of the store.
        """
        if error := await self._future:
            raise StoreError(error.code, str(error), error.why)
