"""The lines for questions: a few, opened when they are wanted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import asyncpg

from toctoc.storage.postgres.connection import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    LOST,
    SETTINGS,
    Connection,
    raising_store_errors,
)
from toctoc.storage.store import StoreError

READERS = 3  # lines, at most
P = ParamSpec("P")
T = TypeVar("T")


class Readers:
    """Asks a database; call it with a question, and what to ask."""

    def __init__(self, name: str, pool: Any) -> None:
        self.name, self._pool, self._is_closed = name, pool, False

    @staticmethod
    async def of(url: str, name: str) -> "Readers":
        """Return lines to a database."""
        pool = await asyncpg.create_pool(
            url, min_size=0, max_size=READERS, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS,
            server_settings=SETTINGS, reset=_leave_as_it_is,
        )  # fmt: skip
        return Readers(name, pool)

    async def __call__(
        self, ask: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._is_closed:
            raise StoreError("store/broken", f"{self.name} is closed")
        with raising_store_errors(self.name):
            try:
                return await self._ask(ask, *args, **kwargs)
            except LOST:  # a line that broke while nobody used it
                await asyncio.sleep(0)
                return await self._ask(ask, *args, **kwargs)

    async def _ask(
        self, ask: Callable[Concatenate[Connection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async with self._pool.acquire(timeout=ANSWER_SECONDS) as db:
            return await ask(db, *args, **kwargs)

    def close(self) -> None:
        """Close all lines, whatever is being asked."""
        self._is_closed = True
        self._pool.terminate()


async def _leave_as_it_is(_line: Connection) -> None:
    """Do nothing for a line between two questions: none changes it, and tidying up would cost as much as one."""
