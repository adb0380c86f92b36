"""Tables play the games of a simulation, whatever the rows and threads, and refuse wrong arguments."""

from typing import Any

import numpy as np
import pytest

from tests.scale import each
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.fields import blank, unpack
from toctoc.core.options import complete
from toctoc.core.registry import GAMES
from toctoc.lab import IllegalAction, Tables

from .side_by_side import COMPILED

pytestmark = pytest.mark.compiled
ARRAYS = ("seat", "obs", "mask", "rewards", "terminations", "scores", "game")


def bytes_of(tables: Tables) -> list[bytes]:
    return [getattr(tables, name).tobytes() for name in (*ARRAYS, "states")]


def finished(tables: Tables, games: int) -> dict[int, list[int]]:
    """Play at random until the first `games` games are over; return their scores."""
    found: dict[int, list[int]] = {}
    while len(found) < games:
        tables.step(tables.sample())
        for row in np.flatnonzero(tables.terminations).tolist():
            number = int(tables.game[row]) - tables.num_envs
            if number < games:
                found[number] = tables.scores[row].tolist()
    return found


@each("game", COMPILED)
def test_random_players_with_shared_luck_play_the_games_of_a_simulation(game: str) -> None:
    """As long as the codec offers all legal actions: in Toc Chocottes, while no row is longer than twelve."""
    players, games, seed = 3, 20, 5
    decisions = [0] * games
    scores, wins = ([[0] * players for _ in range(games)] for _ in range(2))
    rules = GAMES[game].rules
    settings = GAMES[game].settings(players, complete(GAMES[game].options, {}))
    plain_playout(rules).playouts(blank(rules.State), settings, seed, 0, [0], decisions, scores, wins)

    tables = Tables(game, players, n=4, seed=seed, luck="shared")
    steps, all_offered, compared = [0] * tables.num_envs, [True] * tables.num_envs, 0
    while tables.game.min() < games:
        for row in range(tables.num_envs):
            seat = int(tables.seat[row])
            legal = rules.legal_count(unpack(rules.State, tables.states[row].tobytes()), seat)
            all_offered[row] &= bool(tables.mask[row].sum() == legal)
            steps[row] += 1
        tables.step(tables.sample())
        for row in np.flatnonzero(tables.terminations).tolist():
            number = int(tables.game[row]) - tables.num_envs
            if number < games and all_offered[row]:
                won = tables.rewards[row] == tables.rewards[row].max()
                assert (steps[row], tables.scores[row].tolist()) == (decisions[number], scores[number])
                assert won.tolist() == [bool(win) for win in wins[number]]
                compared += 1
            steps[row], all_offered[row] = 0, True
    assert compared > games // 4


@each("game", COMPILED)
def test_neither_threads_nor_rows_change_a_game(game: str) -> None:
    one, three = (Tables(game, 3, n=7, seed=2, threads=threads) for threads in (1, 3))
    for _ in range(150):
        actions = one.sample()
        assert (three.sample() == actions).all()
        one.step(actions)
        three.step(actions)
        assert bytes_of(one) == bytes_of(three)
    three.close()  # it has one thread now, and plays on
    one.step(one.sample())
    three.step(three.sample())
    assert bytes_of(one) == bytes_of(three)


def test_a_game_does_not_depend_on_its_row() -> None:
    """The same moves in game 3: the fourth row of five, the third game of the first row of one."""
    wide, narrow = Tables("escalier", 2, n=5, seed=9), Tables("escalier", 2, n=1, seed=9)
    while narrow.game[0] < 3:
        narrow.step(narrow.sample())
    while wide.game[3] == 3:
        assert wide.obs[3].tobytes() == narrow.obs[0].tobytes()
        action = int(wide.mask[3].argmax())
        wide.step([int(wide.mask[row].argmax()) for row in range(5)])
        narrow.step([action])
    assert wide.scores[3].tolist() == narrow.scores[0].tolist()


def test_samples_are_legal_at_any_time() -> None:
    """Before every step, twice before one, or only now and then."""
    tables = Tables("escalier", 4, n=64, seed=3)
    seen = set()
    for number in range(200):
        actions = tables.mask.argmax(axis=1)
        for _ in range(number % 3):
            actions = tables.sample()
            assert tables.mask[np.arange(64), actions].all()
            seen |= set(actions.tolist())
        tables.step(actions)
    assert len(seen) > 20


