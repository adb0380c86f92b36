"""Exhaustive counts: every way in which a game with next to no cards can go on, against counts made by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from toctoc.games import fields
from toctoc.games.chocottes import rules as cr
from toctoc.games.chocottes.rules import state as c
from toctoc.games.escalier import rules as e
from toctoc.games.toctoctoc import rules as t


def ways(rules: Any, s: Any) -> int:
    """How many different games can follow, the seats being asked one after the other."""
    seat = rules.asked(s)
    if seat == rules.NONE:
        return 1
    total = 0
    if seat == rules.CHANCE:
        for outcome in range(rules.OUTCOMES):
            if rules.chance_weight(s, outcome):
                rules.take_chance(after := fields.clone(s), outcome)
                total += ways(rules, after)
    else:
        for n in range(rules.legal_count(s, seat)):
            rules.act(after := fields.clone(s), seat, rules.legal_nth(s, seat, n))
            total += ways(rules, after)
    return total


# --- Toc Toc Toc! with three players: two targets, two answers, so four ways to play a card ----------------------


def party_night(hands: list[list[int]], top: int = t.NONE, stock: tuple[int, ...] = ()) -> t.State:
    s = fields.blank(t.State)
    t.setup(s, 3, 0)
    s.phase = t.OFFERING
    s.stock[:] = [0] * (t.KINDS + 1)
    s.stock_size, s.top = len(stock), top
    for kind in stock:
        s.stock[kind] += 1
    for p, hand in enumerate(hands):
        for kind in hand:
            t.add_to_hand(s, p, kind)
    return s


def test_T7_T8_one_card_is_played_in_four_ways() -> None:
    assert ways(t, party_night([[t.PLAIN], [], []])) == 4
    assert ways(t, party_night([[t.PLAIN], [t.BRUTE], [t.SCARECROW]])) == 4**3


def test_T7_equal_cards_are_one_choice() -> None:
    assert ways(t, party_night([[t.PLAIN, t.PLAIN], [], []])) == 4 * 4
    assert ways(t, party_night([[t.PLAIN, t.BRUTE], [], []])) == 2 * 4 * 4


def test_T10_T20_the_pile_is_drawn_card_by_card() -> None:
    assert ways(t, party_night([[t.PLAIN], [], []], top=t.PLAIN, stock=(t.PLAIN,))) == 4**3
    two_kinds = (t.PLAIN, t.BRUTE)  # either may come first
    assert ways(t, party_night([[t.PLAIN], [], []], top=t.PLAIN, stock=two_kinds)) == 4 * 2 * 4 * 4 * 4


def test_T13_a_vamp_asks_only_where_there_is_a_choice() -> None:
    s = party_night([[t.VAMP + 1], [], []])
    s.party[1][t.PLAIN + 1] = s.party[1][t.BRUTE + 1] = 1
    # seat 1 opens: 2 choices; seat 1 refuses: 1; seat 2 opens or refuses: 2
    assert ways(t, s) == 5


def test_T16_a_child_asks_only_for_a_tie() -> None:
    s = party_night([[t.CHILD], [], []])
    s.party[1][:3] = [1, 1, 1]
    s.party[2][:3] = [2, 1, 1]
    s.party[0][:3] = [1, 1, 0]
    # seat 1 opens: 3, refuses: seat 0 reveals: 2; seat 2 opens: 1, refuses: 2
    assert ways(t, s) == 8


# --- Toc Chocottes with two players close to 50, so that the round is the last -----------------------------------


def last_turn(rows: list[list[int]], stock: tuple[int, ...]) -> c.State:
    s = fields.blank(c.State)
    cr.setup(s, 2, 0, 2, 6, 8, 10)
    s.phase = c.TURN
    s.total[:2] = [49, 49]
    s.stock[:] = [0] * c.KINDS
    s.stock_size = len(stock)
    for kind in stock:
        s.stock[kind] += 1
    for p, row in enumerate(rows):
        s.row[p][: len(row)] = row
        s.row_size[p] = len(row)
    return s


def test_C8_C11_C22_the_last_card_of_the_pile() -> None:
    # knock, alone with the fewest points: 1. Draw the 1, then discard it or replace the 5: in either window nobody
    # matches and the pile is empty, so a throw is a pass: 2 x 2 ways; then one of three tiles.
    assert ways(cr, last_turn([[5], [6]], (1,))) == 1 + 2 * (2 * 2) * 3


def test_C9_C21_a_throw_that_empties_a_row() -> None:
    # knock: 1. Draw the 6 and replace: 5 is discarded, nobody matches: 4 ways, 3 tiles.
    # Draw and discard it: seat 1 throws its 6: the round ends, 3 tiles; or passes, then seat 0: 2 ways, 3 tiles.
    assert ways(cr, last_turn([[5], [6]], (6,))) == 1 + 4 * 3 + 3 + 2 * 3


def test_C20_a_knock_that_fails_draws_a_tile() -> None:
    # the same with equal rows: the knock costs one of three tiles
    assert ways(cr, last_turn([[6], [6]], (1,))) == 3 + (2 * 2) * 3 + (3 + 2 * 3)
    # (replacing discards a 6, which seat 1 can match: that ends the round; seat 0's own card is the 1 then)


def test_C15_a_ten_lets_its_owner_look_or_not() -> None:
    # discard the 10: 4 ways through the window, then look at the one card or decline; 3 tiles
    # replace: the 5 is discarded: 4 ways, 3 tiles; knock: 1
    assert ways(cr, last_turn([[5], [6]], (10,))) == 1 + 4 * 2 * 3 + 4 * 3


# --- L'Escalier hanté with two players and one card left ---------------------------------------------------------

SEARCH = 1 + 3 + 3 * 2 + 3 * 2 * 1  # found at the first, second, third or fourth try


def last_card(kind: int, risk: int = 0, arrange: Callable[[e.State], None] = lambda _: None) -> e.State:
    s = fields.blank(e.State)
    e.setup(s, 2, 0, risk)
    s.stock[:] = [0] * e.KINDS
    s.stock[kind] = s.stock_size = 1
    arrange(s)
    return s


def onto_white(s: e.State) -> None:
    s.disc[e.WHITE], s.disc[0], s.free = s.disc[0], e.EMPTY, 0


@pytest.mark.parametrize(
    ("state", "count"),
    [
        (last_card(e.CHILD), SEARCH),
        (last_card(e.MOVE), 4 * 4 * SEARCH),
        (last_card(e.SWAP), 6 * 4 * SEARCH),
        (last_card(e.RIDDLE), 4 * SEARCH),
        (last_card(e.RIDDLE, arrange=onto_white), 1 + 3 * 3 * SEARCH + 4 * SEARCH),
        (last_card(e.RIDDLE, risk=1), 4 * 4 + 4 * SEARCH),
    ],
    ids=["E5 child", "E8 move", "E7 swap", "E12 riddle, white free", "E9 E12 riddle", "E10 risk"],
)
def test_E12_the_last_card(state: e.State, count: int) -> None:
    assert ways(e, state) == count
