"""Reordering one's row, and rows without gaps (C5)."""

from collections.abc import Callable
from itertools import permutations, product

from tests.scale import each
from toctoc.core.errors import IllegalMove, WrongTurn
from toctoc.core.match import Match
from toctoc.games.chocottes import events

from .table import arranged, choices, dealt, heard_by_all, opened, play, ready, refused, row, shown, waiting

PLACES = (1, 2, 3, 4)


def moved(cards: str, source: int, target: int) -> str:
    names = cards.split()
    names.insert(target - 1, names.pop(source - 1))
    return " ".join(names)


@each("source, target", list(permutations(PLACES, 2)))
def test_C5_a_card_is_put_at_another_place_and_the_row_closes_up(source: int, target: int) -> None:
    match = ready("1 2 3 4", "5 6 7 8")
    play(match, f"1: arrange {source} to {target}")
    assert row(match, 1) == moved("5 6 7 8", source, target)
    assert row(match, 0) == "1 2 3 4"


def test_C5_reordering_is_allowed_before_and_after_the_own_looks() -> None:
    match = dealt("1 2 3 4", "5 6 7 8")
    play(match, "0: arrange 1 to 4")
    assert choices(match, 0) == ["look 1", "look 2", "look 3", "look 4"]
    play(match, "0: look 1; 0: look 2; 0: arrange 1 to 2")
    assert row(match, 0) == "3 2 4 1"
    assert match.actors == (1,)


@each("looked, way", list(product(PLACES, permutations(PLACES, 2))))
def test_C3_C5_reordering_between_the_looks_moves_the_seen_card_along(looked: int, way: tuple[int, int]) -> None:
    match = dealt("1 2 3 4", "5 6 7 8")
    play(match, f"0: look {looked}; 0: arrange {way[0]} to {way[1]}")
    seen = row(match, 0).split().index(str(looked)) + 1
    assert choices(match, 0) == [f"look {place}" for place in PLACES if place != seen]
    assert refused(match, 0, f"look {seen}") == (IllegalMove, "look/same-card", "C3")


def test_C3_C5_reordering_of_one_row_leaves_the_looks_of_others_alone() -> None:
    match = dealt("1 2 3 4", "5 6 7 8")
    play(match, "0: look 1; 1: look 1; 1: arrange 1 to 3")
    assert choices(match, 0) == ["look 2", "look 3", "look 4"]
    assert choices(match, 1) == ["look 1", "look 2", "look 4"]


@each("seat", [0, 1])
def test_C5_reordering_is_allowed_at_the_start_of_anybodys_turn(seat: int) -> None:
    match = ready("1 2 3 4", "1 2 3 4")
    play(match, f"{seat}: arrange 1 to 3")
    assert row(match, seat) == "2 3 1 4"
    assert match.actors == (0,)
    assert choices(match, 0) == ["draw", "knock"]


@each("seat", [0, 1])
def test_C5_reordering_is_allowed_with_the_drawn_card_in_hand(seat: int) -> None:
    match = ready("1 2 3 4", "1 2 3 4")
    play(match, f"0: draw; chance: draw 9; {seat}: arrange 4 to 1")
    assert row(match, seat) == "4 1 2 3"
    play(match, "0: replace 1")
    assert row(match, 0) == ("9 1 2 3" if seat == 0 else "9 2 3 4")


def test_C5_reordering_is_allowed_in_a_window_also_after_a_pass() -> None:
    match = opened(ready("1 2 3 4", "1 2 3 9", "1 2 3 4"), "9")
    play(match, "2: pass; 2: arrange 1 to 2; 1: arrange 4 to 1; 1: snap 1")
    assert (row(match, 1), row(match, 2)) == ("1 2 3", "2 1 3 4")
    assert match.actors == (0, 1)


