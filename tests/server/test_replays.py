"""A replay over HTTP, of whatever the store holds."""

from pathlib import Path

import pytest

from tests.cli.invoke import changed, written
from tests.server.harness import CODE, ServerHarness
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
