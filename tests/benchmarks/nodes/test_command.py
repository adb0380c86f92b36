"""The load on nodes as it is called: what it shows, and all of it for an instant on a real PostgreSQL."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.live.figures import Phase
from benchmarks.live.measure import Load
from benchmarks.nodes import command
from benchmarks.nodes.database import children, family_seconds, parent, postmaster
from benchmarks.nodes.figures import SETTINGS, Row, Setting, Used
from tests.storage.postgres import Cluster

PHASE = Phase(
    moves=1_000, seconds=2.0, p50=5.0, p95=20.0, p99=40.0, worst=60.0, held_p99=1.0, server_cpu=0.5,
    client_cpu=0.1, others_cpu=0.7,
)  # fmt: skip


def test_tables_are_spread_and_players_are_where_the_setting_says() -> None:
    assert [Setting(2).place(table) for table in range(3)] == [(0, 0), (1, 1), (0, 0)]
    elsewhere = Setting(3, is_elsewhere=True)
    assert [elsewhere.place(table) for table in range(4)] == [(0, 1), (1, 2), (2, 0), (0, 1)]
    assert [(row.title, row.is_elsewhere) for row in SETTINGS] == [
        ("SQLite, 1 node", False), ("PostgreSQL, 1 node", False), ("PostgreSQL, 2 nodes", False),
        ("PostgreSQL, 2 nodes", True), ("PostgreSQL, 3 nodes", False), ("PostgreSQL, 3 nodes", True),
    ]  # fmt: skip


def test_the_cost_of_a_move_is_told_by_part() -> None:
    used = Used(0.6, 300_000, 500_000).since(Used(0.2, 100_000, 100_000))
    rows = [
        Row(Setting(1, is_database=False), PHASE, 500, (50_000_000, 54_000_000), 9.0),
        Row(Setting(2, is_elsewhere=True), PHASE, 250, (100_000_000, 104_000_000), 9.0, used),
        Row(Setting(3), PHASE, 250, (150_000_000, 154_000_000), 9.0, Used(None, 0, 0).since(used)),
    ]
    _, costs, kept = command.report({}, Load(40, 2.0, 2.0, 1.0), rows)
    assert costs.rows[0][2:] == ["500", "5.00", "20.0", "40.0", "500", "–", "100", "0.35"]
    assert costs.rows[1][:2] == ["PostgreSQL, 2 nodes", "another node"]
    assert costs.rows[1][-3:] == ["400", "100", "0.15"]  # of others, PostgreSQL is none
    assert costs.rows[2][-3:] == ["–", "100", "0.35"]  # it ran on another machine
    assert kept.rows[0][2:] == ["250", "2.00", "–", "–", "50.0", "0.100", "9.00"]
    assert kept.rows[1][2:] == ["125", "4.00", "200", "400", "50.0", "0.100", "9.00"]


def test_the_time_of_a_family_is_that_of_all_its_processes() -> None:
    me = os.getpid()
    assert parent(me) == os.getppid()
    assert me in children(os.getppid())
    assert family_seconds(me) >= 0
    assert postmaster(me) is None  # this is no PostgreSQL


def test_a_file_is_no_database() -> None:
    result = CliRunner().invoke(command.main, ["--store=toctoc.db"])
    assert result.exit_code == 1
    assert "postgresql://" in result.output


@pytest.mark.long
def test_all_rows_for_an_instant(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, file = tmp_path / "server.md", tmp_path / "figures.json"
    page.write_text(f"before\n{command.MARKS[0]}\n{command.MARKS[1]}\nafter\n", "utf-8")
    monkeypatch.setattr("benchmarks.nodes.command.SERVER_PAGE", page)
    result = CliRunner().invoke(command.main, [f"--store={cluster.url()}", "--quick", "--write", f"--json={file}"])
    assert result.exit_code == 0, result.output
    assert "| PostgreSQL, 3 nodes | another node | " in page.read_text("utf-8")
    rows = json.loads(file.read_text("utf-8"))["rows"]
    assert [row["phase"]["moves"] for row in rows] == [12] * len(SETTINGS)
    assert all(row["commits"] > 0 for row in rows)
    assert [row["used"] is None for row in rows] == [True, *[False] * (len(SETTINGS) - 1)]
    left = "SELECT count(*) FROM pg_namespace WHERE nspname = 'toctoc_bench'"
    assert cluster.execute(left) == [(0,)]
