"""Before the game: seats, bots, settings, and everything that is refused without changing anything."""

import msgspec
import pytest

from tests.scale import each
from tests.table.harness import TableHarness
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.log import Settings


def kinds(harness: TableHarness) -> list[str]:
    return [seat["kind"] for seat in harness.seats]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_is_private_with_free_seats_and_a_sealed_secret(game: str) -> None:
    harness = TableHarness.of(game)
    lobby = harness.table.lobby()
    assert (lobby.game, lobby.stage, lobby.number) == (game, "lobby", 0)
    assert not lobby.settings.listed
    assert not lobby.settings.free_text
    assert lobby.settings.clock == "none"
    assert set(kinds(harness)) == {"free"}
    assert len(lobby.commitment) == 64


def test_people_sit_down_and_change_seats() -> None:
    harness = TableHarness.of("toctoctoc", 4)
    harness.sit("anna", "bob")
    assert [seat.get("name", "") for seat in harness.seats] == ["Anna", "Bob", "", ""]
    assert [seat.get("creator", False) for seat in harness.seats] == [True, False, False, False]
    harness.ask("bob", c.Sit("b", 3, "Bob"))
    assert kinds(harness) == ["person", "free", "free", "person"]
    assert harness.refused("bob", c.Sit("c", 0, "Bob")) == "seat/taken"
    assert harness.refused("bob", c.Sit("c", 4, "Bob")) == "seat/no-such"
    harness.ask("bob", c.Leave("d"))
    assert kinds(harness) == ["person", "free", "free", "free"]


def test_several_people_at_one_device_keep_their_seats() -> None:
    harness = TableHarness.of("escalier", 4)
    harness.sit("anna")
    harness.ask("anna", c.Sit("b", 2, "Zoé", also=True))
    assert harness.table.seats_of("anna") == [0, 2]
    harness.ask("anna", c.Leave("c", 0))
    assert harness.table.seats_of("anna") == [2]
    harness.ask("anna", c.Sit("d", 0, "Anna", also=True))
    harness.ask("anna", c.Leave("e"))
    assert harness.table.seats_of("anna") == []
    harness.ask("anna", c.Sit("f", 1, "Anna", also=True))
    harness.ask("anna", c.Sit("g", 2, "Zoé", also=True))
    harness.ask("anna", c.Sit("h", 3, "Anna"))
    assert harness.table.seats_of("anna") == [3]


def test_renaming_an_own_seat_keeps_its_state() -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna")
    harness.ask("anna", c.Ready("r", "ab" * 32))
    harness.ask("anna", c.Sit("n", 0, "Anne"))
    assert harness.seats[0] == {"kind": "person", "name": "Anne", "creator": True, "hash": "ab" * 32}


def test_names_are_checked_for_abuse_at_listed_tables_only() -> None:
    listed, private = TableHarness.of("escalier", listed=True), TableHarness.of("escalier")
    assert listed.refused("bob", c.Sit("1", 1, "connard")) == "name/abusive"
    private.ask("bob", c.Sit("1", 1, "connard"))
    assert listed.refused("bob", c.Sit("1", 1, " ")) == private.refused("eve", c.Sit("1", 0, " ")) == "name/empty"


def test_the_creator_puts_bots_in_and_takes_them_out() -> None:
    harness = TableHarness.of("chocottes", 3)
    harness.sit("anna")
    harness.ask("anna", c.Bot("1", 2, "chasseur"))
    assert harness.seats[2] == {"kind": "bot", "name": "chasseur", "bot": "chasseur"}
    assert harness.refused("anna", c.Bot("2", 2, "apprenti")) == "seat/taken"
    assert harness.refused("anna", c.Bot("2", 1, "nobody")) == "bot/unknown"
    assert harness.refused("anna", c.Bot("2", 4, "chasseur")) == "seat/no-such"
    assert harness.refused("bob", c.Bot("2", 1, "chasseur")) == "table/creator-only"
    assert harness.refused("bob", c.Sit("2", 2, "Bob")) == "seat/taken"
    harness.ask("anna", c.Clear("3", 2))
    assert kinds(harness) == ["person", "free", "free"]
    assert harness.refused("anna", c.Clear("4", 2)) == "seat/free"
    assert harness.refused("anna", c.Clear("4", 4)) == "seat/no-such"


def test_a_removed_guest_cannot_sit_down_again() -> None:
    harness = TableHarness.of("chocottes", 3)
    harness.sit("anna", "bob")
    assert harness.refused("bob", c.Clear("1", 0)) == "table/creator-only"
    harness.ask("anna", c.Clear("1", 1))
    assert kinds(harness) == ["person", "free", "free"]
    assert harness.refused("bob", c.Sit("2", 1, "Bob")) == "table/kicked"


def test_a_creator_who_clears_the_own_seat_may_sit_down_again() -> None:
    harness = TableHarness.of("chocottes", 3)
    harness.sit("anna")
    harness.ask("anna", c.Clear("1", 0))
    harness.ask("anna", c.Sit("2", 1, "Anna"))
    assert kinds(harness) == ["free", "person", "free"]


