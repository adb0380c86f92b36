"""Test the effect of each character (C14-C18)."""

from itertools import combinations, product

import pytest

from tests.scale import each
from toctoc.core.errors import IllegalMove
from toctoc.core.match import Match
from toctoc.games.chocottes import events
from toctoc.games.chocottes.view import Waiting

from .table import arranged, choices, heard, heard_by_all, opened, play, refused, row, shown, waiting


def snapped(match: Match, name: str, *throws: str) -> Match:
    """That card was discarded, those throws followed, and all have passed."""
    play(opened(match, name), "; ".join([*throws, "all: pass"]))
    return match


# --- C14: 7 Faille ---------------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_C14_a_7_of_another_player_gives_the_active_player_a_card_unseen() -> None:
    match = snapped(arranged("1 2", "3 4", "7 6", active=1), "7", "2: snap 1")
    assert choices(match, 2) == ["decline", "feed"]
    assert heard_by_all(match, "2: feed") == [events.Fed(2, to=1)]
    assert heard_by_all(match, "chance: gift dream-12 to 1") == [events.CardAdded(1)]
    assert row(match, 1) == "3 4 dream-12"
    assert match.actors == (2,)


def test_C14_the_gift_goes_only_to_the_active_player() -> None:
    match = snapped(arranged("1 2", "3 4", "7 6", active=1), "7", "2: snap 1")
    play(match, "2: feed")
    for wrong in ("gift 9 to 0", "gift 9 to 2", "penalty 9 to 1", "draw 9"):
        with pytest.raises(IllegalMove):
            match.take_chance(wrong)
    assert match.game.rules.chance_total(match.state) == 56 - 6 - 1


def test_C14_a_7_of_the_active_player_does_nothing() -> None:
    match = opened(arranged("7 2 7", "3 4", "5 6"), "7")
    play(match, "0: snap 1; 0: snap 2; all: pass")
    assert choices(match, 1) == ["draw", "knock"]
    play(match, "1: draw; chance: draw 9; 1: replace 1; all: pass")
    assert choices(match, 2) == ["draw", "knock"]


def test_C14_each_such_7_gives_one_card() -> None:
    match = snapped(arranged("1 2", "7 7 3", "7 6"), "7", "1: snap 1", "2: snap 1", "1: snap 1")
    assert shown(match).effects == (Waiting(1, 7), Waiting(2, 7), Waiting(1, 7))
    play(match, "1: feed; chance: gift 8 to 0; 2: decline; 1: feed; chance: gift 9 to 0")
    assert row(match, 0) == "1 2 8 9"
    assert choices(match, 1) == ["draw", "knock"]


def test_C14_with_an_empty_pile_a_7_does_nothing() -> None:
    match = snapped(arranged("1 2", "7 7 3", "7 6", pile="7 8"), "7", "1: snap 1", "2: snap 1")
    play(match, "1: feed; chance: gift 8 to 0")
    assert shown(match).effects == ()  # the second 7 was not even asked
    assert shown(match).phase == "chance"  # C22


# --- C15: 10 Lookooky / Loup-Garou ---------------------------------------------------------------------------


@each("name", ["10", "dream-10"])
def test_C15_one_own_card_is_looked_at_secretly_and_others_see_which(name: str) -> None:
    match = waiting(arranged("1 2", "3 4 5", "5 6", active=1), name)
    assert choices(match, 1) == ["decline", "look 1", "look 2", "look 3"]
    ears = heard(match, "1: look 3")
    assert ears[1] == [events.YouLookedAt(1, 3, "5")]
    assert ears[0] == ears[2] == ears[None] == [events.LookedAt(1, 3)]
    assert row(match, 1) == "3 4 5"
    assert match.actors == (2,)


# --- C16: 11 Morgane / Morgueuse -----------------------------------------------------------------------------


@each("name", ["11", "dream-11"])
def test_C16_any_two_cards_of_any_other_player_may_be_chosen(name: str) -> None:
    match = waiting(arranged("1 2 3 4", "3 4", "5 6 8", "9", active=1), name)
    pairs = {f"shuffle {a} {b} of 0" for a, b in combinations(range(1, 5), 2)}
    pairs |= {f"shuffle {a} {b} of 2" for a, b in combinations(range(1, 4), 2)}
    assert set(choices(match, 1)) == {"decline"} | pairs
    assert len(choices(match, 1)) == 10


@each("how, after", [("kept", "5 6 8 9"), ("swapped", "5 9 8 6")])
def test_C16_they_are_shuffled_blind_and_put_back_in_those_two_places(how: str, after: str) -> None:
    match = waiting(arranged("1 2", "3 4", "5 6 8 9", active=1), "11")
    assert heard_by_all(match, "1: shuffle 2 4 of 2") == [events.Shuffles(1, first=2, second=4, of=2)]
    assert match.game.rules.chance_total(match.state) == 2
    assert heard_by_all(match, f"chance: mix {how}") == [events.Shuffled(seat=2, first=2, second=4)]
    assert row(match, 2) == after
    assert [row(match, 0), row(match, 1)] == ["1 2", "3 4"]
    assert match.actors == (2,)


