"""C10: in a window without a clock of its own, the table's clock (H3) runs for each seat that has not passed."""

from itertools import product

import pytest

from tests.scale import each, spread
from tests.table.harness import TableHarness
from tests.table.windows import open_window, play_until_window, wrong
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.words import Reap
from toctoc.table import commands as c
from toctoc.table import state
from toctoc.table.effects import CLOCK_MS
from toctoc.table.table import Table


def calm(harness: TableHarness, guest: str, on: bool = True) -> None:
    harness.ask(guest, c.Calm(harness.id(), on))


def restored(harness: TableHarness, table: Table) -> None:
    """Load `table` for the same guests, as after a restart: its time has stood still."""
    harness.table, harness.at = table, table.state.at
    harness.come(*harness.table.places)


@pytest.mark.parametrize("clock", CLOCK_MS)
def test_C10_without_a_clock_of_its_own_a_window_has_the_tables(clock: str) -> None:
    harness, time = open_window("anna", "bob", clock=clock, snap_seconds=0), CLOCK_MS[clock]
    assert harness.table.state.window == 0
    opened, seats = harness.at, harness.match.actors
    assert harness.table.state.deadlines == dict.fromkeys(seats, opened + time)
    assert harness.heard["bob"][-1]["public"]["deadlines"] == {str(seat): opened + time for seat in seats}
    assert harness.welcome("bob")["deadlines"] == {str(seat): opened + time for seat in seats}
    harness.wait(time - 1)
    before = len(harness.moves)
    harness.wait(1)
    passed = [(move.seat, str(move.action), move.by) for move in harness.moves[before:]]
    assert passed == [(seat, "pass", "clock") for seat in seats]
    assert harness.table.state.window is None


def test_C10_without_a_clock_all_players_must_pass() -> None:
    harness = open_window("anna", "bob", snap_seconds=0)
    assert harness.table.state.deadlines == {}
    harness.wait(3_600_000)
    assert harness.table.state.window == 0


def test_C10_a_window_with_its_own_clock_has_no_other() -> None:
    harness = open_window("anna", "bob", clock="fast")
    assert harness.table.state.window == harness.at + 5_000
    assert harness.table.state.deadlines == {}


@pytest.mark.parametrize("clock", ["fast", "day"])
def test_C10_a_throw_does_not_restart_the_clock_and_a_pass_ends_it(clock: str) -> None:
    harness = open_window("anna", "bob", clock=clock, snap_seconds=0)
    until = harness.at + CLOCK_MS[clock]
    harness.wait(10_000)
    harness.move("bob", wrong(harness, "bob"))
    harness.wait(0)  # it is judged
    assert harness.table.state.deadlines == {0: until, 1: until}
    harness.move("anna", "pass")
    assert harness.table.state.deadlines == {1: until}
    harness.wait(until - harness.at)
    assert (harness.moves[-1].seat, str(harness.moves[-1].action), harness.moves[-1].by) == (1, "pass", "clock")


def test_C10_a_throw_that_arrives_in_time_is_judged_before_the_clock_passes() -> None:
    harness = open_window("anna", "bob", clock="fast", snap_seconds=0)
    harness.table.presence.credits["anna"] = 100  # so long her line may take: bob's throw waits
    harness.wait(14_950)
    harness.move("bob", wrong(harness, "bob"))
    harness.wait(200)
    of_bob = [(str(move.action).split()[0], move.by) for move in harness.moves if move.seat == 1]
    assert of_bob[-2:] == [("snap", "player"), ("pass", "clock")]


