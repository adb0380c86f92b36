"""The random bot: legal, and the same for the same seed. It gets views and events only."""

import pytest

from toctoc import GAMES, Match
from toctoc.bots import BOTS, make


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_whole_games_from_its_view(game: str, name: str) -> None:
    def steps(seed: int) -> list[str]:
        match = Match(game, GAMES[game].players[0], chance=lambda n: seed % n)
        bots = [make(name, match.game, seat, seed) for seat in range(match.players)]
        for own, bot in enumerate(bots):
            match.listen(own, bot.hear)
        while (seat := match.asked) is not None:
            match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
        return [str(step) for step in match.steps]

    assert steps(3) == steps(3)
    assert steps(3) != steps(4)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no bot 'deep-blue'; there are: random"):
        make("deep-blue", GAMES["escalier"], 0, 1)
