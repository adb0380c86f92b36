"""Threads in which bots think: the event loop never waits for them."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Loop(Protocol):
    """The part of an event loop that live tables need."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Any: ...
    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> Any: ...


class Thinkers:
    """Runs functions in threads and hands what came of them to the event loop."""

    def __init__(self, executor: Executor, loop: Loop) -> None:
        self._executor, self._loop = executor, loop

    def submit(self, think: Callable[[], T], done: "Callable[[Future[T]], None]") -> None:
        """Run `think` in a thread, then schedule `done` with its future on the event loop."""

        def thought(future: "Future[T]") -> None:
            self._loop.call_soon_threadsafe(partial(done, future))

        self._executor.submit(think).add_done_callback(thought)
