"""A server analyses a game once, after its end, from one seat, and survives every kill meanwhile."""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest

from tests.cli.invoke import changed, written
from tests.conftest import Report
from tests.forks import PROCESS_TIMEOUT_S
from tests.server.hosting import Guest, Server, problem
from tests.server.local_server import LocalServer, NeverRuns, services
from toctoc.analysis import Analysis, analyse
from toctoc.record import read
from toctoc.server.app import AppOptions
from toctoc.server.bot_pools.fair_queue import QueueLimits, WorkerPool
from toctoc.server.features.analysis.analysis_jobs import (
    ANALYSIS_DOCUMENT,
    WANTED_DOCUMENT,
    AnalysisFailed,
    AnalysisJobs,
    AnalysisKey,
    AnalysisProcess,
)
from toctoc.storage import open_store

BOT = "petit-fantome"
ROOM = ("--limit=cost_burst=100000",)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), *ROOM) as server:
        yield server


def played(server: Server, game: str = "escalier") -> str:
    """The code of a table at which a game was played to its end."""
    table = server.make(game, players=2 if game == "escalier" else 3)
    with Guest(server, table) as guest:
        guest.ask("sit", seat=0, name="Anna")
        guest.ask("start", fill=BOT)
        guest.play()
    return f"/api/tables/{table['code']}/analysis"


