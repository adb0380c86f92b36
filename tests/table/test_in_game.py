"""While a game is played people leave, are sent away, are replaced, move to another device; and play again."""

from random import Random

import pytest

from tests.table.desk import Desk
from toctoc import record
from toctoc.games.registry import GAMES
from toctoc.table import commands as c


def at_play(game: str, *guests: str, players: int | None = None) -> Desk:
    desk = Desk.of(game, players)
    desk.heard[None] = []
    desk.sit(*guests)
    desk.start(fill="apprenti")
    return desk


def finish(desk: Desk, seed: int = 7) -> record.Record:
    desk.play_on(Random(seed).choice)
    assert desk.table.s.stage == "over"
    done = record.read(desk.records[-1])
    record.verify(done)
    return done


@pytest.mark.parametrize("game", GAMES)
def test_people_and_bots_play_to_the_end_and_the_record_verifies(game: str) -> None:
    desk = at_play(game, "anna")
    done = finish(desk)
    assert done.seats[0].name == "Anna"
    assert {seat.bot for seat in done.seats[1:]} == {"apprenti"}
    assert {move.by for move in desk.moves} == {"player"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kicked", [False, True])
def test_a_stand_in_plays_on_for_who_left_or_was_kicked(game: str, kicked: bool) -> None:
    desk = at_play(game, "anna", "bob")
    desk.ask("anna", c.Clear("k", 1)) if kicked else desk.ask("bob", c.Leave("l"))
    assert desk.seats[1] == {"kind": "free", "away": True}
    done = finish(desk)
    assert {move.seat for move in desk.moves if move.by == "stand-in"} == {1}
    assert done.seats[1] == record.Seat("stand-in")
    if kicked:
        assert desk.refused("bob", c.Sit("s", 1, "Bob")) == "table/kicked"


@pytest.mark.parametrize("game", GAMES)
def test_another_person_takes_the_seat_over_and_goes_on(game: str) -> None:
    desk = at_play(game, "anna", "bob")
    desk.come("eve")
    desk.ask("bob", c.Leave("l"))
    assert desk.refused("anna", c.Sit("s", 1, "Anna")) == "seat/in-game"
    desk.ask("eve", c.Sit("s", 1, "Eve"))
    (own,) = desk.heard["eve"][-1]["own"]  # a watcher who sits down is shown what the seat holds, at once
    assert own == desk.welcome("eve")["own"][0]
    assert desk.heard["bob"][-1].get("own") is None
    done = finish(desk)
    assert done.seats[1].name == "Eve"
    assert {move.by for move in desk.moves} == {"player"}


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_takes_the_seat_over_and_goes_on(game: str) -> None:
    desk = at_play(game, "anna", "bob")
    assert desk.refused("anna", c.Bot("b", 1, "apprenti")) == "seat/taken"
    desk.ask("bob", c.Leave("l"))
    desk.wait(5_000)
    desk.ask("anna", c.Bot("b", 1, "apprenti"))
    assert desk.seats[1]["kind"] == "bot"
    assert finish(desk).seats[1].bot == "apprenti"


def test_a_device_with_several_seats_keeps_them_in_a_game() -> None:
    desk = Desk.of("escalier", 3)
    desk.sit("anna")
    desk.ask("anna", c.Sit("a", 1, "Zoé", also=True))
    desk.start(fill="apprenti")
    desk.ask("anna", c.Sit("n", 1, "Zoë"))
    assert desk.table.seats_of("anna") == [0, 1]
    assert desk.refused("anna", c.Move("m", "decline")) == "seat/which"
    finish(desk)


@pytest.mark.parametrize("game", GAMES)
def test_the_rematch_is_anybodys_and_the_next_seat_starts(game: str) -> None:
    desk = at_play(game, "anna", "bob")
    secrets, commitments = set(), set()
    for number in range(1, 4):
        assert desk.table.lobby().number == number
        done = finish(desk, number)
        assert done.options["creator"] == (number - 1) % len(desk.seats)
        assert done.fair is not None
        assert done.fair.number == number
        secrets.add(done.fair.secret)
        commitments.add(desk.table.lobby().commitment)
        assert desk.refused("eve", c.Start(desk.id())) == "seat/none"
        desk.start("bob")
        assert desk.table.is_live
        assert [seat["kind"] for seat in desk.seats[:2]] == ["person", "person"]
    assert len(secrets) == len(commitments) == 3


def test_where_the_start_is_drawn_so_is_the_rematchs() -> None:
    desk = Desk.of("escalier", 4, options={"start": "random"})
    desk.sit("anna")
    desk.start(fill="apprenti")
    done = finish(desk)
    assert done.options["start"] == "random"
    desk.start()
    assert desk.table.s.options["start"] == "random"


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_and_its_rights_move_to_another_device(game: str) -> None:
    desk = at_play(game, "anna", "bob")
    desk.come("phone")
    old = desk.welcome("anna")
    desk.rehome("anna", "phone")
    new = desk.welcome("phone")
    assert (new["seats"], new["creator"], new["own"]) == (old["seats"], True, old["own"])
    assert desk.heard["phone"][-1]["own"] == old["own"]
    gone = desk.welcome("anna")
    assert (gone["seats"], gone["creator"], gone.get("own")) == ([], False, None)
    assert desk.refused("anna", c.Mute("m", 1)) == "table/creator-only"
    desk.ask("phone", c.Mute("m", 1))
    desk.table = desk.again()
    desk.come("phone", "bob")
    assert desk.refused("anna", c.Leave("x")) == "seat/none"
    assert desk.refused("anna", c.Close("x")) == "table/creator-only"
    finish(desk)


def test_the_muted_stay_muted_on_another_device() -> None:
    desk = at_play("escalier", "anna", "bob")
    desk.ask("anna", c.Mute("m", 1))
    desk.rehome("bob", "phone")
    assert desk.refused("phone", c.Say("s", "hello")) == "talk/muted"


def test_the_creator_may_leave_and_keeps_the_rights() -> None:
    desk = at_play("escalier", "anna", "bob")
    desk.ask("anna", c.Leave("l"))
    assert desk.welcome("anna")["creator"]
    desk.ask("anna", c.Clear("k", 1))
    desk.ask("anna", c.Close("c"))


@pytest.mark.parametrize("name", ["👨‍👩‍👧", "❤️ Léa", "अनुष्का", "O'Neill-Łoś_2"])
def test_whatever_a_player_may_be_called_the_record_can_be_read(name: str) -> None:
    desk = Desk.of("escalier")
    desk.come("anna")
    desk.ask("anna", c.Sit("s", 0, name))
    desk.start(fill="apprenti")
    assert finish(desk).seats[0].name == name
