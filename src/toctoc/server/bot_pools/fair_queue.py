"""Lanes in which bots think: threads, and a fair queue before them. The event loop waits for none of it."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

ENDLESS = 10**9
SAMPLED = 10.0  # seconds between two samples of the figures
T = TypeVar("T")


class TooBusy(Exception):
    """Something was turned away: too many wait."""


class Loop(Protocol):
    """The part of an event loop that live tables need."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Any: ...
    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Asker:
    """Say for whom something is thought over: addresses take turns, and so do the tables of one."""

    address: str
    table: str


@dataclass(frozen=True, slots=True)
class Room:
    """Say how many may wait for a lane, and for how long."""

    waiting: int = ENDLESS
    waiting_per_address: int = ENDLESS
    seconds: float | None = None  # after which who still waits is turned away


@dataclass(frozen=True, slots=True)
class Figures:
    """Say what a lane had to do; `waited` in whole seconds, all together."""

    waiting: int
    started: int
    waited: int
    turned_away: int


def _never() -> bool:
    return False


@dataclass(eq=False, slots=True)
class Thought:
    """Something to be thought over in a thread; all but `think` is called on the event loop.

    `done` gets what came of it, or else `turned_away` is called, and `think` is not.
    """

    asker: Asker
    think: Callable[[], Any]
    done: Callable[["Future[Any]"], None]
    turned_away: Callable[[], None]
    is_stale: Callable[[], bool] = _never  # asked when its turn comes: whether nobody wants it any more
    since: float = 0.0
    alarm: Any = field(default=None)


class Lane:
    """Threads of one kind of thinking, and the queue before them; whoever asks for the most gives way."""

    def __init__(
        self,
        loop: Loop,
        executor: Executor,
        threads: int,
        room: Room | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.loop, self.executor, self.threads, self.clock = loop, executor, threads, clock
        self.room = room or Room()
        self.busy = self.waiting = self.started = self.turned_away = 0
        self.waited = 0.0  # seconds, all together
        self._sample = (-SAMPLED, Figures(0, 0, 0, 0))
        # By address and by table, in the order of their turns.
        self._queues: OrderedDict[str, OrderedDict[str, deque[Thought]]] = OrderedDict()

    def submit(self, thought: Thought) -> None:
        """Let it be thought over when its turn comes, or turn it away."""
        thought.since = self.clock()
        if self.busy < self.threads:
            self._start(thought)
        elif self._makes_room(thought.asker.address):
            self._queue(thought)
        else:
            self._turn_away(thought)

    async def think(self, asker: Asker, think: Callable[[], T]) -> T:
        """Return what comes of a thought; raise `TooBusy` where it is turned away."""
        answer: asyncio.Future[Future[T]] = asyncio.get_running_loop().create_future()

        def turned_away() -> None:
            if not answer.done():
                answer.set_exception(TooBusy())

        def done(future: "Future[T]") -> None:
            if not answer.done():  # else whoever asked has gone meanwhile
                answer.set_result(future)

        self.submit(Thought(asker, think, done, turned_away, answer.done))
        return (await answer).result()

    def figures(self) -> Figures:
        """Return a sample, seldom taken: how long one bot thinks may depend on cards that others must not know."""
        now = self.clock()
        if now - self._sample[0] >= SAMPLED:
            self._sample = now, Figures(self.waiting, self.started, int(self.waited), self.turned_away)
        return self._sample[1]

    def close(self) -> None:
        """Let nothing be begun any more: the server ends."""
        self.threads = self.waiting = 0
        self._queues.clear()

    def waiting_from(self, address: str) -> int:
        """Return how many wait that came from an address."""
        return sum(map(len, self._queues.get(address, {}).values()))

    def _makes_room(self, address: str) -> bool:
        """Tell whether one more from an address may wait; without a place left, who has the most gives way."""
        own = self.waiting_from(address)
        if own >= self.room.waiting_per_address:
            return False
        if self.waiting < self.room.waiting:
            return True
        fullest = max(self._queues, key=self.waiting_from, default=address)
        if self.waiting_from(fullest) <= own + 1:
            return False
        last = max((queue[-1] for queue in self._queues[fullest].values()), key=lambda thought: thought.since)
        self._leave(last)
        self._turn_away(last)
        return True

    def _queue(self, thought: Thought) -> None:
        tables = self._queues.setdefault(thought.asker.address, OrderedDict())
        tables.setdefault(thought.asker.table, deque()).append(thought)
        self.waiting += 1
        if self.room.seconds is not None:
            thought.alarm = self.loop.call_later(self.room.seconds, partial(self._lose_patience, thought))

    def _leave(self, thought: Thought) -> None:
        """Take out of the queue what waits there."""
        tables = self._queues[thought.asker.address]
        queue = tables[thought.asker.table]
        queue.remove(thought)
        self.waiting -= 1
        if not queue:
            del tables[thought.asker.table]
        if not tables:
            del self._queues[thought.asker.address]
        if thought.alarm is not None:
            thought.alarm.cancel()
            thought.alarm = None

    def _lose_patience(self, thought: Thought) -> None:
        if thought.alarm is not None:
            self._leave(thought)
            self._turn_away(thought)

    def _turn_away(self, thought: Thought) -> None:
        self.turned_away += 1
        thought.turned_away()

    def _start(self, thought: Thought) -> None:
        self.busy += 1
        self.started += 1
        self.waited += self.clock() - thought.since

        def thought_over(future: "Future[Any]") -> None:
            self.loop.call_soon_threadsafe(partial(self._done, thought, future))

        self.executor.submit(thought.think).add_done_callback(thought_over)

    def _done(self, thought: Thought, future: "Future[Any]") -> None:
        self.busy -= 1
        for following in self._turns():
            if following.is_stale():
                self._turn_away(following)
            else:
                self._start(following)
        thought.done(future)

    def _turns(self) -> Iterator[Thought]:
        """Yield who is next, out of the queue, as long as a thread is free."""
        while self._queues and self.busy < self.threads:
            address, tables = next(iter(self._queues.items()))
            table, queue = next(iter(tables.items()))
            self._queues.move_to_end(address)
            tables.move_to_end(table)
            thought = queue[0]
            self._leave(thought)
            yield thought
