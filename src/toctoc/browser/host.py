"""The host of the tables of one device: the server's live tables, its bots and its answers, without a server."""

import asyncio
import logging
import re
from random import Random
from typing import Any
from urllib.parse import parse_qs, unquote

import msgspec

from toctoc.bots import LEVELS, usual_opponent
from toctoc.browser.analysis import PageAnalyser
from toctoc.browser.database import Database
from toctoc.browser.executor import LoopExecutor
from toctoc.browser.lines import Line, Page
from toctoc.browser.routes import Device, answer
from toctoc.browser.store import BrowserStore
from toctoc.core.errors import Refused
from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.bot_pools.offered_bots import bot_facts, offers, player_maker
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.errors import HTTPError, problem_of
from toctoc.server.features import DAILY, GROUPS, MATCHING, PUSH, SLOW_TABLES
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import TableServices
from toctoc.server.tables.game_list import GameList
from toctoc.storage import StoreError
from toctoc.table.scheduler import BOT_PAUSE_MS, Scheduler

WITHOUT = (MATCHING, SLOW_TABLES, DAILY, GROUPS, PUSH)  # features that need a server
IDLE_SECONDS = 15.0  # without a line, after which a table sleeps, and another tab may open it
LINE_PATH = re.compile(r"/api/tables/([^/]+)/ws")
logger = logging.getLogger("toctoc.browser")


class Host:
    """Runs tables in a browser: requests and lines in, answers and messages out.

    Args:
        database: Stores the tables.
        page: Receives the messages of the lines.
        pause: The bounds of a bot's pause before its move, in milliseconds.
        idle: Seconds without a line after which a table leaves the memory.
    """

    def __init__(
        self, database: Database, page: Page, pause: tuple[int, int] = BOT_PAUSE_MS, idle: float = IDLE_SECONDS
    ) -> None:
        self._loop, self._page, self._idle = asyncio.get_event_loop(), page, idle
        bots = {name: name for name in LEVELS}
        store = BrowserStore(database)
        executor = LoopExecutor(store.settle)
        quick, search, hints = (WorkerPool(self._loop, executor, 1) for _ in range(3))
        warmup = Warmup(self._loop, executor, lambda _game: None)
        self.hub = Hub(
            TableServices(
                store,
                Scheduler(player_maker(bots), usual_opponent, Random(), pause=pause),
                self._loop,
                Decisions(quick, search, warmup),
                Hints(hints, warmup, has_budget=lambda _address: True),
                offers(bots),
            )
        )
        analyses = AnalysisJobs(store, WorkerPool(self._loop, executor, 1), PageAnalyser(page))
        self._device = Device(self.hub, GameList(bot_facts(bots), WITHOUT), analyses)
        self._lines: dict[int, Line | None] = {}  # None: it is being opened
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_tidying = False

    async def request(self, method: str, path: str, body: str) -> tuple[int, str]:
        """Return the status and the JSON text with which the server would answer a request."""
        self._tidy_later()
        try:
            status, text = await answer(self._device, method, path, body)
        except Exception as error:
            if not isinstance(error, Refused | HTTPError | StoreError | RecursionError):
                logger.exception("a request failed: %s", method)
            status, problem = problem_of(error)
            text = msgspec.json.encode(problem).decode()
        return int(status), text

    def open(self, line: int, path: str) -> None:
        """Open a line to the table of a websocket's path; the page is told when it is open, or that it is not."""
        self._lines[line] = None
        task = asyncio.ensure_future(self._open(line, path))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def receive(self, line: int, text: str) -> None:
        """Receive a message of the page."""
        if (found := self._lines.get(line)) is not None:
            try:
                found.receive(text)
            except Exception:
                logger.exception("a message failed")
                found.close("server/ends", "Something went wrong here: connect again.")

    def hang_up(self, line: int) -> None:
        """Close a line that the page has left."""
        if (found := self._lines.pop(line, None)) is not None:
            found.hang_up()

    async def _open(self, number: int, path: str) -> None:
        self._tidy_later()
        where, _, query = path.partition("?")
        try:
            if (code := LINE_PATH.fullmatch(where)) is None:
                raise ValueError(f"{where} is no path of a line")
            live = await self._device.table(unquote(code[1]))
        except Exception as error:
            if not isinstance(error, HTTPError | StoreError):
                logger.exception("a line could not be opened")
            if number in self._lines:
                del self._lines[number]
                self._page.close(number)  # the page asks for the reason, as it does of a server
            return
        if number in self._lines:  # else the page has left meanwhile
            is_screen = "screen" in parse_qs(query, keep_blank_values=True)
            line = self._lines[number] = Line(self._page, number, live, is_screen, self._ended)
            live.connect(line)
            self._page.opened(number)

    def _ended(self, line: int) -> None:
        """Forget a line that the table has closed, once the table is done with it."""
        self._loop.call_soon(self.hang_up, line)

    def _tidy_later(self) -> None:
        """Let idle tables go, now and then, as long as there are tables in memory."""
        if not self._is_tidying:
            self._is_tidying = True
            self._loop.call_later(self._idle, self._tidy)

    def _tidy(self) -> None:
        task = asyncio.ensure_future(self.hub.forget_idle(self._idle))
        self._tasks.add(task)
        task.add_done_callback(self._tidied)

    def _tidied(self, task: "asyncio.Task[int]") -> None:
        self._tasks.discard(task)
        self._is_tidying = False
        if self.hub.tables:
            self._tidy_later()
