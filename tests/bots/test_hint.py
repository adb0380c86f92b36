"""Hints: what the strongest bot would do in a person's seat, where the table lets memory be helped."""

from random import Random

import pytest

from tests.bots.tables import at_random, opened, seat_info
from tests.scale import scaled
from toctoc import GAMES, Match
from toctoc.bots import Decision, LevelBot, hint, hints_allowed, level, warm_up
from toctoc.core.options import complete


@pytest.mark.parametrize(
    ("game", "aid", "allowed"),
    [
        ("toctoctoc", False, True),
        ("toctoctoc", True, True),
        ("chocottes", False, False),
        ("chocottes", True, True),
        ("escalier", False, False),
        ("escalier", True, True),
    ],
)
def test_C27_E14_hints_need_the_memory_aid_where_remembering_is_the_game(
    game: str, aid: bool, allowed: bool
) -> None:
    options = complete(GAMES[game].options, {"memory_aid": aid})
    assert hints_allowed(GAMES[game], options) is allowed


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.is_memory])
def test_a_hint_that_would_remember_for_the_player_is_refused(game: str) -> None:
    match = opened(game, 2, 1)
    seat = match.asked
    assert seat is not None
    with pytest.raises(ValueError, match="only where the memory aid is on"):
        given(match, seat)


def test_a_memory_game_without_the_aid_as_an_option_gives_no_hints() -> None:
    assert not hints_allowed(GAMES["escalier"], {"start": "random"})


def given(match: Match, seat: int) -> Decision:
    return hint(seat_info(match, seat), match.history(seat), match.view(seat), match.legal(seat))


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_legal_and_the_action_of_comte(game: str) -> None:
    warm_up(GAMES[game])
    hinted, rng = 0, Random(1)
    for match, seat in at_random(game, 3, 2, memory_aid=True):
        if rng.random() < 0.15:
            count = LevelBot(seat_info(match, seat), level("comte"))
            for event in match.history(seat):
                count.observe(event)
            advice = given(match, seat)
            assert advice.action in match.legal(seat)
            assert advice == count.advise(match.view(seat), match.legal(seat))
            hinted += 1
        if hinted == scaled(3, most=6):
            break
    assert hinted > 2
