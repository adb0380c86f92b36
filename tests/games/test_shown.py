"""What steps of a match return, and what can be known of a move beforehand."""

from random import Random

import pytest

from tests.games.positions import some_way
from tests.games.test_match import started
from toctoc.games.game import Event, View
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


def test_every_view_has_a_phase() -> None:
    """What is drawn without knowing the game asks for it, so a view without one cannot be made."""
    with pytest.raises(TypeError, match="phase"):
        View(to_act=(), active=None, scores=(), winners=None)  # type: ignore[call-arg]  # that is the point
