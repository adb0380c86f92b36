"""Players without a connection: all are told at once who, since when, and when a stand-in plays."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from toctoc.table import commands as c
from toctoc.table.log import Settings

ABSENCE_GRACE_MS = 20_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerHarness]:
    server = playing(tmp_path, Settings(3))
    yield server
    server.close()


def playing(folder: Path, settings: Settings, *more: str) -> ServerHarness:
    """Anna and Zoé play, others or a bot with them; Max watches."""
    server = ServerHarness(folder, "toctoctoc", settings)
    for seat, guest in enumerate(("anna", "zoe", *more)):
        server.come(guest)
        server.tell(guest, c.Sit(f"sit {guest}", seat, guest.title()))
    server.come("max")
    server.tell("anna", c.Start("start", "apprenti"))
    return server


def told(server: ServerHarness, guest: str, kind: str = "absent") -> list[dict[str, Any]]:
    messages = [json.loads(message) for _, _, message in server.heard[guest]]
    return [message for message in messages if message["type"] == kind]


def test_all_clients_learn_at_once_of_a_lost_connection_and_of_its_return(server: ServerHarness) -> None:
    server.wait(3)
    assert told(server, "anna") == []
    at = server.live.now()
    server.go("zoe")
    absent = {"type": "absent", "at": at, "absent": [{"seat": 1, "since": at, "until": at + ABSENCE_GRACE_MS}]}
    assert told(server, "anna") == told(server, "max") == [absent]

    server.wait(7)
    server.come("eve")  # she comes in between
    assert told(server, "eve", "welcome")[0]["absent"] == absent["absent"]
    assert told(server, "eve", "welcome")[0]["at"] == at + 7_000

    server.come("zoe")
    assert told(server, "anna")[1:] == told(server, "max")[1:]
    assert told(server, "anna")[1:] == [{"type": "absent", "at": at + 7_000, "absent": []}]
    assert "absent" not in told(server, "zoe", "welcome")[-1]


def test_a_spectator_and_a_second_page_of_a_player_are_not_missed(server: ServerHarness) -> None:
    server.go("max")
    server.come("zoe")
    first = server.connections["zoe"].pop(0)
    server.live.disconnect(first)
    server.settle()
    assert told(server, "anna") == []


def test_an_absence_has_no_deadline_once_a_stand_in_plays(server: ServerHarness) -> None:
    server.go("zoe")
    since = server.live.now()
    server.wait(21)
    assert server.live.table.state.seats[1].away
    assert [message["absent"] for message in told(server, "anna")][1:] == [[{"seat": 1, "since": since}]]


def test_in_the_lobby_no_stand_in_is_announced_and_a_seat_that_is_freed_is_not_missed(tmp_path: Path) -> None:
    server = ServerHarness(tmp_path, "toctoctoc", Settings(3))
    for seat, guest in enumerate(("anna", "zoe")):
        server.come(guest)
        server.tell(guest, c.Sit(f"sit {guest}", seat, guest.title()))
    server.go("zoe")
    server.tell("anna", c.Clear("clear", 1))
    assert [message["absent"] for message in told(server, "anna")] == [[{"seat": 1, "since": 0}], []]


def test_a_slow_table_reports_no_absent_players(tmp_path: Path) -> None:
    server = playing(tmp_path, Settings(3, clock="day"))
    server.go("zoe")
    assert told(server, "anna") == []


def test_after_a_restart_the_time_of_a_missing_player_begins_with_the_tables(tmp_path: Path) -> None:
    server = playing(tmp_path, Settings(3), "ben")
    server.restart()
    server.heard.clear()
    for guest in ("ben", "anna"):
        server.come(guest, server.live.table.state.version)
    at = server.live.table.state.at
    assert told(server, "anna", "welcome")[0]["absent"] == [{"seat": 1, "since": at}]
    server.wait(20)  # until then the table's time stands still
    assert told(server, "anna")[-1] == {
        "type": "absent",
        "at": at,
        "absent": [{"seat": 1, "since": at, "until": at + ABSENCE_GRACE_MS}],
    }
    server.wait(20)
    assert server.live.table.state.seats[1].away
