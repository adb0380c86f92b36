"""What is sent twice counts once, for as long as the table lives."""

import pytest

from tests.table.desk import Desk
from tests.table.windows import open_window, thrown, wrong
from toctoc.games.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages


def first_move(desk: Desk) -> str:
    return str(desk.match.legal(0)[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_sent_twice_counts_once(game: str) -> None:
    desk = Desk.of(game)
    desk.sit("anna")
    desk.start(fill="apprenti")
    command = c.Move("m", first_move(desk))
    done = desk.ask("anna", command)
    lines = desk.log[:]
    assert desk.ask("anna", command) == done
    assert desk.ask("anna", c.Move("m", "anything else")) == done
    assert desk.log == lines
    desk.table = desk.again()
    assert desk.ask("anna", command) == done
    desk.table = type(desk.table).restore(desk.table.snapshot(), ())
    assert desk.ask("anna", command) == done
    assert desk.log == lines


def test_ids_belong_to_their_guests() -> None:
    desk = Desk.of("escalier")
    desk.come("anna", "bob")
    one, two = desk.ask("anna", c.Sit("1", 0, "Anna")), desk.ask("bob", c.Sit("1", 1, "Bob"))
    assert isinstance(one, messages.Done)
    assert isinstance(two, messages.Done)
    assert one.version < two.version
    assert desk.table.seats_of("bob") == [1]


def test_everything_that_is_asked_counts_once() -> None:
    desk = Desk.of("escalier", 3, free_text=True)
    desk.come("anna")
    asked: list[c.Command] = [
        c.Sit("1", 0, "Anna"), c.Bot("2", 1, "apprenti"), c.Clear("3", 1), c.Ready("4", "ab" * 32),
        c.Say("5", "hello"), c.Mute("6", 0, on=False), c.Start("7", "apprenti"), c.Part("8", "ab" * 32),
        c.Leave("9"), c.Close("10"),
    ]  # fmt: skip
    done = [desk.ask("anna", command) for command in asked]
    lines = desk.log[:]
    assert [desk.ask("anna", command) for command in asked] == done
    assert desk.log == lines


def test_what_was_refused_may_be_asked_again() -> None:
    desk = Desk.of("escalier", 3)
    desk.sit("anna")
    assert desk.refused("anna", c.Start("s")) == "start/free-seats"
    desk.ask("anna", c.Bot("1", 1, "apprenti"))
    desk.ask("anna", c.Bot("2", 2, "apprenti"))
    assert isinstance(desk.ask("anna", c.Start("s")), messages.Done)


def test_a_throw_that_waits_counts_once_and_is_answered_where_it_was_asked_last() -> None:
    desk = open_window("anna", "bob")
    desk.table.presence.credits = {"bob": 100}
    throw = c.Move("t", wrong(desk, "anna"))
    assert desk.ask("anna", throw) is None
    assert desk.ask("anna", throw) is None
    assert len(desk.table.race.throws) == 1
    assert desk.table.race.asked_again(("anna", "t"), "another tab")
    desk.at += 100
    desk.scheduler.wake(desk.table, desk.at)
    assert desk.table.batch.replies == [("another tab", messages.Done("t", desk.table.s.version))]
    desk.note()
    assert thrown(desk) == [0]
    lines = desk.log[:]
    for _ in range(2):
        assert desk.ask("anna", throw) == messages.Done("t", desk.table.s.version)
        desk.wait(100)
        desk.table = desk.again()
        desk.come("anna", "bob")
    assert (thrown(desk), desk.log) == ([0], lines)
