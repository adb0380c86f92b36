"""Hints cost thinking time, which all tables share."""

import json
from pathlib import Path

from tests.server.stage import Stage
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.messages import Hinted


def test_a_guest_gets_one_hint_after_the_other(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "escalier", Settings(2, hints=True))
    stage.hub.hint = lambda _table, _seat: lambda: Hinted("", "turn red", "count", {})
    stage.come("anna")
    stage.tell("anna", commands.Sit("sit", 0, "Anna"))
    stage.tell("anna", commands.Start("start", "petit-fantome"))
    stage.wait(4)
    stage.heard.clear()
    for number in range(3):  # before any of them is thought over
        stage.hub.receive(stage.live, stage.ears["anna"][0], commands.Hint(f"hint-{number}"))
    stage.settle()
    stage.tell("anna", commands.Hint("later"))
    heard = [json.loads(message) for _, _, message in stage.heard["anna"]]
    assert [message["id"] for message in heard if message["type"] == "hinted"] == ["hint-0", "later"]
    assert [message["code"] for message in heard if message["type"] == "refused"] == ["hint/thinking"] * 2
    stage.close()