def test_settings_are_the_creators_and_have_to_fit() -> None:
    harness = TableHarness.of("chocottes", 3)
    harness.sit("anna", "bob", "eve")
    assert harness.refused("bob", c.Set("1", Settings(4))) == "table/creator-only"
    assert harness.refused("anna", c.Set("1", Settings(2))) == "seat/taken"
    assert harness.refused("anna", c.Set("1", Settings(6))) == "settings/players"
    assert harness.refused("anna", c.Set("1", Settings(3, {"snap_seconds": 61}))) == "settings/option"
    assert harness.refused("anna", c.Set("1", Settings(3, {"nonsense": 1}))) == "settings/option"
    assert harness.refused("anna", c.Set("1", Settings(3, {"creator": 3}))) == "settings/option"
    harness.ask("anna", c.Set("1", Settings(5, {"snap_seconds": 0}, listed=True, clock="fast", free_text=True)))
    assert kinds(harness) == ["person"] * 3 + ["free"] * 2
    harness.ask("anna", c.Set("2", Settings(3)))
    assert kinds(harness) == ["person"] * 3


def test_a_table_starts_when_every_seat_is_taken_or_filled() -> None:
    harness = TableHarness.of("toctoctoc", 4)
    harness.sit("anna", "bob")
    assert harness.refused("anna", c.Start("1")) == "start/free-seats"
    assert harness.refused("anna", c.Start("1", "nobody")) == "bot/unknown"
    assert harness.refused("bob", c.Start("1", "apprenti")) == "table/creator-only"
    assert harness.refused("anna", c.Move("1", "refuse")) == "game/not-running"
    harness.ask("anna", c.Start("1", "apprenti"))
    assert kinds(harness) == ["person", "person", "bot", "bot"]
    assert harness.table.is_live
    assert harness.match.view(None).active == 0


def test_the_creators_seat_starts() -> None:
    harness = TableHarness.of("toctoctoc", 3)
    harness.come("anna", "bob")
    harness.ask("bob", c.Sit("1", 0, "Bob"))
    harness.ask("anna", c.Sit("2", 2, "Anna"))
    harness.start(fill="apprenti")
    assert harness.match.view(None).active == 2


@pytest.mark.parametrize("game", GAMES)
def test_commands_of_the_lobby_are_refused_during_a_game(game: str) -> None:
    harness = TableHarness.of(game)
    harness.sit("anna")
    harness.start(fill="apprenti")
    players = len(harness.seats)
    assert harness.refused("anna", c.Set("1", Settings(players))) == "game/running"
    assert harness.refused("anna", c.Start("1")) == "game/running"
    assert harness.refused("anna", c.Ready("1", "ab" * 32)) == "game/running"
    assert harness.refused("anna", c.Part("1", "ab" * 32)) == "part/not-now"
    assert harness.refused("anna", c.Move("1", "dance")) == "words/unknown-verb"


def test_watchers_do_nothing() -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna")
    harness.start(fill="apprenti")
    for mine in (c.Move("1", "decline"), c.Leave("1"), c.Say("1", "hello"), c.Part("1", "ab" * 32)):
        assert harness.refused("eve", mine) == "seat/none"
    for others in (c.Clear("1", 0), c.Mute("1", 0), c.Close("1")):
        assert harness.refused("eve", others) == "table/creator-only"
    assert harness.refused("anna", c.Move("1", "decline", 1)) == "seat/not-yours"


def test_a_closed_table_stays_closed() -> None:
    harness = TableHarness.of("escalier")
    harness.sit("anna")
    harness.start(fill="apprenti")
    done = harness.ask("anna", c.Close("bye"))
    assert harness.table.lobby().stage == "closed"
    for command in (c.Sit("1", 0, "Anna"), c.Start("1"), c.Move("1", "decline"), c.Close("1"), c.Leave("1")):
        assert harness.refused("anna", command) == "table/closed"
    assert harness.ask("anna", c.Close("bye")) == done
    lines = len(harness.log)
    harness.wait(100_000)
    assert len(harness.log) == lines
    assert harness.again().snapshot() == harness.table.snapshot()


def test_a_refusal_is_for_the_sender_only() -> None:
    """`Refused` is raised to whoever owns the table, which answers; nobody else hears, no line is written."""
    harness = TableHarness.of("escalier")
    harness.sit("anna", "bob")
    heard = len(harness.heard["bob"])
    harness.refused("anna", c.Sit("1", 1, "Anna"))
    assert len(harness.heard["bob"]) == heard


@each(
    "message",
    [
        '{"type":"ready","id":"1","hash":"' + "ab" * 32 + '\\n"}', '{"type":"ready","id":"1","hash":"AB"}',
        '{"type":"sit","id":"","seat":0,"name":"A"}', '{"type":"sit","id":"1","seat":9,"name":"A"}',
        '{"type":"sit","id":"1","seat":0,"name":"A","guest":"bob"}', '{"type":"update"}', "[]", "",
        '{"type":"move","id":"1","action":"' + "x" * 81 + '"}',
        '{"type":"set","id":"1","settings":{"players":3,"x":1}}',
    ],
)  # fmt: skip
def test_messages_are_checked_while_they_are_decoded(message: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        c.read(message)


def test_a_done_says_the_version_that_came_of_it() -> None:
    harness = TableHarness.of("escalier")
    harness.come("anna")
    assert harness.ask("anna", c.Sit("1", 0, "Anna")) == messages.Done("1", harness.table.state.version)
