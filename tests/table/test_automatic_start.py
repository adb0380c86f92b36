"""Tables for whoever comes begin by themselves: soon with people enough, else with bots in the free seats."""

from random import Random

from tests.table.harness import SEAL, TableHarness, make_player
from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.table import commands, log
from toctoc.table.effects import FULL_TABLE_DELAY_MS
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler
from toctoc.table.start import FREE_SEAT_MS
from toctoc.table.table import Table

WAITS = 20_000
NOBODY = "nobody"


def waiting_table(players: int = 3) -> TableHarness:
    game = GAMES["escalier"]
    settings = Settings(players, listed=True)
    opened = log.Opened("hibou-lampe-42", game.name, game.rules.VERSION, NOBODY, settings, waits=WAITS)
    harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1)))
    harness.note()
    return harness


def sit(harness: TableHarness, seat: int, guest: str) -> None:
    if not harness.table.presence.is_here(guest):
        harness.come(guest)
    harness.ask(guest, commands.Sit(harness.id(), seat, guest.title()))


def test_bots_take_the_free_seats_when_the_wait_ends() -> None:
    harness = waiting_table()
    assert harness.table.lobby().begins == 0
    harness.come("watcher")
    harness.wait(60_000)  # who only watches begins nothing
    assert harness.table.game is None
    sit(harness, 1, "anna")
    assert harness.table.lobby().begins == harness.at + WAITS
    harness.wait(WAITS - 1)
    assert harness.table.game is None
    harness.wait(1)
    assert [seat["kind"] for seat in harness.seats] == ["bot", "person", "bot"]
    assert harness.table.state.stage == "playing"
    assert (harness.table.lobby().waits, harness.table.lobby().begins) == (0, 0)
    assert harness.again().snapshot() == harness.table.snapshot()


def test_with_people_in_all_seats_it_begins_soon_and_later_again_if_one_leaves() -> None:
    harness = waiting_table(2)
    sit(harness, 0, "anna")
    first = harness.table.state.begins
    harness.wait(5_000)
    sit(harness, 1, "ben")
    assert harness.table.state.begins == harness.at + FULL_TABLE_DELAY_MS
    harness.wait(FULL_TABLE_DELAY_MS - 1)
    harness.ask("ben", commands.Leave(harness.id()))
    assert harness.table.state.begins == first
    harness.wait(1_000)
    sit(harness, 1, "carla")
    harness.wait(FULL_TABLE_DELAY_MS)
    assert harness.table.state.stage == "playing"
    assert [seat["name"] for seat in harness.seats] == ["Anna", "Carla"]


def test_reconnecting_does_not_prolong_the_wait() -> None:
    harness = waiting_table(2)
    sit(harness, 0, "anna")
    latest = harness.table.state.begins
    while harness.at < latest - 1_000:
        sit(harness, 1, "troll")
        harness.wait(500)
        harness.ask("troll", commands.Leave(harness.id()))
        harness.wait(500)
    harness.wait(1_000)
    assert harness.table.state.stage == "playing"
    assert harness.seats[1]["kind"] == "bot"


def test_an_absent_player_keeps_the_seat_until_the_grace_ends() -> None:
    harness = waiting_table()
    for seat, guest in enumerate(("anna", "ben")):
        sit(harness, seat, guest)
    harness.go("ben")
    harness.wait(FREE_SEAT_MS - 1)
    harness.back("ben")
    harness.wait(FREE_SEAT_MS)
    assert harness.seats[1]["kind"] == "person"
    harness.go("ben")
    harness.wait(FREE_SEAT_MS)
    assert harness.seats[1]["kind"] == "free"
    sit(harness, 1, "carla")
    assert harness.seats[1]["name"] == "Carla"


def test_a_player_absent_at_the_start_is_replaced_by_a_bot() -> None:
    harness = waiting_table(2)
    for seat, guest in enumerate(("anna", "ben")):
        sit(harness, seat, guest)
    harness.wait(FULL_TABLE_DELAY_MS - 1)
    harness.go("ben")
    harness.wait(1)
    assert [seat["kind"] for seat in harness.seats] == ["person", "bot"]


def test_an_abandoned_table_waits_anew() -> None:
    harness = waiting_table()
    sit(harness, 0, "anna")
    harness.wait(WAITS - 1_000)
    harness.ask("anna", commands.Leave(harness.id()))
    assert harness.table.state.begins == 0
    sit(harness, 0, "ben")
    assert harness.table.state.begins == harness.at + WAITS


def test_a_quick_match_has_no_owner_and_all_may_play_again() -> None:
    harness = waiting_table()
    sit(harness, 0, "anna")
    sit(harness, 1, "ben")
    assert harness.refused("anna", commands.Start(harness.id(), "apprenti")) == "table/creator-only"
    assert harness.refused("anna", commands.Clear(harness.id(), 1)) == "table/creator-only"
    harness.wait(WAITS)
    harness.play_on(lambda legal: legal[0])
    harness.rematch("ben")
    assert harness.table.state.number == 2 or harness.table.state.stage == "dealing"
