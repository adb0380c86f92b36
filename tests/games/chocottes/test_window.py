"""The window that a discard opens: throws, passes and wrong throws (C9-C11)."""

from itertools import permutations

import pytest

from tests.scale import each
from toctoc.core import fields
from toctoc.core.errors import BadOption, IllegalMove
from toctoc.core.match import Match
from toctoc.games.chocottes import GAME, events
from toctoc.games.chocottes.view import Waiting, Window

from .table import arranged, choices, dealt, heard, heard_by_all, opened, play, ready, refused, row, shown, waiting

ROWS = ("1 2 3 4", "5 6 8 8", "1 2 3 4")


@each("value", range(1, 15))
def test_C9_a_discard_opens_a_window_for_its_value(value: int) -> None:
    match = opened(arranged("1 2 3 4", "5 6 7 8"), str(value))
    assert shown(match).window == Window(value, ())
    assert match.actors == (0, 1)


@each("value", [10, 11, 12, 13])
def test_C9_a_dream_opens_the_window_of_its_struck_out_value(value: int) -> None:
    match = opened(arranged("1 2 3 4", "5 6 7 8"), f"dream-{value}")
    assert shown(match).window == Window(value, ())


def test_C9_every_player_may_throw_any_number_of_cards() -> None:
    match = opened(arranged("9 5 5 1", "5 9 6 6", "1 2 3 4"), "5")
    play(match, "0: snap 3; 1: snap 1; 0: snap 2")
    assert [row(match, seat) for seat in range(3)] == ["9 1", "9 6 6", "1 2 3 4"]
    assert (shown(match).discard, shown(match).top) == (4, "5")
    assert match.actors == (0, 1, 2)


@each("value", [10, 11, 12, 13])
@each("drawn", ["{}", "dream-{}"])
@each("thrown", ["{}", "dream-{}"])
def test_C9_dream_and_nightmare_of_one_value_match(value: int, drawn: str, thrown: str) -> None:
    match = opened(arranged("1 2 3 4", f"9 {thrown.format(value)} 9"), drawn.format(value))
    [event] = heard_by_all(match, "1: snap 2")
    assert event == events.Snapped(1, 2, thrown.format(value), right=True)
    assert row(match, 1) == "9 9"
    assert shown(match).top == thrown.format(value)


@each(
    "drawn, thrown",
    [
        ("5", "6"),
        ("6", "5"),
        ("10", "dream-11"),
        ("dream-12", "13"),
        ("dream-10", "dream-13"),
        ("14", "9"),
    ],
)
def test_C9_a_card_of_another_value_does_not_match(drawn: str, thrown: str) -> None:
    match = opened(arranged("1 2 3 4", f"8 {thrown} 8"), drawn)
    [event] = heard_by_all(match, "1: snap 2")
    assert event == events.Snapped(1, 2, thrown, right=False)


def test_C9_a_card_not_known_may_be_tried_blind() -> None:
    match = opened(ready("1 2 3 4", "5 6 8 9"), "9")
    assert choices(match, 1) == ["pass", "snap 1", "snap 2", "snap 3", "snap 4"]
    play(match, "1: snap 4")
    assert row(match, 1) == "5 6 8"


def test_C9_a_card_received_in_this_window_may_be_tried_too() -> None:
    match = opened(ready(*ROWS), "9")
    play(match, "1: snap 1; chance: penalty 9 to 1")
    assert choices(match, 1) == ["pass", "snap 1", "snap 2", "snap 3", "snap 4", "snap 5"]
    [event] = heard_by_all(match, "1: snap 5")
    assert event == events.Snapped(1, 5, "9", right=True)
    assert row(match, 1) == "5 6 8 8"


def test_C9_a_thrown_card_joins_the_open_window_and_opens_none() -> None:
    match = opened(arranged("1 2 3 4", "dream-10 6 8 8", "1 2 3 4"), "10")
    play(match, "0: pass; 2: pass; 1: snap 1")
    assert shown(match).window == Window(10, (0, 2))
    play(match, "1: pass")
    assert shown(match).window is None


