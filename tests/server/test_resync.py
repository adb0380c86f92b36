"""A revealed card is shown once: no reload, restart or second device shows it again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.table import Growth


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[ServerHarness]:
    """Chocottes, which begins with everybody looking at two of their cards (C3)."""
    harness = ServerHarness(tmp_path, "chocottes", Settings(3))
    for seat, guest in enumerate(("anna", "bert", "cleo")):
        harness.come(guest)
        harness.tell(guest, commands.Sit("sit", seat, guest.title()))
    harness.tell("anna", commands.Start("start"))
    harness.wait(4)
    yield harness
    harness.close()


def test_a_revealed_card_is_sent_again_until_it_was_seen(harness: ServerHarness) -> None:
    harness.tell("anna", commands.Move("look", "look 1"))
    look = harness.live.table.state.version
    assert glimpses(last(harness, "anna", "update")["own"][0]["events"])
    for _ in range(2):
        assert missed_glimpses(back(harness, "anna", 0)) == [look]
        harness.restart()
    assert missed_glimpses(back(harness, "anna", 0)) == [look]
    harness.tell("anna", commands.Seen(look))
    for version in (0, 1, look - 1, look):
        assert missed_glimpses(back(harness, "anna", version)) == []
    harness.restart()
    for version in (0, 1, look - 1):
        assert missed_glimpses(back(harness, "anna", version)) == []


def test_a_pong_does_not_count_as_seen(harness: ServerHarness) -> None:
    """A pong says that the message arrived, not that anybody looked."""
    harness.tell("anna", commands.Move("look", "look 1"))
    look = harness.live.table.state.version
    harness.live.acknowledge(harness.connections["anna"][-1], look)
    assert missed_glimpses(back(harness, "anna", 0)) == [look]


def test_hello_with_a_version_counts_as_seen(harness: ServerHarness) -> None:
    harness.tell("anna", commands.Move("look", "look 1"))
    look = harness.live.table.state.version
    assert missed_glimpses(back(harness, "anna", look)) == []
    harness.restart()
    assert missed_glimpses(back(harness, "anna", 0)) == []


def test_a_revealed_card_is_sent_to_its_own_seat_only(harness: ServerHarness) -> None:
    harness.tell("anna", commands.Move("look", "look 1"))
    harness.come("eve")
    for guest in ("bert", "cleo", "eve"):
        assert missed_glimpses(back(harness, guest, 1)) == []


def test_acknowledged_events_are_not_sent_again(harness: ServerHarness) -> None:
    looked(harness)
    acknowledged = harness.live.table.state.version
    harness.tell("anna", commands.Seen(acknowledged))
    for action in ("draw", "discard"):
        harness.tell("anna", commands.Move(action, action))
    for version in (0, 1, acknowledged - 1, acknowledged):
        told = back(harness, "anna", version)
        assert told["missed"]
        assert min(event["version"] for event in told["missed"]) > acknowledged
        assert told["version"] == harness.live.table.state.version


def test_a_new_guest_receives_no_earlier_events(harness: ServerHarness) -> None:
    """A second browser would else be a player's second memory."""
    looked(harness)
    harness.tell("anna", commands.Move("draw", "draw"))
    for guest in ("eve", "frank"):
        for version in (0, 1, 5):
            harness.come(guest, version)
            assert "missed" not in last(harness, guest, "welcome")
            harness.go(guest)


@pytest.mark.parametrize("is_folded", [False, True])
def test_after_a_restart_stored_events_are_sent_once(
    harness: ServerHarness, monkeypatch: pytest.MonkeyPatch, is_folded: bool
) -> None:
    if is_folded:  # it is not in the log that is read, but in a snapshot
        monkeypatch.setattr(Growth, "is_due", lambda *_: True)
    looked(harness)
    shown = harness.live.table.state.version
    harness.go("bert")
    harness.tell("anna", commands.Move("draw", "draw"))
    harness.tell("anna", commands.Move("discard", "discard"))
    now = harness.live.table.state.version
    public = [event["type"] for event in last(harness, "cleo", "update")["public"]["events"]]
    harness.restart()
    told = back(harness, "bert", shown)
    assert [(event["version"], event["seat"]) for event in told["missed"]] == [(now - 1, None), (now, None)]
    assert [event["type"] for event in told["missed"][-1]["events"]] == public
    seat = back(harness, "anna", shown)["missed"]
    assert [(event["version"], event["seat"]) for event in seat] == [(now - 1, 0), (now, None)]
    assert [event["type"] for event in seat[0]["events"]] == ["Draws", "YouDrew"]
    assert back(harness, "cleo", now)["missed"] == []
    for _ in range(2):
        for guest in ("anna", "bert", "cleo"):
            assert back(harness, guest, now)["missed"] == []
        harness.restart()


