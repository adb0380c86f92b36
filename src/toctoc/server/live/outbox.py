"""Storing, then sending: nothing of a table is seen by anybody before it is durable."""

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakMethod

from toctoc.server.live.connection import Connection
from toctoc.server.store_errors import public_message
from toctoc.storage import Store, StoreError, Write
from toctoc.table import messages
from toctoc.table.updates import TableUpdate

Done = Callable[[StoreError | None], None]  # called once something is stored, or with why it could not be
TAKEN = "taken"  # why a write fails at a table that another node has
NEVER = 2**62  # a version that no table comes to
Replies = Iterable[tuple[Any, messages.Message]]  # each to its connection


@dataclass(slots=True)
class Counters:
    """How many writes there were, for metrics."""

    writes: int = 0
    failures: int = 0


class Outbox:
    """The writes of one table that are under way, and what waits for them.

    `failed` is a method of the table, kept weakly: the two would otherwise keep each other in memory.
    """

    def __init__(self, table: str, store: Store, counters: Counters, failed: Callable[[StoreError], None]) -> None:
        self._table, self._store, self._counters, self._method = table, store, counters, WeakMethod(failed)
        self._closed: StoreError | None = None  # why nothing is stored here any more
        self._waiting: deque[tuple[int, Done]] = deque()  # until a version is stored
        self._epoch = 0  # goes on when what was written is given up
        self.stored = 0  # the last version that is durable

    def write(self, write: Write, done: Done) -> None:
        """Store `write`; then call `done` and what waits for its version, or give up."""
        self._counters.writes += 1
        version = write.first + len(write.entries) - 1
        self._waiting.append((version, done))
        self._store.write(write, partial(self._written, self._epoch, version))

    def after(self, version: int, done: Done) -> None:
        """Call `done` once `version` is stored, now if it is and nobody else can have gone on from there."""
        if self._closed is not None:
            done(self._closed)
            return
        if self.stored >= version and self._store.has(self._table):
            done(None)
            return
        self._waiting.append((version, done))
        if self.stored >= version:
            self._failed(StoreError("store/stale", f"table {self._table}: this node may have lost it", TAKEN))

    def is_idle(self, version: int) -> bool:
        """Tell whether everything up to `version` is stored and nothing waits."""
        return not self._waiting and self.stored == version

    def hold(self, done: Done) -> None:
        """Call `done` when what could not be stored is given up; at once where the outbox is closed."""
        if self._closed is not None:
            done(self._closed)
        else:
            self._waiting.append((NEVER, done))

    def give_up(self, stored: int, error: StoreError) -> None:
        """Go back to the version that is stored, and tell everything that waits why."""
        self.stored = stored
        waiting, self._waiting = self._waiting, deque()
        for _, done in waiting:
            done(error)

    def close(self, error: StoreError) -> None:
        """Give up what waits and all that will: the table is not here any more."""
        self._closed = error
        self.give_up(self.stored, error)

    @property
    def is_closed(self) -> bool:
        """Tell whether nothing is stored here any more."""
        return self._closed is not None

    def _failed(self, error: StoreError) -> None:
        if failed := self._method():
            failed(error)

    def _written(self, epoch: int, version: int, error: StoreError | None) -> None:
        if epoch != self._epoch:
            return  # of a past that was given up
        if error is not None:
            self._counters.failures += 1
            self._epoch += 1  # whatever was written behind it is given up, too
            self._failed(error)
            return
        self.stored = version
        while self._waiting and self._waiting[0][0] <= version:
            self._waiting.popleft()[1](None)


def send_broadcast(connections: Collection[Connection], news: TableUpdate) -> None:
    """Send an entry's news to the connections that have not got that version: to each what its seats see."""
    encoded: dict[tuple[int, ...], bytes] = {}
    for connection in tuple(connections):
        if not 0 <= connection.version < news.version:
            continue
        seats = news.places.get(connection.guest, ())
        message = encoded.get(seats)
        if message is None:
            own = [news.own[seat] for seat in seats if seat in news.own]
            yours = list(seats) if news.seating else None
            update = messages.Update(news.version, news.at, news.public, own, yours)
            message = encoded[seats] = messages.write(update)
        connection.version = news.version
        connection.send(message)


def send_all(connections: Collection[Connection], message: messages.Message) -> None:
    """Send a message to everybody who has been welcomed."""
    encoded = messages.write(message)
    for connection in tuple(connections):
        if connection.version >= 0:
            connection.send(encoded)


def send_replies(replies: Replies, error: StoreError | None) -> None:
    """Send each reply to its connection; with an error, what would have been done is refused instead.

    If another node has the table now, nothing is said: whoever asked asks there, with the same id.
    """
    for connection, reply in replies:
        if error is not None and isinstance(reply, messages.Done):
            if error.why == TAKEN:
                continue
            reply = messages.Refused(error.code, public_message(error), reply.id)
        connection.send(messages.write(reply))


def close_guest(connections: Collection[Connection], guest: str, code: str, message: str) -> None:
    """Close all connections of a guest."""
    for connection in tuple(connections):
        if connection.guest == guest:
            connection.close(code, message)
