"""A replay over HTTP, of whatever the store holds."""

from pathlib import Path

import pytest

from tests.cli.invoke import changed, written
from tests.server.harness import CODE, ServerHarness
from toctoc.server.thinking import Room
from toctoc.table.log import Settings

PATH = f"/api/tables/{CODE}/replay"


def test_a_game_by_other_rules_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    line = changed(written("escalier"), lambda data: data.update(rules=99))
    monkeypatch.setattr(harness.hub.services.store, "record", lambda *_: line, raising=False)
    harness.get(PATH)
    (*_, answer) = harness.heard["http"]
    assert b"record/old" in answer[2]
    assert b"409" in answer[2]
    harness.close()


@pytest.mark.parametrize("what", ["replay", "deal"])
def test_where_too_many_games_are_looked_through_one_is_told_to_come_again(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    monkeypatch.setattr(harness.hub.services.store, "record", lambda *_: written("escalier"), raising=False)
    analyses = harness.hub.services.analyses
    analyses.busy, analyses.room = analyses.threads, Room(waiting=0)  # somebody else's, and nobody may wait
    harness.get(f"/api/tables/{CODE}/{what}")
    analyses.busy = 0
    harness.get(f"/api/tables/{CODE}/{what}")
    refused, answered = (message for _, _, message in harness.heard["http"])
    assert b"record/busy" in refused
    assert b"503" in refused
    assert b"'status': 200" in answered
    harness.close()
