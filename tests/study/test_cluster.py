"""A study on a cluster gives the same page byte by byte, and names a failure of the cluster."""

import sys
from pathlib import Path

import pytest

from tests.arena.dask import SCHEDULER, FakeExecutor, fake_package
from tests.cli.invoke import run
from toctoc.arena import cluster

pytestmark = pytest.mark.usefixtures("plain")
STUDY = ("study", "escalier", "--players", "2", "--games", "2", "--seed", "2", "--only", "ablation")


def test_the_page_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", fake_package())
    monkeypatch.setattr(cluster, "find_spec", lambda _: cluster.__spec__)
    here, there = tmp_path / "here.html", tmp_path / "there.html"
    assert run(*STUDY, "--cores", "1", "--out", here).exit_code == 0
    assert run(*STUDY, "--cluster", SCHEDULER, "--out", there).exit_code == 0
    assert there.read_bytes() == here.read_bytes()
    monkeypatch.setattr(FakeExecutor, "fate", "cancelled")
    lost = run(*STUDY, "--cluster", SCHEDULER, "--out", tmp_path / "lost.html")
    assert lost.exit_code == 1
    assert "The connection to the cluster is lost." in lost.stderr
