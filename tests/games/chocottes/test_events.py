"""Test the events of a step for each viewer (C27)."""

from dataclasses import fields as parts

import pytest

from tests.scale import each
from toctoc.core.game import Chance, Event, Move
from toctoc.core.match import Match
from toctoc.games.chocottes import events
from toctoc.games.escalier.words import Flip, Name

from .table import arranged, dealt, heard, heard_by_all, opened, play, ready, waiting

SHOWS_A_CARD = {
    events.YouLookedAt, events.YouDrew, events.YouExchanged,  # to one viewer
    events.Discarded, events.Replaced, events.Snapped, events.Reaped,  # to all: the card lies face up
}  # fmt: skip
SHOWS_ROWS = {events.Knocked, events.RowsShown}


def test_C27_an_event_that_hides_a_card_has_no_place_for_it() -> None:
    for event in vars(events).values():
        if isinstance(event, type) and issubclass(event, Event):
            names = {part.name for part in parts(event)}
            assert ("card" in names) == (event in SHOWS_A_CARD), event
            assert ("rows" in names) == (event in SHOWS_ROWS), event


def test_C6_all_viewers_receive_the_starter() -> None:
    match = Match("chocottes", 2, {"start": "random"})
    assert heard_by_all(match, "chance: start 1") == [events.Started(1)]


def test_C3_no_viewer_sees_a_dealt_card() -> None:
    match = Match("chocottes", 2)
    script = "; ".join(f"chance: deal {value} to 0" for value in (1, 2, 3, 4)) + "; chance: deal dream-10 to 1"
    assert heard_by_all(match, script) == [events.CardDealt(0)] * 4 + [events.CardDealt(1)]


def test_C3_a_first_look_shows_the_card_to_its_owner_alone() -> None:
    match = dealt("1 2 3 4", "5 6 dream-13 9", "1 2 3 4")
    ears = heard(match, "1: look 3; 1: look 1")
    assert ears[1] == [events.YouLookedAt(1, 3, "dream-13"), events.YouLookedAt(1, 1, "5")]
    assert ears[0] == ears[2] == ears[None] == [events.LookedAt(1, 3), events.LookedAt(1, 1)]


def test_C3_a_look_after_reordering_shows_the_card_that_lies_there_now() -> None:
    match = dealt("1 2 3 4", "5 6 7 8")
    ears = heard(match, "0: look 1; 0: arrange 1 to 3; 0: look 1")
    assert ears[0] == [events.YouLookedAt(0, 1, "1"), events.Arranged(0, 1, 3), events.YouLookedAt(0, 1, "2")]


def test_C8_a_discard_is_seen_by_all() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    play(match, "0: draw; chance: draw dream-10")
    assert heard_by_all(match, "0: discard") == [events.Discarded(0, "dream-10")]


def test_C8_all_viewers_see_a_replaced_card_and_none_the_new_one() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    play(match, "0: draw; chance: draw dream-10")
    assert heard_by_all(match, "0: replace 3") == [events.Replaced(0, 3, "3")]


def test_C10_all_viewers_receive_a_pass() -> None:
    match = opened(ready("1 2 3 4", "5 6 8 9"), "9")
    assert heard_by_all(match, "1: pass; 0: pass") == [events.Passed(1), events.Passed(0)]


@each("value", [10, 11, 12, 13])
def test_C12_all_viewers_receive_the_declined_effect(value: int) -> None:
    match = waiting(arranged("1 2", "3 4"), f"dream-{value}")
    assert heard_by_all(match, "0: decline") == [events.Declined(0, value)]


def test_C20_all_viewers_receive_the_tile_and_its_consequence() -> None:
    match = arranged("3 4", "1 2")
    play(match, "0: knock")
    assert heard_by_all(match, "chance: tile 8") == [
        events.TileDrawn(8),
        events.RoundEnded("knocked", (15, 3), (15, 3), payers=(0,), by=0),
        events.RoundBegan(2, starter=0),
    ]


def test_C21_all_viewers_receive_the_end_of_the_round() -> None:
    match = opened(arranged("3 4", "9", totals=(5, 1)), "9")
    play(match, "1: snap 1")
    assert heard_by_all(match, "chance: tile 8")[1:] == [
        events.RoundEnded("row-empty", (15, 0), (20, 1), payers=(0,), by=1),
        events.RoundBegan(2, starter=0),
    ]


def test_C22_C24_all_viewers_receive_the_end_of_the_game() -> None:
    match = waiting(arranged("3 4", "2 9", pile="9", totals=(40, 10)), "9")
    assert heard_by_all(match, "chance: tile 8") == [
        events.TileDrawn(8),
        events.RoundEnded("pile-empty", (15, 19), (55, 29), payers=(0, 1), by=None),
        events.GameOver((55, 29), (1,)),
    ]


def test_C22_the_rows_are_shown_once() -> None:
    match = opened(arranged("3 4", "2 9", pile="9"), "9")
    told = heard_by_all(match, "0: pass; 1: pass; chance: tile 8")
    assert told[:3] == [events.Passed(0), events.Passed(1), events.RowsShown((("3", "4"), ("2", "9")))]
    assert [type(event) for event in told[3:]] == [events.TileDrawn, events.RoundEnded, events.RoundBegan]


def test_a_step_of_another_game_is_no_event() -> None:
    s = ready("1 2 3 4", "5 6 8 9").state
    with pytest.raises(TypeError, match="not an outcome of Toc Chocottes"):
        events.narrate(s, Chance(Flip("riddle")), s, None)
    with pytest.raises(TypeError, match="not an action of Toc Chocottes"):
        events.narrate(s, Move(0, Name("red")), s, None)
