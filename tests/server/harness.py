"""A hub with one table: the real store, a clock that the test turns, and connections that note what they get."""

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Iterable
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, TypeVar

from tests.server.local_server import CODE, TABLE, AtOnce, Line, LocalServer, services
from tests.table.harness import make_player
from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.server.app import AppOptions
from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable
from toctoc.storage.sqlite.store import SqliteStore
from toctoc.table import commands, log
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler

T = TypeVar("T")
Heard = tuple[int, float, bytes]  # after how many steps of the game, when, and what


class NoLoop:
    """For what is asked over HTTP, and answered before the harness's own loop goes on."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> None:
        raise AssertionError("nothing waits")

    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> None:
        callback()


class Alarm:
    def __init__(self, sound: Callable[[], None]) -> None:
        self.sound, self.is_off = sound, False

    def cancel(self) -> None:
        """Ring no more, and refer to nothing, as the handles of event loops do."""
        self.sound, self.is_off = _silence, True


def _silence() -> None:
    pass


class FakeConnection(Line):
    """A connection; all that is sent on it is kept with whatever else its guest hears."""

    def __init__(self, stage: "ServerHarness", guest: str) -> None:
        super().__init__(guest)
        self.stage = stage

    def send(self, message: bytes) -> None:
        self.stage.note(self.guest, message)

    def close(self, code: str, message: str) -> None:
        self.stage.note(self.guest, f"bye {code} {message}".encode())


OPENED: set["ServerHarness"] = set()  # conftest.py closes them at the end of a test


class ServerHarness(LocalServer):
    """One server with one table; it can be restarted. Everything that a guest hears is in `heard`."""

    def __init__(self, folder: Path, game: str, settings: Settings, creator: str = "anna", waits: int = 0) -> None:
        self.file = folder / "toctoc.db"
        self.now = 1_000.0
        self.heard: dict[str, list[Heard]] = {}
        self.alarms: list[tuple[float, int, Alarm]] = []
        self.queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.numbers = count()
        self.starts = 0
        self.last_step = 10**9  # after which nothing happens by itself any more
        self.connections: dict[str, list[FakeConnection]] = {}
        self._open()
        opened = log.Opened(CODE, game, GAMES[game].rules.VERSION, creator, settings, waits=waits)
        self.live: LiveTable = self.hub.open(TABLE, opened, lambda error: None)
        self.settle()

    def _open(self) -> None:
        OPENED.add(self)
        self.starts += 1
        self.store = SqliteStore(self.file, self.call_soon_threadsafe, clock=lambda: 0.0)
        given = services(
            self.store, self, Scheduler(make_player, usual_opponent, Random(self.starts)),
            offers=lambda name, _: name != "nobody", clock=lambda: self.now, wall=lambda: 0.0, start=self.start,
        )  # fmt: skip
        super().__init__(given)
        self.replays = WorkerPool(NoLoop(), AtOnce(), threads=1, clock=lambda: self.now)
        self.options = AppOptions({"chasseur": "chasseur"})

    @property
    def steps(self) -> list[Any]:
        """Of the game at the table."""
        playing = self.live.table.game
        return playing.match.steps if playing else []

    def note(self, who: str, message: bytes) -> None:
        self.heard.setdefault(who, []).append((len(self.steps), self.now, message))

    # --- the loop that a hub needs -------------------------------------------------------------------------

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Alarm:
        self.note("schedule", repr(delay).encode())
        alarm = Alarm(callback)
        heapq.heappush(self.alarms, (self.now + delay, next(self.numbers), alarm))
        return alarm

    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> None:
        self.queue.put(callback)

    def start(self, task: Coroutine[Any, Any, None]) -> None:
        self.queue.put(lambda: asyncio.run(task))

    def ask(self, question: Coroutine[Any, Any, T]) -> T:
        """What the hub or the store answers."""
        return asyncio.run(question)

    def settle(self) -> None:
        """Until all is stored and said, and nobody thinks."""
        while not self.queue.empty() or self.is_busy:
            self.queue.get(timeout=60)()

    @property
    def is_busy(self) -> bool:
        live = self.hub.tables.get(TABLE)
        return live is not None and live.outbox.stored < live.table.state.version

    def wait(self, seconds: float) -> None:
        """Time passes, and what is due happens when it is."""
        until = self.now + seconds
        while self.alarms and self.alarms[0][0] <= until and len(self.steps) <= self.last_step:
            at, _, alarm = heapq.heappop(self.alarms)
            if not alarm.is_off:
                self.now = max(self.now, at)
                self.ring(alarm.sound)
                self.settle()
        self.now = until

    def ring(self, alarm: Callable[[], None]) -> None:
        alarm()

    # --- what guests do --------------------------------------------------------------------------------------

    def come(self, guest: str, version: int = 0) -> None:
        connection = FakeConnection(self, guest)
        self.connections.setdefault(guest, []).append(connection)
        self.live.connect(connection)
        self.tell(guest, commands.Hello(commands.PROTOCOL, version))

    def go(self, guest: str) -> None:
        for connection in self.connections.pop(guest, []):
            self.live.disconnect(connection)
        self.settle()

    def tell(self, guest: str, command: commands.Command) -> None:
        receive(self.live, self.connections[guest][-1], command)
        self.settle()

    def get(self, path: str) -> None:
        """Everybody may ask over HTTP, so the answer is heard by the whole world."""
        self.note("http", asyncio.run(answered(self.app, path)))

    def restart(self) -> None:
        """The server is killed and started again; nobody loses anything that was said to be stored."""
        self.close()
        self._open()
        found = self.ask(self.hub.find(TABLE))
        assert found is not None
        self.live = found

    def close(self) -> None:
        OPENED.discard(self)
        self.ask(self.store.close())
        self.alarms.clear()
        self.connections.clear()
        while not self.queue.empty():
            self.queue.get()


async def answered(app: Any, path: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> bytes:
    """What a GET is answered, headers included."""
    plain, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": plain, "raw_path": plain.encode(), "query_string": query.encode(), "root_path": "",
        "headers": list(headers), "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {},
    }  # fmt: skip
    said: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    return repr(said).encode()
