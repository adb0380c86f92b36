"""People choose a picture for their seat, and may change it and their name at any time."""

import pytest

from tests.table.harness import TableHarness
from toctoc import record
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.text import AVATARS


def pictures(harness: TableHarness) -> list[str | None]:
    return [seat.get("avatar") for seat in harness.seats]


def test_all_guests_see_a_chosen_picture() -> None:
    harness = TableHarness.of("toctoctoc")
    harness.come("anna", "bob")
    harness.ask("anna", c.Sit("1", 0, "Anna", avatar="owl"))
    harness.ask("bob", c.Sit("1", 1, "Bob"))
    assert pictures(harness) == ["owl", None, None]
    assert harness.heard["bob"][0]["public"]["lobby"]["seats"][0]["avatar"] == "owl"


def test_a_picture_that_there_is_not_is_refused() -> None:
    harness = TableHarness.of("toctoctoc")
    harness.come("anna")
    for wrong in ("dragon", "", "OWL"):
        assert harness.refused("anna", c.Sit("1", 0, "Anna", avatar=wrong)) == "avatar/unknown"


def test_sitting_down_without_a_picture_keeps_the_last_one() -> None:
    harness = TableHarness.of("toctoctoc", 4)
    harness.come("anna")
    harness.ask("anna", c.Sit("1", 0, "Anna", avatar="owl"))
    harness.ask("anna", c.Sit("2", 0, "Anne"))
    assert pictures(harness) == ["owl", None, None, None]
    harness.ask("anna", c.Sit("3", 2, "Anne"))
    assert pictures(harness) == [None, None, "owl", None]
    harness.ask("anna", c.Sit("4", 3, "Zoé", also=True))  # somebody else at the same device
    assert pictures(harness) == [None, None, "owl", None]
    harness.ask("anna", c.Leave("5"))
    harness.ask("anna", c.Sit("6", 0, "Anna"))
    assert pictures(harness) == [None] * 4


def test_another_picture_leaves_the_seat_ready() -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna")
    harness.ask("anna", c.Ready("r", "ab" * 32))
    harness.ask("anna", c.Sit("1", 0, "Anne", avatar="moon"))
    assert harness.seats[0]["hash"] == "ab" * 32
    assert (harness.seats[0]["name"], harness.seats[0]["avatar"]) == ("Anne", "moon")


def test_name_and_picture_may_change_while_cards_are_dealt_and_other_seats_stay() -> None:
    harness = TableHarness.of("escalier", 3)
    harness.sit("anna")
    harness.ask("anna", c.Sit("1", 1, "Zoé", also=True))
    harness.ask("anna", c.Ready("r", "ab" * 32))
    harness.start(fill="petit-fantome")
    assert harness.table.state.stage == "dealing"
    harness.ask("anna", c.Sit("2", 1, "Zora", avatar="bat"))
    assert harness.table.seats_of("anna") == [0, 1]
    assert pictures(harness) == [None, "bat", None]
    harness.come("bob")
    assert harness.refused("bob", c.Sit("3", 2, "Bob")) == "game/running"


@pytest.mark.parametrize("game", GAMES)
def test_name_and_picture_may_change_in_a_game_and_the_record_has_the_last(game: str) -> None:
    harness = TableHarness.of(game)
    harness.sit("anna", "bob")
    harness.start(fill="petit-fantome")
    before = harness.match.view(None)
    harness.ask("bob", c.Sit("1", 1, "Bo", avatar="wolf"))
    assert (harness.seats[1]["name"], harness.seats[1]["avatar"]) == ("Bo", "wolf")
    assert harness.match.view(None) == before
    assert harness.refused("bob", c.Sit("2", 0, "Bo", avatar="wolf")) == "seat/taken"
    harness.play_on(lambda legal: legal[0])
    done = record.read(harness.records[-1])
    assert [seat.avatar for seat in done.seats[:2]] == [None, "wolf"]
    assert done.seats[1] == record.Seat("Bo", avatar="wolf")


def test_the_picture_survives_a_restart_and_moves_to_another_device() -> None:
    harness = TableHarness.of("escalier")
    harness.come("anna")
    harness.ask("anna", c.Sit("1", 0, "Anna", avatar=AVATARS[-1]))
    harness.rehome("anna", "phone")
    assert pictures(harness) == ["star", None]
    assert harness.again().lobby() == harness.table.lobby()


def test_a_line_from_before_there_were_pictures_is_still_read() -> None:
    assert log.read(b'[0,["sat",1,"anna","Anna"],"anna","1"]').change == log.Sat(1, "anna", "Anna")
