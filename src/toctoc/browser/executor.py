"""Run the work of bots in the event loop: a browser's worker has no threads."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from inspect import isawaitable
from typing import Any


class LoopExecutor(Executor):
    """Runs work in the event loop, and awaits its result where it is a coroutine.

    Work starts once `settled` returns: a move is stored and shown before bots think about the next one.
    """

    def __init__(self, settled: Callable[[], Awaitable[None]]) -> None:
        self._settled = settled
        self._tasks: set[asyncio.Task[None]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Return the future of `fn(*args, **kwargs)`."""
        future: Future[Any] = Future()
        task = asyncio.ensure_future(self._run(future, lambda: fn(*args, **kwargs)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return future

    async def _run(self, future: "Future[Any]", work: Callable[[], Any]) -> None:
        await self._settled()
        try:
            result = work()
            future.set_result(await result if isawaitable(result) else result)
        except Exception as error:
            future.set_exception(error)
