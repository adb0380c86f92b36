"""A cluster of machines plays the same games to the last byte; its failures have messages."""

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.arena.dask import SCHEDULER, WORKER, FakeClient, FakeExecutor, Killed, fake_package, real_cluster
from tests.cli.invoke import run, start
from toctoc import extras
from toctoc.arena import cluster as module
from toctoc.arena.cluster import Cluster, ClusterFailed
from toctoc.arena.plan import Simulation
from toctoc.arena.pool import spread
from toctoc.arena.simulation import simulate
from toctoc.core.compile import compiled


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", fake_package())
    monkeypatch.setattr(module, "find_spec", lambda name: module.__spec__)
    monkeypatch.setattr(compiled, "available", lambda: False)


@pytest.mark.usefixtures("dask")
def test_a_cluster_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.arena.simulation.PLAIN_BATCH", 7)
    plan = Simulation.of("escalier", 2, 40, 3, {})
    with Cluster(SCHEDULER) as cluster:
        assert cluster.ahead == 4
        assert simulate(plan, cores=cluster) == simulate(plan, cores=1)


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_commands_take_its_address(command: str) -> None:
    bots = ["--field", "random,petit-fantome"] if command == "arena" else []
    arguments = [command, "escalier", *bots, "-p", "2", "-g", "4", "-s", "5", "--json"]
    there, here = run(*arguments, "--cluster", SCHEDULER), run(*arguments, "--cores", "1")
    assert there.exit_code == 0
    assert there.stdout.partition('"speed"')[0] == here.stdout.partition('"speed"')[0]
    assert run(*arguments, "--cluster", SCHEDULER, "--cores", "2").stderr.endswith(
        "--cores is for this machine, --cluster for others: give one of them.\n"
    )


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    result = run("simulate", "escalier", "--cluster", SCHEDULER)
    assert result.exit_code == 2
    assert extras.how("cluster") in result.stderr


@pytest.mark.usefixtures("dask")
def test_an_unreachable_address_is_named() -> None:
    result = run("arena", "escalier", "--cluster", "tcp://10.9.9.9:1")
    assert result.exit_code == 2
    assert result.stderr.startswith("toctoc: No Dask cluster can be reached at tcp://10.9.9.9:1: Timed out")


def times_out(*_: object, **__: object) -> None:
    raise TimeoutError


@pytest.mark.usefixtures("dask")
def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeClient, "wait_for_workers", times_out)
    result = run("simulate", "escalier", "--cluster", SCHEDULER)
    assert result.stderr == f"toctoc: The cluster at {SCHEDULER} has no workers.\n"


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize(("name", "value"), [("digest", "another"), ("finds", ModuleNotFoundError("toctoc"))])
def test_a_worker_with_another_toctoc_or_none_is_refused(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeClient, name, value)
    result = run("simulate", "escalier", "--cluster", SCHEDULER)
    assert result.exit_code == 2
    assert f"Not all machines of the cluster have the same Toctoc as this one ({WORKER})" in result.stderr


def test_other_weights_or_a_missing_numpy_change_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = tmp_path / "bots" / "weights.npz"
    weights.parent.mkdir()
    monkeypatch.setattr("toctoc.arena.cluster.toctoc.__file__", str(tmp_path / "__init__.py"))
    found = set()
    for content, spec in ((b"one", object()), (b"two", object()), (b"two", None)):
        weights.write_bytes(content)
        monkeypatch.setattr(module, "find_spec", lambda _, spec=spec: spec)
        found.add(module.fingerprint.__wrapped__())
    assert len(found) == 3


def test_a_worker_that_joins_later_checks_its_own_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    assert module._alike(module.fingerprint(), abs, -3) == 3
    with pytest.raises(ClusterFailed, match=r"\(other\)"):
        module._alike("another", abs, -3)


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize(
    ("fate", "words"),
    [
        (Killed(), f"The same games have killed several workers, the last at {WORKER}"),
        ("cancelled", "The connection to the cluster is lost."),
        (ImportError("No module named 'toctoc.arena'"), "Not all machines of the cluster"),
    ],
)
def test_a_later_failure_of_the_cluster_is_named(
    fate: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeExecutor, "fate", fate)
    result = run("simulate", "escalier", "-g", "3", "--cluster", SCHEDULER)
    assert result.exit_code == 1
    assert words in result.stderr
    assert result.stderr.endswith("Nothing was written.\n")


@pytest.mark.usefixtures("dask")
def test_a_failing_piece_raises_here_and_cancels_the_rest() -> None:
    with Cluster(SCHEDULER) as cluster, pytest.raises(ValueError, match="invalid literal"):
        list(spread(partial(int, base=10), ["1", "x", "3"], cluster))


@pytest.mark.nightly
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_three_real_workers_of_which_one_is_killed_give_the_bytes_of_one_process(
    command: str, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    bots, games = (["--field", "random,petit-fantome,voyante"], "600") if command == "arena" else ([], "2000")
    arguments = [command, "toctoctoc", *bots, "-p", "4", "-g", games, "-s", "5", "--json"]
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    here = run(*arguments, "--cores", "1", "--record", alone)
    part = together if command == "arena" else tmp_path / "together.jsonl.part"
    with real_cluster(tmp_path, workers=3) as cluster:
        with start(*arguments, "--cluster", cluster.address, "--record", together) as child:
            while child.poll() is None and not (part.exists() and part.stat().st_size):
                time.sleep(0.01)
            assert child.poll() is None
            os.kill(cluster.workers[0].pid, signal.SIGKILL)
            out, err = child.communicate()
        assert (child.returncode, err) == (0, "")
        assert cluster.workers[0].wait() == -signal.SIGKILL
    assert out.partition('"speed"')[0] == here.stdout.partition('"speed"')[0]
    assert together.read_bytes() == alone.read_bytes()
