"""The games there are, and what they say of themselves."""

from random import Random

import pytest

from tests.games.positions import EVERY_GAME
from tests.scale import each
from toctoc import core
from toctoc.core.game import Action, Outcome, first_seat, seats_in
from toctoc.core.match import Match
from toctoc.core.registry import GAMES, find


def test_there_are_three_games() -> None:
    assert {name: game.title for name, game in GAMES.items()} == {
        "toctoctoc": "Toc Toc Toc!",
        "chocottes": "Toc Chocottes",
        "escalier": "L'Escalier hanté",
    }


@each("name", EVERY_GAME)
def test_a_game_is_found_by_its_name(name: str) -> None:
    assert find(name) is GAMES[name]
    assert find(name).name == name


@each("name", ["Escalier", "", "chess"])
def test_an_unknown_game_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=f"there is no game '{name}'; there are: toctoctoc, chocottes, escalier"):
        find(name)


@each("name, fewest, most", [("toctoctoc", 3, 5), ("chocottes", 2, 5), ("escalier", 2, 4)])
def test_so_many_may_play(name: str, fewest: int, most: int) -> None:
    assert list(GAMES[name].players) == list(range(fewest, most + 1))


@each("name", EVERY_GAME)
def test_the_phrases_of_a_game_are_its_actions_and_its_outcomes(name: str) -> None:
    game = GAMES[name]
    assert all(issubclass(action, Action) for action in game.actions)
    assert all(issubclass(outcome, Outcome) for outcome in game.outcomes)


@each("name", EVERY_GAME)
def test_a_number_that_is_no_action_is_never_accepted(name: str) -> None:
    match = Match(name, 3, chance=Random(1).randrange)
    assert match.actors
    assert not any(match.game.accepts(match.state, seat, -1) for seat in range(3))


@each("mask, seats", [(0, ()), (1, (0,)), (0b10, (1,)), (0b10101, (0, 2, 4)), (0b11111, (0, 1, 2, 3, 4))])
def test_seats_of_a_mask(mask: int, seats: tuple[int, ...]) -> None:
    assert seats_in(mask) == seats


def test_T6_C6_E3_the_first_seat_is_the_creators_or_drawn() -> None:
    assert first_seat({"start": "creator", "creator": 2}) == 2
    assert first_seat({"start": "random", "creator": 2}) == -1


def test_the_package_shows_its_names_and_no_others() -> None:
    assert {*core.__all__} <= {*dir(core)}
    assert all(getattr(core, name) is not None for name in core.__all__)
    with pytest.raises(AttributeError, match=r"module 'toctoc\.core' has no attribute 'CHESS'"):
        _ = core.CHESS
