"""Tables that come and go leave nothing behind in the whole server: objects, tasks, files, threads."""

import asyncio
import gc
import sys
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from benchmarks.flood.attacks import Attacker
from benchmarks.flood.line import HOST
from benchmarks.live.toctoc import LIMITS
from benchmarks.soak import Load, is_empty, one_round
from tests.forks import PROCESS_TIMEOUT_S
from tests.scale import scaled
from toctoc.server import run
from toctoc.server.collector import Collector
from toctoc.server.config import ServerConfig
from toctoc.server.features import FEATURES
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits

ROUND = Load(tables=scaled(2, 8), at_once=2, connections=3, analyses=0)
OURS = ("toctoc.server", "toctoc.table", "toctoc.storage", "toctoc.core.match", "toctoc.bots")
CONTAINERS = (dict, list, set, deque)
KEPT_FOR_A_WHILE = ("Throttle", "MessageBudgets._gone")  # the budget of a guest who has gone, until it is full


@pytest.fixture
def spared(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server in the process of the tests changes neither its collector nor its threads."""
    interval = sys.getswitchinterval()
    monkeypatch.setattr(Collector, "start", lambda _: None)
    yield monkeypatch
    sys.setswitchinterval(interval)


def test_a_second_round_of_tables_leaves_no_more_than_the_first(
    tmp_path: Path, spared: pytest.MonkeyPatch
) -> None:
    counts: list[Counter[str]] = []

    async def soak(port: int) -> None:
        who = Attacker(port, HOST)
        for _ in range(3):  # the first one also loads modules and fills caches
            await one_round(who, ROUND)
            while not await is_empty(who):
                await asyncio.sleep(0.05)
            counts.append(census())

    asyncio.run(served(tmp_path, spared, soak))
    _, second, third = counts
    assert third - second == {}, "left by a round of tables"


class FakeHub:
    """A hub whose idle tables a test counts."""

    def __init__(self) -> None:
        self.tables = range(0)
        self.store = SimpleNamespace(documents=SimpleNamespace(expire=partial(asyncio.sleep, 0)))
        self.idle: Iterator[int | None] = iter(())
        self.counters = SimpleNamespace(writes=0)

    async def forget_idle(self, _seconds: float) -> int:
        idle = next(self.idle, 0)
        if idle is None:
            raise RuntimeError
        self.tables = self.tables[idle:]
        return idle


def test_memory_is_returned_after_the_last_table_or_after_many(monkeypatch: pytest.MonkeyPatch) -> None:
    hub, now, returned = FakeHub(), [0.0], list[int]()
    tables = run.IdleTables(hub, 60, Collector(), lambda: now[0])  # type: ignore[arg-type]
    monkeypatch.setattr(run, "return_memory", lambda: returned.append(len(hub.tables)))

    def is_returned(seconds: float, there: int, idle: int) -> bool:
        """Tell whether memory is returned so many seconds later, when so many of the tables leave."""
        returned.clear()
        now[0] += seconds
        hub.tables, hub.idle = range(there), iter([idle])
        asyncio.run(tables.forget())
        assert returned in ([], [there - idle])
        return bool(returned)

    many = run.MANY_TABLES
    assert not is_returned(59, 2 * many, many), "not twice a minute"
    assert is_returned(1, many, 0), "but once the minute is over"
    assert not is_returned(60, many, 0), "none has left since"
    assert not is_returned(60, many, many - 1)
    assert is_returned(0, many, 1), "together they are many"
    assert not is_returned(1, many, many - 1)
    assert is_returned(0, 1, 1), "the last one"
    assert not is_returned(60, 0, 0)


def test_an_error_ends_no_upkeep(caplog: pytest.LogCaptureFixture) -> None:
    hub = FakeHub()
    hub.tables, hub.idle = range(2), iter([1, None, 1])

    async def keep() -> None:
        keeping = asyncio.create_task(run._keep(hub, 0.001, None, Collector()))  # type: ignore[arg-type]
        while hub.tables:
            await asyncio.sleep(0.001)
        keeping.cancel()

    asyncio.run(asyncio.wait_for(keep(), PROCESS_TIMEOUT_S))
    assert "an error in the upkeep" in caplog.text


def test_garbage_is_collected_in_a_moment_without_writes() -> None:
    hub, collected = FakeHub(), list[int]()

    class Due:
        """A collector that would always like to collect."""

        is_due = True

        def collect_all(self) -> None:
            collected.append(hub.counters.writes)

    async def keep() -> None:
        keeping = asyncio.create_task(run._keep(hub, 0.001, None, Due()))  # type: ignore[arg-type]
        while hub.counters.writes < 20:  # a busy server
            hub.counters.writes += 1
            await asyncio.sleep(0)
        assert not collected
        while not collected:
            await asyncio.sleep(0.001)
        keeping.cancel()

    asyncio.run(asyncio.wait_for(keep(), PROCESS_TIMEOUT_S))
    assert collected[0] == 20


def test_memory_can_be_returned_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    run.return_memory()
    monkeypatch.setattr("ctypes.CDLL", lambda _name: object())  # a library without malloc_trim
    run.return_memory()


def census() -> Counter[str]:
    """Count the objects of each of our classes and what is in their containers; tasks, open files, threads."""
    gc.collect()
    ours = [each for each in gc.get_objects() if str(type(each).__module__).startswith(OURS)]
    found = Counter(type(each).__qualname__ for each in ours)
    for each in ours:
        names = vars(each) if hasattr(each, "__dict__") else getattr(type(each), "__slots__", ())
        for name in names:
            value = getattr(each, name, None)
            found[f"{type(each).__qualname__}.{name}"] += len(value) if isinstance(value, CONTAINERS) else 0
    threads = [one for one in threading.enumerate() if not one.name.startswith("asyncio_")]
    found.update(tasks=len(asyncio.all_tasks()), threads=len(threads))
    found.update(files=len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0)
    for name in KEPT_FOR_A_WHILE:
        del found[name]
    return found


async def served(folder: Path, patch: pytest.MonkeyPatch, act: Callable[[int], Awaitable[None]]) -> None:
    """Run a whole server, without its own process, for as long as `act` takes, which gets its port."""
    servers: list[uvicorn.Server] = []
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    class Stoppable(run.Server):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            servers.append(self)

    patch.setattr(run, "Server", Stoppable)
    config = ServerConfig(store=str(folder / "toctoc.db"), idle_seconds=0.2, without=FEATURES)
    limits = Limits.load({}, {name.lower(): number for name, number in LIMITS.items()})
    setup = run.ServerSetup(config=config, keys=Keys("s" * 32), limits=limits, bots={}, ready=ready.set_result)
    web = uvicorn.Config("unused", access_log=False, log_config=None, lifespan="on")
    with run.listen(HOST, 0) as listener:
        serving = asyncio.create_task(run._serve(setup, web, listener, None))
        try:
            async with asyncio.timeout(PROCESS_TIMEOUT_S):
                await act(await ready)
        finally:
            servers[0].should_exit = True
            await serving
