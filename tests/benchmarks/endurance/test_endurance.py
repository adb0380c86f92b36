"""Hours of churn, floods and faults, for an instant: how it is called, what it shows, and that it can fail."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.endurance import command, measure
from benchmarks.endurance.measure import FaultRecovery, Outcome, Plan, Sample
from benchmarks.endurance.people import Party, check, digest
from benchmarks.endurance.servers import EARLY, FileServer, NodeServers, Servers
from tests.server.guest import Guest
from tests.storage.postgres import Cluster

CODE = "spectre-lune-7"
LOG_ROWS = [(CODE, 1, b'[0, ["opened"], 0, null]'), (CODE, 2, b'[0, ["sat"], 0, "0-1"]')]
PLAN = Plan(minutes=60, tables=2, tempo=1, round_seconds=60, flood_seconds=5)


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[str, Any]:
    """Run the benchmark for an instant; return the page that it writes, and its figures."""
    page, file = tmp_path / "server.md", tmp_path / "figures.json"
    stores = (FileServer, NodeServers)
    page.write_text("\n".join(mark for store in stores for mark in command.marks(store.title)), "utf-8")
    monkeypatch.setattr(command, "SERVER_PAGE", page)
    monkeypatch.setattr(measure, "SETTLE_SECONDS", 0.0)
    result = CliRunner().invoke(command.main, ["--quick", "--write", f"--json={file}", *arguments])
    assert result.exit_code == 0, (result.output, result.exception)
    return page.read_text("utf-8"), json.loads(file.read_text("utf-8"))


def test_everybody_is_back_after_a_fault_and_every_game_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, found = run(tmp_path, monkeypatch)
    assert "| kill -9 of a worker | 1 | " in page
    assert [each["fault"] for each in found["recoveries"]] == ["kill -9 of a worker"]
    done = found["done"]
    assert done["rounds"] == done["floods"] == 1
    assert done["tables"] == 2
    assert done["games"] == done["games verified again"] >= 2
    assert done["acknowledged"] > done["games"]
    assert len(found["samples"]) == 4  # two processes, before the round and after it


@pytest.mark.long
def test_nodes_of_a_database_for_an_instant(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, found = run(tmp_path, monkeypatch, f"--store={cluster.url()}")
    assert "| kill -9 | 1 | " in page
    assert found["done"]["games"] == found["done"]["games verified again"] >= 2
    assert len(found["samples"]) == 6


def test_other_stores_are_refused() -> None:
    result = CliRunner().invoke(command.main, ["--store=toctoc.db"])
    assert result.exit_code == 1
    assert "postgresql://" in result.output


# --- checks ------------------------------------------------------------------------------------------------------


class Stored:
    """A store with the given rows."""

    def __init__(self, rows: list[tuple[str, int, bytes]]) -> None:
        self.found = rows

    def rows(self, _codes: object) -> list[tuple[str, int, bytes]]:
        return self.found


def party() -> Party:
    guest = Guest(lambda: "", CODE, "token", 0, Random(1))
    guest.version, guest.done = 2, {"0-1": 2}
    return Party(CODE, [guest], "127.0.0.1")


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (LOG_ROWS[:1], "was shown 2 of 1 lines"),
        ([LOG_ROWS[0], (CODE, 2, b'[0, ["sat"], 0, "0-2"]')], "0-1 was done at 2"),
        ([*LOG_ROWS, (CODE, 3, LOG_ROWS[1][2])], "counted twice"),
    ],
    ids=["lost", "replaced", "doubled"],
)
def test_an_acknowledged_command_that_is_not_stored_once_fails(
    rows: list[tuple[str, int, bytes]], complaint: str
) -> None:
    check(Stored(LOG_ROWS), [party()])  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match=complaint):
        check(Stored(rows), [party()])  # type: ignore[arg-type]


def test_a_changed_log_has_another_digest() -> None:
    assert digest(LOG_ROWS) == digest(reversed(LOG_ROWS))
    assert digest(LOG_ROWS) != digest(LOG_ROWS[:1])


# --- plans and figures -------------------------------------------------------------------------------------------


def kinds(servers: Servers, progress: float) -> Counter[str]:
    return Counter(kind for kind, _ in servers.faults(progress))


def test_one_process_of_each_store_survives(tmp_path: Path) -> None:
    (tmp_path / "nodes").mkdir()
    file, nodes = FileServer(tmp_path, Random(1)), NodeServers(tmp_path / "nodes", Random(1), "")
    assert "kill -9 of all" in kinds(file, 0)
    assert set(kinds(file, EARLY)) == {"kill -9 of a worker", "SIGSTOP for 6 s"}
    hit = {
        getattr(harm, "args", ()) for kind, harm in nodes.faults(0) if kind in ("kill -9", "SIGTERM and restart")
    }
    assert hit == {(1,), (2,)}


def outcome(*megabytes: int) -> Outcome:
    """An outcome of one old process, and of a younger one that is sampled after it."""
    found = Outcome("SQLite, 2 workers", 60.0, recoveries=[FaultRecovery("kill -9", 2.0, 3.0)])
    for number, each in enumerate(megabytes):
        found.samples.append(Sample(10.0 * number, 1, 10.0 * number, each, 20, 7, 0))
        found.samples.append(Sample(10.0 * number, 2 + number, 1.0, 900, 20, 7, 0))
    return found


def test_the_oldest_process_may_grow_by_a_tenth_once_it_is_warm() -> None:
    assert not outcome(50, 90, 100, 100, 100, 110, 110, 110).has_grown
    grown = outcome(50, 90, 100, 100, 100, 111, 111, 111)
    assert grown.has_grown
    assert grown.warm() == tuple({"megabytes": size, "files": 20, "threads": 7} for size in (100, 111))
    assert outcome(50, 90, 100, 200).warm() is None, "too young to tell"


@pytest.mark.parametrize(
    ("threads", "has_grown"), [(measure.POOL_THREADS, False), (measure.POOL_THREADS + 1, True)]
)
def test_threads_may_grow_up_to_the_size_of_the_pools(threads: int, has_grown: bool) -> None:
    found = outcome(*[100] * 9)
    found.samples = [
        replace(sample, threads=threads) if sample.minute > 50 else sample for sample in found.samples
    ]
    assert found.has_grown is has_grown


def test_the_report_shows_recoveries_and_the_oldest_process() -> None:
    *_, recoveries, memory = command.report({}, PLAN, outcome(*range(100, 130)))
    assert recoveries.rows == [["kill -9", "1", "2.0", "2.0", "3.0"]]
    assert "since it was 20 minutes old" in memory.title
    assert len(memory.rows) == command.MAX_ROWS
    assert [row[0] for row in (memory.rows[0], memory.rows[-1])] == ["0", "290"]
