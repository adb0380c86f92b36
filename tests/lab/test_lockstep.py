"""A seat's observation, worked out from what it heard and by compiled code from the state, is the same bytes.

So is that of any other world that fits what the seat heard: nothing that it may not know changes a number.
"""

import pytest

from tests.counts import COMPILED_TABLES
from toctoc.core.registry import GAMES
from toctoc.lab import Tables

from .side_by_side import COMPILED, TABLES, as_a_bot, play_beside

pytestmark = pytest.mark.compiled
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*table, marks=() if table[0] in COMPILED_TABLES else pytest.mark.long) for table in TABLES],
)
both = pytest.mark.parametrize("observation", ["recall", "table"])


@every_table
@both
def test_random_games_are_the_same_games(game: str, players: int, observation: str) -> None:
    tables = Tables(game, players, n=2, seed=3, observation=observation)
    assert play_beside(tables, 110) > 0
    assert tables.game.max() >= 2  # a second game began


@pytest.mark.parametrize("game", COMPILED)
def test_games_of_bots_are_the_same_games(game: str) -> None:
    tables = Tables(game, GAMES[game].usual_players or 3, n=1, seed=8)
    play_beside(tables, 60, as_a_bot, "medium")


@pytest.mark.long
@every_table
@both
def test_whole_games_of_bots_are_the_same_games(game: str, players: int, observation: str) -> None:
    tables = Tables(game, players, n=2, seed=8, observation=observation)
    play_beside(tables, 1000 if GAMES[game].lowest_wins else 200, as_a_bot, "medium")
    assert tables.game.max() >= 2  # a second game began
