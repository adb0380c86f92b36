"""One visitor cannot fill the disk: what is stored for a guest, an address and a table has a rate."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from toctoc.server.security.limits import Addresses, Limits
from toctoc.table import commands as c
from toctoc.table.handlers import EXTRA_LIMIT
from toctoc.table.log import Settings
from toctoc.table.throttle import Throttle


@pytest.fixture
def harness(tmp_path: Path) -> Any:
    """A table of Anna's, where she plays against a bot."""
    made = ServerHarness(tmp_path, "chocottes", Settings(2))
    made.come("anna")
    made.tell("anna", c.Sit("sits", 0, "Anna"))
    made.tell("anna", c.Start("starts", "chasseur"))
    made.wait(20)
    made.wait(100)  # what she has changed so far is forgotten
    yield made
    made.close()


def arrange(harness: ServerHarness, times: int, word: str = "") -> int:
    """Move cards to and fro; how often that was stored."""
    before = harness.live.table.state.version
    for number in range(times):
        harness.tell("anna", c.Move(f"{word}{number}", f"arrange {1 + number % 2} to {2 - number % 2}"))
    return harness.live.table.state.version - before


def last(harness: ServerHarness) -> bytes:
    return harness.heard["anna"][-1][2]


def test_cards_are_moved_to_and_fro_so_often_and_no_more(harness: ServerHarness) -> None:
    burst, per_second = EXTRA_LIMIT
    assert arrange(harness, burst + 50) == burst
    assert b"change/too-many" in last(harness)
    version = harness.live.table.state.version
    harness.tell("anna", c.Sit("again", 0, "Berta"))  # nor is anything else done that is no move of a turn
    assert b"change/too-many" in last(harness)
    assert harness.live.table.state.version == version
    harness.wait(10 / per_second)
    assert arrange(harness, 50, "later ") == 10


def test_a_table_s_log_grows_by_so_much_in_an_hour(harness: ServerHarness) -> None:
    harness.live.growth = Throttle(5, 5 / 3_600)
    assert arrange(harness, 20) == 5
    assert b"change/too-many" in last(harness)


def test_a_refused_command_takes_nothing_from_the_table(harness: ServerHarness) -> None:
    harness.live.growth = Throttle(5, 5 / 3_600)
    for number in range(20):
        harness.tell("anna", c.Clear(f"clears {number}", 7))
    assert arrange(harness, 5) == 5


def test_an_address_changes_so_much_and_no_more(harness: ServerHarness) -> None:
    addresses = Addresses(Limits(changes_per_minute=3), lambda: harness.now)
    harness.hub.services.may_change = addresses.change
    assert arrange(harness, 20) == 6
    harness.wait(60)
    assert arrange(harness, 20, "later ") == 3
