"""A turn: draw and place, or knock (C7, C8, C13)."""

from tests.scale import each
from toctoc.core.errors import IllegalMove, WrongTurn
from toctoc.games.chocottes import events
from toctoc.games.chocottes.view import Window

from .table import arranged, choices, heard, opened, play, ready, refused, row, shown, shown_to, waiting

ROWS = ("1 2 3 4", "5 6 7 8", "1 2 3 4")


def test_C7_the_active_player_draws_or_knocks() -> None:
    match = ready(*ROWS)
    assert choices(match, 0) == ["draw", "knock"]
    for seat in (1, 2):
        assert choices(match, seat) == []
        for action in ("draw", "knock", "discard"):
            assert refused(match, seat, action) == (WrongTurn, "turn/not-yours", "C7")


def test_C8_the_drawn_card_is_looked_at_secretly() -> None:
    match = ready(*ROWS)
    ears = heard(match, "0: draw; chance: draw dream-11")
    assert ears[0] == [events.Draws(0), events.YouDrew(0, "dream-11")]
    assert ears[1] == ears[2] == ears[None] == [events.Draws(0), events.Drew(0)]
    assert [shown_to(match, seat).drawn for seat in range(3)] == ["dream-11", None, None]
    assert shown(match).pile == 56 - 12 - 1


def test_C8_the_drawn_card_may_be_discarded_or_put_in_place_of_any_own_card() -> None:
    match = ready(*ROWS)
    play(match, "0: draw; chance: draw 9")
    assert choices(match, 0) == ["discard", "replace 1", "replace 2", "replace 3", "replace 4"]
    assert choices(match, 1) == []
    for action in ("draw", "knock", "look 1", "pass", "decline"):
        assert refused(match, 0, action)[0] is IllegalMove
    assert refused(match, 1, "discard") == (WrongTurn, "turn/not-yours", "C7")


def test_C8_a_drawn_card_that_is_discarded_lies_face_up() -> None:
    match = ready(*ROWS)
    play(match, "0: draw; chance: draw 9; 0: discard")
    view = shown(match)
    assert (view.top, view.discard, view.pile) == ("9", 1, 43)
    assert row(match, 0) == "1 2 3 4"
    assert match.state.drawn == 0


@each("place, after", [(1, "9 2 3 4"), (3, "1 2 9 4"), (4, "1 2 3 9")])
def test_C8_a_replaced_card_is_discarded_and_the_drawn_one_lies_in_its_place(place: int, after: str) -> None:
    match = ready(*ROWS)
    play(match, f"0: draw; chance: draw 9; 0: replace {place}")
    view = shown(match)
    assert (view.top, view.discard, view.pile) == (str(place), 1, 43)
    assert view.window == Window(place, ())
    assert row(match, 0) == after


def test_C13_the_next_seat_plays_when_window_and_effects_are_done() -> None:
    match = opened(arranged("1 2 3 4", "10 6 7 8", "1 2 3 4"), "10")
    play(match, "1: snap 1; 0: pass; 1: pass")
    assert refused(match, 1, "draw")[0] is WrongTurn
    play(match, "2: pass")
    assert match.actors == (0,)
    assert refused(match, 1, "draw") == (WrongTurn, "turn/not-yours", "C7")
    play(match, "0: decline")
    assert match.actors == (1,)
    play(match, "1: look 1")
    assert choices(match, 1) == ["draw", "knock"]


def test_C13_play_goes_round_the_table_clockwise() -> None:
    match = ready(*ROWS)
    actives = []
    for _ in range(5):
        actives.append(shown(match).active)
        waiting(match, "9" if len(actives) < 4 else "8")
    assert actives == [0, 1, 2, 0, 1]


def test_C13_a_seat_that_has_passed_waits_for_the_window_to_close() -> None:
    match = opened(ready(*ROWS), "9")
    play(match, "1: pass")
    for action in ("draw", "knock", "discard", "decline", "look 1"):
        assert refused(match, 1, action) == (WrongTurn, "turn/window-open", "C13")
