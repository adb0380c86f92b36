"""A server in the test's own event loop, whose days the test turns; it can be killed and started again."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from random import Random
from typing import Any

import httpx

from tests.server.local_server import Line, LocalServer, NeverRuns, services
from tests.table.harness import make_player
from toctoc.bots import usual_opponent
from toctoc.server.app import AppOptions
from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.features.admin.token import Admin
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs, AnalysisProcess
from toctoc.server.features.daily import results
from toctoc.server.features.daily.bot_tries import BotTries, WantedTries, play_tries
from toctoc.server.features.daily.days import DAY_SECONDS, Days
from toctoc.server.features.daily.deals import DEAL_DOCUMENT as DEAL
from toctoc.server.features.groups import games
from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable, TableServices
from toctoc.storage import Store, open_store
from toctoc.table import commands
from toctoc.table.scheduler import Scheduler

NOON = 1_800_014_400.0  # 2027-01-15, 12:00 UTC
TODAY, TOMORROW = "2027-01-15", "2027-01-16"
SOME_TRIES = 5  # of bots
NEXT_DAY = NOON + DAY_SECONDS
BOTS = {name: name for name in ("apprenti", "voyante", "chasseur", "comte")}


class PatientBots:
    """Play a few tries, once the test lets them."""

    def __init__(self) -> None:
        self.may_play, self.played = asyncio.Event(), list[str]()

    async def play(self, wanted: WantedTries) -> list[results.TryResult]:
        await self.may_play.wait()
        self.played.append(wanted.game)
        return play_tries(wanted, 0, SOME_TRIES)

    def close(self) -> None:
        """Have nothing to end."""


class DailyServer(LocalServer):
    """One node: its store, its clock, and its HTTP."""

    def __init__(self, given: TableServices, without: tuple[str, ...]) -> None:
        super().__init__(given)
        self.now = NOON
        given.wall = lambda: self.now
        self.admin = Admin("a-token-that-nobody-guesses")
        analyser = AnalysisProcess(19)  # it starts when somebody asks
        analyses = AnalysisJobs(given.store, WorkerPool(given.loop, NeverRuns(), 1), analyser)
        self.bots = PatientBots()
        self.bot_tries = BotTries(given.store.documents, Days(), BOTS, self.bots)
        self.options = AppOptions(
            BOTS, without=without, admin=self.admin, analyses=analyses, bot_tries=self.bot_tries
        )
        self.heard: list[bytes] = []  # all that was answered to anybody

    @property
    def documents(self) -> Any:
        return self.services.store.documents

    def browser(self, address: str = "127.0.0.1") -> "Browser":
        return Browser(self, address)

    async def live(self, code: str) -> LiveTable:
        found = await self.hub.find_code(code)
        assert found is not None
        return found

    async def settle(self, live: LiveTable) -> None:
        """Wait until all that happened is stored."""
        stored = asyncio.get_running_loop().create_future()
        live.outbox.after(live.table.state.version, lambda error: stored.set_result(error))
        assert await stored is None


class Browser:
    """Somebody's browser, which keeps its cookie."""

    def __init__(self, server: DailyServer, address: str) -> None:
        self.server, self.address = server, address
        self.http = self._client()

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.server.app, client=(self.address, 123))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost")

    def at(self, server: DailyServer) -> "Browser":
        """The same browser, at the server after its restart, or at another node."""
        other = Browser(server, self.address)
        other.http.cookies.update(self.http.cookies)
        return other

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = await self.http.request(method, path, **more)
        self.server.heard.append(answer.content + repr(answer.headers).encode())
        return answer

    async def daily(self) -> Any:
        answer = await self.ask("GET", "/api/daily")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def of(self, game: str) -> Any:
        """What is told of a game's deal."""
        return next(each for each in (await self.daily())["games"] if each["game"] == game)

    async def begin(self, game: str) -> str:
        """Try a deal, or go on; the code of the table. Repeated while the store is busy."""
        while True:
            answer = await self.ask("POST", f"/api/daily/{game}", json={"name": "Anna", "avatar": "owl"})
            if answer.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                break
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def play(self, code: str, most: int = 10_000) -> Line:
        """Play at a table to the end of its game, or so many moves; whatever is legal first."""
        live = await self.server.live(code)
        guest = live.table.state.creator
        line = Line(guest)
        live.connect(line)
        receive(live, line, commands.Hello(commands.PROTOCOL, 0))
        number = len(live.table.state.done.get(guest, {}))
        while live.table.is_live and most:
            game = live.table.game
            assert game is not None
            match = game.match
            if 0 in match.actors and (legal := match.legal_words(0)):
                most, number = most - 1, number + 1
                receive(live, line, commands.Move(f"m{number}", legal[0]))
            else:
                seat = next(seat for seat in match.actors if seat)
                live.services.scheduler._clock_move(live.table, seat)(live.now())
                live.flush()
            await self.server.settle(live)
        live.disconnect(line)
        self.server.heard += line.messages
        return line


@asynccontextmanager
async def daily_server(
    url: str, without: tuple[str, ...] = (), store: Store | None = None
) -> AsyncIterator[DailyServer]:
    loop = asyncio.get_running_loop()
    store = store or await open_store(url)
    given = services(
        store, loop, Scheduler(make_player, usual_opponent, Random(1), pause=(10**9, 10**9)),
        offers=lambda name, _: name in BOTS, record_documents=(results.documents_of, games.documents_of),
    )  # fmt: skip
    server = DailyServer(given, without)
    try:
        yield server
    finally:
        await server.bot_tries.close()
        await store.close()


async def secrets_of(server: DailyServer) -> dict[str, str]:
    """What nobody may learn before a day is over, by day and game."""
    kept = await server.documents.some(DEAL)
    return {each.id: json.loads(each.body)["secret"] for each in kept}
