"""The table's time: nobody loses any because the server was down, or because others came back sooner."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import ServerHarness
from toctoc.table import commands
from toctoc.table.effects import CLOCK_MS
from toctoc.table.log import Settings

FAST = CLOCK_MS["fast"] / 1000


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[ServerHarness]:
    """L'Escalier for two with the fast clock; Anna is to act."""
    harness = ServerHarness(tmp_path, "escalier", Settings(2, clock="fast"))
    for seat, guest in enumerate(("anna", "bert")):
        harness.come(guest)
        harness.tell(guest, commands.Sit("sit", seat, guest.title()))
    harness.tell("anna", commands.Start("start"))
    yield harness
    harness.close()


def moves(harness: ServerHarness) -> int:
    return len([step for step in harness.steps if hasattr(step, "seat")])


def test_time_goes_on_while_all_players_are_connected(harness: ServerHarness) -> None:
    harness.wait(FAST - 1)
    assert moves(harness) == 0
    harness.wait(1)
    assert moves(harness) == 1


def test_time_stands_still_while_the_server_is_down_and_no_player_is_back(harness: ServerHarness) -> None:
    harness.wait(FAST - 5)
    before = harness.live.now()
    harness.restart()
    harness.wait(1_000)
    assert harness.live.now() <= before
    assert moves(harness) == 0


def test_a_player_who_reconnects_late_loses_no_time(harness: ServerHarness) -> None:
    """The log knows of nothing since the deal, so after a restart Anna has her whole time again."""
    harness.wait(FAST - 5)
    harness.restart()
    harness.come("bert")
    harness.wait(15)
    harness.come("anna")
    harness.wait(FAST - 1)
    assert moves(harness) == 0
    harness.wait(1)
    assert moves(harness) == 1


def test_the_table_does_not_wait_for_ever_for_absent_players(harness: ServerHarness) -> None:
    harness.restart()
    harness.come("bert")
    harness.wait(19)
    assert harness.live.now() == harness.live.asleep_at
    harness.wait(2)
    assert harness.live.now() > harness.live.asleep_at
    harness.wait(60)
    assert moves(harness) > 0


def test_a_line_is_credited_as_soon_as_it_was_measured(harness: ServerHarness) -> None:
    connection = harness.connections["bert"][-1]
    connection.credit = 120  # milliseconds: a slow line
    harness.live.measured(connection)
    assert harness.live.table.presence.credits["bert"] == 120
