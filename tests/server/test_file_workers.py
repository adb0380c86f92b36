"""Several worker processes on one SQLite file: one port, one list of tables, and every code leads to its table."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import Report
from tests.corpus import VERSIONS, load_store
from tests.forks import PROCESS_TIMEOUT_S
from tests.ports import free_port
from tests.scale import scaled
from tests.server.daily_server import NEXT_DAY
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.hosting import PLENTY, Guest, Server
from tests.server.local_server import TABLE, NeverRuns
from tests.server.nodes import Node
from tests.server.stored_logs import Logs
from tests.server.visitor import GAME, Visitor
from toctoc.core.registry import GAMES
from toctoc.server import worker_processes
from toctoc.server.config import ServerConfig
from toctoc.server.features.analysis.analysis_jobs import WANTED_DOCUMENT, AnalysisJobs, AnalysisKey
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import OwnedElsewhere, StoredFuture
from toctoc.server.machine import memory_bytes, thread_limit, usable_cores
from toctoc.server.security.limits import Limits
from toctoc.server.worker_processes import default_workers
from toctoc.storage import StoreError
from toctoc.storage.sqlite.sharing import PublishedLists, Share, shared_file
from toctoc.storage.sqlite.store import SqliteStore

CHILDREN = Path("/proc/self/task")
REQUESTS = 12  # each of which comes to either of two workers
MOVES = 60  # between two kills at most
GIVES_UP = """
import logging, sys, time
from toctoc.server import worker_processes
logging.basicConfig(level="ERROR", format="%(message)s")
worker_processes.RESTART_SECONDS = 0
worker = worker_processes.WorkerParent(2).run()
if worker.number == 0:
    worker.tell_ready()
    time.sleep(60)
sys.exit(3)
"""

WATCHED = """
from toctoc.cli import main
from toctoc.server import run, worker_processes
worker_processes.CHECK_SECONDS, run.BEAT_SECONDS = 0.1, 0.05
main.main()
"""

# The second worker, and then the server, are ended before that worker has handlers of its own.
ENDED_AT_FORK = """
import os, signal, time
from toctoc.cli import main
fork, children = os.fork, []
def fork_slowly():
    child = fork()
    if not child:
        time.sleep(0.5)
        return 0
    children.append(child)
    if len(children) == 2:
        os.kill(child, signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)
    return child
