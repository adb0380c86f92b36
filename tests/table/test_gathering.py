"""Playing again is a gathering: it starts with all people, or soon with most; nobody's seat is played by a bot."""

from random import Random
from typing import Any

import pytest

from tests.table.harness import SEAL, TableHarness, make_player
from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.effects import CLOCK_MS, GATHERING_MS, START_WITHOUT_MS
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table


def finished(*guests: str, game: str = "escalier", players: int | None = None, **settings: Any) -> TableHarness:
    """A table where these people have played a game to its end."""
    harness = TableHarness.of(game, players or len(guests), **settings)
    harness.sit(*guests)
    harness.start(fill="apprenti")
    harness.play_on(Random(1).choice)
    assert harness.table.state.stage == "over"
    return harness


def again(harness: TableHarness, *guests: str, on: bool = True) -> None:
    for guest in guests:
        harness.ask(guest, c.Again(harness.id(), on, "apprenti" if on else None))
        assert harness.again().snapshot() == harness.table.snapshot()


def ready(harness: TableHarness) -> list[str]:
    return [seat["name"] for seat in harness.seats if seat.get("again")]


def kinds(harness: TableHarness) -> list[str]:
    return [seat["kind"] for seat in harness.seats]


def names(harness: TableHarness) -> list[str]:
    return [seat["name"] for seat in harness.seats]


def is_second_game(harness: TableHarness) -> bool:
    return harness.table.state.number == 2 and harness.table.state.stage == "playing"


def test_one_person_with_bots_plays_again_at_once() -> None:
    harness = finished("anna", players=3)
    again(harness, "anna")
    assert is_second_game(harness)
    assert kinds(harness) == ["person", "bot", "bot"]


def test_it_starts_when_all_people_are_ready_and_the_result_stays_until_then() -> None:
    harness = finished("anna", "bob")
    again(harness, "anna")
    assert ready(harness) == ["Anna"]
    assert harness.table.lobby().begins == 0  # one of two is not most of them
    harness.wait(10 * START_WITHOUT_MS)
    assert harness.table.state.stage == "over"
    assert harness.welcome("bob")["view"]["winners"]
    again(harness, "bob")
    assert is_second_game(harness)
    assert names(harness) == ["Anna", "Bob"]
    assert ready(harness) == []
    assert harness.table.lobby().may_start == 0


def test_nobody_who_still_reads_is_left_behind() -> None:
    harness = finished("anna", "bob", "carla")
    again(harness, "anna", "carla")
    harness.wait(10 * GATHERING_MS)
    assert harness.table.state.stage == "over"
    harness.go("bob")
    harness.wait(GATHERING_MS - 1)
    harness.back("bob")  # the line was lost for a moment
    harness.wait(GATHERING_MS)
    assert harness.table.state.stage == "over"
    harness.go("bob")
    harness.wait(GATHERING_MS - 1)
    assert harness.table.state.stage == "over"
    harness.wait(1)
    assert is_second_game(harness)
    assert names(harness) == ["Anna", "Carla"]


def test_ready_players_may_start_without_a_reader_after_a_while() -> None:
    harness = finished("anna", "bob", "carla")
    again(harness, "anna", "carla")
    harness.wait(START_WITHOUT_MS)
    harness.start("carla")
    assert is_second_game(harness)
    assert names(harness) == ["Anna", "Carla"]


def test_players_keep_their_colours_when_seats_are_removed_and_added() -> None:
    harness = finished("anna", "bob", "carla")
    assert harness.table.lobby().colours == []
    again(harness, "anna", "carla")
    harness.go("bob")
    harness.wait(GATHERING_MS)
    assert (names(harness), harness.table.lobby().colours) == (["Anna", "Carla"], [0, 2])
    assert harness.again().snapshot() == harness.table.snapshot()
    harness.back("bob")
    harness.play_on(Random(1).choice)
    assert (names(harness), harness.table.lobby().colours) == (["Anna", "Carla", "Bob"], [0, 2, 1])


def test_once_most_are_ready_people_without_a_connection_have_ten_seconds() -> None:
    harness = finished("anna", "bob", "carla")
    harness.go("bob")
    again(harness, "anna", "carla")
    assert harness.table.lobby().begins == harness.at + GATHERING_MS
    harness.wait(GATHERING_MS - 1)
    assert harness.table.state.stage == "over"
    harness.wait(1)
    assert is_second_game(harness)
    assert names(harness) == ["Anna", "Carla"]  # no bot plays for Bob
    assert harness.heard["bob"][-1]["public"]["lobby"]["stage"] == "playing"
    assert harness.welcome("bob")["seats"] == []
    assert harness.again().snapshot() == harness.table.snapshot()


def test_another_ready_player_does_not_restart_the_countdown() -> None:
    harness = finished("anna", "bob", "carla", "dora")
    again(harness, "anna", "bob", "carla")
    begins = harness.table.lobby().begins
    harness.wait(4_000)
    again(harness, "anna")
    assert harness.table.lobby().begins == begins
    again(harness, "dora")
    assert is_second_game(harness)


