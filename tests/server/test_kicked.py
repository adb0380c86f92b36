"""A kicked guest does not come back with another token from the same address."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from tests.server.local_server import CODE, TABLE
from toctoc.server.errors import HTTPError
from toctoc.server.security.identity import new_guest
from toctoc.server.transport.admission import Admissions
from toctoc.table import commands as c
from toctoc.table.log import Settings

HOME, FAR, ELSEWHERE = "192.0.2.1", "198.51.100.7", "203.0.113.9"


@pytest.fixture
def harness(tmp_path: Path) -> Any:
    """A table of Anna's, who is at home."""
    made = ServerHarness(tmp_path, "escalier", Settings(3))
    made.come("anna")
    yield made
    made.close()


def kick(harness: ServerHarness, guest: str, address: str) -> None:
    harness.come(guest)
    harness.connections[guest][-1].address = address
    harness.tell(guest, c.Sit("sits", 1, "Guest"))
    harness.tell("anna", c.Clear(f"clears {guest}", 1))
    assert guest in harness.live.table.state.banned


def admitted(harness: ServerHarness, address: str, guest: str = "") -> bool:
    """Whether a guest, or else one that nobody knows, is let in from an address."""
    token = harness.access.keys.seat_token(TABLE, guest or new_guest())
    admission = Admissions(harness.lookup, harness.access).admit(
        f"/api/tables/{CODE}/ws?token={token}", {}, address
    )
    try:
        asyncio.run(admission).end()
    except HTTPError as why:
        return why.code != "table/kicked"
    return True


def test_a_kicked_guest_does_not_come_back_with_another_token(harness: ServerHarness) -> None:
    assert admitted(harness, FAR)
    mallory, bert = new_guest(), new_guest()
    harness.come(bert)
    harness.connections[bert][-1].address = FAR
    harness.tell(bert, c.Sit("sits", 2, "Bert"))
    kick(harness, mallory, FAR)
    assert not admitted(harness, FAR)
    assert not admitted(harness, ELSEWHERE, mallory)
    assert admitted(harness, ELSEWHERE)
    assert admitted(harness, FAR, bert), "who has a seat comes from anywhere"


def test_a_kick_at_the_creator_s_address_bans_no_other_guest(harness: ServerHarness) -> None:
    kick(harness, new_guest(), HOME)
    assert admitted(harness, HOME)
