"""`toctoc serve --workers N`: nodes in several processes behind one port."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.invoke import run
from tests.forks import PROCESS_TIMEOUT_S
from tests.server.killable_server import ROOT
from tests.storage.postgres import Cluster, cluster

__all__ = ["cluster"]  # a fixture

WORKERS = 3
CHILDREN = "/proc/{0}/task/{0}/children"
# Logged by a node on a busy machine. No other line of the store is excused.
LATE_HEARTBEAT = re.compile(
    r'"message": "(the store does not get the heartbeat|this node could not renew its lease)'
)


def command(store: str, *options: str) -> "subprocess.Popen[str]":
    path = f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return subprocess.Popen(
        [sys.executable, "-m", "toctoc", "serve", "--port", "0", "--store", store, "--lang", "en", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


@contextmanager
def office(store: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The process that looks after the workers, and where they serve."""
    process = command(store, "--workers", str(WORKERS))
    try:
        assert process.stdout is not None
        found = re.search(r"http\S+", process.stdout.readline())
        assert found, process.communicate()[1]
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def workers(process: "subprocess.Popen[str]") -> list[int]:
    return [int(each) for each in Path(CHILDREN.format(process.pid)).read_text().split()]


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PROCESS_TIMEOUT_S
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def living(cluster: Cluster, url: str) -> int:
    return int(cluster.execute("SELECT count(*) FROM nodes WHERE seen > now() - interval '3 s'", url)[0][0])


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")
def test_a_worker_that_dies_is_replaced_and_all_end_in_order(cluster: Cluster) -> None:
    url = cluster.new_store()
    with office(url) as (process, where):
        until(lambda: living(cluster, url) == WORKERS)
        before = workers(process)
        assert len(before) == WORKERS
        os.kill(before[1], signal.SIGKILL)
        until(lambda: len(workers(process)) == WORKERS and before[1] not in workers(process))
        for _ in range(2 * WORKERS):  # whichever of them answers
            made = httpx.post(
                f"{where}/api/tables", json={"game": "escalier"}, trust_env=False, timeout=PROCESS_TIMEOUT_S
            )
            assert made.status_code == 201
            found = httpx.get(
                f"{where}/api/tables/{made.json()['code']}", trust_env=False, timeout=PROCESS_TIMEOUT_S
            )
            assert found.status_code == 200
        until(lambda: living(cluster, url) >= WORKERS)
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=PROCESS_TIMEOUT_S)
        assert process.returncode == 0
        [complaint] = [line for line in complaints.splitlines() if not LATE_HEARTBEAT.search(line)]
        assert re.fullmatch(r'\{.*"message": "worker \d ended \(-9\) and is started again"\}', complaint)
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in before))
        assert cluster.execute("SELECT count(*) FROM nodes", url) == [(1,)], "only the one that was killed"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")
def test_workers_do_not_outlive_the_one_that_looks_after_them(cluster: Cluster) -> None:
    url = cluster.new_store()
    with office(url) as (process, _):
        until(lambda: len(workers(process)) == WORKERS)
        before = workers(process)
        process.kill()
        until(lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in before))


@pytest.mark.parametrize(
    "address", ["0.0.0.0:8090", "[::]:8090", "10.0.0.7:80901", "http://10.0.0.7", "a b", ":8090"]
)
def test_other_nodes_must_be_able_to_reach_an_address(tmp_path: Path, address: str) -> None:
    said = refused("--store", tmp_path / "toctoc.db", "--node-address", address)
    assert said.startswith("toctoc: The address of a node looks like 10.0.0.7:8090")


def refused(*options: str | Path) -> str:
    result = run("serve", "--port", "0", "--lang", "en", *options)
    assert result.exit_code == 2
    return result.stderr
