"""Test the end of a round, and its price (C20-C23)."""

from tests.scale import each
from toctoc.core.errors import IllegalMove, WrongTurn
from toctoc.core.match import Match
from toctoc.games.chocottes import events
from toctoc.games.chocottes.view import LastRound

from .table import arranged, dealt, heard_by_all, opened, play, ready, refused, shown, waiting

# --- C20: a knock ----------------------------------------------------------------------------------------------


def test_C20_a_knock_is_possible_at_the_first_turn_of_a_round() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    play(match, "0: knock")
    assert match.scores == (10, 28)


def test_C20_a_knock_is_possible_at_a_later_turn() -> None:
    match = waiting(ready("5 6 8 9", "1 2 3 4"), "9")
    play(match, "1: knock")
    assert match.scores == (28, 10)


def test_C20_a_knock_is_only_possible_at_the_start_of_the_own_turn() -> None:
    match = dealt("1 2 3 4", "5 6 8 9")
    assert refused(match, 0, "knock") == (IllegalMove, "knock/not-at-start-of-turn", "C20")
    match = ready("1 2 3 4", "5 6 8 9")
    assert refused(match, 1, "knock") == (WrongTurn, "turn/not-yours", "C7")
    play(match, "0: draw; chance: draw 10")
    assert refused(match, 0, "knock") == (IllegalMove, "knock/not-at-start-of-turn", "C20")
    play(match, "0: discard")
    for seat in (0, 1):
        assert refused(match, seat, "knock") == (IllegalMove, "knock/not-at-start-of-turn", "C20")
    play(match, "all: pass")
    assert refused(match, 0, "knock") == (IllegalMove, "knock/not-at-start-of-turn", "C20")


def test_C20_a_knock_ends_the_round_at_once_without_window() -> None:
    match = ready("5 6 8 9", "1 2 3 4")
    play(match, "0: knock")
    assert shown(match).window is None
    assert match.actors == ()
    assert match.chance_awaited


def test_C20_all_cards_are_revealed() -> None:
    match = arranged("5 dream-13", "1 2 3", "14")
    rows = (("5", "dream-13"), ("1", "2", "3"), ("14",))
    assert heard_by_all(match, "0: knock")[0] == events.Knocked(0, rows)
    match = arranged("5 12", "1 2 3", "14")
    rows = (("5", "12"), ("1", "2", "3"), ("14",))
    assert heard_by_all(match, "0: knock") == [events.Knocked(0, rows)]
    assert shown(match).rows == rows


@each("knocker", [0, 1, 2])
def test_C20_a_knock_with_strictly_the_fewest_points_costs_nothing(knocker: int) -> None:
    rows = ["2 5", "2 5", "2 5"]
    rows[knocker] = "1 5"
    match = arranged(*rows, active=knocker)
    play(match, f"{knocker}: knock")
    assert match.scores == tuple(6 if seat == knocker else 7 for seat in range(3))
    assert shown(match).last_round == LastRound("knocked", knocker, None, match.scores)


@each("knocker", [0, 1, 2])
@each("other", ["1 5", "1 4"])
def test_C20_with_anybody_else_as_low_or_lower_the_knocker_adds_a_tile(knocker: int, other: str) -> None:
    for low in {0, 1, 2} - {knocker}:
        rows = ["2 5", "2 5", "2 5"]
        rows[knocker], rows[low] = "2 4", other
        match = arranged(*rows, active=knocker)
        play(match, f"{knocker}: knock; chance: tile 8")
        points = [7, 7, 7]
        points[knocker], points[low] = 6 + 8, 6 if other == "1 5" else 5
        assert match.scores == tuple(points)
        assert shown(match).last_round == LastRound("knocked", knocker, 8, tuple(points))


def test_C20_dreams_decide_a_knock_with_worth_0() -> None:
    match = arranged("dream-13 dream-12 1", "2")
    play(match, "0: knock")
    assert match.scores == (1, 2)


# --- C21: no card left -----------------------------------------------------------------------------------------


def emptied(seat: int) -> Match:
    """In the turn of seat 0, that seat threw its last card."""
    rows = ["2 5", "2 5", "2 5"]
    rows[seat] = "9"
    match = opened(arranged(*rows), "9")
    play(match, f"{seat}: snap 1")
    return match


@each("seat", [0, 1, 2])
def test_C21_a_player_without_cards_scores_0_and_all_others_add_the_same_tile(seat: int) -> None:
    match = emptied(seat)
    play(match, "chance: tile 10")
    assert match.scores == tuple(0 if p == seat else 17 for p in range(3))
    assert shown(match).last_round == LastRound("row-empty", None, 10, match.scores)


def test_C21_ONE_tile_is_drawn_for_all() -> None:
    match = emptied(1)
    assert match.game.rules.chance_total(match.state) == 3
    play(match, "chance: tile 6")
    assert shown(match).round == 2


