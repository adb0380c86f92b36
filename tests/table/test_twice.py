"""A message that is sent twice counts once, for as long as the table lives."""

import pytest

from tests.table.harness import TableHarness
from tests.table.windows import open_window, thrown, wrong
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages


def first_move(harness: TableHarness) -> str:
    return str(harness.match.legal(0)[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_sent_twice_counts_once(game: str) -> None:
    harness = TableHarness.of(game)
    harness.sit("anna")
    harness.start(fill="apprenti")
    command = c.Move("m", first_move(harness))
    done = harness.ask("anna", command)
    lines = harness.log[:]
    assert harness.ask("anna", command) == done
    assert harness.ask("anna", c.Move("m", "anything else")) == done
    assert harness.log == lines
    harness.table = harness.again()
    assert harness.ask("anna", command) == done
    harness.table = type(harness.table).restore(harness.table.snapshot(), ())
    assert harness.ask("anna", command) == done
    assert harness.log == lines


def test_ids_belong_to_their_guests() -> None:
    harness = TableHarness.of("escalier")
    harness.come("anna", "bob")
    one, two = harness.ask("anna", c.Sit("1", 0, "Anna")), harness.ask("bob", c.Sit("1", 1, "Bob"))
    assert isinstance(one, messages.Done)
    assert isinstance(two, messages.Done)
    assert one.version < two.version
    assert harness.table.seats_of("bob") == [1]


def test_every_command_sent_twice_counts_once() -> None:
    harness = TableHarness.of("escalier", 3, free_text=True)
    harness.come("anna")
    asked: list[c.Command] = [
        c.Sit("1", 0, "Anna"), c.Bot("2", 1, "apprenti"), c.Clear("3", 1), c.Ready("4", "ab" * 32),
        c.Say("5", "hello"), c.Mute("6", 0, on=False), c.Start("7", "apprenti"), c.Part("8", "ab" * 32),
        c.Leave("9"), c.Close("10"),
    ]  # fmt: skip
    done = [harness.ask("anna", command) for command in asked]
    lines = harness.log[:]
    assert [harness.ask("anna", command) for command in asked] == done
    assert harness.log == lines


def test_a_refused_command_may_be_sent_again() -> None:
    harness = TableHarness.of("escalier", 3)
    harness.sit("anna")
    assert harness.refused("anna", c.Start("s")) == "start/free-seats"
    harness.ask("anna", c.Bot("1", 1, "apprenti"))
    harness.ask("anna", c.Bot("2", 2, "apprenti"))
    assert isinstance(harness.ask("anna", c.Start("s")), messages.Done)


def test_a_waiting_throw_counts_once_and_its_last_sender_is_answered() -> None:
    harness = open_window("anna", "bob")
    harness.table.presence.credits = {"bob": 100}
    throw = c.Move("t", wrong(harness, "anna"))
    assert harness.ask("anna", throw) is None
    assert harness.ask("anna", throw) is None
    assert len(harness.table.race.throws) == 1
    assert harness.table.race.redirect(("anna", "t"), "another tab")
    harness.at += 100
    harness.scheduler.wake(harness.table, harness.at)
    assert harness.table.batch.replies == [("another tab", messages.Done("t", harness.table.state.version))]
    harness.note()
    assert thrown(harness) == [0]
    lines = harness.log[:]
    for _ in range(2):
        assert harness.ask("anna", throw) == messages.Done("t", harness.table.state.version)
        harness.wait(100)
        harness.table = harness.again()
        harness.come("anna", "bob")
    assert (thrown(harness), harness.log) == ([0], lines)
