"""H3: what the clock plays for a seat."""

from random import Random

from tests.scale import each
from toctoc.core.match import Match

from .table import arranged, dealt, draw_lot, opened, play, ready, shown, waiting


def no_roll(_: int) -> int:
    raise AssertionError("the gentle moves of this game leave nothing to chance")


def gentle(match: Match, seat: int) -> str:
    action = match.gentle(seat, no_roll)
    assert action in match.legal(seat)
    return str(action)


@each("seat", [0, 1])
def test_H3_C3_the_clock_looks_at_the_two_leftmost(seat: int) -> None:
    match = dealt("1 2 3 4", "5 6 8 9")
    looks = []
    for _ in range(2):
        looks.append(gentle(match, seat))
        match.play(seat, looks[-1], by="clock")
    assert looks == ["look 1", "look 2"]


@each("first, second", [(1, "look 2"), (2, "look 1"), (4, "look 1")])
def test_H3_C3_after_one_look_the_clock_looks_at_the_leftmost_other(first: int, second: str) -> None:
    match = dealt("1 2 3 4", "5 6 8 9")
    play(match, f"0: look {first}")
    assert gentle(match, 0) == second


def test_H3_C7_the_clock_draws_and_discards_the_drawn_card() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    assert gentle(match, 0) == "draw"
    play(match, "0: draw; chance: draw 9")
    assert gentle(match, 0) == "discard"


def test_H3_C9_the_clock_passes_for_every_seat() -> None:
    match = opened(ready("9 9 3 4", "9 6 8 1"), "9")
    assert [gentle(match, seat) for seat in (0, 1)] == ["pass", "pass"]


@each("name", ["10", "dream-11", "12", "dream-13"])
def test_H3_C12_the_clock_declines(name: str) -> None:
    assert gentle(waiting(arranged("1 2", "3 4"), name), 0) == "decline"


@each("name", ["7", "14"])
def test_H3_C12_the_clock_declines_a_7_or_14(name: str) -> None:
    match = opened(arranged("1 2", f"{name} 4"), name)
    play(match, "1: snap 1; all: pass")
    assert gentle(match, 1) == "decline"


@each("players", [2, 5])
def test_H3_a_table_left_to_the_clock_comes_to_its_end(players: int) -> None:
    rng = Random(players)
    match = Match("chocottes", players)
    endings = set()
    while not match.over:
        if match.chance_awaited:
            draw_lot(match, rng)
        else:
            seat = rng.choice(match.actors)
            match.play(seat, match.gentle(seat, no_roll), by="clock")
        last = shown(match).last_round
        endings.add(last.ended if last else None)
    assert endings == {None, "pile-empty"}
    assert max(match.scores) >= 50


def asked(match: Match) -> int:
    """Whom a driver asks that goes round the table; -1 for nobody."""
    return -1 if match.asked is None else match.asked


def test_H3_a_driver_asks_from_the_active_players_left() -> None:
    match = dealt("1 2 3 4", "5 6 8 9", "1 2 3 4", creator=1)
    order = []
    while shown(match).phase == "look":
        order.append(asked(match))
        match.play(order[-1], match.gentle(order[-1], no_roll))
    assert order == [2, 2, 0, 0, 1, 1]
    opened(match, "9")
    order = []
    while shown(match).phase == "window":
        order.append(asked(match))
        play(match, f"{order[-1]}: pass")
    assert order == [2, 0, 1]
    assert asked(match) == 2
    play(match, "2: draw")
    assert asked(match) == -1
    play(match, "chance: draw 10")
    assert asked(match) == 2
    play(match, "2: discard; all: pass")
    assert asked(match) == 2
