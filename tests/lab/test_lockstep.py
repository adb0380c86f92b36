"""A seat's observation, worked out from what it heard and by compiled code from the state, is the same bytes.

So is that of any other world that fits what the seat heard: nothing that it may not know changes a number.
"""

import pytest

from toctoc.lab import Tables

from .side_by_side import TABLES, play_beside

pytestmark = pytest.mark.compiled
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
both = pytest.mark.parametrize("observation", ["recall", "table"])


@every_table
@both
def test_random_games_are_the_same_games(game: str, players: int, observation: str) -> None:
    tables = Tables(game, players, n=2, seed=3, observation=observation)
    assert play_beside(tables, 110) > 0
    assert tables.game.max() >= 2  # a second game began