def test_C10_a_window_that_loses_its_clock_gets_the_tables() -> None:
    harness = open_window("anna", "bob", clock="fast")
    harness.wait(2_000)
    calm(harness, "bob")
    until = harness.at + 15_000
    assert (harness.table.state.window, harness.table.state.deadlines) == (0, {0: until, 1: until})
    assert harness.heard["anna"][-1]["public"]["deadlines"] == {"0": until, "1": until}
    assert harness.again().snapshot() == harness.table.snapshot()
    harness.wait(1_000)
    calm(harness, "bob", on=False)  # this wins no time either
    calm(harness, "bob")
    assert harness.table.state.deadlines == {0: until, 1: until}
    harness.wait(until - harness.at)
    assert harness.table.state.window is None


def test_C10_an_idle_player_cannot_hold_a_timed_table() -> None:
    harness = open_window("anna", "bob", clock="fast", snap_seconds=0)
    calm(harness, "anna")
    for _ in range(5_000):
        if not harness.table.is_live:
            break
        harness.wait(15_000)
    assert harness.table.state.stage == "over"


@each(
    "clock, seconds, calm_at, restart",
    spread(
        product(
            ["relaxed", "fast", "day"],
            [0, 5],
            ["never", "before", "during", "during, then no longer"],
            ["", "log", "snapshot"],
        ),
        17,
    ),
)
def test_C10_a_window_of_a_timed_table_ends_though_its_players_do_nothing(
    clock: str, seconds: int, calm_at: str, restart: str
) -> None:
    """Both stay connected: with a clock of its own, without, and with a *no hurry* before or in the window."""
    harness = TableHarness.of("chocottes", 2, options={"snap_seconds": seconds}, clock=clock)
    harness.sit("anna", "bob")
    if calm_at == "before":
        calm(harness, "bob")
    harness.start()
    play_until_window(harness, "anna", "bob")
    if calm_at.startswith("during"):
        harness.wait(1_000)
        calm(harness, "bob")
    if calm_at.endswith("no longer"):
        calm(harness, "bob", on=False)
    if restart:
        table = harness.again() if restart == "log" else Table.restore(harness.table.snapshot(), ())
        restored(harness, table)
    state = harness.table.state
    assert bool(state.window) != bool(state.deadlines), "one clock runs, and one only"
    before = len(harness.moves)
    harness.wait(CLOCK_MS[clock])
    assert [(str(move.action), move.by) for move in harness.moves[before:]][:2] == [("pass", "clock")] * 2


def test_C19_a_new_window_has_a_new_clock_for_all_players() -> None:
    harness = open_window("anna", "bob", "eve", "max", "zoe", clock="relaxed", snap_seconds=0)
    while harness.moves[-1].action != Reap(1):
        assert harness.table.is_live
        harness.wait(1)
        seat, action = seeing_all(harness)
        harness.move(str(harness.table.state.seats[seat].guest), action)
        harness.wait(0)
    assert harness.table.state.window == 0
    assert harness.table.state.deadlines == dict.fromkeys(range(5), harness.at + 60_000)


def seeing_all(harness: TableHarness) -> tuple[int, str]:
    """Whoever can throws what fits, uses a reaper, and else does what leads on soonest."""
    s, wanted = harness.match.state, ("reap 1", "pass", "discard", "decline", "look", "draw")
    for seat in harness.match.actors:
        for place in range(s.row_size[seat] if harness.table.state.window is not None else 0):
            if r.value(s.row[seat][place]) == s.window and s.row_size[seat] > 2:
                return seat, f"snap {place + 1}"
    seat = harness.match.actors[0]
    legal = [str(action) for action in harness.match.legal(seat)]
    return seat, next(action for want in wanted for action in legal if action.startswith(want))


def test_a_window_survives_a_restart_with_its_clock() -> None:
    harness = open_window("anna", "bob", clock="fast", snap_seconds=0)
    until = harness.at + 15_000
    harness.wait(9_000)
    harness.ask("anna", c.Say("s", "thinking"))
    for table in (harness.again(), Table.restore(harness.table.snapshot(), ())):
        assert state.encode(table.state) == state.encode(harness.table.state)
        assert table.state.deadlines == {0: until, 1: until}
