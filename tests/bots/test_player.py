"""The random bot: legal, and the same for the same seed. It gets views and events only."""

import pytest

from tests.bots.tables import play
from toctoc import GAMES
from toctoc.bots import Chair, make


@pytest.mark.parametrize("game", GAMES)
def test_a_random_bot_plays_whole_games_from_its_view(game: str) -> None:
    def steps(seed: int) -> list[str]:
        return [str(step) for step in play(game, ["random"] * GAMES[game].players[0], seed).steps]

    assert steps(3) == steps(3)
    assert steps(3) != steps(4)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no bot 'deep-blue'; there are: petit-fantome, .*, random, or a file"):
        make("deep-blue", Chair(GAMES["escalier"], 2, {}, 0, 1))
