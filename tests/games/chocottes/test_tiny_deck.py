"""Exhaustive counts: every way in which a game with next to no cards can go on, against counts made by hand.

Two players are close to 50, so that the round is the last.
"""

from toctoc.core import fields
from toctoc.games.chocottes import rules as cr
from toctoc.games.chocottes.rules import state as c
from toctoc.testing.players import ways


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
