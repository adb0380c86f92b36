"""Bots and clocks wait until the people who are here have been shown what happened; nobody gains by it."""

from unittest.mock import ANY

import pytest

from tests.table.harness import SEAL, TableHarness
from tests.table.windows import open_window, thrown, wrong
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table.log import Opened
from toctoc.table.presence import MAX_REVEAL_MS, Reveals, is_show
from toctoc.table.table import Table


def revealed(*guests: str, bots: int = 1, clock: str = "none", shows: tuple[str, ...] = ()) -> TableHarness:
    """A table of Toc Toc Toc! with people and bots, where a card has just been revealed."""
    harness = TableHarness.of("toctoctoc", max(3, len(guests) + bots), clock=clock)
    harness.sit(*guests)
    for guest in shows:
        shown(harness, guest)
    harness.start(fill="voyante")
    while not any(str(move.action) in ("open", "refuse") for move in harness.moves):
        harness.think()
        asked = [(harness.table.state.seats[seat].guest, seat) for seat in harness.match.actors]
        sitting, seat = asked[0]
        if sitting:
            harness.move(sitting, str(harness.match.legal(seat)[-1]), seat=seat)
        else:
            harness.wait((harness.scheduler.next(harness.table) or 0) - harness.at)
    return harness


def is_held(harness: TableHarness) -> bool:
    return harness.table.reveals.held_since is not None


def shown(harness: TableHarness, guest: str, version: int | None = None) -> None:
    harness.ask(guest, c.Shown(harness.table.state.version if version is None else version))


def test_bots_wait_until_the_device_has_shown_it_and_then_pause_as_always() -> None:
    harness = revealed("anna", shows=("anna",))
    moves = len(harness.moves)
    harness.wait(MAX_REVEAL_MS - 1)
    assert len(harness.moves) == moves
    shown(harness, "anna", harness.table.state.version - 1)
    assert is_held(harness)  # that was of before
    shown(harness, "anna")
    assert harness.match.actors == (1,)
    harness.wait(449)  # half a pause, after the answer of the other bot
    assert len(harness.moves) == moves
    harness.wait(351)
    assert len(harness.moves) == moves + 1


def test_a_device_that_never_speaks_is_never_waited_for() -> None:
    quiet, told = revealed("anna"), revealed("anna", shows=("anna",))
    assert not is_held(quiet)
    assert is_held(told)


def test_a_device_that_falls_silent_is_waited_for_no_longer_than_the_grace() -> None:
    harness = revealed("anna", "bob", shows=("anna", "bob"))
    assert harness.scheduler.next(harness.table) == harness.at + MAX_REVEAL_MS
    shown(harness, "bob")
    assert harness.scheduler.next(harness.table) == harness.at + MAX_REVEAL_MS
    harness.wait(MAX_REVEAL_MS)
    assert not is_held(harness)


def test_alone_with_bots_a_device_may_ask_for_more_time_again_and_again() -> None:
    harness = revealed("anna", shows=("anna",))
    moves = len(harness.moves)
    for _ in range(10):
        harness.wait(MAX_REVEAL_MS - 1)
        shown(harness, "anna", 1)
    assert len(harness.moves) == moves
    harness.wait(MAX_REVEAL_MS)
    assert not is_held(harness)


