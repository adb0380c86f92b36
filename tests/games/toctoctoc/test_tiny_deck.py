"""Exhaustive counts: every way in which a game with next to no cards can go on, against counts made by hand.

With three players there are two targets and two answers, so four ways to play a card.
"""

from toctoc.core import fields
from toctoc.games.toctoctoc import rules as t
from toctoc.testing.players import ways


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