def test_reset_begins_the_first_games_again() -> None:
    tables = Tables("escalier", 4, n=3, seed=1)
    before = bytes_of(tables)
    finished(tables, 4)
    assert bytes_of(tables) != before
    tables.reset()
    assert [first == second for first, second in zip(bytes_of(tables), before, strict=True)][:7] == [True] * 7
    assert (tables.sample() == Tables("escalier", 4, n=3, seed=1).sample()).all()


def test_an_illegal_action_names_its_row_and_changes_nothing() -> None:
    tables = Tables("escalier", 4, n=3)
    before, seat = bytes_of(tables), int(tables.seat[1])
    for action in (-1, tables.codec.A, int(tables.mask[1].argmin())):
        actions = tables.sample()
        actions[1] = action
        with pytest.raises(
            IllegalAction, match=f"row 1: the action {action} is not legal for seat {seat}"
        ) as refused:
            tables.step(actions)
        assert (refused.value.row, refused.value.seat, refused.value.action) == (1, seat, action)
        assert bytes_of(tables) == before


def test_a_changed_mask_makes_no_action_legal() -> None:
    tables = Tables("escalier", 4, n=1)
    illegal = int(tables.mask[0].argmin())
    with pytest.raises(ValueError, match="read-only"):
        tables.mask[:] = True
    tables = Tables("escalier", 4, n=1, buffers={"mask": tables.mask.copy()})
    tables.mask[:] = True
    with pytest.raises(IllegalAction):
        tables.step([illegal])


@pytest.mark.parametrize(
    ("actions", "said"),
    [([0], "step wants 2 actions"), (0, "step wants 2 actions"), ([0.5, 1.0], "actions are whole numbers")],
)
def test_wrong_actions_are_refused(actions: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Tables("escalier", 4, n=2).step(actions)


def test_actions_may_be_any_whole_numbers() -> None:
    tables = Tables("escalier", 4, n=2)
    for dtype in (np.int8, np.int32, np.int64):
        tables.step(tables.sample().astype(dtype))


def test_tables_write_into_given_buffers() -> None:
    plain = Tables("escalier", 3, n=4)
    obs, mask = np.ones_like(plain.obs), np.ones_like(plain.mask)
    tables = Tables("escalier", 3, n=4, buffers={"obs": obs, "mask": mask})
    assert tables.obs is obs
    assert tables.mask is mask
    assert obs.tobytes() == plain.obs.tobytes()
    assert mask.tobytes() == plain.mask.tobytes()
    out = np.zeros(4, np.int64)
    assert tables.sample(out) is out
    for table in (plain, tables):
        table.step(out)
    assert mask.tobytes() == plain.mask.tobytes()


@pytest.mark.parametrize(
    ("buffers", "said"),
    [
        ({"sight": np.zeros(4)}, "there is no buffer 'sight'; there are: seat, obs, mask"),
        ({"seat": [0] * 4}, "seat has to be a NumPy array, not list"),
        ({"seat": np.zeros(4)}, r"seat has to be \(4,\) of int8, not \(4,\) of float64"),
        ({"seat": np.zeros(3, np.int8)}, r"seat has to be \(4,\) of int8, not \(3,\) of int8"),
        ({"seat": np.zeros(8, np.int8)[::2]}, "seat has to be contiguous, and writeable"),
    ],
)
def test_wrong_buffers_are_refused(buffers: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Tables("escalier", 3, n=4, buffers=buffers)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": 0}, "n is a whole number, at least 1, not 0"),
        ({"n": 1, "threads": 0}, "threads is a whole number"),
        ({"n": 1, "seed": -1}, "seed is a whole number"),
        ({"n": 1, "luck": "good"}, "luck is one of apart, shared, not 'good'"),
        ({"n": 1, "risk": 2}, "option risk takes yes or no, not 2"),
        ({"n": 1, "options": {"ghosts": 2}}, "there is no option 'ghosts'"),
        ({"n": 1, "observation": "all"}, "an observation is one of"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Tables("escalier", 3, **arguments)


def test_options_are_a_mapping_or_keywords() -> None:
    for given in ({"risk": True}, {"options": {"risk": True}}):
        tables = Tables("escalier", 3, n=2, **given)
        at = next(field.offset for field in tables.codec.fields if field.name == "risk")
        assert tables.obs[:, at].tolist() == [1, 1]


def test_a_step_allocates_nothing() -> None:
    import tracemalloc

    tables = Tables("escalier", 4, n=1024)
    actions = tables.sample()
    tables.step(actions)
    tracemalloc.start()
    for _ in range(50):
        tables.sample(actions)
        tables.step(actions)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000  # what Python itself needs to call; the observations of one step are 76,800 bytes