def test_taken_back_it_waits_and_counts_down_anew() -> None:
    harness = finished("anna", "bob", "carla")
    again(harness, "anna", "bob")
    harness.wait(9_000)
    again(harness, "bob", on=False)
    assert ready(harness) == ["Anna"]
    assert harness.table.lobby().begins == 0
    harness.wait(GATHERING_MS)
    assert harness.table.state.stage == "over"
    again(harness, "bob")
    assert harness.table.lobby().begins == harness.at + GATHERING_MS
    again(harness, "anna", "bob", on=False)
    assert harness.table.lobby().may_start == 0


def test_a_player_who_leaves_is_not_waited_for() -> None:
    harness = finished("anna", "bob", "carla")
    again(harness, "anna", "bob")
    harness.ask("carla", c.Leave(harness.id()))
    assert is_second_game(harness)
    assert kinds(harness) == ["person", "person", "bot"]  # a free seat gets a bot, as before


def test_a_new_person_is_waited_for() -> None:
    harness = finished("anna", "bob", players=3)
    again(harness, "anna")
    harness.come("carla")
    harness.ask("carla", c.Sit(harness.id(), 2, "Carla"))
    again(harness, "bob")
    assert harness.table.lobby().begins == harness.at + GATHERING_MS


def test_an_absent_person_is_one_of_the_people_and_loses_the_chair_in_the_end() -> None:
    harness = finished("anna", "bob", "carla")
    harness.go("carla")
    again(harness, "anna", "bob")
    assert harness.table.state.stage == "over"
    harness.wait(GATHERING_MS)
    assert names(harness) == ["Anna", "Bob"]
    welcome = harness.back("carla")
    [asking] = welcome["lobby"]["asking"]
    assert (asking["name"], asking["granted"], asking["kept"]) == ("Carla", True, True)
    assert welcome["asker"] == asking["asker"]
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Bob", "Carla"]
    assert harness.again().snapshot() == harness.table.snapshot()


def test_no_game_starts_for_absent_players() -> None:
    harness = finished("anna", "bob", "carla")
    again(harness, "anna", "bob")
    harness.go("anna")
    harness.go("bob")
    harness.go("carla")
    harness.wait(GATHERING_MS)
    assert harness.table.state.stage == "over"
    harness.back("bob")
    harness.wait(0)
    assert is_second_game(harness)


def test_one_of_two_may_start_without_the_other_after_a_while() -> None:
    harness = finished("anna", "bob")
    again(harness, "anna")
    assert harness.table.lobby().may_start == harness.at + START_WITHOUT_MS
    harness.wait(START_WITHOUT_MS - 1)
    harness.start("anna", fill="apprenti")  # too early: it says again that she is ready
    assert harness.table.state.stage == "over"
    harness.wait(1)
    harness.start("anna", fill="apprenti")
    assert is_second_game(harness)
    assert kinds(harness) == ["person", "bot"]  # the game needs two
    assert harness.seats[1]["name"] == "apprenti"
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Bob"]  # the bot gives the chair back
    assert harness.table.lobby().asking == []
    assert harness.again().snapshot() == harness.table.snapshot()


def test_a_watcher_may_be_ready_for_the_game_after_the_next() -> None:
    harness = finished("anna", "bob")
    again(harness, "anna")
    harness.wait(START_WITHOUT_MS)
    harness.start("anna", fill="apprenti")
    again(harness, "bob")
    assert harness.table.lobby().asking[0].again
    again(harness, "bob", on=False)
    assert not harness.table.lobby().asking[0].again
    again(harness, "bob")
    harness.play_on(Random(1).choice)
    assert ready(harness) == ["Bob"]
    assert harness.table.lobby().may_start
    again(harness, "anna")
    assert harness.table.state.number == 3


def test_without_enough_others_the_start_needs_a_bot_and_changes_nothing() -> None:
    harness = finished("anna", "bob")
    harness.ask("anna", c.Again("a"))
    harness.wait(START_WITHOUT_MS)
    assert harness.refused("anna", c.Start("s")) == "start/free-seats"
    assert harness.refused("anna", c.Start("s", "nobody")) == "bot/unknown"


def test_without_a_named_bot_the_usual_one_takes_a_free_seat() -> None:
    harness = finished("anna", "bob", players=2)
    harness.ask("anna", c.Again("a"))
    harness.ask("bob", c.Leave("l"))
    harness.wait(0)
    assert is_second_game(harness)
    assert harness.seats[1]["bot"] == usual_opponent("escalier")


