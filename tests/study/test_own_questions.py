"""Test the questions that a study asks of one game, against counts by hand."""

from typing import Any

import pytest

from tests.study.plain_games import plain_games
from toctoc.core.registry import GAMES
from toctoc.games.chocottes.rules import DRAW, KNOCKED, OVER
from toctoc.games.chocottes.study import questions as chocottes
from toctoc.games.escalier.study import questions as escalier
from toctoc.study import study_modules
from toctoc.study.plan import Study, Sums
from toctoc.study.table import StudyTable

SOME, SEED, BOT = 4, 5, "voyante"
pytestmark = pytest.mark.usefixtures("plain")


def sums(game: str, key: str = "") -> Sums:
    study = Study.of(game, (2,), BOT, SOME, SEED)
    [arm] = [arm for arm in study.arms if arm.key == (key or "players=2")]
    return StudyTable(arm, False).add_up(SEED, 0, SOME)


def test_rounds_and_knocks_of_chocottes_agree_with_counting_by_hand() -> None:
    found = sums("chocottes")
    games = plain_games("chocottes", 2, BOT, SEED, SOME)
    last = [game.match.state for game in games]
    ends = []
    for game in games:
        for before, after in zip(game.states, game.states[1:], strict=False):
            if after.round > before.round or (after.phase == OVER and before.phase != OVER):
                ends.append(after)
    turns = [move for game in games for move in game.moves if str(move[2]) in ("draw", "knock")]
    assert found[chocottes.ROUND_COUNT][:2] == [sum(state.round for state in last), SOME]
    assert found[chocottes.ROUND_TURNS][:2] == [len(turns), len(ends)]
    for how in range(3):
        assert found[chocottes.ROUND_ENDS + how][:2] == [sum(s.ended == KNOCKED + how for s in ends), len(ends)]
    knocks = [state for state in ends if state.ended == KNOCKED]
    assert found[chocottes.LOWEST][:2] == [sum(state.tile == 0 for state in knocks), len(knocks)]
    fifty = [state.knocker >= 0 and state.total[state.knocker] == 50 for state in last]
    assert found[chocottes.FIFTY][:2] == [sum(fifty), SOME]
    throws = [str(action) for game in games for _, _, action in game.moves if str(action).startswith("snap")]
    assert found[chocottes.THROWS][1] == len(throws) > 0


def test_searches_and_riddles_of_escalier_agree_with_counting_by_hand() -> None:
    found = sums("escalier")
    tries: list[tuple[int, bool]] = []
    riddles: list[bool] = []
    for game in plain_games("escalier", 2, BOT, SEED, SOME):
        for state, _, action in game.moves:
            words = str(action).split()
            if words[0] == "turn":
                place = GAMES["escalier"].action_code(action)
                assert place is not None
                tries.append((state.tried.bit_count(), state.disc[place - 1] == state.sought))
            elif state.phase == 5:  # a riddle
                riddles.append(words[0] != "decline")
    for number in range(4):
        mine = [right for which, right in tries if which == number]
        assert found[escalier.FOUND_AT_TRY + number][:2] == [sum(mine), len(mine)]
    assert found[escalier.DARED][:2] == [sum(riddles), len(riddles)]


@pytest.mark.parametrize(
    ("game", "key", "cell"),
    [
        ("chocottes", "ablation=never-throws", chocottes.THROWS),
        ("escalier", "ablation=never-solves", escalier.DARED),
    ],
)
def test_an_ablated_seat_does_less(game: str, key: str, cell: int) -> None:
    usual, stubborn = sums(game), sums(game, key)
    counted = 0 if cell == escalier.DARED else 1
    assert 0 < stubborn[cell][counted] < usual[cell][counted]


@pytest.mark.parametrize("game", ["chocottes", "escalier"])
def test_forks_are_of_one_decision_a_game(game: str) -> None:
    text: Any = study_modules.part(GAMES[game], "report_text")
    for fork in text.FORKS:
        found = sums(game, f"fork={fork.name}")
        assert 0 < found[0][1] <= SOME
        assert found[1][:2] == found[0][:2]  # all of them are decisions to do it


def test_a_seat_that_never_knocks_draws_instead() -> None:
    [game, *_] = plain_games("chocottes", 2, BOT, SEED, 1)
    for state, seat, action in game.moves:
        code = GAMES["chocottes"].action_code(action)
        assert code is not None
        done = chocottes.stubborn(state, seat, chocottes.NEVER_KNOCKS, code, [1])
        assert done == (DRAW if str(action) == "knock" else code)
    assert any(str(action) == "knock" for _, _, action in game.moves)