def test_C21_the_round_ends_at_once_and_windows_close() -> None:
    match = opened(arranged("2 5", "9", "9 9"), "9")
    play(match, "0: pass; 1: snap 1")
    assert (shown(match).window, match.actors) == (None, ())
    assert (match.state.passed, match.state.effects) == (0, 0)
    assert refused(match, 2, "snap 1") == (WrongTurn, "turn/chance-first", "H1")


def test_C21_all_cards_are_shown() -> None:
    match = opened(arranged("2 dream-10", "9", "9 9"), "9")
    rows = (("2", "dream-10"), (), ("9", "9"))
    told = heard_by_all(match, "1: snap 1")
    assert told == [events.Snapped(1, 1, "9", right=True), events.RowsShown(rows)]
    assert shown(match).rows == rows


def test_C21_waiting_effects_are_dropped() -> None:
    match = opened(arranged("2 5", "10", "dream-10 9"), "10")
    play(match, "2: snap 1; 1: snap 1")
    assert shown(match).effects == ()
    play(match, "chance: tile 6")
    assert match.scores == (13, 0, 15)
    assert not any(match.state.effect)
    assert not any(match.state.effect_seat)


def test_C21_the_first_to_reach_no_card_ends_it() -> None:
    match = opened(arranged("2 5", "9", "9"), "9")
    play(match, "2: snap 1; chance: tile 6")
    assert match.scores == (13, 15, 0)


def test_C21_a_last_card_that_is_replaced_does_not_end_the_round() -> None:
    match = arranged("9", "2 5")
    play(match, "0: draw; chance: draw 8; 0: replace 1; all: pass")
    assert match.actors == (1,)


# --- C22: the pile is empty ------------------------------------------------------------------------------------


def test_C22_the_last_card_was_drawn() -> None:
    match = waiting(arranged("1 2", "3 4", "5 6", pile="9"), "9")
    assert match.chance_awaited
    play(match, "chance: tile 8")
    assert match.scores == (11, 15, 19)
    assert shown(match).last_round == LastRound("pile-empty", None, 8, (11, 15, 19))


def test_C22_the_last_card_was_a_penalty() -> None:
    match = opened(arranged("1 2", "3 4", "5 6", pile="9 8"), "9")
    play(match, "1: snap 1; chance: penalty 8 to 1; all: pass; chance: tile 6")
    assert match.scores == (9, 21, 17)


def test_C22_the_last_card_was_the_gift_of_a_7() -> None:
    match = opened(arranged("1 2", "3 7", "5 6", pile="7 8"), "7")
    play(match, "1: snap 2; all: pass; 1: feed; chance: gift 8 to 0; chance: tile 6")
    assert match.scores == (17, 9, 17)


def test_C22_the_last_card_was_the_gift_of_a_13() -> None:
    match = waiting(arranged("1 2", "3 4", "5 6", pile="13 8"), "13")
    play(match, "0: give to 2; chance: gift 8 to 2; chance: tile 6")
    assert match.scores == (9, 13, 25)


def test_C22_the_turn_is_completed_window_and_effects_included() -> None:
    match = opened(arranged("1 2 dream-10", "10 4", "5 6", pile="10"), "10")
    assert shown(match).phase == "window"
    play(match, "1: snap 1; all: pass")
    assert shown(match).phase == "effect"
    play(match, "0: look 1")
    assert match.actors == (1,)
    told = heard_by_all(match, "1: decline")
    rows = (("1", "2", "dream-10"), ("4",), ("5", "6"))
    assert told == [events.Declined(1, 10), events.RowsShown(rows)]
    play(match, "chance: tile 6")
    assert match.scores == (9, 10, 17)


def test_C22_a_pile_of_one_card_is_not_empty() -> None:
    match = waiting(arranged("1 2", "3 4", pile="9 8"), "9")
    assert match.actors == (1,)


def test_C21_C22_if_a_row_is_emptied_in_that_turn_C21_alone_applies() -> None:
    match = opened(arranged("1 2", "9", "5 6", pile="9"), "9")
    play(match, "1: snap 1; chance: tile 8")
    assert match.scores == (11, 0, 19)
    assert shown(match).last_round == LastRound("row-empty", None, 8, (11, 0, 19))


def test_C20_C22_a_knock_with_few_cards_left_is_a_knock() -> None:
    match = arranged("1 2", "9", "5 6", pile="9")
    play(match, "0: knock")
    assert shown(match).last_round == LastRound("knocked", 0, None, (3, 9, 11))


# --- C23 -------------------------------------------------------------------------------------------------------


@each("value", range(1, 15))
def test_C23_a_card_is_worth_its_value(value: int) -> None:
    match = arranged("dream-10", str(value))
    play(match, "0: knock")
    assert match.scores == (0, value)


@each("value", [10, 11, 12, 13])
def test_C23_a_struck_out_value_is_worth_0(value: int) -> None:
    match = arranged(f"1 dream-{value}", f"2 dream-{value}")
    play(match, "0: knock")
    assert match.scores == (1, 2)