def test_two_devices_with_two_seats_each() -> None:
    harness = TableHarness.of("escalier", 4)
    harness.come("anna", "bob")
    for seat, guest in enumerate(("anna", "anna", "bob", "bob")):
        harness.ask(guest, c.Sit(harness.id(), seat, f"{guest} {seat}", also=True))
    harness.start()
    harness.play_on(Random(1).choice)
    again(harness, "anna")
    assert ready(harness) == ["anna 0", "anna 1"]
    assert harness.table.lobby().begins == 0  # two of four
    harness.wait(START_WITHOUT_MS)
    harness.start("anna")
    assert names(harness) == ["anna 0", "anna 1"]
    assert len({asker.asker for asker in harness.table.lobby().asking}) == 2
    harness.play_on(Random(1).choice)
    assert names(harness) == ["anna 0", "anna 1", "bob 2", "bob 3"]
    assert harness.heard["bob"][-1]["seats"] == [2, 3]
    again(harness, "bob", "anna")
    assert harness.table.state.number == 3


def test_a_restart_in_the_countdown_goes_on_with_it() -> None:
    harness = finished("anna", "bob", "carla")
    harness.go("carla")
    again(harness, "anna", "bob")
    harness.wait(4_000)
    for snapshot, entries in ((None, tuple(harness.log)), (harness.table.snapshot(), ())):
        restored = TableHarness(Table.restore(snapshot, entries), harness.scheduler, harness.at, list(harness.log))
        restored.come("anna", "bob")
        assert ready(restored) == ["Anna", "Bob"]
        assert not restored.scheduler.is_calm(restored.table)
        restored.wait(GATHERING_MS - 4_001)
        assert restored.table.state.stage == "over"
        restored.wait(4_001)  # Carla may be on her way back
        assert is_second_game(restored)


def test_start_of_an_earlier_client_counts_as_ready() -> None:
    harness = finished("anna", "bob", "carla")
    for guest in ("carla", "anna"):
        assert harness.ask(guest, c.Start(harness.id(), "apprenti"))
    assert ready(harness) == ["Anna", "Carla"]
    harness.start("bob")
    assert is_second_game(harness)


def test_the_free_seats_of_such_a_start_may_be_removed() -> None:
    harness = finished("anna", "bob", "carla", "dora")
    harness.ask("carla", c.Leave(harness.id()))
    again(harness, "anna")
    harness.wait(START_WITHOUT_MS)
    assert harness.refused("anna", c.Start("s", here=True)) == "settings/players"
    again(harness, "bob")
    harness.ask("anna", c.Start("t", here=True))
    assert names(harness) == ["Anna", "Bob"]
    assert [asker.name for asker in harness.table.lobby().asking] == ["Dora"]


def test_a_watching_host_starts_with_all_players() -> None:
    harness = finished("anna", "bob")
    harness.ask("anna", c.Leave(harness.id()))
    harness.start("anna", fill="apprenti")
    assert is_second_game(harness)
    assert kinds(harness) == ["bot", "person"]


def test_at_a_slow_table_people_have_their_whole_clock_and_keep_the_chair() -> None:
    harness = finished("anna", "bob", "carla", clock="day")
    again(harness, "anna", "bob")
    assert harness.table.lobby().begins == harness.at + CLOCK_MS["day"]
    assert harness.table.lobby().may_start == harness.at + CLOCK_MS["day"]
    harness.go("carla")
    harness.wait(CLOCK_MS["day"])
    assert names(harness) == ["Anna", "Bob"]
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Bob", "Carla"]


def test_a_quick_match_has_no_owner_between_games() -> None:
    game = GAMES["escalier"]
    opened = log.Opened(
        "hibou-lampe-42", game.name, game.rules.VERSION, "nobody", Settings(2, listed=True), waits=20_000
    )
    harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1)))
    harness.note()
    harness.sit("anna", "bob")
    harness.wait(20_000)
    harness.play_on(Random(1).choice)
    again(harness, "bob")
    harness.wait(START_WITHOUT_MS)
    harness.start("bob", fill="apprenti")
    assert kinds(harness) == ["bot", "person"]
    assert harness.table.lobby().asking[0].name == "Anna"


def test_another_device_takes_over_readiness_and_chair() -> None:
    harness = finished("anna", "bob")
    again(harness, "anna")
    harness.rehome("anna", "anna-2")
    harness.come("anna-2")
    assert ready(harness) == ["Anna"]
    harness.wait(START_WITHOUT_MS)
    harness.start("anna-2", fill="apprenti")
    harness.rehome("bob", "bob-2")
    harness.come("bob-2")
    harness.play_on(Random(1).choice)
    assert names(harness) == ["Anna", "Bob"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_continues_with_the_ready_players(game: str) -> None:
    people = ("anna", "bob", "carla", "dora")[: GAMES[game].players[0] + 1]
    harness = finished(*people, game=game)
    harness.go(people[-1])
    again(harness, *people[:-1])
    harness.wait(GATHERING_MS)
    assert names(harness) == [guest.title() for guest in people[:-1]]


def test_it_is_refused_before_a_game_in_a_game_and_to_spectators() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna", "bob")
    assert harness.refused("anna", c.Again("a")) == "game/not-running"
    assert harness.refused("eve", c.Again("a")) == "seat/none"
    harness.start()
    assert harness.refused("anna", c.Again("a")) == "game/running"
    harness.play_on(Random(1).choice)
    assert harness.refused("anna", c.Again("a", fill="nobody")) == "bot/unknown"
