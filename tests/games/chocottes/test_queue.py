"""Effects wait until the window has closed; then each is decided in the order of discard (C12)."""

from tests.scale import each
from toctoc.core.errors import IllegalMove, WrongTurn
from toctoc.games.chocottes.view import Waiting

from .table import arranged, choices, opened, play, refused, row, shown, waiting

CHARACTERS = [f"{dream}{value}" for value in (10, 11, 12, 13) for dream in ("", "dream-")]


def number(name: str) -> int:
    return int(name.removeprefix("dream-"))


@each("name", CHARACTERS)
def test_C12_a_card_drawn_and_thrown_away_triggers_its_effect(name: str) -> None:
    match = opened(arranged("1 2", "3 4", "5 6", active=1), name)
    assert shown(match).effects == (Waiting(1, number(name)),)
    play(match, "all: pass")
    assert (shown(match).phase, match.actors) == ("effect", (1,))


@each("name", CHARACTERS)
def test_C12_a_replaced_card_triggers_its_effect(name: str) -> None:
    match = arranged("1 2", f"3 {name}", "5 6", active=1)
    play(match, "1: draw; chance: draw 9; 1: replace 2; all: pass")
    assert shown(match).effects == (Waiting(1, number(name)),)
    assert (shown(match).phase, match.actors) == ("effect", (1,))


@each("name", CHARACTERS)
@each("seat", [0, 1, 2])
def test_C12_a_snapped_card_triggers_its_effect_for_the_thrower(name: str, seat: int) -> None:
    rows = ["1 2 3", "3 4 5", "5 6 8"]
    rows[seat] += f" {name}"
    match = opened(arranged(*rows, active=1), name)
    play(match, f"{seat}: snap 4; all: pass; 1: decline")
    assert shown(match).effects == (Waiting(seat, number(name)),)
    assert match.actors == (seat,)


@each("value", [1, 2, 3, 4, 5, 6, 8, 9])
def test_C12_other_cards_have_no_effect(value: int) -> None:
    match = opened(arranged("1 2", f"{value} 4 9", "5 6"), str(value))
    play(match, "1: snap 1; all: pass")
    assert choices(match, 1) == ["draw", "knock"]


def test_C12_effects_wait_until_the_window_has_closed() -> None:
    match = opened(arranged("10 2", "3 4", "5 6"), "10")
    play(match, "0: snap 1; 0: pass; 1: pass")
    assert shown(match).effects == (Waiting(0, 10), Waiting(0, 10))
    assert refused(match, 0, "look 1") == (WrongTurn, "turn/window-open", "C13")
    assert refused(match, 2, "look 1") == (IllegalMove, "effect/not-now", "C15")
    play(match, "2: pass; 0: look 1")


def test_C12_effects_are_resolved_first_in_first_out() -> None:
    match = opened(arranged("1 2 3 dream-11", "11 4 5", "5 6 dream-11", active=2), "11")
    play(match, "0: snap 4; 2: snap 3; 1: snap 1; 1: pass; 0: pass; 2: pass")
    deciding = []
    while shown(match).phase == "effect":
        deciding.append(match.actors)
        play(match, "all: decline")
    assert deciding == [(2,), (0,), (2,), (1,)]
    assert match.actors == (0,)


def test_C12_the_queue_moves_up_as_each_effect_is_done() -> None:
    match = opened(arranged("1 2 3 10", "dream-10 4 5", "5 6 8"), "10")
    play(match, "1: snap 1; 0: snap 4; all: pass")
    assert shown(match).effects == (Waiting(0, 10), Waiting(1, 10), Waiting(0, 10))
    play(match, "0: look 1")
    assert shown(match).effects == (Waiting(1, 10), Waiting(0, 10))
    play(match, "1: decline")
    assert shown(match).effects == (Waiting(0, 10),)
    play(match, "0: look 2")
    assert shown(match).effects == ()


def test_C12_knowledge_from_an_effect_comes_too_late_for_the_closed_window() -> None:
    match = opened(arranged("9 2 dream-10", "10 4", "5 6"), "10")
    play(match, "1: snap 1; all: pass; 0: look 3")
    assert refused(match, 0, "snap 3") == (IllegalMove, "snap/no-window", "C10")
    play(match, "1: decline")
    assert refused(match, 0, "snap 3") == (IllegalMove, "snap/no-window", "C10")


def test_C12_only_the_discarder_of_the_card_decides() -> None:
    match = opened(arranged("1 2", "10 4", "5 6"), "10")
    play(match, "1: snap 1; all: pass; 0: decline")
    for seat in (0, 2):
        for action in ("look 1", "decline", "draw"):
            assert refused(match, seat, action) == (WrongTurn, "turn/not-yours", "C7")
    play(match, "1: look 1")


@each("name", CHARACTERS)
def test_C12_declining_is_always_allowed_and_changes_nothing_else(name: str) -> None:
    match = waiting(arranged("1 2", "3 4", "5 6"), name)
    assert choices(match, 0)[0] == "decline"
    play(match, "0: decline")
    assert [row(match, seat) for seat in range(3)] == ["1 2", "3 4", "5 6"]
    assert shown(match).pile == 56 - 6 - 1
    assert choices(match, 1) == ["draw", "knock"]


@each("name, action", [("7", "feed"), ("14", "reap 1")])
def test_C12_a_7_or_14_may_be_declined_as_well(name: str, action: str) -> None:
    match = opened(arranged("1 2", f"{name} 4", "5 6"), name)
    play(match, "1: snap 1; all: pass")
    assert choices(match, 1) == ["decline", action]
    play(match, "1: decline")
    assert [row(match, seat) for seat in range(3)] == ["1 2", "4", "5 6"]
    assert choices(match, 1) == ["draw", "knock"]


def test_C12_an_effect_with_nothing_to_do_is_skipped_without_asking() -> None:
    match = opened(arranged("1 2 3 4", "13 2 3 4 5", "11 6 8 9", "1 2 3 4"), "13")
    play(match, "1: snap 1; all: pass")  # two 13s, and all rows are full
    assert choices(match, 1) == ["draw", "knock"]


def test_C12_whether_there_is_something_to_do_is_judged_when_its_time_comes() -> None:
    match = opened(arranged("1 2 3 4", "dream-13 3 4 5", "13 6 8 9 9"), "13")
    play(match, "1: snap 1; 2: snap 1; all: pass")
    assert choices(match, 0) == ["decline", "give to 1"]
    play(match, "0: give to 1; chance: gift 8 to 1")
    assert choices(match, 1) == ["draw", "knock"]  # nobody else has fewer than four cards by now


def test_C12_a_skipped_effect_does_not_stop_the_next_one() -> None:
    match = opened(arranged("1 2 3", "13 2 3 4 5", "1 5 6 8"), "13")
    play(match, "1: snap 1; all: pass")
    assert shown(match).effects == (Waiting(1, 13),)  # that of seat 0 found only full rows
    assert choices(match, 1) == ["decline", "give to 0"]
