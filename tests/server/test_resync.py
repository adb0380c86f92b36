"""What was shown once is for the memory: no reload, restart or second device shows it again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.stage import Stage
from toctoc.table import commands
from toctoc.table.log import Settings


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """Chocottes, which begins with everybody looking at two of their cards (C3)."""
    stage = Stage(tmp_path, "chocottes", Settings(3))
    for seat, guest in enumerate(("anna", "bert", "cleo")):
        stage.come(guest)
        stage.tell(guest, commands.Sit("sit", seat, guest.title()))
    stage.tell("anna", commands.Start("start"))
    stage.wait(4)
    yield stage
    stage.close()


def test_a_glimpse_is_sent_again_until_it_was_seen_and_then_never_again(stage: Stage) -> None:
    stage.tell("anna", commands.Move("look", "look 1"))
    look = stage.live.table.s.version
    assert glimpses(last(stage, "anna", "update")["own"][0]["events"])
    for _ in range(2):
        assert missed_glimpses(back(stage, "anna", 0)) == [look]
        stage.restart()
    assert missed_glimpses(back(stage, "anna", 0)) == [look]
    stage.tell("anna", commands.Seen(look))
    for version in (0, 1, look - 1, look):
        assert missed_glimpses(back(stage, "anna", version)) == []
    stage.restart()
    for version in (0, 1, look - 1):
        assert missed_glimpses(back(stage, "anna", version)) == []


def test_the_line_cannot_answer_for_the_player_that_a_glimpse_was_seen(stage: Stage) -> None:
    """A pong says that the message arrived, not that anybody looked."""
    stage.tell("anna", commands.Move("look", "look 1"))
    look = stage.live.table.s.version
    stage.hub.acknowledge(stage.live, stage.ears["anna"][-1], look)
    assert missed_glimpses(back(stage, "anna", 0)) == [look]


def test_hello_with_a_version_says_that_glimpses_up_to_it_were_seen(stage: Stage) -> None:
    stage.tell("anna", commands.Move("look", "look 1"))
    look = stage.live.table.s.version
    assert missed_glimpses(back(stage, "anna", look)) == []
    stage.restart()
    assert missed_glimpses(back(stage, "anna", 0)) == []


def test_a_glimpse_is_for_its_own_seat(stage: Stage) -> None:
    stage.tell("anna", commands.Move("look", "look 1"))
    stage.come("eve")
    for guest in ("bert", "cleo", "eve"):
        assert missed_glimpses(back(stage, guest, 1)) == []


def test_nothing_is_sent_again_that_was_acknowledged(stage: Stage) -> None:
    looked(stage)
    acknowledged = stage.live.table.s.version
    stage.tell("anna", commands.Seen(acknowledged))
    for action in ("draw", "discard"):
        stage.tell("anna", commands.Move(action, action))
    for version in (0, 1, acknowledged - 1, acknowledged):
        told = back(stage, "anna", version)
        assert told["missed"]
        assert min(event["version"] for event in told["missed"]) > acknowledged
        assert told["version"] == stage.live.table.s.version


def test_who_comes_for_the_first_time_is_told_nothing_from_before(stage: Stage) -> None:
    """A second browser would else be a player's second memory."""
    looked(stage)
    stage.tell("anna", commands.Move("draw", "draw"))
    for guest in ("eve", "frank"):
        for version in (0, 1, 5):
            stage.come(guest, version)
            assert "missed" not in last(stage, guest, "welcome")
            stage.go(guest)


def test_after_a_restart_only_unseen_glimpses_come_again(stage: Stage) -> None:
    looked(stage)
    stage.tell("anna", commands.Move("draw", "draw"))
    stage.restart()
    for guest in ("anna", "bert"):
        assert back(stage, guest, 1)["missed"] == []


def test_the_other_device_gets_no_older_event(stage: Stage) -> None:
    looked(stage)
    stage.tell("anna", commands.Move("draw", "draw"))
    stage.hub.rehome(stage.live, "anna", "phone", lambda _: None)
    stage.settle()
    assert back(stage, "phone", 1)["missed"] == []


def test_who_takes_a_seat_over_gets_nothing_that_its_last_player_was_shown(stage: Stage) -> None:
    stage.come("eve")
    stage.tell("anna", commands.Move("look", "look 1"))
    stage.tell("anna", commands.Leave("leave"))
    stage.tell("eve", commands.Sit("sit", 0, "Eve"))
    for version in (0, 1):
        told = back(stage, "eve", version)
        assert told["seats"] == [0]
        assert missed_glimpses(told) == []
        assert all(event["seat"] is None for event in told["missed"])


def test_who_only_watched_is_forgotten(stage: Stage) -> None:
    before = len(stage.live.shown), len(stage.live.table.presence.gone)
    for n in range(50):
        stage.come(f"eve{n}", 1)
        stage.go(f"eve{n}")
    assert (len(stage.live.shown), len(stage.live.table.presence.gone)) == before


def looked(stage: Stage) -> None:
    """Everybody has looked at two cards (C3) and has seen them."""
    for guest in ("anna", "bert", "cleo"):
        for place in (1, 2):
            stage.tell(guest, commands.Move(f"look{place}", f"look {place}"))
        stage.tell(guest, commands.Seen(stage.live.table.s.version))


def back(stage: Stage, guest: str, version: int) -> dict[str, Any]:
    """The connection breaks, and the guest comes back: how they are welcomed."""
    stage.go(guest)
    stage.come(guest, version)
    told = last(stage, guest, "welcome")
    return {"missed": [], **told}


def last(stage: Stage, guest: str, kind: str) -> dict[str, Any]:
    messages = [json.loads(message) for _, _, message in stage.heard[guest]]
    found: dict[str, Any] = [message for message in messages if message["type"] == kind][-1]
    return found


def missed_glimpses(told: dict[str, Any]) -> list[int]:
    return [event["version"] for event in told["missed"] if glimpses(event["events"])]


def glimpses(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Looks that show the card."""
    return [event for event in events if event["type"] == "YouLookedAt"]
