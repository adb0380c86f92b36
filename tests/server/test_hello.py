"""The first message: from a page of another protocol; and the one that only asks whether the line is alive."""

from pathlib import Path

import pytest

from tests.server.harness import FakeConnection, ServerHarness
from toctoc.server.live.dispatch import receive
from toctoc.table import commands
from toctoc.table.log import Settings


@pytest.mark.parametrize("protocol", [commands.PROTOCOL - 1, commands.PROTOCOL + 1])
def test_a_page_of_another_protocol_must_reload(tmp_path: Path, protocol: int) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.live.connect(FakeConnection(harness, "anna"))
    connection = next(iter(harness.live.connections))
    receive(harness.live, connection, commands.Hello(protocol))
    harness.settle()
    (*_, (_, _, told)) = harness.heard["anna"]
    assert told.startswith(b"bye hello/protocol")
    assert not any(b"welcome" in message for _, _, message in harness.heard["anna"])


def test_a_ping_is_answered_at_once_and_changes_nothing(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    harness.settle()
    version, heard = harness.live.table.state.version, len(harness.heard["anna"])
    harness.tell("anna", commands.Ping())
    assert [message for _, _, message in harness.heard["anna"][heard:]] == [b'{"type":"pong"}']
    harness.settle()
    assert harness.live.table.state.version == version


def test_a_ping_does_not_wait_for_the_store(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    harness.settle()
    heard = len(harness.heard["anna"])
    [connection] = harness.connections["anna"]
    receive(harness.live, connection, commands.Sit("s", 0, "Anna"))
    receive(harness.live, connection, commands.Ping())
    assert harness.heard["anna"][heard][2] == b'{"type":"pong"}'
    harness.settle()
    assert b'"done"' in harness.heard["anna"][-1][2]
