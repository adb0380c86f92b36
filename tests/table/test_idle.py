"""A quick match cannot be held: its clock plays for a connected idler, and then a stand-in does."""

from random import Random

import pytest

from tests.table.harness import SEAL, TableHarness, make_player
from toctoc import record
from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log
from toctoc.table.effects import FULL_TABLE_DELAY_MS, START_WITHOUT_MS
from toctoc.table.log import Settings
from toctoc.table.scheduler import MAX_LAPSES, Scheduler, end_stand_in
from toctoc.table.table import Table

RELAXED = 60_000


def quick_match(game: str, *guests: str, clock: log.ClockSetting = "relaxed") -> TableHarness:
    """These guests sit down at a table of their number that waits for people, and it begins by itself."""
    settings = Settings(len(guests), listed=True, clock=clock)
    opened = log.Opened("hibou-lampe-42", game, GAMES[game].rules.VERSION, "nobody", settings, waits=20_000)
    harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1)))
    harness.note()
    harness.sit(*guests)
    harness.wait(FULL_TABLE_DELAY_MS)
    assert harness.table.is_live
    return harness


def receive(harness: TableHarness, guest: str, command: c.Command) -> None:
    """A guest's message, as the table's owner handles it."""
    end_stand_in(harness.table, guest, harness.at, is_person=type(command) not in c.BY_DEVICE)
    harness.ask(guest, command)


def until_idle(harness: TableHarness, idler: str, seed: int = 1) -> int:
    """All others play until a stand-in plays for `idler`; the clocks that it took."""
    (seat,) = harness.table.seats_of(idler)
    for _ in range(1_000):
        if harness.table.state.seats[seat].away:
            break
        others_move(harness, idler, seed)
    return sum(move.by == "clock" for move in harness.moves if move.seat == seat)


def others_move(harness: TableHarness, idler: str, seed: int = 1) -> None:
    """Another guest who is asked moves; without one, all wait for the clock."""
    for seat in harness.match.actors:
        guest = str(harness.table.state.seats[seat].guest)
        if guest != idler and not harness.table.state.seats[seat].away:
            harness.move(guest, Random(seed).choice([str(action) for action in harness.match.legal(seat)]))
            harness.wait(0)
            return
    harness.wait(RELAXED if not harness.table.state.seats[harness.table.seats_of(idler)[0]].away else 2_000)


@pytest.mark.parametrize("game", GAMES)
def test_after_two_clocks_in_a_row_a_stand_in_plays_to_the_end_and_all_see_why(game: str) -> None:
    harness = quick_match(game, "anna", "bob", "eve")
    assert until_idle(harness, "bob") >= MAX_LAPSES
    assert (harness.seats[1]["away"], harness.seats[1]["idle"]) == (True, True)
    assert harness.heard["anna"][-1]["public"]["lobby"]["seats"][1]["idle"]
    assert harness.again().snapshot() == harness.table.snapshot()
    clocks = [move for move in harness.moves if move.by == "clock"]
    while harness.table.is_live:
        others_move(harness, "bob", seed=len(harness.moves))
    assert [move for move in harness.moves if move.by == "clock"] == clocks  # it costs nobody another minute
    assert {move.by for move in harness.moves if move.seat != 1} <= {"player", "clock"}
    assert any(move.by == "stand-in" for move in harness.moves if move.seat == 1)
    record.verify(record.read(harness.records[-1]))


def test_any_command_of_an_idle_player_returns_the_seat_and_automatic_messages_do_not() -> None:
    harness = quick_match("escalier", "anna", "bob")
    until_idle(harness, "bob")
    for by_device in (c.Seen(harness.table.state.version), c.Shown(harness.table.state.version)):
        receive(harness, "bob", by_device)
        assert harness.seats[1]["idle"]
    receive(harness, "bob", c.Back())
    assert not {"away", "idle"} & harness.seats[1].keys()
    assert harness.heard["anna"][-1]["public"]["lobby"]["seats"][1] == harness.seats[1]
    assert harness.again().snapshot() == harness.table.snapshot()
    receive(harness, "bob", c.Say("s", "hello"))
    assert "away" not in harness.seats[1]


def test_a_returning_player_has_one_clock_and_two_after_a_move() -> None:
    harness = quick_match("escalier", "anna", "bob")
    clocks = until_idle(harness, "bob")
    receive(harness, "bob", c.Back())
    assert until_idle(harness, "bob", seed=2) == clocks + 1
    receive(harness, "bob", c.Back())
    while 1 not in harness.match.actors:
        others_move(harness, "bob", seed=3)
    receive(harness, "bob", c.Move("m", str(harness.match.legal(1)[0])))
    assert harness.table.state.seats[1].lapses == 0
    assert until_idle(harness, "bob", seed=4) == clocks + 1 + MAX_LAPSES


def test_C10_to_let_the_clock_of_a_window_pass_is_no_lapse() -> None:
    harness = quick_match("chocottes", "anna", "bob")
    passed = 0
    for _ in range(200):
        if passed > 4 or not harness.table.is_live:
            break
        seat = harness.match.actors[0]
        if harness.table.state.window:
            harness.wait(5_000)
            passed += 1
        else:
            legal = [str(action) for action in harness.match.legal(seat) if str(action) != "knock"]
            harness.move(("anna", "bob")[seat], "discard" if "discard" in legal else legal[0])
    assert passed > 4
    assert any(move.by == "clock" for move in harness.moves)
    assert [seat.get("away", False) for seat in harness.seats] == [False, False]


def test_C10_an_idle_player_with_no_hurry_holds_no_window() -> None:
    harness = quick_match("chocottes", "anna", "bob")
    harness.ask("bob", c.Calm(harness.id()))
    until_idle(harness, "bob")
    while harness.table.is_live:
        others_move(harness, "bob", seed=len(harness.moves))
    assert sum(move.by == "clock" and move.seat == 1 for move in harness.moves) == MAX_LAPSES


def test_at_a_table_with_an_owner_the_clock_alone_plays() -> None:
    """H3; its creator can send the idler away."""
    harness = TableHarness.of("escalier", 2, clock="relaxed")
    harness.sit("anna", "bob")
    harness.start()
    for _ in range(10):
        harness.wait(RELAXED)
    assert {move.by for move in harness.moves} == {"clock"}
    assert not any(seat.get("away") for seat in harness.seats)


def test_no_stand_in_plays_the_rematch_for_an_idle_player() -> None:
    harness = quick_match("escalier", "anna", "bob")
    until_idle(harness, "bob")
    while harness.table.is_live:
        others_move(harness, "bob", seed=len(harness.moves))
    harness.ask("anna", c.Again(harness.id()))
    harness.wait(START_WITHOUT_MS)
    harness.start("anna", fill="apprenti")
    assert harness.table.state.stage == "playing"
    assert harness.seats[1]["kind"] == "bot"  # a player of its own; the chair is kept


def test_a_visitor_has_one_seat_at_a_quick_match() -> None:
    game = GAMES["toctoctoc"]
    opened = log.Opened("a-b-1", game.name, game.rules.VERSION, "nobody", Settings(3, listed=True), waits=20_000)
    harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1)))
    harness.note()
    harness.come("anna")
    harness.ask("anna", c.Sit("1", 0, "Anna", also=True))
    assert harness.refused("anna", c.Sit("2", 1, "Zoé", also=True)) == "seat/one-each"
    harness.ask("anna", c.Sit("3", 2, "Anna"))  # to change it is allowed
    assert harness.table.seats_of("anna") == [2]
    harness.ask("anna", c.Sit("4", 2, "Zoé", also=True))
    assert harness.seats[2]["name"] == "Zoé"
