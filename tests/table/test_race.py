"""Snap windows are fair on slow lines (C10): who threw first, not whose line is faster."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scale import scaled
from tests.table.harness import TableHarness
from tests.table.windows import open_window, thrown, wrong
from toctoc.core.errors import Refused
from toctoc.core.registry import GAMES
from toctoc.games.chocottes.words import Snap
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.moves import refuse_late
from toctoc.table.snap import MAX_CREDIT_MS, Latency, Race, Throw

NAMES = ("anna", "bob", "eve", "zoe", "kim")


def refusals(harness: TableHarness) -> list[str]:
    return [reply.code for reply in harness.replies if isinstance(reply, messages.Refusal)]


def test_the_credit_is_the_lowest_of_the_last_eight_round_trips_and_at_most_150() -> None:
    line = Latency()
    assert line.credit == 0
    for trip in (400, 90.7, 300):
        line.measured(trip)
    assert line.credit == 90
    for _ in range(6):
        line.measured(120)
    assert line.credit == 90
    line.measured(120)
    assert line.credit == 120
    for _ in range(8):
        line.measured(10_000)
    assert line.credit == MAX_CREDIT_MS == 150


def test_the_slower_line_wins_when_its_throw_was_earlier() -> None:
    harness = open_window("anna", "bob")
    harness.table.presence.credits = {"anna": 20, "bob": 140}
    harness.move("anna", wrong(harness, "anna"), 20)
    harness.wait(119)
    assert thrown(harness) == []  # bob's could still be under way
    harness.move("bob", wrong(harness, "bob"), 140)
    harness.wait(0)
    assert thrown(harness) == [1]
    harness.wait(150)
    assert thrown(harness) == [1, 0]


def test_a_throw_is_judged_as_soon_as_no_other_could_be_earlier() -> None:
    harness = open_window("anna", "bob", "eve")
    harness.table.presence.credits = {"bob": 60, "eve": 150}
    harness.move("anna", wrong(harness, "anna"))
    began = harness.at
    assert harness.scheduler.next(harness.table) == began + 150
    harness.move("eve", "pass")
    assert harness.scheduler.next(harness.table) == began + 60
    harness.wait(40)
    harness.move("bob", wrong(harness, "bob"), 60)  # counts before anna's, and nobody else can throw
    assert harness.scheduler.next(harness.table) == harness.at
    harness.wait(0)
    assert thrown(harness) == [1]
    harness.wait(150)
    assert thrown(harness) == [1, 0]


def test_all_players_receive_the_time_the_table_waited() -> None:
    harness = open_window("anna", "bob")
    harness.table.presence.credits = {"bob": 80}
    harness.move("anna", wrong(harness, "anna"))
    harness.wait(1_000)
    waits = [update["public"].get("waited", 0) for update in harness.heard["bob"]]
    assert waits[-1] == 80
    assert set(waits[:-1]) == {0}


def test_the_credit_extends_the_deadline_of_its_seat() -> None:
    harness = open_window("anna", "bob", "eve", snap_seconds=2)
    harness.table.presence.credits = {"bob": 100}
    window = harness.table.state.window
    assert window == harness.at + 2_000
    harness.wait(2_000)
    assert harness.match.actors == (1,)
    assert [move.by for move in harness.moves[-2:]] == ["clock", "clock"]
    with pytest.raises(Refused) as late:
        harness.move("anna", "snap 1")
    assert late.value.clause == "C10"
    harness.wait(100)
    assert harness.table.state.window is None


def test_a_throw_that_counts_in_time_is_judged_and_a_later_one_is_too_late() -> None:
    harness = open_window("anna", "bob", snap_seconds=2)
    harness.table.presence.credits = {"anna": 50, "bob": 100}
    harness.at += 2_060  # the alarm is a little late
    assert harness.refused("anna", c.Move("x", wrong(harness, "anna"))) == "snap/too-late"
    harness.move("bob", wrong(harness, "bob"), 100)
    harness.wait(500)
    assert thrown(harness) == [1]
    assert harness.table.state.window is None


def test_throws_that_wait_when_the_window_closes_are_refused_as_too_late() -> None:
    harness = open_window("anna", "bob")
    s = harness.match.state
    s.row[1][0], s.row_size[1] = s.window, 1  # bob's last card fits: C21 ends the round
    harness.match.forget()
    harness.table.presence.credits = {"bob": 90}
    harness.move("anna", wrong(harness, "anna"))
    harness.wait(10)
    harness.move("bob", "snap 1", 90)
    harness.wait(0)
    assert thrown(harness) == [1]
    assert harness.match.state.round == 2
    assert refusals(harness) == ["snap/too-late"]
    assert harness.table.race.throws == []


def test_refusals_of_a_throw_cite_the_clause_that_the_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of another package too, for a throw that waits, comes late, or is overtaken."""
    game = replace(GAMES["chocottes"], name="knock", letter="K", home="knock", race_clause="K7")
    monkeypatch.setitem(GAMES, "knock", game)
    harness = open_window("anna", "bob", game="knock", snap_seconds=2)
    harness.table.presence.credits = {"bob": 90}
    harness.move("anna", wrong(harness, "anna"))
    with pytest.raises(Refused) as waiting:
        harness.move("anna", "pass")
    harness.at += 2_060
    with pytest.raises(Refused) as late:
        harness.move("bob", wrong(harness, "bob"))
    refuse_late(harness.table)  # as the window closes
    harness.note()
    overtaken = harness.replies[-1]
    assert isinstance(overtaken, messages.Refusal)
    cited = [(why.code, why.clause) for why in (waiting.value, late.value, overtaken)]
    assert cited == [("snap/waiting", "K7"), ("snap/too-late", "K7"), ("snap/too-late", "K7")]


