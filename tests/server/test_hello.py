"""A page that was loaded before the server learnt to speak another protocol."""

from pathlib import Path

import pytest

from tests.server.harness import FakeConnection, ServerHarness
from toctoc.server.requests import receive
from toctoc.table import commands
from toctoc.table.log import Settings


@pytest.mark.parametrize("protocol", [commands.PROTOCOL - 1, commands.PROTOCOL + 1])
def test_a_page_of_another_protocol_is_told_to_reload(tmp_path: Path, protocol: int) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.live.connect(FakeConnection(harness, "anna"))
    connection = next(iter(harness.live.connections))
    receive(harness.live, connection, commands.Hello(protocol))
    harness.settle()
    (*_, (_, _, told)) = harness.heard["anna"]
    assert told.startswith(b"bye hello/protocol")
    assert not any(b"welcome" in message for _, _, message in harness.heard["anna"])
    harness.close()
