"""A table's match looks ahead before a move is entered in the log; what it finds out is what then happens."""

from itertools import product
from random import Random

import pytest

from tests.scale import each, scaled
from toctoc.core import fields
from toctoc.core.errors import WrongTurn
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.table.game import TableMatch


def dealt(game: str, seed: int) -> TableMatch:
    """A match after its deal."""
    match = TableMatch(game, 3, {})
    for step in Match(game, 3, chance=Random(seed).randrange).steps:
        match.repeat(step)
    return match


def no_rules(*_: object) -> None:
    raise AssertionError("the rules run again")


@each("game, seed", product(GAMES, range(scaled(1, most=5))))
def test_looking_ahead_predicts_the_events_and_changes_nothing(game: str, seed: int) -> None:
    match, plain = dealt(game, seed), Match(game, 3, narrate=True)
    for step in match.steps:
        plain.repeat(step)
    rng = Random(seed)
    while not match.over:
        seat = rng.choice(match.actors)
        action = rng.choice(match.legal(seat))
        assert match.legal(seat) == plain.legal(seat)
        before, steps = fields.numbers(match.state), len(match.steps)
        outcomes = match.look_ahead(seat, action, lambda _, n: rng.randrange(n))
        assert (fields.numbers(match.state), len(match.steps)) == (before, steps)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(match, "_advance", no_rules)
            shown = match.play_out(seat, str(action), "player", outcomes)
        assert shown == tuple(events for step in match.steps[steps:] for events in plain.repeat(step))
        assert fields.same(match.state, plain.state)
        assert not match.chance_awaited


@pytest.mark.parametrize("game", GAMES)
def test_another_action_than_the_predicted_one_may_follow(game: str) -> None:
    match, plain = dealt(game, 1), Match(game, 3)
    for step in match.steps:
        plain.repeat(step)
    rng = Random(1)
    while not match.over:
        seat = match.actors[0]
        foreseen, other = rng.choice(match.legal(seat)), rng.choice(match.legal(seat))
        match.look_ahead(seat, foreseen, lambda _, n: 0)
        match.play_out(seat, str(other), "player", [])
        plain.repeat(Move(seat, other))
        plain.draw_from(Random(2).randrange)
        for step in plain.steps[len(match.steps) :]:
            match.repeat(step)
        assert fields.same(match.state, plain.state)


def test_H2_looking_ahead_refuses_an_illegal_action() -> None:
    match = dealt("escalier", 1)
    others = set(range(3)) - set(match.actors)
    with pytest.raises(WrongTurn):
        match.look_ahead(others.pop(), match.legal(match.actors[0])[0], lambda _, n: 0)