def test_C16_the_two_places_may_be_named_in_either_order() -> None:
    match = waiting(arranged("1 2", "3 4 5"), "11")
    play(match, "0: shuffle 3 1 of 1; chance: mix swapped")
    assert row(match, 1) == "5 4 3"


def test_C16_a_player_with_fewer_than_two_cards_cannot_be_chosen() -> None:
    match = waiting(arranged("1 2", "3", "5 6"), "11")
    assert choices(match, 0) == ["decline", "shuffle 1 2 of 2"]
    assert refused(match, 0, "shuffle 1 2 of 1") == (IllegalMove, "effect/no-such-place", "C16")
    match = waiting(arranged("1 2", "3", "5"), "11")
    assert choices(match, 1) == ["draw", "knock"]


def test_C16_the_own_cards_cannot_be_chosen() -> None:
    match = waiting(arranged("1 2", "3 4"), "11")
    assert refused(match, 0, "shuffle 1 2 of 0") == (IllegalMove, "effect/no-such-player", "C16")


# --- C17: 12 Van Peer / Vampire ------------------------------------------------------------------------------


@each("name", ["12", "dream-12"])
def test_C17_any_own_card_may_be_exchanged_with_any_of_another_player(name: str) -> None:
    match = waiting(arranged("1 2 3", "3 4", "5", active=1), name)
    ways = {f"exchange {own} with {place} of 0" for own, place in product((1, 2), (1, 2, 3))}
    ways |= {f"exchange {own} with 1 of 2" for own in (1, 2)}
    assert set(choices(match, 1)) == {"decline"} | ways
    assert len(choices(match, 1)) == 9


@each("own, place, other", list(product((1, 2), (1, 2, 3), (0, 2))))
def test_C17_the_two_cards_change_places(own: int, place: int, other: int) -> None:
    rows = [["1", "2", "9"], ["3", "4"], ["5", "6", "8"]]
    match = waiting(arranged(*(" ".join(cards) for cards in rows), active=1), "12")
    play(match, f"1: exchange {own} with {place} of {other}")
    rows[1][own - 1], rows[other][place - 1] = rows[other][place - 1], rows[1][own - 1]
    assert [row(match, seat).split() for seat in range(3)] == rows
    assert match.actors == (2,)


def test_C17_the_card_received_is_shown_only_to_the_active_player() -> None:
    match = waiting(arranged("1 2 3", "3 4", "5 6 8", active=1), "12")
    ears = heard(match, "1: exchange 2 with 3 of 0")
    assert ears[1] == [events.YouExchanged(1, 2, other=0, other_place=3, card="3")]
    unseen = [events.Exchanged(1, 2, other=0, other_place=3)]
    assert ears[0] == ears[2] == ears[None] == unseen


# --- C18: 13 Père Noël / Père Fouettard ----------------------------------------------------------------------


@each("name", ["13", "dream-13"])
def test_C18_another_player_with_fewer_than_four_cards_gets_a_card_unseen(name: str) -> None:
    match = waiting(arranged("1 2 3", "3 4", "1 5 6 8", "2", "1 2 3 4 5", active=1), name)
    assert set(choices(match, 1)) == {"decline", "give to 0", "give to 3"}
    for seat, code in ((2, "effect/row-full"), (4, "effect/row-full"), (1, "effect/no-such-player")):
        assert refused(match, 1, f"give to {seat}") == (IllegalMove, code, "C18")
    assert heard_by_all(match, "1: give to 0") == [events.Gave(1, to=0)]
    assert heard_by_all(match, "chance: gift 14 to 0") == [events.CardAdded(0)]
    assert row(match, 0) == "1 2 3 14"
    assert match.actors == (2,)


def test_C18_fewer_than_four_cards_are_counted_at_that_moment() -> None:
    match = opened(arranged("1 2 3 4", "dream-13 2 3 4", "1 5 6 8"), "13")
    play(match, "1: snap 1; all: pass")
    assert choices(match, 0) == ["decline", "give to 1"]


def test_C18_with_no_eligible_seat_nothing_happens() -> None:
    match = waiting(arranged("1 2 3", "1 2 3 4", "1 5 6 8 9"), "13")
    assert choices(match, 1) == ["draw", "knock"]


def test_C18_with_an_empty_pile_nothing_happens() -> None:
    match = waiting(arranged("1 2 3", "1 2", "1 5", pile="13"), "13")
    assert shown(match).phase == "chance"  # C22