def test_with_other_players_a_reveal_ends_at_its_limit() -> None:
    harness = revealed("anna", "bob", shows=("anna", "bob"))
    began = harness.at
    for _ in range(4):
        harness.wait(MAX_REVEAL_MS // 4)
        shown(harness, "anna", 1)
    assert harness.at == began + MAX_REVEAL_MS
    assert not is_held(harness)


def test_absent_players_and_watchers_are_not_waited_for() -> None:
    harness = revealed("anna", "bob", shows=("anna", "bob"))
    harness.come("eve")
    shown(harness, "eve")
    shown(harness, "anna")
    assert harness.table.held_until() is not None
    harness.go("bob")
    harness.wait(0)
    assert not is_held(harness)


def test_nothing_is_logged_where_there_are_no_clocks() -> None:
    harness = revealed("anna", shows=("anna",))
    before = len(harness.log)
    harness.wait(100)
    shown(harness, "anna")
    assert len(harness.log) == before


def test_clocks_stand_still_and_a_restored_table_agrees() -> None:
    harness = revealed("anna", "bob", clock="fast", shows=("anna", "bob"))
    asked = dict(harness.table.state.deadlines)
    assert harness.heard["anna"][-1]["public"]["held"]
    assert harness.welcome("anna")["held"]
    harness.wait(2_000)
    shown(harness, "anna")
    harness.wait(1_000)
    shown(harness, "bob")
    assert harness.table.state.deadlines == {seat: until + 3_000 for seat, until in asked.items()}
    assert harness.heard["anna"][-1]["public"] == {"deadlines": ANY, "held": False}
    assert harness.again().snapshot() == harness.table.snapshot()


def test_a_person_may_move_on_while_another_is_shown_something_and_loses_no_time_by_it() -> None:
    harness = TableHarness.of("chocottes", 3, clock="fast")
    harness.sit("anna", "bob", "eve")
    for guest in ("anna", "bob", "eve"):
        shown(harness, guest)
    harness.start()
    harness.move("anna", "look 1")
    harness.wait(1_000)
    harness.move("bob", "look 1")
    assert harness.table.state.deadlines == {0: 15_000 + 1_000, 1: 1_000 + 15_000, 2: 15_000 + 1_000}
    shown(harness, "anna")
    harness.wait(500)
    shown(harness, "bob")
    assert harness.table.state.deadlines == {0: 16_500, 1: 16_500, 2: 16_500}
    assert harness.again().snapshot() == harness.table.snapshot()


def has_clocks(harness: TableHarness) -> bool:
    return harness.table.state.has_clocks


def held_window(*guests: str, seconds: int = 2) -> TableHarness:
    """A window that opened while the first guest is still shown something."""
    harness = open_window(*guests, snap_seconds=seconds)
    for guest in guests:
        shown(harness, guest)
    reveals, version = Reveals(held_since=harness.at), harness.table.state.version
    for guest in guests:
        reveals.acknowledge(guest, version - (guest == "anna"), 0)
    reveals.start({"anna": (0,)}, version, harness.at, (), is_lesson=True)
    harness.table.reveals = reveals
    return harness


def test_a_window_opens_when_all_players_have_seen_the_events_before_it() -> None:
    harness = held_window("anna", "bob", "eve")
    opened = harness.table.state.window
    assert opened
    harness.wait(1_000)
    harness.move("eve", wrong(harness, "eve"))
    harness.wait(4_000)
    harness.move("bob", wrong(harness, "bob"))  # later than the window would have lasted
    harness.wait(1_000)
    assert thrown(harness) == []
    shown(harness, "anna")
    assert harness.table.state.window == opened + 6_000
    for _ in range(2):
        harness.wait(0)
        for guest in ("anna", "bob", "eve"):
            shown(harness, guest)  # a card that was thrown in vain
    assert thrown(harness) == [2, 1]  # in the order in which they came
    harness.wait(1_999)
    assert has_clocks(harness)
    harness.wait(1)
    assert not has_clocks(harness)
    assert harness.again().snapshot() == harness.table.snapshot()


def test_withholding_delays_all_players_alike_and_briefly() -> None:
    harness = held_window("anna", "bob")
    opened = harness.table.state.window
    assert opened
    harness.wait(MAX_REVEAL_MS)
    assert harness.table.state.window == opened + MAX_REVEAL_MS
    assert not is_held(harness)


def test_C11_all_players_see_a_wrong_throw_before_the_window_continues() -> None:
    harness = open_window("anna", "bob", "eve", snap_seconds=5)
    for guest in ("anna", "bob", "eve"):
        shown(harness, guest)
    opened = harness.table.state.window
    assert opened
    harness.wait(1_000)
    harness.move("bob", wrong(harness, "bob"))
    harness.wait(0)
    assert is_held(harness)
    assert harness.heard["eve"][-1]["public"]["held"]
    harness.move("eve", wrong(harness, "eve"))  # she had tapped before she saw it
    for guest in ("bob", "eve"):
        shown(harness, guest)
    harness.wait(2_000)
    assert thrown(harness) == [1]
    shown(harness, "anna")
    assert harness.table.state.window == opened + 2_000
    harness.wait(0)
    assert thrown(harness) == [1, 2]
    assert harness.again().snapshot() == harness.table.snapshot()


def ended(*guests: str, shows: tuple[str, ...], bots: int = 0) -> TableHarness:
    """A table of Toc Chocottes without clocks, where somebody has just knocked and the next round is dealt."""
    harness = TableHarness.of("chocottes", len(guests) + bots)
    harness.sit(*guests)
    for guest in shows:
        shown(harness, guest)
    harness.start(fill="voyante")
    while not any(str(move.action) == "knock" for move in harness.moves):
        for guest in shows:
            shown(harness, guest)
        for seat in harness.match.actors:
            if mover := harness.table.state.seats[seat].guest:
                harness.move(mover, str(harness.match.legal(seat)[-1]), seat=seat)
                break
        else:
            harness.wait(2_000)
    return harness


def told_looking(harness: TableHarness, guest: str) -> list[list[int]]:
    """Of whom that guest was told that they still look."""
    return [heard["seats"] for heard in harness.heard[guest] if heard["type"] == "looking"]


def test_all_look_together_at_the_end_of_a_round_and_see_who_still_looks() -> None:
    harness = ended("anna", "bob", "eve", shows=("anna", "bob", "eve"))
    harness.come("max")  # who only watches
    assert harness.welcome("max")["looking"] == [0, 1, 2]
    harness.wait(1_000)
    shown(harness, "bob")
    shown(harness, "anna", 1)  # that was of before
    harness.wait(1_000)
    assert harness.welcome("max")["looking"] == [0, 2]
    shown(harness, "eve")
    shown(harness, "anna")
    assert told_looking(harness, "anna") == [[0, 1, 2], [0, 2], [0], []]
    assert told_looking(harness, "max") == [[0, 2], [0], []]
    assert "looking" not in harness.welcome("max")


def test_a_look_ends_with_the_grace_without_clock_or_bot() -> None:
    harness = ended("anna", "bob", shows=("anna", "bob"))
    shown(harness, "anna")
    assert not harness.scheduler.is_calm(harness.table)
    harness.wait(MAX_REVEAL_MS - 1)
    assert told_looking(harness, "anna")[-1] == [1]
    harness.wait(1)
    assert told_looking(harness, "anna")[-1] == []


def test_silent_and_absent_players_are_not_among_the_lookers() -> None:
    harness = ended("anna", "bob", "eve", shows=("anna", "bob"))
    assert told_looking(harness, "anna") == [[0, 1]]
    harness.go("bob")
    harness.note()
    assert told_looking(harness, "anna") == [[0, 1], [0]]


def test_bots_wait_at_the_end_of_a_round_as_long_as_people_do_and_no_longer() -> None:
    harness = ended("anna", "bob", shows=("anna", "bob"), bots=1)
    moves = len(harness.moves)
    harness.wait(4_000)
    shown(harness, "anna")
    harness.wait(3_000)
    assert len(harness.moves) == moves
    shown(harness, "bob")
    harness.wait(1_600)
    assert len(harness.moves) > moves


def test_a_look_at_an_own_card_is_announced_to_no_other_player() -> None:
    harness = TableHarness.of("chocottes", 2)
    harness.sit("anna", "bob")
    for guest in ("anna", "bob"):
        shown(harness, guest)
    harness.start()
    harness.move("anna", "look 1")
    assert is_held(harness)
    assert told_looking(harness, "bob") == []


def over() -> TableHarness:
    """A table where the last cards are revealed to two people and a big screen."""
    harness = ended("anna", "bob", shows=("anna", "bob"))
    harness.table.reveals.acknowledge_screen("screen", 1)
    while harness.table.is_live:
        for guest in ("anna", "bob"):
            shown(harness, guest)
        seat = harness.match.actors[0]
        harness.move(("anna", "bob")[seat], str(harness.match.legal(seat)[-1]), seat=seat)
        harness.wait(0)
    return harness


def test_the_last_cards_are_revealed_on_every_device_before_any_may_name_the_winner() -> None:
    harness = over()
    assert not is_held(harness)  # nothing else waits
    heard = harness.heard["bob"]
    said = next(n for n, each in enumerate(heard) if each.get("screen"))
    end = next(n for n, each in enumerate(heard) if each.get("public", {}).get("lobby", {}).get("stage") == "over")
    assert heard[said] == {"type": "looking", "seats": [0, 1], "screen": True}
    assert said < end  # the winner is sent after that
    assert harness.welcome("bob")["looking_screen"]
    shown(harness, "anna")
    shown(harness, "bob")
    assert harness.heard["bob"][-1] == {"type": "looking", "seats": [], "screen": True}
    harness.table.reveals.acknowledge_screen("screen", harness.table.version)
    harness.note()
    assert harness.heard["anna"][-1] == {"type": "looking", "seats": [], "screen": False}


def test_after_the_end_no_lost_device_is_waited_for() -> None:
    harness = over()
    shown(harness, "anna")
    harness.go("bob")
    harness.table.reveals.drop_screen("screen")
    harness.note()
    assert harness.heard["anna"][-1] == {"type": "looking", "seats": [], "screen": False}


def test_a_refused_move_changes_nothing_while_clocks_stand_still() -> None:
    harness = revealed("anna", "bob", clock="fast", shows=("anna", "bob"))
    harness.wait(1_000)
    assert harness.refused("bob", c.Move("x", "offer taxi to 1")) is not None


def test_in_a_lesson_everything_waits_for_the_learner() -> None:
    settings = TableHarness.of("toctoctoc").table.state.settings
    opened = Opened("hibou-lampe-42", "toctoctoc", GAMES["toctoctoc"].rules.VERSION, "anna", settings, lesson=True)
    harness = TableHarness.of("toctoctoc")
    harness.table = Table.open(opened, SEAL)
    harness.log.clear()
    harness.sit("anna")
    shown(harness, "anna")
    harness.start(fill="random")
    opening = len(harness.moves)
    shown(harness, "anna")
    harness.move("anna", str(harness.match.legal(0)[0]))  # an offer: nothing else is shown of it
    for _ in range(20):
        harness.wait(MAX_REVEAL_MS - 1)
        shown(harness, "anna", 1)  # a tip is open
    assert len(harness.moves) == opening + 1
    shown(harness, "anna")
    harness.wait(1_600)
    assert len(harness.moves) == opening + 2


def test_a_game_ends_although_no_client_confirms_a_reveal() -> None:
    harness = revealed("anna", shows=("anna",))
    harness.play_on(lambda legal: legal[0])
    while harness.table.is_live:
        harness.play_on(lambda legal: legal[0])
        harness.wait(MAX_REVEAL_MS)
    assert harness.records


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_shows_and_questions_that_are_none(game: str) -> None:
    kinds = {is_show(kind) for kind in GAMES[game].events}  # type: ignore[arg-type]  # facts of the type
    assert kinds == {True, False}
