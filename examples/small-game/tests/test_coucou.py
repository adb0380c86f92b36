"""The suites that every game passes, and the clauses of Coucou that they do not know."""

from random import Random

from toctoc import Match
from toctoc.testing.conformance import Conformance
from toctoc.testing.suite import GameSuite

from coucou import GAME, Got, Swapped
from coucou import rules as k

SIGNS = {
    "K3": lambda b, p, x, s: b.phase == k.STARTING,
    "K5": lambda b, p, x, s: p >= 0 and x >= k.SWAP and s.round == b.round,
    "K6": lambda b, p, x, s: s.round > b.round and sum(s.points) > sum(b.points) + 1,
    "K7": lambda b, p, x, s: s.phase == k.OVER,
}


class TestConformance(GameSuite):
    games = (Conformance(game=GAME, signs=SIGNS),)


def test_K5_two_see_what_they_get_and_a_third_sees_neither() -> None:
    match = Match(GAME, 3, chance=Random(1).randrange, narrate=True)
    match.state.card[:3] = [0, 4, 2]
    (shown,) = match.play(0, "swap with 1")
    assert shown.to(2) == shown.to(None) == (Swapped(0, 1),)
    assert shown.private == {n: (Swapped(0, 1), Got(n, card)) for n, card in enumerate(("wolf", "mouse"))}


def test_K6_the_lowest_cards_cost_a_point() -> None:
    match = Match(GAME, 3, chance=Random(1).randrange)
    match.state.card[:3] = [3, 1, 1]
    for seat in range(3):
        match.play(seat, "keep")
    assert match.scores == (0, 1, 1)
