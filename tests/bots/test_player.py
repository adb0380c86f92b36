"""The random bot is legal, and the same for the same seed; a bot of a level takes its time in a race."""

from random import Random

import pytest

from tests.bots.tables import play, searcher
from tests.scale import each
from toctoc import GAMES, Match
from toctoc.bots import LevelBot, SeatInfo, level, make
from toctoc.core import notation


@each("game", GAMES)
def test_a_random_bot_plays_whole_games_from_its_view(game: str) -> None:
    def steps(seed: int) -> list[str]:
        return [str(step) for step in play(game, ["random"] * GAMES[game].players[0], seed).steps]

    assert steps(3) == steps(3)
    assert steps(3) != steps(4)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(
        ValueError, match=r"no bot 'deep-blue'; there are: petit-fantome, .*, random, or one of your own"
    ):
        make("deep-blue", SeatInfo(GAMES["escalier"], 2, {}, 0, 1))


def test_in_any_race_a_throw_has_a_reaction_time() -> None:
    """The actions say whether seats race; the bot does not look at the view."""
    match = Match("chocottes", 2, chance=Random(1).randrange)
    bot = LevelBot(SeatInfo(match.game, 2, match.options, 0, 1), level("apprenti"))
    for event in match.history(0):
        bot.observe(event)
    snap, knock = notation.read("snap 1", match.game.actions), notation.read("knock", match.game.actions)
    assert bot.decide(match.view(0), [snap]).after_ms is not None
    assert bot.decide(match.view(0), [knock]).after_ms is None


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_has_no_time_to_search_plays_by_its_policy(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game, GAMES[game].players[0], chance=Random(1).randrange)
    seat = match.actors[0]
    bot = LevelBot(SeatInfo(match.game, match.players, match.options, seat, 1), searcher(), plain=True)
    for event in match.history(seat):
        bot.observe(event)
    assert bot.searches
    monkeypatch.setattr(bot.search, "choose", lambda *_: pytest.fail("it searches"))
    assert bot.decide(match.view(seat), match.legal(seat), at_once=True).action in match.legal(seat)