@each("order", list(permutations(range(3))))
def test_C10_the_window_closes_when_every_player_has_passed(order: tuple[int, ...]) -> None:
    match = opened(ready(*ROWS), "9")
    for count, seat in enumerate(order):
        assert shown(match).window == Window(9, tuple(sorted(order[:count])))
        assert set(match.actors) == set(order[count:])
        play(match, f"{seat}: pass")
    assert shown(match).window is None
    assert match.actors == (1,)


@each("players", [2, 3, 4, 5])
def test_C10_it_takes_the_passes_of_all_players(players: int) -> None:
    match = opened(arranged(*["1 2", "1 2", "1 2", "1 2", "3 4"][:players]), "9")
    for seat in range(players):
        assert shown(match).window == Window(9, tuple(range(seat)))
        play(match, f"{seat}: pass")
    assert match.actors == (1,)


def test_C10_a_pass_is_final_for_that_window() -> None:
    match = opened(arranged("1 2 3 4", "9 6 8 8"), "9")
    play(match, "1: pass")
    for action in ("snap 1", "pass"):
        assert refused(match, 1, action) == (IllegalMove, "snap/already-passed", "C10")
    play(match, "0: pass; 1: draw; chance: draw 9; 1: discard")
    play(match, "1: snap 1")  # another window


def test_C10_a_throw_is_not_a_pass() -> None:
    match = opened(arranged("1 2 3 4", "9 6 8 8"), "9")
    play(match, "0: pass; 1: snap 1")
    assert match.actors == (1,)
    play(match, "1: snap 1; chance: penalty 1 to 1")
    assert match.actors == (1,)
    play(match, "1: pass")
    assert choices(match, 1) == ["draw", "knock"]


@each("order", list(permutations(range(3))))
def test_C10_throws_count_in_the_order_in_which_they_reach_the_table(order: tuple[int, ...]) -> None:
    match = opened(arranged("10 2 3 4", "dream-10 6 8 8", "dream-10 2 3 4"), "10")
    for seat in order:
        play(match, f"{seat}: snap 1")
    play(match, "all: pass")
    assert shown(match).effects == (Waiting(0, 10), *(Waiting(seat, 10) for seat in order))


def test_C10_each_throw_is_judged_on_arrival() -> None:
    match = opened(arranged("1 2", "9", "9"), "9")
    play(match, "2: snap 1")
    assert shown(match).row_sizes == (2, 1, 0)
    assert shown(match).phase == "chance"  # the tile: the throw of seat 1 would come too late
    assert refused(match, 1, "snap 1")[1] == "turn/chance-first"


def test_C10_a_throw_when_no_window_is_open_is_refused_and_costs_nothing() -> None:
    looking = dealt("9 9 3 4", "5 6 8 8")
    start = ready("9 9 3 4", "5 6 8 8")
    placing = ready("9 9 3 4", "5 6 8 8")
    play(placing, "0: draw; chance: draw 9")
    deciding = waiting(ready("9 9 3 4", "5 6 8 8"), "10")
    for match in (looking, start, placing, deciding):
        for seat in (0, 1):
            assert refused(match, seat, "snap 1") == (IllegalMove, "snap/no-window", "C10")
            assert refused(match, seat, "pass") == (IllegalMove, "snap/no-window", "C10")


def test_C10_the_clock_of_the_window_is_a_table_option_of_5_seconds() -> None:
    assert Match("chocottes", 2).options["snap_seconds"] == 5
    assert Match("chocottes", 2, {"snap_seconds": 0}).options["snap_seconds"] == 0
    for seconds in (-1, 61, 2.5, True):
        with pytest.raises(BadOption, match="snap_seconds"):
            Match("chocottes", 2, {"snap_seconds": seconds})


def test_C10_the_rules_themselves_have_no_clock() -> None:
    slow, fast = (opened(ready(*ROWS, snap_seconds=seconds), "9") for seconds in (0, 1))
    assert fields.numbers(slow.state) == fields.numbers(fast.state)