def test_after_a_restart_acknowledged_events_are_not_sent_again(harness: ServerHarness) -> None:
    """Whatever a page says that was shown less, such as a second one that had been asleep."""
    looked(harness)
    acknowledged = harness.live.table.state.version
    for guest in ("anna", "bert", "cleo"):
        harness.live.acknowledge(harness.connections[guest][-1], acknowledged)
    harness.tell("anna", commands.Move("draw", "draw"))
    for _ in range(2):
        harness.restart()
        for guest in ("anna", "bert", "cleo"):
            for version in (1, acknowledged - 1, acknowledged):
                versions = [event["version"] for event in back(harness, guest, version)["missed"]]
                assert versions == [acknowledged + 1]


def test_after_a_restart_a_new_page_receives_no_earlier_events(harness: ServerHarness) -> None:
    looked(harness)
    harness.tell("anna", commands.Move("draw", "draw"))
    harness.restart()
    harness.come("eve", 5)
    assert "missed" not in last(harness, "eve", "welcome"), "she only watches"
    for guest in ("anna", "bert"):
        assert back(harness, guest, 0)["missed"] == []


def test_a_memory_game_never_sends_what_happened_during_an_absence(harness: ServerHarness) -> None:
    looked(harness)
    shown = harness.live.table.state.version
    harness.go("anna")
    harness.wait(60)
    assert is_away(harness)
    happened = harness.live.table.state.version
    assert happened > shown + 1, "a stand-in played"
    harness.restart()
    told = back(harness, "anna", shown)
    assert told["missed"] == []
    assert told["recap"][0]["moves"] > 0
    assert not is_away(harness)
    for _ in range(2):
        assert back(harness, "anna", shown)["missed"] == []
        harness.restart()


def test_the_other_device_gets_no_older_event(harness: ServerHarness) -> None:
    looked(harness)
    harness.tell("anna", commands.Move("draw", "draw"))
    harness.live.rehome("anna", "phone", lambda _: None)
    harness.settle()
    assert back(harness, "phone", 1)["missed"] == []
    harness.restart()
    assert back(harness, "phone", 1)["missed"] == []


def test_a_new_player_of_a_seat_receives_nothing_of_the_last_one(harness: ServerHarness) -> None:
    harness.come("eve")
    harness.tell("anna", commands.Move("look", "look 1"))
    harness.tell("anna", commands.Leave("leave"))
    harness.tell("eve", commands.Sit("sit", 0, "Eve"))
    for version in (0, 1):
        told = back(harness, "eve", version)
        assert told["seats"] == [0]
        assert missed_glimpses(told) == []
        assert all(event["seat"] is None for event in told["missed"])
    harness.restart()
    assert back(harness, "eve", 1)["missed"] == []


def test_spectators_are_forgotten(harness: ServerHarness) -> None:
    presence = harness.live.table.presence
    before = len(presence.acknowledged), len(presence.gone)
    for n in range(50):
        harness.come(f"eve{n}", 1)
        harness.go(f"eve{n}")
    assert (len(presence.acknowledged), len(presence.gone)) == before
    harness.go("cleo")
    harness.tell("anna", commands.Clear("clear", 2))
    harness.go("bert")
    assert {*presence.acknowledged} == {"anna", "bert"}
    assert {*presence.gone} == {"bert"}


def is_away(harness: ServerHarness) -> bool:
    return harness.live.table.state.seats[0].away


def looked(harness: ServerHarness) -> None:
    """Everybody has looked at two cards (C3) and has seen them."""
    for guest in ("anna", "bert", "cleo"):
        for place in (1, 2):
            harness.tell(guest, commands.Move(f"look{place}", f"look {place}"))
        harness.tell(guest, commands.Seen(harness.live.table.state.version))


def back(harness: ServerHarness, guest: str, version: int) -> dict[str, Any]:
    """The connection breaks, and the guest comes back: how they are welcomed."""
    harness.go(guest)
    harness.come(guest, version)
    told = last(harness, guest, "welcome")
    return {"missed": [], **told}


def last(harness: ServerHarness, guest: str, kind: str) -> dict[str, Any]:
    messages = [json.loads(message) for _, _, message in harness.heard[guest]]
    found: dict[str, Any] = [message for message in messages if message["type"] == kind][-1]
    return found


def missed_glimpses(told: dict[str, Any]) -> list[int]:
    return [event["version"] for event in told["missed"] if glimpses(event["events"])]


def glimpses(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Looks that show the card."""
    return [event for event in events if event["type"] == "YouLookedAt"]
