"""Hints cost thinking time, which all tables share."""

import json
from pathlib import Path

from tests.server.harness import ServerHarness
from toctoc.server.requests import receive
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.messages import Hinted


def test_a_guest_gets_one_hint_after_the_other(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2, hints=True))
    harness.hub.services.hints.advise = lambda _table, _seat: lambda: Hinted("", "turn red", "count", {})
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    harness.tell("anna", commands.Start("start", "petit-fantome"))
    harness.wait(4)
    harness.heard.clear()
    for number in range(3):  # before any of them is thought over
        receive(harness.live, harness.connections["anna"][0], commands.Hint(f"hint-{number}"))
    harness.settle()
    harness.tell("anna", commands.Hint("later"))
    heard = [json.loads(message) for _, _, message in harness.heard["anna"]]
    assert [message["id"] for message in heard if message["type"] == "hinted"] == ["hint-0", "later"]
    assert [message["code"] for message in heard if message["type"] == "refused"] == ["hint/thinking"] * 2
    harness.close()
