"""A server without sockets in the process of the test: the store, the tables and the HTTP application."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from copy import copy
from functools import cached_property
from random import Random
from time import monotonic
from typing import Any
from unittest.mock import patch

from litestar import Litestar

from tests.table.harness import make_player
from toctoc.bots import usual_opponent
from toctoc.server import app
from toctoc.server.app import AppOptions
from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import Loop, WorkerPool
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import TableServices
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.pages import static
from toctoc.server.security.access_control import AccessControl, Site
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.server.transport.middleware import Middleware
from toctoc.storage import Store
from toctoc.table.scheduler import Scheduler

TABLE, CODE, SECRET = "7ab1e", "hibou-lampe-42", "s" * 32
GENEROUS = Limits(cost_burst=10**9, missed_codes_per_hour=10**9, messages_burst=10**9)


class AtOnce(Executor):
    """Runs everything at once, as if bots decided in no time."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class NeverRuns(Executor):
    """Takes jobs, and runs none."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def thoughts(loop: Loop, executor: Executor, clock: Callable[[], float] = monotonic) -> tuple[Decisions, Hints]:
    """Pools with unlimited queues, for games that are ready."""
    warmup = Warmup(loop, AtOnce(), lambda _game: None)
    quick, search, hints = (WorkerPool(loop, executor, threads=100, clock=clock) for _ in range(3))
    return Decisions(quick, search, warmup), Hints(hints, warmup, lambda _address: True)


def services(store: Store, loop: Any, scheduler: Scheduler | None = None, **more: Any) -> TableServices:
    """Return what tables need, with all bots on offer; they decide at once."""
    offers: Callable[[str, str], bool] = more.pop("offers", lambda _bot, _game: True)
    decisions, hints = thoughts(loop, more.pop("executor", AtOnce()), more.get("clock", monotonic))
    scheduler = scheduler or Scheduler(make_player, usual_opponent, Random(1))
    return TableServices(store, scheduler, loop, decisions, hints, offers, **more)


class Line:
    """A connection of a guest to a table, which keeps what is sent."""

    credit, address, is_screen = 0, "192.0.2.1", False

    def __init__(self, guest: str) -> None:
        self.guest, self.version, self.is_open = guest, -1, True
        self.messages: list[bytes] = []

    @property
    def heard(self) -> bytes:
        return b"".join(self.messages)

    def send(self, message: bytes) -> None:
        self.messages.append(message)

    def close(self, code: str, _message: str) -> None:
        self.messages.append(f"bye {code}".encode())
        self.is_open = False

    async def closes(self) -> None:
        """Wait until it is closed."""
        while self.is_open:
            await asyncio.sleep(0.01)


class LocalServer:
    def __init__(self, given: TableServices, limits: Limits = GENEROUS, site: Site | None = None) -> None:
        self.hub = Hub(given)
        self.access = AccessControl(Keys(SECRET), limits, site or Site())
        given.link_key = self.access.keys.link_key
        self.lookup = TableLookup(self.hub, self.access)
        self.replays = WorkerPool(given.loop, AtOnce(), 1)
        self.background = WorkerPool(given.loop, AtOnce(), 1)
        self.options = AppOptions()
        self.__dict__.pop("app", None)  # of the server before a restart

    @property
    def services(self) -> TableServices:
        return self.hub.services

    @cached_property
    def app(self) -> Any:
        """The HTTP application, made when it is first needed."""
        return make_app(self.lookup, self.access, self.replays, self.background, self.options)


# --- the application, in a fifth of the time ---------------------------------------------------------------------

_made: dict[Any, Litestar] = {}
_files: dict[Any, list[Any]] = {}
_read = static._read


def make_app(
    lookup: TableLookup,
    access: AccessControl,
    replays: WorkerPool,
    background: WorkerPool,
    options: AppOptions,
) -> Middleware:
    """Make the application as a server does, but register its routes and read the client's files only once."""
    with patch.object(app, "Litestar", _litestar), patch.object(static, "_read", _client_files):
        return app.make_app(lookup, access, replays, background, options)


def _litestar(routes: Any, *, state: Any, request_max_body_size: int, **more: Any) -> Litestar:
    if request_max_body_size not in _made:
        _made[request_max_body_size] = Litestar(routes, request_max_body_size=request_max_body_size, **more)
    found = copy(_made[request_max_body_size])
    found.state = state
    return found


def _client_files(folder: Any, path: str) -> Any:
    if folder != static.CLIENT_FOLDER:
        return _read(folder, path)
    if folder not in _files:
        _files[folder] = list(_read(folder, path))
    return _files[folder]
