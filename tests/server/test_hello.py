"""A page that was loaded before the server learnt to speak another protocol."""

from pathlib import Path

import pytest

from tests.server.stage import Ear, Stage
from toctoc.table import commands
from toctoc.table.log import Settings


@pytest.mark.parametrize("protocol", [commands.PROTOCOL - 1, commands.PROTOCOL + 1])
def test_a_page_of_another_protocol_is_told_to_reload(tmp_path: Path, protocol: int) -> None:
    stage = Stage(tmp_path, "escalier", Settings(2))
    stage.hub.connect(stage.live, Ear(stage, "anna"))
    ear = next(iter(stage.live.connections))
    stage.hub.receive(stage.live, ear, commands.Hello(protocol))
    stage.settle()
    (*_, (_, _, told)) = stage.heard["anna"]
    assert told.startswith(b"bye hello/protocol")
    assert not any(b"welcome" in message for _, _, message in stage.heard["anna"])
    stage.close()
