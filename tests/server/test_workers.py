"""`toctoc serve --workers N`: nodes in several processes behind one port."""

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.forks import PROCESS_TIMEOUT_S
from tests.scale import each
from tests.server.hosting import PLENTY, Server
from tests.storage.postgres import Cluster, cluster

__all__ = ["cluster"]  # a fixture

WORKERS = 2
CHILDREN = "/proc/{0}/task/{0}/children"
# Logged by a node on a busy machine. No other line of the store is excused.
LATE_HEARTBEAT = re.compile(
    r'"message": "(the store does not get the heartbeat|this node could not renew its lease)'
)
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")


def office(folder: Path, store: str) -> Server:
    """Return the process that starts the workers and watches them."""
    server = Server(folder, *PLENTY, "--workers", str(WORKERS))
    server.database = store
    return server


def workers(process: int) -> list[int]:
    return [int(each) for each in Path(CHILDREN.format(process)).read_text().split()]


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PROCESS_TIMEOUT_S
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def living(cluster: Cluster, url: str) -> int:
    return int(cluster.execute("SELECT count(*) FROM nodes WHERE seen > now() - interval '3 s'", url)[0][0])


def test_a_worker_that_dies_is_replaced_and_all_end_in_order(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.new_store()
    with office(tmp_path, url) as server:
        until(lambda: living(cluster, url) == WORKERS)
        before = workers(server.pid)
        assert len(before) == WORKERS
        os.kill(before[1], signal.SIGKILL)
        until(lambda: len(workers(server.pid)) == WORKERS and before[1] not in workers(server.pid))
        with server.http() as http:
            for _ in range(2 * WORKERS):  # whichever of them answers
                assert http.get(f"/api/tables/{server.make('escalier')['code']}").status_code == 200
        until(lambda: living(cluster, url) >= WORKERS)
        code, complaints = server.interrupt(signal.SIGTERM)
        assert code == 0
        [complaint] = [line for line in complaints.splitlines() if not LATE_HEARTBEAT.search(line)]
        assert re.fullmatch(r'\{.*"message": "worker \d ended \(-9\) and is started again"\}', complaint)
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in before))
        assert cluster.execute("SELECT count(*) FROM nodes", url) == [(1,)], "only the one that was killed"


def test_workers_end_when_their_parent_is_killed(tmp_path: Path, cluster: Cluster) -> None:
    with office(tmp_path, cluster.new_store()) as server:
        until(lambda: len(workers(server.pid)) == WORKERS)
        before = workers(server.pid)
        server.kill()
        until(lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in before))


@each("address", ["0.0.0.0:8090", "[::]:8090", "10.0.0.7:80901", "http://10.0.0.7", "a b", ":8090"])
def test_an_address_that_no_other_node_can_reach_is_refused(tmp_path: Path, address: str) -> None:
    store = tmp_path / "toctoc.db"
    result = run("serve", "--port", "0", "--lang", "en", "--store", store, "--node-address", address)
    assert result.exit_code == 2
    assert result.stderr.startswith("toctoc: The address of a node looks like 10.0.0.7:8090")