def test_C11_a_wrong_card_is_seen_by_all_and_goes_back_to_its_place() -> None:
    match = opened(ready(*ROWS), "9")
    assert heard_by_all(match, "1: snap 2") == [events.Snapped(1, 2, "6", right=False)]
    play(match, "chance: penalty 14 to 1")
    assert row(match, 1) == "5 6 8 8 14"
    assert (shown(match).discard, shown(match).top) == (1, "9")


def test_C11_the_penalty_card_is_the_top_of_the_pile_unseen_by_all() -> None:
    match = opened(ready(*ROWS), "9")
    play(match, "1: snap 2")
    assert match.game.rules.chance_total(match.state) == 43
    assert heard_by_all(match, "chance: penalty dream-13 to 1") == [events.CardAdded(1)]
    assert shown(match).row_sizes == (4, 5, 4)
    assert shown(match).pile == 42


def test_C11_the_penalty_goes_to_the_thrower() -> None:
    match = opened(ready(*ROWS), "9")
    play(match, "2: snap 2")
    for wrong in ("penalty 9 to 0", "penalty 9 to 1", "gift 9 to 2", "draw 9"):
        with pytest.raises(IllegalMove):
            match.take_chance(wrong)
    play(match, "chance: penalty 9 to 2")
    assert row(match, 2) == "1 2 3 4 9"


def test_C11_a_wrong_card_triggers_no_effect() -> None:
    match = opened(arranged("1 2 3 4", "10 7 14 11", "1 2 3 4"), "9")
    for place in (1, 2, 3, 4):
        play(match, f"1: snap {place}; chance: penalty 8 to 1")
    assert shown(match).effects == ()
    play(match, "all: pass")
    assert choices(match, 1) == ["draw", "knock"]


def test_C11_trying_again_is_allowed() -> None:
    match = opened(ready(*ROWS), "8")
    play(match, "1: snap 1; chance: penalty 1 to 1; 1: snap 1; chance: penalty 1 to 1; 1: snap 3")
    assert row(match, 1) == "5 6 8 1 1"
    assert shown(match).window == Window(8, ())


def test_C11_others_may_throw_while_no_penalty_is_awaited() -> None:
    match = opened(arranged("1 2 3 4", "5 6 8 8", "8 2 3 4"), "8")
    play(match, "1: snap 1; chance: penalty 1 to 1; 2: snap 1")
    assert row(match, 2) == "2 3 4"


def test_C11_with_an_empty_pile_a_wrong_throw_is_a_pass_without_penalty() -> None:
    match = opened(arranged("1 2 3 4", "5 6 8 8", "8 2 3 4", pile="9"), "9")
    assert shown(match).pile == 0
    ears = heard(match, "1: snap 2")
    assert ears[1] == ears[None] == [events.Snapped(1, 2, "6", right=False)]
    assert row(match, 1) == "5 6 8 8"
    assert shown(match).window == Window(9, (1,))
    assert refused(match, 1, "snap 1") == (IllegalMove, "snap/already-passed", "C10")
    assert match.actors == (0, 2)


def test_C11_with_an_empty_pile_a_right_throw_is_still_no_pass() -> None:
    match = opened(arranged("1 2 3 4", "9 6 8 8", pile="9"), "9")
    play(match, "1: snap 1")
    assert shown(match).window == Window(9, ())


def test_C11_C22_the_last_wrong_throw_with_an_empty_pile_closes_the_window() -> None:
    match = opened(arranged("1 2 3 4", "5 6 8 8", pile="9"), "9")
    play(match, "0: pass; 1: snap 1")
    assert shown(match).window is None
    assert match.chance_awaited  # C22: the pile is empty at the end of the turn


def test_C11_the_last_card_of_the_pile_is_still_a_penalty() -> None:
    match = opened(arranged("1 2 3 4", "5 6 8 8", pile="9 14"), "9")
    play(match, "1: snap 1; chance: penalty 14 to 1")
    assert row(match, 1) == "5 6 8 8 14"
    assert shown(match).window == Window(9, ())


def test_C10_the_window_has_a_clock_while_it_is_open() -> None:
    match = arranged("1 2 3 4", "5 6 7 8")
    assert GAME.race(match.state, {"snap_seconds": 7}) is None
    assert GAME.race(opened(match, "3").state, {"snap_seconds": 7}) == 7
