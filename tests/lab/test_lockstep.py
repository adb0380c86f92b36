"""Observations from a seat's events and observations by compiled code from the state have the same bytes.

So has the observation of any other world that fits these events: no secret of others changes a number.
"""

import pytest

from tests.scale import each, spread
from toctoc.core.registry import GAMES
from toctoc.lab import Tables

from .side_by_side import COMPILED, OBSERVATIONS, TABLES, as_a_bot, play_beside

pytestmark = pytest.mark.compiled
CASES = [(*table, observation) for table in TABLES for observation in OBSERVATIONS]
COMPILED_CASES = [case for case in CASES if case[0] in COMPILED]


@each("game, players, observation", spread(COMPILED_CASES, 4))
def test_tables_and_matches_play_the_same_random_games(game: str, players: int, observation: str) -> None:
    tables = Tables(game, players, n=2, seed=3, observation=observation)
    assert play_beside(tables, 110) > 0
    assert tables.game.max() >= 2  # a second game began


@each("game", COMPILED)
def test_tables_and_matches_play_the_same_games_of_bots(game: str) -> None:
    tables = Tables(game, GAMES[game].usual_players or 3, n=1, seed=8)
    play_beside(tables, 60, as_a_bot, "voyante")


@pytest.mark.nightly
@pytest.mark.parametrize("game", COMPILED)
def test_tables_and_matches_play_the_same_whole_games_of_bots(game: str) -> None:
    for _, players, observation in [case for case in CASES if case[0] == game]:
        tables = Tables(game, players, n=2, seed=8, observation=observation)
        play_beside(tables, 1000 if GAMES[game].lowest_wins else 200, as_a_bot, "voyante")
        assert tables.game.max() >= 2  # a second game began
