"""What steps of a match return, and what can be known of a move beforehand."""

from random import Random

import pytest

from tests.games.positions import some_way
from tests.games.test_match import started
from toctoc.games import fields
from toctoc.games.errors import WrongTurn
from toctoc.games.game import Chance, Event
from toctoc.games.match import Match
from toctoc.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_steps_return_what_each_viewer_was_shown(game: str, viewer: int | None) -> None:
    source = some_way(Match(game, 3), 80, Random(7))
    match = Match(game, 3, narrate=True)
    heard: list[Event] = []
    match.listen(viewer, heard.append)
    returned = [event for step in source.steps for shown in match.repeat(step) for event in shown.to(viewer)]
    assert returned == heard == source.history(viewer)
    assert match.steps == source.steps


def test_a_move_returns_what_chance_showed_after_it_too() -> None:
    match = Match("escalier", 2, chance=Random(3).randrange, narrate=True)
    steps = len(match.steps)
    shown = match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert len(shown) == len(match.steps) - steps


def test_a_match_that_nobody_watches_returns_nothing() -> None:
    match = started("escalier", 2)
    assert match.play(match.actors[0], match.legal(match.actors[0])[0]) == ()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_comes_and_foreseeing_changes_nothing(game: str) -> None:
    match = Match(game, 3, chance=Random(8).randrange)
    rng = Random(9)
    while not match.over:
        seat = match.actors[0]
        action = rng.choice(match.legal(seat))
        state, before = fields.numbers(match.state), len(match.steps)
        seed = rng.random()
        dice = Random(seed).randrange
        foreseen = match.foresee(seat, action, lambda _, n, dice=dice: dice(n))  # type: ignore[misc]  # bound now
        assert (fields.numbers(match.state), len(match.steps)) == (state, before)
        match.draw_from(Random(seed).randrange)
        match.play(seat, action)
        assert match.steps[before + 1 :] == [Chance(outcome) for outcome in foreseen]


def test_H2_what_is_not_legal_cannot_be_foreseen() -> None:
    match = started("escalier", 2)
    with pytest.raises(WrongTurn):
        match.foresee(1 - match.actors[0], match.legal(match.actors[0])[0], lambda _, n: 0)