def until(met: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 10 * PROCESS_TIMEOUT_S  # the process of the analyses yields to all others
    while not (found := met()):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return found


def done(http: httpx.Client, path: str, **query: Any) -> dict[str, Any]:
    """The analysis, once it is made; until then the server says how far it is."""

    def made() -> dict[str, Any] | None:
        answer = http.get(path, params=query)
        told = answer.json()
        assert answer.status_code == (200 if told["state"] == "done" else 202), told
        assert 0 <= told.get("percent", 0) <= 100
        return told.get("analysis")  # type: ignore[no-any-return]

    found: dict[str, Any] = until(made)
    return found


def documents(store: Path, kind: str) -> list[str]:
    database = sqlite3.connect(store)
    try:
        return [str(id) for (id,) in database.execute("SELECT id FROM documents WHERE kind = ?", (kind,))]
    finally:
        database.close()


def test_of_a_running_game_there_is_no_analysis(server: Server) -> None:
    table = server.make("escalier", players=2)
    path = f"/api/tables/{table['code']}/analysis"
    with server.http() as http, Guest(server, table) as guest:
        assert problem(http.post(path, json={}), 409) == "record/not-over"
        guest.ask("sit", seat=0, name="Anna")
        guest.ask("start", fill=BOT)
        for seat in (0, 1):
            for is_open in (False, True):
                assert problem(http.post(path, json={"seat": seat, "open": is_open}), 409) == "record/not-over"
                assert problem(http.get(path, params={"seat": seat, "open": is_open}), 409) == "record/not-over"
        guest.play()
        guest.ask("start")  # the first game can be looked back at while the next one is played, and only that
        assert problem(http.post(path, json={}), 409) == "record/not-over"
        assert problem(http.post(f"{path}?game=2", json={}), 409) == "record/not-over"
        assert problem(http.get(f"{path}?game=1"), 404) == "analysis/not-wanted"


def test_an_analysis_is_made_in_the_background_kept_and_the_seats_own(server: Server) -> None:
    path = played(server)
    with server.http() as http:
        assert problem(http.get(path), 404) == "analysis/not-wanted"
        first = http.post(path, json={"seat": 1})
        assert first.status_code == 202
        assert first.json()["state"] in ("waiting", "working")
        found = done(http, path, seat=1)
        assert http.post(path, json={"seat": 1}).json() == {"state": "done", "percent": 100, "analysis": found}
        line = http.get(path.replace("analysis", "record")).text
        own = analyse(read(line), 1)
        assert msgspec.convert(found, Analysis) == own  # from what that seat knew, and nothing else
        assert not found["open"]
        assert problem(http.get(path, params={"seat": 1, "open": True}), 404) == "analysis/not-wanted"
        http.post(path, json={"seat": 1, "open": True})
        assert done(http, path, seat=1, open=True)["open"]
        assert done(http, path, seat=1) == found


def test_wrong_requests_for_an_analysis_are_refused(server: Server, tmp_path: Path) -> None:
    path = played(server)
    with server.http() as http:
        assert problem(http.post(path, json={"seat": 2}), 409) == "analysis/no-seat"
        assert problem(http.post(path, json={"seat": -1}), 400) == "http/400"
        assert problem(http.post(path, json={"seat": 0, "cards": "all"}), 400) == "http/400"
        assert problem(http.post("/api/tables/hibou-lampe-99/analysis", json={}), 404) == "table/unknown"
    with Server(tmp_path, *ROOM, "--without", "analysis") as without, without.http() as http:
        path = f"/api/tables/{without.make('escalier')['code']}/analysis"
        assert problem(http.post(path, json={}), 404) == "analysis/off"
        assert problem(http.get(path), 404) == "analysis/off"
        assert "analysis" in http.get("/api/games").json()["without"]


def test_too_many_analyses_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store, loop = await open_store(str(tmp_path / "toctoc.db")), asyncio.get_running_loop()
        monkeypatch.setattr(store, "record", AsyncMock(return_value=written("escalier", players=2)), raising=False)
        pool = WorkerPool(loop, NeverRuns(), 1, QueueLimits(waiting=1))
        jobs = AnalysisJobs(store, pool, AnalysisProcess(19))
        server = LocalServer(services(store, loop))
        server.options = AppOptions(analyses=jobs)
        transport = httpx.ASGITransport(server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            made = (await http.post("/api/tables", json={"game": "escalier"})).json()
            path = f"/api/tables/{made['code']}/analysis"
            first, second = [await http.post(path, json={"seat": seat}) for seat in (0, 1)]
            assert {first.status_code, second.status_code} == {202}
            assert second.json() == {"state": "waiting", "ahead": 1}
            assert problem(await http.post(path, json={"seat": 0, "open": True}), 503) == "analysis/busy"
            assert (await http.post(path, json={"seat": 1})).status_code == 202  # which is wanted already
        jobs.close()
        await store.close()

    asyncio.run(scene())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes as Linux shows them")
@pytest.mark.kills
def test_no_wanted_analysis_is_lost_by_kill_9_of_its_process_or_of_the_server(
    tmp_path: Path, report: Report
) -> None:
    store, mine = tmp_path / "toctoc.db", os.getpriority(os.PRIO_PROCESS, 0)
    with Server(tmp_path, *ROOM, "--limit=analysis_niceness=2") as server, server.http() as http:
        path = played(server)
        assert http.post(path, json={}).status_code == 202
        wanted = {*documents(store, WANTED_DOCUMENT), *documents(store, ANALYSIS_DOCUMENT)}
        assert len(wanted) == 1  # durable, before the answer came
        [first] = until(lambda: workers(server))
        until(lambda: os.getpriority(os.PRIO_PROCESS, first) == min(mine + 2, 19))  # it steps back for others
        os.kill(first, signal.SIGKILL)
        [second] = until(lambda: [worker for worker in workers(server) if worker != first])
        server.kill()
        until(lambda: is_gone(second))  # it does not stay behind
        server.start()
        with server.http() as again:
            assert done(again, path)["points"]  # though no client asks again
        until(lambda: not documents(store, WANTED_DOCUMENT))
        assert {*documents(store, ANALYSIS_DOCUMENT)} == wanted
    report("kill -9 of the server", server.kills)


@pytest.mark.nightly
def test_a_process_that_rests_begins_again() -> None:
    line = written("escalier", players=2)
    worker, told = AnalysisProcess(1), list[float]()
    try:
        first = worker.analyse(line, AnalysisKey("t", 1, 0, False), told.append)
        worker.rest()
        assert worker.analyse(line, AnalysisKey("t", 1, 0, False), told.append) == first
        assert told
        with pytest.raises(AnalysisFailed, match="record/old"):
            worker.analyse(
                changed(line, lambda data: data.update(rules=99)), AnalysisKey("t", 1, 0, False), told.append
            )
        with pytest.raises(AnalysisFailed, match="analysis/no-seat"):
            worker.analyse(line, AnalysisKey("t", 1, 7, False), told.append)
    finally:
        worker.close()
    with pytest.raises(AnalysisFailed, match="server/error"):
        worker.analyse(line, AnalysisKey("t", 1, 0, False), told.append)


def workers(server: Server) -> list[int]:
    """The processes of a server that analyse."""
    found = []
    for task in Path(f"/proc/{server.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            command = Path(f"/proc/{child}/cmdline")
            if command.exists() and b"toctoc.analysis.worker" in command.read_bytes():
                found.append(int(child))
    return found


def is_gone(process: int) -> bool:
    try:
        return "State:\tZ" in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return True
