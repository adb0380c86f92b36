"""People choose a picture for their seat, and may change it and their name at any time."""

import pytest

from tests.table.desk import Desk
from toctoc import record
from toctoc.games.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.names import AVATARS


def pictures(desk: Desk) -> list[str | None]:
    return [seat.get("avatar") for seat in desk.seats]


def test_everybody_sees_the_picture_that_somebody_chose() -> None:
    desk = Desk.of("toctoctoc")
    desk.come("anna", "bob")
    desk.ask("anna", c.Sit("1", 0, "Anna", avatar="owl"))
    desk.ask("bob", c.Sit("1", 1, "Bob"))
    assert pictures(desk) == ["owl", None, None]
    assert desk.heard["bob"][0]["public"]["lobby"]["seats"][0]["avatar"] == "owl"


def test_a_picture_that_there_is_not_is_refused() -> None:
    desk = Desk.of("toctoctoc")
    desk.come("anna")
    for wrong in ("dragon", "", "OWL"):
        assert desk.refused("anna", c.Sit("1", 0, "Anna", avatar=wrong)) == "avatar/unknown"


def test_whoever_says_nothing_keeps_the_picture() -> None:
    desk = Desk.of("toctoctoc", 4)
    desk.come("anna")
    desk.ask("anna", c.Sit("1", 0, "Anna", avatar="owl"))
    desk.ask("anna", c.Sit("2", 0, "Anne"))
    assert pictures(desk) == ["owl", None, None, None]
    desk.ask("anna", c.Sit("3", 2, "Anne"))
    assert pictures(desk) == [None, None, "owl", None]
    desk.ask("anna", c.Sit("4", 3, "Zoé", also=True))  # somebody else at the same device
    assert pictures(desk) == [None, None, "owl", None]
    desk.ask("anna", c.Leave("5"))
    desk.ask("anna", c.Sit("6", 0, "Anna"))
    assert pictures(desk) == [None] * 4


def test_another_picture_leaves_the_seat_ready() -> None:
    desk = Desk.of("escalier")
    desk.sit("anna")
    desk.ask("anna", c.Ready("r", "ab" * 32))
    desk.ask("anna", c.Sit("1", 0, "Anne", avatar="moon"))
    assert desk.seats[0]["hash"] == "ab" * 32
    assert (desk.seats[0]["name"], desk.seats[0]["avatar"]) == ("Anne", "moon")


def test_name_and_picture_may_change_while_cards_are_dealt_and_other_seats_stay() -> None:
    desk = Desk.of("escalier", 3)
    desk.sit("anna")
    desk.ask("anna", c.Sit("1", 1, "Zoé", also=True))
    desk.ask("anna", c.Ready("r", "ab" * 32))
    desk.start(fill="petit-fantome")
    assert desk.table.s.stage == "dealing"
    desk.ask("anna", c.Sit("2", 1, "Zora", avatar="bat"))
    assert desk.table.seats_of("anna") == [0, 1]
    assert pictures(desk) == [None, "bat", None]
    desk.come("bob")
    assert desk.refused("bob", c.Sit("3", 2, "Bob")) == "game/running"


@pytest.mark.parametrize("game", GAMES)
def test_name_and_picture_may_change_in_a_game_and_the_record_has_the_last(game: str) -> None:
    desk = Desk.of(game)
    desk.sit("anna", "bob")
    desk.start(fill="petit-fantome")
    before = desk.match.view(None)
    desk.ask("bob", c.Sit("1", 1, "Bo", avatar="wolf"))
    assert (desk.seats[1]["name"], desk.seats[1]["avatar"]) == ("Bo", "wolf")
    assert desk.match.view(None) == before
    assert desk.refused("bob", c.Sit("2", 0, "Bo", avatar="wolf")) == "seat/taken"
    desk.play_on(lambda legal: legal[0])
    done = record.read(desk.records[-1])
    assert [seat.avatar for seat in done.seats[:2]] == [None, "wolf"]
    assert done.seats[1] == record.Seat("Bo", avatar="wolf")


def test_the_picture_survives_a_restart_and_moves_to_another_device() -> None:
    desk = Desk.of("escalier")
    desk.come("anna")
    desk.ask("anna", c.Sit("1", 0, "Anna", avatar=AVATARS[-1]))
    desk.rehome("anna", "phone")
    assert pictures(desk) == ["star", None]
    assert desk.again().lobby() == desk.table.lobby()


def test_a_line_from_before_there_were_pictures_is_still_read() -> None:
    assert log.read(b'[0,["sat",1,"anna","Anna"],"anna","1"]').change == log.Sat(1, "anna", "Anna")