os.fork = fork_slowly
main.main()
"""

pytestmark = pytest.mark.skipif(not CHILDREN.exists(), reason="looks into /proc")


class WorkerServer(Server):
    """A server of two workers on a file."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, *PLENTY, "--workers", "2", *options)

    @property
    def workers(self) -> list[int]:
        """The processes that serve."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(child) for child in children.split()]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerServer]:
    server = WorkerServer(tmp_path_factory.mktemp("workers"))
    with server:
        asyncio.run(until(lambda: len(server.workers) == 2))
        yield server


def worker_figures(text: str) -> dict[str, dict[str, float]]:
    """Metrics by name, then by worker."""
    return {
        family.name: {sample.labels["worker"]: sample.value for sample in family.samples}
        for family in text_string_to_metric_families(text)
    }


def test_every_worker_finds_and_lists_the_tables_of_all(live: WorkerServer) -> None:
    with live.http() as http, ExitStack() as stack:
        made = [live.make("escalier", players=2, listed=True) for _ in range(6)]
        for table in made:
            for _ in range(2):
                stack.enter_context(Guest(live, table))
        for _ in range(REQUESTS):
            found = [http.get(f"/api/tables/{table['code']}").status_code for table in made]
            assert found == [200] * len(made)

        def is_listed() -> bool:
            lists = [http.get("/api/tables").json()["tables"] for _ in range(REQUESTS)]
            return all({each["code"] for each in tables} == {table["code"] for table in made} for tables in lists)

        asyncio.run(until(is_listed))
        figures = worker_figures(http.get("/metrics").text)
        assert sum(figures["toctoc_connections"].values()) == 2 * len(made)
        assert figures["toctoc_connections"].keys() == {"0", "1"}
        # The request for metrics is forwarded to both. Half of the websockets would be, too.
        assert sum(figures["toctoc_forwarded_lines"].values()) <= 2


def test_matched_players_of_all_workers_get_one_table(live: WorkerServer) -> None:
    with live.http() as http:
        for name, game in GAMES.items():
            seats = game.usual_players or game.players[0]
            answers = [http.post(f"/api/match/{name}", json={"program": True}) for _ in range(seats)]
            assert len({answer.json()["code"] for answer in answers}) == 1, name


def test_the_daily_deal_and_a_group_are_the_same_at_all_workers(live: WorkerServer) -> None:
    visitor, anna, ben = (Visitor(live) for _ in range(3))
    for _ in range(REQUESTS):
        visitor.try_daily()
    visitor.play(visitor.code, 1)
    group = anna.ask("POST", "/api/groups", json={"group": "We", "name": "Anna"})["id"]
    ben.ask("POST", f"/api/groups/{group}/members", json={"name": "Ben"})
    code = anna.ask("POST", f"/api/groups/{group}/table", json={"game": GAME})["code"]
    with anna.guest(code):
        for _ in range(REQUESTS):
            assert ben.ask("GET", f"/api/groups/{group}")["here"] == ["Anna"]
    for _ in range(REQUESTS):
        members = anna.ask("GET", f"/api/groups/{group}")["members"]
        assert [member["name"] for member in members] == ["Anna", "Ben"]


@pytest.mark.nightly
@pytest.mark.kills
def test_acknowledged_moves_survive_kill_9_of_a_worker(tmp_path: Path, report: Report) -> None:
    rng, live, logs = Random(8), WorkerServer(tmp_path), Logs(tmp_path / "toctoc.db")
    tables, kills = scaled(4, 12), scaled(2, 20)
    with live:
        gathered = full_tables(live, rng, tables)
        asyncio.run(killed_workers(live, gathered, logs, rng, kills))
        check_all(gathered, logs)
        with live.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
        assert live.interrupt(signal.SIGTERM)[0] == 0
    guests = [guest for party in gathered for guest in party.guests]
    refused = {code for guest in guests for code in guest.refusals}
    assert not {code for code in refused if code.split("/")[0] in ("store", "message", "hello")}, refused
    assert games >= tables
    assert sum(guest.resumed for guest in guests) > 0
    assert all("is started again" in line for line in live.complaints())
    assert len(live.complaints()) == kills
    report("kill -9 of a worker", kills)


async def killed_workers(
    live: WorkerServer, gathered: list[FullTable], logs: Logs, rng: Random, kills: int
) -> None:
    """Let them play while each worker is killed in turn; then to the end."""
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                guest.is_patient = True
                tasks.create_task(guest.stay())
        for number in range(kills):
            await until(lambda: len(live.workers) == 2)
            enough = rng.randrange(MOVES) + sum(party.moves for party in gathered)
            await until(lambda: sum(party.moves for party in gathered) >= enough, 0.003)  # noqa: B023
            before = live.workers
            os.kill(before[number % 2], signal.SIGKILL)
            await until(lambda: len(live.workers) == 2 and live.workers != before)  # noqa: B023
            check_all(gathered, logs)
        for party in gathered:
            tasks.create_task(party.end())


def test_a_server_whose_parent_is_killed_can_be_started_again(live: WorkerServer) -> None:
    code, before = live.make("escalier", players=2)["code"], live.workers
    live.kill()
    asyncio.run(until(lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in before)))
    live.start()
    with live.http() as http:
        assert http.get(f"/api/tables/{code}").status_code == 200


def test_a_second_server_does_not_take_part_of_the_connections(live: WorkerServer, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f"Cannot listen on 127.0.0.1, port {live.port}: "):
        WorkerServer(tmp_path, "--lang", "en", "--port", str(live.port)).start()


def test_ended_connections_do_not_hinder_a_restart_at_the_same_port(tmp_path: Path) -> None:
    port = free_port()
    server = WorkerServer(tmp_path, "--port", str(port))
    for _ in range(2):
        with server:
            asyncio.run(until(lambda: len(server.workers) == 2))
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                while line.recv(1_000):  # the server hangs up first
                    pass
            assert server.interrupt(signal.SIGTERM)[0] == 0


@pytest.mark.nightly
def test_a_server_that_is_ended_while_a_worker_is_forked_ends(tmp_path: Path) -> None:
    options = ["serve", "--port", "0", "--workers", "2", "--store", str(tmp_path / "toctoc.db")]
    with subprocess.Popen([sys.executable, "-c", ENDED_AT_FORK, *options], start_new_session=True) as server:
        try:
            assert server.wait(PROCESS_TIMEOUT_S) == 0
        finally:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)


@pytest.mark.nightly
def test_a_worker_that_cannot_start_ends_the_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GIVES_UP], capture_output=True, text=True, timeout=PROCESS_TIMEOUT_S
    )
    assert done.returncode == 1
    *again, last = done.stderr.splitlines()
    assert again == ["worker 1 ended (3) and is started again"] * 4
    assert last == "worker 1 ended (3) and could not start 5 times: the server ends"


@pytest.mark.nightly
def test_a_worker_that_stands_still_is_killed_and_replaced(tmp_path: Path) -> None:
    store = tmp_path / "toctoc.db"
    command = [sys.executable, "-c", WATCHED, "serve", "--port", "0", "--workers", "2", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        found = re.search(r"http\S+", parent.stdout.readline())
        assert found
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")

        def workers() -> list[int]:
            return [int(child) for child in children.read_text().split()]

        try:
            asyncio.run(until(lambda: len(workers()) == 2))
            with httpx.Client(base_url=found[0], timeout=PROCESS_TIMEOUT_S, trust_env=False) as http:
                # A worker is watched from its first beat on, and serves from then on.
                asyncio.run(until(lambda: 'worker="1"' in http.get("/metrics").text, every=0.5))
                codes = [http.post("/api/tables", json={"game": "escalier"}).json()["code"] for _ in range(6)]
                stopped = workers()[1]
                os.kill(stopped, signal.SIGSTOP)
                asyncio.run(until(lambda: len(workers()) == 2 and stopped not in workers()))
                assert [http.get(f"/api/tables/{code}").status_code for code in codes] == [200] * len(codes)
            parent.send_signal(signal.SIGTERM)
            _, complaints = parent.communicate(timeout=PROCESS_TIMEOUT_S)
            assert parent.returncode == 0
        finally:
            for process in (*workers(), parent.pid) if parent.poll() is None else ():
                os.kill(process, signal.SIGKILL)
    assert '"worker 1 does not answer and is killed"' in complaints
    assert '"worker 1 ended (-9) and is started again"' in complaints


def test_a_wanted_analysis_is_resumed_by_the_worker_of_its_table_only(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    load_store(VERSIONS[-1], path)

    async def is_resumed(share: Share) -> bool:
        loop = asyncio.get_running_loop()
        store = SqliteStore(path, loop.call_soon_threadsafe, clock=lambda: NEXT_DAY, share=share)
        jobs = AnalysisJobs(store, loop, Limits(), executor=NeverRuns())
        [wanted] = await store.documents.some(WANTED_DOCUMENT)
        await jobs.resume()
        found = jobs.progress(msgspec.json.decode(wanted.body, type=AnalysisKey))
        jobs.close()
        await store.close()
        return found is not None

    with shared_file(path, ("one", "two")) as share:
        assert sorted(asyncio.run(is_resumed(share.of(number))) for number in range(2)) == [False, True]


@asynccontextmanager
async def two_workers(path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """The hubs of two workers on a file: the one that owns `TABLE`, which is stored, and the other."""
    loop = asyncio.get_running_loop()
    with shared_file(path, ("one", "two")) as share, ThreadPoolExecutor(1) as threads:
        stores = [SqliteStore(path, loop.call_soon_threadsafe, share=share.of(number)) for number in range(2)]
        owner, other = (
            Node("", store, threads) for store in sorted(stores, key=lambda store: not store.has(TABLE))
        )
        await other.hub.let_go(await other.open())  # any worker may make a table
        yield owner, other
        for store in stores:
            await store.close()


def test_only_the_worker_of_a_table_opens_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with two_workers(tmp_path / "toctoc.db") as (owner, other):
            with pytest.raises(OwnedElsewhere) as elsewhere:
                await other.hub.find(TABLE)
            assert elsewhere.value.owner == owner.store.nodes.own
            assert other.hub.tables == {}
            live = await owner.hub.find(TABLE)
            assert live is not None
            assert live.is_here

    asyncio.run(scene())


def test_a_worker_that_opened_the_table_of_another_stores_no_change_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with two_workers(tmp_path / "toctoc.db") as (owner, other):

            async def claim(_: str) -> None:
                """Grant any table, as a mistake would."""

            monkeypatch.setattr(other.store, "claim", claim)
            wrong = await other.hub.find(TABLE)
            assert wrong is not None
            closed = StoredFuture()
            wrong.close(closed.done)
            with pytest.raises(StoreError) as error:
                await closed.wait()
            assert (error.value.code, error.value.why) == ("store/stale", "taken")
            assert other.hub.tables == {}
            right = await owner.hub.find(TABLE)
            assert right is not None
            assert right.table.state.stage == "lobby"

    asyncio.run(scene())


def test_the_log_refuses_a_worker_whose_table_another_one_has_changed(tmp_path: Path) -> None:
    """By a mistake, both workers take every table for their own: neither the hash nor a lock tells them apart."""

    async def change(live: LiveTable) -> str:
        """Change the table; return the refusal, if any, once the table is as it is stored."""
        stored = StoredFuture()
        live.rehome("one", "another", stored.done)
        try:
            await stored.wait()
        except StoreError as error:
            return error.code
        return ""

    async def scene() -> None:
        loop, path = asyncio.get_running_loop(), tmp_path / "toctoc.db"
        with shared_file(path, ("here",)) as share, ThreadPoolExecutor(1) as threads:
            stores = [SqliteStore(path, loop.call_soon_threadsafe, share=share) for _ in range(2)]
            nodes = [Node("", store, threads) for store in stores]
            await nodes[0].hub.let_go(await nodes[0].open())
            one, two = [live for node in nodes if (live := await node.hub.find(TABLE))]
            assert all(store.has(TABLE) for store in stores)
            accepted = one.table.version
            for first, second in ((one, two), (two, one)) * 2:
                assert await change(first) == ""
                assert await change(second) == "store/stale"
                accepted += 1
                assert first.table.version == second.table.version == accepted, "it was read again"
            answers = await asyncio.gather(change(one), change(two))
            assert sorted(answers) == ["", "store/stale"]
            stored = await stores[0].load(TABLE)
            assert stored is not None
            assert stored.number + len(stored.entries) == accepted + 1
            for store in stores:
                await store.close()

    asyncio.run(scene())


def test_a_list_that_is_too_long_is_cut_at_a_table() -> None:
    lists = PublishedLists(2)
    lists.publish(0, [b"x" * 60_000, b"y" * 60_000, b"z" * 60_000])
    assert lists.read(0) == [b"x" * 60_000, b"y" * 60_000]
    assert lists.read(1) == []


def test_a_file_has_a_worker_for_each_core_and_a_database_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_processes, "usable_cores", lambda: 8)
    monkeypatch.setattr(worker_processes, "memory_bytes", lambda: 5 << 30)
    assert default_workers(ServerConfig()) == 5
    for address in (None, "10.0.0.7:8090"):
        database = ServerConfig(store="postgresql://toctoc@10.0.0.1/toctoc", node_address=address)
        assert default_workers(database) == 1
    monkeypatch.setattr(worker_processes, "memory_bytes", lambda: 1 << 40)
    assert default_workers(ServerConfig()) == 8
    monkeypatch.setattr(worker_processes, "memory_bytes", lambda: 1 << 29)
    assert default_workers(ServerConfig()) == 1
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(worker_processes, "memory_bytes", lambda: 1 << 40)
    assert default_workers(ServerConfig()) == 1


def test_a_container_limits_the_workers(tmp_path: Path) -> None:
    assert usable_cores(tmp_path) == len(os.sched_getaffinity(0))
    (tmp_path / "cpu.max").write_text("150000 100000\n")
    (tmp_path / "memory.max").write_text("268435456\n")
    assert usable_cores(tmp_path) == 1
    assert memory_bytes(tmp_path) == 268435456
    assert thread_limit(tmp_path) is None
    (tmp_path / "pids.max").write_text("2000\n")
    assert thread_limit(tmp_path) == 2000
    (tmp_path / "pids.max").write_text("max\n")
    assert thread_limit(tmp_path) is None
    (tmp_path / "cpu.max").write_text("max 100000\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert usable_cores(tmp_path) == len(os.sched_getaffinity(0))
    assert memory_bytes(tmp_path) > 268435456
