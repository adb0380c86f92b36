"""No hurry: while somebody at the table takes their time, windows have no clock, and everybody is told who."""

from tests.table.harness import TableHarness
from tests.table.windows import open_window
from toctoc.table import commands as c


def calm(harness: TableHarness, guest: str, on: bool = True) -> None:
    harness.ask(guest, c.Calm(harness.id(), on))


def is_calm(harness: TableHarness) -> bool:
    return harness.table.state.is_calm


def windows(harness: TableHarness, count: int) -> list[int]:
    """The next windows, each with the time that it has."""
    found: list[int] = []
    while len(found) < count:
        before = harness.table.state.window
        for seat in harness.match.actors:
            legal = [str(action) for action in harness.match.legal(seat)]
            wanted = [action for action in ("pass", "discard", "decline") if action in legal]
            guest = harness.table.state.seats[seat].guest
            assert guest
            harness.move(guest, wanted[0] if wanted else next(a for a in legal if a != "knock"))
            break
        now = harness.table.state.window
        if before is None and now is not None:
            found.append(now and now - harness.at)
    return found


def test_the_open_window_and_the_next_ones_have_no_clock_until_all_are_in_a_hurry_again() -> None:
    harness = open_window("anna", "bob")
    assert harness.table.state.window
    calm(harness, "bob")
    assert harness.heard["anna"][-1]["public"]["window"] == 0
    assert [seat.get("calm", False) for seat in harness.seats] == [False, True]
    harness.wait(3_600_000)
    assert harness.table.state.window == 0
    assert windows(harness, 1) == [0]
    calm(harness, "bob", on=False)
    assert windows(harness, 2) == [5_000, 5_000]
    assert harness.again().snapshot() == harness.table.snapshot()


def test_an_absent_player_does_not_slow_the_table() -> None:
    harness = open_window("anna", "bob")
    calm(harness, "bob")
    assert is_calm(harness)
    harness.go("bob")
    harness.wait(20_000)
    assert not is_calm(harness)
    harness.back("bob")
    assert is_calm(harness)


def test_no_hurry_moves_to_another_device_and_is_refused_to_watchers() -> None:
    harness = open_window("anna", "bob")
    calm(harness, "bob")
    harness.rehome("bob", "eve")
    assert is_calm(harness)
    assert harness.refused("zoe", c.Calm("x")) == "seat/none"
