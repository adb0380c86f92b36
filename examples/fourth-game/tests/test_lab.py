"""Observations of the laboratory contain the knowledge of their seat, and no more."""

from random import Random

import pytest
from toctoc import Match
from toctoc.core import fields

from armoire import GAME

lab = pytest.importorskip("toctoc.lab")


@pytest.mark.parametrize("players", [2, 4])
def test_an_observation_of_the_table_is_that_of_what_was_heard(players: int) -> None:
    """The same functions, on the true state and on the partial world of each seat."""
    codec, rules, dice = lab.codec(GAME, players), GAME.rules, Random(players)
    coding, trace = codec.coding, fields.blank(codec.coding.Trace)
    match = Match(GAME, players)
    knowledge = [codec.knowledge(seat) for seat in range(players)]
    for seat, known in enumerate(knowledge):
        match.listen(seat, known.observe)
    coding.begin(match.state, trace, 0)
    while not match.over:
        for known in knowledge:
            out, offered = [0] * codec.D, [0] * codec.A
            coding.observe(match.state, trace, known.seat, out)
            coding.mask(match.state, known.seat, offered)
            assert codec.observe(known).tolist() == out
            assert codec.mask(known).tolist() == [bool(offer) for offer in offered]
        if match.asked is None:
            code = rules.chance_pick(match.state, dice.randrange(rules.chance_total(match.state)))
            coding.watch_chance(match.state, trace, code)
            match.take_chance(GAME.outcome(match.state, code))
        else:
            action = dice.choice(match.legal(match.asked))
            coding.watch(match.state, trace, match.asked, GAME.action_code(action))
            match.play(match.asked, action)
            coding.watched(match.state, trace)