def test_a_player_who_threw_waits_for_the_judgement() -> None:
    harness = open_window("anna", "bob")
    harness.table.presence.credits = {"bob": 90}
    harness.move("anna", wrong(harness, "anna"))
    assert harness.refused("anna", c.Move("p", "pass")) == "snap/waiting"
    assert harness.refused("anna", c.Move("p", "arrange 1 to 2")) == "snap/waiting"
    harness.wait(90)
    harness.move("anna", "pass")


def test_a_pass_is_final_and_all_passes_close_the_window() -> None:
    harness = open_window("anna", "bob")
    harness.move("anna", "pass")
    assert harness.refused("anna", c.Move("t", "snap 1")) == "snap/already-passed"
    harness.move("bob", "pass")
    assert harness.table.state.window is None
    assert harness.refused("anna", c.Move("t", "snap 1")) == "snap/no-window"


def test_a_window_without_a_clock_waits_for_all_players() -> None:
    harness = open_window("anna", "bob", snap_seconds=0)
    assert harness.table.state.window == 0
    assert harness.scheduler.next(harness.table) is None
    harness.wait(600_000)
    assert harness.table.state.window == 0
    harness.move("bob", wrong(harness, "bob"))
    harness.wait(0)
    assert thrown(harness) == [1]


def test_a_throw_does_not_restart_the_clock_of_the_window() -> None:
    harness = open_window("anna", "bob")
    window = harness.table.state.window
    harness.wait(1_000)
    harness.move("bob", wrong(harness, "bob"))
    harness.wait(0)
    assert harness.table.state.window == window


def test_throws_at_a_table_that_is_closed_are_answered() -> None:
    harness = open_window("anna", "bob")
    harness.table.presence.credits = {"anna": 100}
    harness.move("bob", wrong(harness, "bob"))
    harness.ask("anna", c.Close("x"))
    assert refusals(harness) == ["snap/too-late"]


# --- artificial delays -------------------------------------------------------------------------------------------

DELAYS = st.lists(st.integers(0, MAX_CREDIT_MS), min_size=2, max_size=5)


@given(DELAYS, st.data())
@settings(max_examples=scaled(40, most=600))
def test_with_true_credits_the_order_judged_is_the_order_thrown(delays: list[int], data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 300), min_size=len(delays), max_size=len(delays), unique=True))
    assert judged(delays, delays, times) == sorted(range(len(times)), key=times.__getitem__)


@given(DELAYS, st.data())
@settings(max_examples=scaled(40, most=600))
def test_a_cheat_gains_at_most_150_milliseconds(delays: list[int], data: st.DataObject) -> None:
    """Seat 0 delays its answers to the measurements as it likes: it still loses to whoever was 150 ms earlier."""
    times = data.draw(st.lists(st.integers(0, 600), min_size=len(delays), max_size=len(delays), unique=True))
    line = Latency()
    line.measured(delays[0] + data.draw(st.integers(0, 10_000)))
    order = judged(delays, [line.credit, *delays[1:]], times)
    for seat in range(1, len(times)):
        if times[seat] < times[0] - MAX_CREDIT_MS:
            assert order.index(seat) < order.index(0)


def judged(delays: list[int], credits: list[int], times: list[int]) -> list[int]:
    """Who threw when, over lines of these delays: the order of judgement."""
    race, order = Race(), []
    left = dict(enumerate(credits))

    def judge_until(at: int) -> None:
        while (due := race.due(left)) is not None and due <= at:
            seat = race.take().seat
            order.append(seat)
            del left[seat]

    arrivals = sorted((times[seat] + delays[seat], seat) for seat in left)
    for at, seat in arrivals:
        judge_until(at - 1)
        race.add(Throw(seat, Snap(1), at, credits[seat]))
    judge_until(10_000)
    return order
