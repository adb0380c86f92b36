"""The table's time: nobody loses any because the server was down, or because others came back sooner."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.stage import Stage
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.table import CLOCKS

FAST = CLOCKS["fast"] / 1000


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """L'Escalier for two with the fast clock; Anna is to act."""
    stage = Stage(tmp_path, "escalier", Settings(2, clock="fast"))
    for seat, guest in enumerate(("anna", "bert")):
        stage.come(guest)
        stage.tell(guest, commands.Sit("sit", seat, guest.title()))
    stage.tell("anna", commands.Start("start"))
    yield stage
    stage.close()


def moves(stage: Stage) -> int:
    return len([step for step in stage.steps if hasattr(step, "seat")])


def test_time_goes_on_while_everybody_is_there(stage: Stage) -> None:
    stage.wait(FAST - 1)
    assert moves(stage) == 0
    stage.wait(1)
    assert moves(stage) == 1


def test_it_stands_still_while_the_server_is_down_and_nobody_is_back(stage: Stage) -> None:
    stage.wait(FAST - 5)
    before = stage.hub.now(stage.live)
    stage.restart()
    stage.wait(1_000)
    assert stage.hub.now(stage.live) <= before
    assert moves(stage) == 0


def test_whoever_comes_back_more_slowly_loses_no_time(stage: Stage) -> None:
    """The log knows of nothing since the deal, so after a restart Anna has her whole time again."""
    stage.wait(FAST - 5)
    stage.restart()
    stage.come("bert")
    stage.wait(15)
    stage.come("anna")
    stage.wait(FAST - 1)
    assert moves(stage) == 0
    stage.wait(1)
    assert moves(stage) == 1


def test_but_nobody_waits_for_ever_for_those_who_do_not_come(stage: Stage) -> None:
    stage.restart()
    stage.come("bert")
    stage.wait(19)
    assert stage.hub.now(stage.live) == stage.live.base
    stage.wait(2)
    assert stage.hub.now(stage.live) > stage.live.base
    stage.wait(60)
    assert moves(stage) > 0


def test_a_line_is_credited_as_soon_as_it_was_measured(stage: Stage) -> None:
    ear = stage.ears["bert"][-1]
    ear.credit = 120  # milliseconds: a slow line
    stage.hub.measured(stage.live, ear)
    assert stage.live.table.presence.credits["bert"] == 120