@each("seat", [0, 1, 2])
def test_C5_no_seat_reorders_while_an_effects_choice_is_pending(seat: int) -> None:
    match = waiting(ready("1 2 3 4", "1 2 3 9", "1 2 3 4"), "10")
    assert refused(match, seat, "arrange 1 to 2") == (IllegalMove, "arrange/effect-pending", "C5")
    play(match, f"0: decline; {seat}: arrange 1 to 2")


AWAITING: dict[str, tuple[Callable[[], Match], str]] = {
    "deal": (lambda: Match("chocottes", 2, {"start": "random"}), "chance: start 0"),
    "drawn card": (lambda: ready("1 2 3 4", "5 6 7 8"), "0: draw"),
    "penalty card": (lambda: opened(ready("1 2 3 4", "5 6 7 8"), "9"), "1: snap 1"),
    "gift": (lambda: waiting(arranged("1 2 3 4", "5 6 8"), "13"), "0: give to 1"),
    "shuffle": (lambda: waiting(ready("1 2 3 4", "5 6 7 8"), "11"), "0: shuffle 1 2 of 1"),
    "tile": (lambda: ready("5 6 7 8", "1 2 3 4"), "0: knock"),
}


@each("awaited", AWAITING)
def test_C5_H1_an_awaited_outcome_comes_before_reordering(awaited: str) -> None:
    make, script = AWAITING[awaited]
    match = make()
    play(match, script)
    assert refused(match, 0, "arrange 1 to 2") == (WrongTurn, "turn/chance-first", "H1")


def test_C5_all_viewers_see_the_places_of_a_reordered_card_but_not_its_value() -> None:
    match = ready("1 2 3 4", "5 6 7 8", "1 2 3 4")
    assert heard_by_all(match, "1: arrange 4 to 2") == [events.Arranged(seat=1, source=4, target=2)]


def test_C5_reordering_is_no_choice_that_a_driver_is_offered() -> None:
    match = opened(ready("1 2 3 4", "5 6 7 8"), "9")
    assert choices(match, 0) == ["pass", "snap 1", "snap 2", "snap 3", "snap 4"]


def test_C5_only_places_of_the_own_row_can_be_reordered() -> None:
    match = arranged("1 2 3", "5 6 8 9 9")
    for way in ("4 to 1", "1 to 4", "5 to 6"):
        assert refused(match, 0, f"arrange {way}") == (IllegalMove, "arrange/no-such-place", "C5")
    assert refused(match, 0, "arrange 2 to 2") == (IllegalMove, "arrange/same-place", "C5")
    play(match, "1: arrange 5 to 1; 0: arrange 3 to 1")
    assert (row(match, 0), row(match, 1)) == ("3 1 2", "9 5 6 8 9")


@each("place, thrown, left", [(1, "9", "3 8 4"), (2, "3", "9 8 4"), (4, "4", "9 3 8")])
def test_C5_a_row_closes_up_when_a_card_leaves(place: int, thrown: str, left: str) -> None:
    match = opened(ready("1 2 3 4", "9 3 8 4"), thrown)
    play(match, f"1: snap {place}")
    assert row(match, 1) == left
    assert shown(match).row_sizes == (4, 3)


def test_C5_a_card_received_goes_to_the_right_end() -> None:
    match = opened(arranged("7 7 5", "5 6 8"), "9")
    play(match, "1: snap 2; chance: penalty 12 to 1")
    assert row(match, 1) == "5 6 8 12"
    play(waiting_for_gift(match), "chance: gift 11 to 0")
    assert row(match, 0) == "7 7 5 11"


def waiting_for_gift(match: Match) -> Match:
    """Seat 1 discards a 13 and gives a card to seat 0."""
    play(match, "all: pass")
    play(waiting(match, "13"), "1: give to 0")
    return match


def test_C5_an_exchanged_card_takes_the_others_place() -> None:
    match = waiting(ready("1 2 3 4", "5 6 7 8"), "12")
    play(match, "0: exchange 2 with 4 of 1")
    assert (row(match, 0), row(match, 1)) == ("1 8 3 4", "5 6 7 2")
