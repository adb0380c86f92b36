"""Test the bots' use of their knowledge."""

import pytest
from table import table
from toctoc.bots import level
from toctoc.core import fields

from armoire import GAME
from armoire import rules as a
from armoire.bots import policy
from armoire.bots.mind import Mind
from armoire.bots.reasons import explain

TRAITS = [level("voyante").traits[GAME.name]] * a.SEATS


def mind(*known: int) -> Mind:
    """Return a mind in which seat 0 knows some cards to be inside."""
    found = fields.blank(Mind)
    for kind in known:
        found.known[0][kind] += 1
    return found


@pytest.mark.parametrize(("known", "dares"), [(a.CHOCOLATE, True), (a.GHOST, False)])
def test_A6_who_knows_what_is_inside_knows_whether_to_reach_in(known: int, dares: bool) -> None:
    s = table(hands=[["mint"], ["mint"]], inside=["ghost"]).state
    s.phase = a.DARING
    worth = policy.value(s, mind(known), TRAITS, 0, a.REACH)
    assert (worth > policy.value(s, mind(known), TRAITS, 0, a.SHUT)) == dares


def test_A9_the_more_lies_in_front_of_one_the_less_one_dares() -> None:
    s = table(hands=[["mint"], ["mint"]], inside=["ghost", "mint"]).state
    s.phase = a.DARING
    before = policy.value(s, mind(), TRAITS, 0, a.REACH)
    s.laid[a.CHOCOLATE] = 2
    assert policy.value(s, mind(), TRAITS, 0, a.REACH) < before


def test_A5_a_ghost_goes_in_where_sweets_would_be_for_others() -> None:
    s = table(players=4, hands=[["ghost", "mint"]], inside=["mint", "mint", "mint"]).state
    s.slipped = 1  # A4: nobody may reach in yet, so a sweet is for the next one
    known = mind(a.MINT, a.MINT, a.MINT)
    ghost, sweet = (policy.value(s, known, TRAITS, 0, a.SLIP + kind) for kind in (a.GHOST, a.MINT))
    assert ghost > sweet


@pytest.mark.parametrize(
    ("phase", "action", "laid", "reason"),
    [
        (a.DARING, a.REACH, 0, "dare"),
        (a.DARING, a.REACH, 9, "gamble"),
        (a.DARING, a.SHUT, 0, "creepy"),
        (a.DARING, a.SHUT, 1, "enough"),
        (a.SLIPPING, a.SLIP + a.GHOST, 0, "trap"),
        (a.SLIPPING, a.SLIP + a.CHOCOLATE, 0, "mine"),
    ],
)
def test_every_action_has_its_reason(phase: int, action: int, laid: int, reason: str) -> None:
    s = table(hands=[["ghost", "chocolate"], ["mint"]], inside=["mint", "ghost", "mint"]).state
    s.phase, s.laid[a.CHOCOLATE] = phase, laid
    assert explain(s, mind(a.MINT), TRAITS, 0, action).code == reason
