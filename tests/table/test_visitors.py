"""Visitors: the creator sees who has opened the invitation, and two players never have one name."""

import json
from typing import Any

from tests.table.harness import TableHarness
from toctoc.table import commands as c
from toctoc.table import messages


def visitors(harness: TableHarness) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = json.loads(messages.write(harness.table.visitors()))
    return shown


def names(harness: TableHarness) -> list[str]:
    return [seat.get("name", "") for seat in harness.seats]


def test_guests_without_a_seat_are_counted_until_they_sit_down_or_go() -> None:
    harness = TableHarness.of("toctoctoc", 3)
    harness.come("anna")
    assert visitors(harness) == []  # she made the table
    harness.sit("anna")
    harness.come("zoé", "tom")
    assert harness.note().visitors == [messages.VisitorShown()] * 2
    assert harness.note().visitors is None  # nothing changed
    harness.ask("tom", c.Sit("s", 1, "Tom"))
    harness.go("zoé")
    assert harness.note().visitors == []


def test_a_visitor_s_first_name_is_shown_to_the_creator_alone() -> None:
    harness = TableHarness.of("toctoctoc", 3)
    harness.sit("anna", "bob")
    harness.come("zoé")
    harness.ask("zoé", c.Visit("Zoé", "owl"))
    harness.ask("zoé", c.Visit("Somebody else"))
    harness.ask("bob", c.Visit("Bob"))  # has a seat
    assert visitors(harness) == [{"name": "Zoé", "avatar": "owl"}]
    assert harness.welcome("anna")["visitors"] == [{"name": "Zoé", "avatar": "owl"}]
    assert "visitors" not in harness.welcome("bob")
    assert "visitors" not in harness.welcome("zoé")
    harness.go("zoé")
    harness.come("zoé")
    assert visitors(harness) == [{}]  # forgotten


def test_a_visitor_s_name_is_checked_as_a_player_s_is() -> None:
    harness = TableHarness.of("toctoctoc", 3, listed=True)
    harness.come("zoé")
    assert harness.refused("zoé", c.Visit("")) == "name/empty"
    assert harness.refused("zoé", c.Visit("x" * 21)) == "name/too-long"
    assert harness.refused("zoé", c.Visit("Hitler")) == "name/abusive"
    assert harness.refused("zoé", c.Visit("Zoé", "dragon")) == "avatar/unknown"
    assert visitors(harness) == [{}]


def test_a_started_game_has_no_visitors_and_removed_players_are_none() -> None:
    harness = TableHarness.of("toctoctoc", 3)
    harness.sit("anna", "bob")
    harness.come("zoé")
    harness.ask("anna", c.Clear("c", 1))
    assert visitors(harness) == [{}]  # Zoé, not Bob
    harness.start(fill="apprenti")
    assert visitors(harness) == []


def test_two_players_never_have_one_name() -> None:
    harness = TableHarness.of("toctoctoc", 5)
    harness.sit("anna", "bob")
    harness.ask("bob", c.Sit("1", 1, "anna"))
    assert names(harness)[:2] == ["Anna", "anna 2"]
    harness.ask("bob", c.Sit("2", 2, "anna"))  # another seat: the old one does not count
    assert names(harness)[:3] == ["Anna", "", "anna 2"]
    harness.ask("anna", c.Sit("3", 0, "ANNA"))  # her own
    harness.ask("anna", c.Sit("4", 1, "Anna", also=True))  # a second player at her device
    assert names(harness)[:3] == ["ANNA", "Anna 3", "anna 2"]


def test_a_guest_with_a_request_for_a_seat_gets_another_name_too() -> None:
    harness = TableHarness.of("toctoctoc", 3)
    harness.sit("anna", "bob", "carla")
    harness.come("zoé")
    done = harness.ask("zoé", c.Ask("a", "Bob"))
    assert isinstance(done, messages.Done)
    harness.ask("anna", c.Grant("g", done.version))
    assert names(harness) == ["Anna", "Bob", "Carla", "Bob 2"]
