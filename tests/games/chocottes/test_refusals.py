"""Every reason for which an action is not accepted (H2)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scale import each
from toctoc.core.errors import IllegalMove, Refused, UnknownWords, WrongTurn
from toctoc.core.match import Match
from toctoc.games.chocottes import refusals

from .table import arranged, dealt, opened, play, ready, refused, waiting

ROWS = ("1 2 3 4", "5 6 8 9", "1 2 3 4")


def looking() -> Match:
    match = dealt(*ROWS)
    play(match, "0: look 2; 1: look 1; 1: look 2")
    return match


def turn() -> Match:
    return ready(*ROWS)


def placing() -> Match:
    match = ready(*ROWS)
    play(match, "0: draw; chance: draw 14")
    return match


def window() -> Match:
    match = opened(ready(*ROWS), "14")
    play(match, "1: pass")
    return match


def effect(name: str) -> Callable[[], Match]:
    """Seat 0 decides about that effect."""
    return lambda: waiting(arranged("1 2 3", "5 6 8", "1 2 3 4"), name)


def thrown(name: str) -> Callable[[], Match]:
    """Seat 1 decides about that effect in the turn of seat 0."""

    def make() -> Match:
        match = opened(arranged("1 2 3", f"{name} 6 8", "1 2 3 4"), name)
        play(match, "1: snap 1; all: pass")
        return match

    return make


Case = tuple[Callable[[], Match], int, str, type[Refused], str, str]
CASES: list[Case] = [
    # not at that time, or not by that seat
    (looking, 1, "look 3", WrongTurn, "turn/others-still-look", "C3"),
    (looking, 1, "draw", WrongTurn, "turn/others-still-look", "C3"),
    (turn, 1, "draw", WrongTurn, "turn/not-yours", "C7"),
    (turn, 2, "knock", WrongTurn, "turn/not-yours", "C7"),
    (turn, 1, "look 1", WrongTurn, "turn/not-yours", "C7"),
    (placing, 1, "discard", WrongTurn, "turn/not-yours", "C7"),
    (placing, 1, "replace 1", WrongTurn, "turn/not-yours", "C7"),
    (effect("10"), 1, "look 1", WrongTurn, "turn/not-yours", "C7"),
    (effect("10"), 1, "decline", WrongTurn, "turn/not-yours", "C7"),
    (window, 1, "draw", WrongTurn, "turn/window-open", "C13"),
    (window, 1, "decline", WrongTurn, "turn/window-open", "C13"),
    # looking
    (looking, 0, "look 2", IllegalMove, "look/same-card", "C3"),
    (looking, 0, "look 5", IllegalMove, "look/no-such-place", "C3"),
    (looking, 2, "look 5", IllegalMove, "look/no-such-place", "C3"),
    # a turn
    (looking, 0, "draw", IllegalMove, "draw/not-at-start-of-turn", "C7"),
    (placing, 0, "draw", IllegalMove, "draw/not-at-start-of-turn", "C7"),
    (window, 0, "draw", IllegalMove, "draw/not-at-start-of-turn", "C7"),
    (effect("10"), 0, "draw", IllegalMove, "draw/not-at-start-of-turn", "C7"),
    (looking, 0, "knock", IllegalMove, "knock/not-at-start-of-turn", "C20"),
    (placing, 0, "knock", IllegalMove, "knock/not-at-start-of-turn", "C20"),
    (window, 2, "knock", IllegalMove, "knock/not-at-start-of-turn", "C20"),
    (turn, 0, "discard", IllegalMove, "place/no-drawn-card", "C8"),
    (turn, 0, "replace 1", IllegalMove, "place/no-drawn-card", "C8"),
    (window, 0, "discard", IllegalMove, "place/no-drawn-card", "C8"),
    (placing, 0, "replace 5", IllegalMove, "place/no-such-place", "C8"),
    # windows
    (looking, 0, "snap 1", IllegalMove, "snap/no-window", "C10"),
    (turn, 0, "snap 1", IllegalMove, "snap/no-window", "C10"),
    (turn, 1, "pass", IllegalMove, "snap/no-window", "C10"),
    (placing, 2, "snap 1", IllegalMove, "snap/no-window", "C10"),
    (effect("10"), 0, "pass", IllegalMove, "snap/no-window", "C10"),
    (window, 1, "snap 1", IllegalMove, "snap/already-passed", "C10"),
    (window, 1, "snap 9", IllegalMove, "snap/already-passed", "C10"),
    (window, 1, "pass", IllegalMove, "snap/already-passed", "C10"),
    (window, 0, "snap 5", IllegalMove, "snap/no-such-place", "C9"),
    # reordering
    (effect("10"), 0, "arrange 1 to 2", IllegalMove, "arrange/effect-pending", "C5"),
    (effect("10"), 1, "arrange 1 to 1", IllegalMove, "arrange/effect-pending", "C5"),
    (turn, 1, "arrange 2 to 2", IllegalMove, "arrange/same-place", "C5"),
    (turn, 0, "arrange 5 to 1", IllegalMove, "arrange/no-such-place", "C5"),
    (turn, 0, "arrange 1 to 5", IllegalMove, "arrange/no-such-place", "C5"),
    # effects
    (turn, 0, "decline", IllegalMove, "decline/no-effect", "C12"),
    (window, 0, "decline", IllegalMove, "decline/no-effect", "C12"),
    (effect("11"), 0, "feed", IllegalMove, "effect/not-now", "C14"),
    (effect("11"), 0, "look 1", IllegalMove, "effect/not-now", "C15"),
    (effect("10"), 0, "shuffle 1 2 of 1", IllegalMove, "effect/not-now", "C16"),
    (effect("10"), 0, "exchange 1 with 1 of 1", IllegalMove, "effect/not-now", "C17"),
    (effect("10"), 0, "give to 1", IllegalMove, "effect/not-now", "C18"),
    (effect("10"), 0, "reap 1", IllegalMove, "effect/not-now", "C19"),
    (turn, 0, "look 1", IllegalMove, "effect/not-now", "C15"),
    (placing, 0, "reap 1", IllegalMove, "effect/not-now", "C19"),
    (window, 0, "feed", IllegalMove, "effect/not-now", "C14"),
    (looking, 0, "give to 1", IllegalMove, "effect/not-now", "C18"),
    (thrown("7"), 1, "look 1", IllegalMove, "effect/not-now", "C15"),
    (effect("10"), 0, "look 4", IllegalMove, "effect/no-such-place", "C15"),
    (effect("11"), 0, "shuffle 1 4 of 1", IllegalMove, "effect/no-such-place", "C16"),
    (effect("11"), 0, "shuffle 5 1 of 2", IllegalMove, "effect/no-such-place", "C16"),
    (effect("11"), 0, "shuffle 2 2 of 1", IllegalMove, "effect/same-card", "C16"),
    (effect("11"), 0, "shuffle 1 2 of 0", IllegalMove, "effect/no-such-player", "C16"),
    (effect("11"), 0, "shuffle 1 2 of 3", IllegalMove, "effect/no-such-player", "C16"),
    (effect("12"), 0, "exchange 1 with 4 of 1", IllegalMove, "effect/no-such-place", "C17"),
    (effect("12"), 0, "exchange 4 with 1 of 1", IllegalMove, "effect/no-such-place", "C17"),
    (effect("12"), 0, "exchange 1 with 2 of 0", IllegalMove, "effect/no-such-player", "C17"),
    (effect("12"), 0, "exchange 1 with 2 of 4", IllegalMove, "effect/no-such-player", "C17"),
    (effect("13"), 0, "give to 0", IllegalMove, "effect/no-such-player", "C18"),
    (effect("13"), 0, "give to 3", IllegalMove, "effect/no-such-player", "C18"),
    (effect("13"), 0, "give to 2", IllegalMove, "effect/row-full", "C18"),
    (thrown("14"), 1, "reap 3", IllegalMove, "effect/no-such-place", "C19"),
]


@each("make, seat, action, error, code, clause", CASES)
def test_H2_a_refusal_has_its_reason_and_changes_nothing(
    make: Callable[[], Match], seat: int, action: str, error: type[Refused], code: str, clause: str
) -> None:
    assert refused(make(), seat, action) == (error, code, clause)


def test_H2_every_code_of_this_game_is_reached() -> None:
    source = Path(refusals.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'"([a-z]+/[a-z-]+)"', source)) == {code for *_, code, _ in CASES}


def caught(match: Match, seat: int, action: str) -> Refused:
    with pytest.raises(Refused) as refusal:
        match.play(seat, action)
    return refusal.value


def test_H2_a_refusal_carries_the_details_for_translation() -> None:
    assert caught(effect("10")(), 1, "decline").details == {"seat": 0}
    assert caught(thrown("7")(), 0, "feed").details == {"seat": 1}
    assert caught(window(), 0, "snap 5").details == {"size": 4}
    assert caught(arranged("1 2", "3 4 5"), 1, "arrange 4 to 1").details == {"size": 3}
    assert caught(effect("10")(), 0, "give to 1").details == {"value": 13}
    assert caught(effect("13")(), 0, "give to 4").details == {"seat": 4}


def test_H2_a_refusal_names_the_remedy_in_english() -> None:
    assert str(caught(turn(), 1, "draw")) == "It is for seat 0 to act. [turn/not-yours, C7]"
    assert str(caught(window(), 0, "snap 5")) == "Your row has places 1 to 4. [snap/no-such-place, C9]"
    assert caught(effect("12")(), 0, "give to 1").message == "No 13 of yours waits for this."


@each(
    "text, code",
    [
        ("", "words/none"),
        ("fly 3", "words/unknown-verb"),
        ("start 1", "words/unknown-verb"),
        ("snap", "words/wrong-form"),
        ("snap 0", "words/wrong-form"),
        ("snap 100", "words/wrong-form"),
        ("snap -1", "words/wrong-form"),
        ("snap one", "words/wrong-form"),
        ("draw 5", "words/wrong-form"),
        ("give to 5", "words/wrong-form"),
        ("give 1", "words/wrong-form"),
        ("shuffle 1 2", "words/wrong-form"),
        ("exchange 1 with 2", "words/wrong-form"),
        ("arrange 1 2", "words/wrong-form"),
    ],
)
def test_H2_text_that_is_no_notation_of_this_game_is_refused(text: str, code: str) -> None:
    assert refused(turn(), 0, text) == (UnknownWords, code, "H2")


@each(
    "make, seat, action",
    [
        (placing, 0, "look 55"),  # one number further than the rules have places: none of these is
        (window, 0, "replace 55"),  # another action by another name
        (thrown("14"), 1, "snap 55"),
        (effect("13"), 0, "reap 55"),
        (effect("13"), 0, "reap 56"),
        (turn, 0, "arrange 1 to 55"),
        (turn, 0, "arrange 55 to 1"),
        (turn, 0, "arrange 99 to 99"),
        (effect("11"), 0, "shuffle 1 56 of 1"),
        (effect("11"), 0, "shuffle 56 1 of 1"),
        (effect("12"), 0, "exchange 55 with 1 of 1"),
        (effect("12"), 0, "exchange 1 with 55 of 1"),
    ],
)
def test_H2_a_place_beyond_the_longest_row_is_refused(make: Callable[[], Match], seat: int, action: str) -> None:
    refused(make(), seat, action)


def test_H2_chance_is_refused_when_it_is_not_awaited_or_impossible() -> None:
    match = turn()
    with pytest.raises(WrongTurn) as early:
        match.take_chance("draw 9")
    assert early.value.code == "chance/not-awaited"
    play(match, "0: draw")
    for outcome in ("start 0", "deal 9 to 0", "penalty 9 to 0", "gift 9 to 0", "mix kept", "tile 6"):
        with pytest.raises(IllegalMove) as impossible:
            match.take_chance(outcome)
        assert impossible.value.code == "chance/impossible"
    assert refused(match, 0, "draw") == (WrongTurn, "turn/chance-first", "H1")
    assert refused(match, 2, "pass") == (WrongTurn, "turn/chance-first", "H1")


@each("seat", [-1, 3, 5])
def test_H2_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    assert refused(turn(), seat, "draw") == (WrongTurn, "turn/no-such-seat", "H2")
