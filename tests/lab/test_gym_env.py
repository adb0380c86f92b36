"""One learner plays with bots with policies: Gymnasium's checks, both autoreset modes, the games of bots."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.scale import each, spread
from toctoc import lab
from toctoc.bots.bulk_play import BulkTable
from toctoc.core import fields
from toctoc.core.registry import BUILT_IN
from toctoc.lab import IllegalAction

from .side_by_side import TABLES

# The kernel's source is the same, compiled and plain; compiling it takes half a minute.
RUNTIMES = [False, pytest.param(True, marks=[pytest.mark.nightly, pytest.mark.compiled])]
each_runtime = pytest.mark.parametrize("compiled", RUNTIMES)


def made(game: str = "escalier", players: int = 3, compiled: bool = False, **more: Any) -> Any:
    return lab.solo(game, players=players, wants_compiled=compiled, **more)


def at_random(env: Any, infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """A legal action for every row; the one that is ignored where a game is over."""
    return np.array([int(rng.choice(np.flatnonzero(row))) for row in infos["action_mask"]])


def played(env: Any, steps: int) -> Iterator[tuple[Any, ...]]:
    """Play at random, from the first games of a seed."""
    rng = np.random.default_rng(2)
    observations, infos = env.reset(seed=4)
    for _ in range(steps):
        before, actions = infos, at_random(env, infos, rng)
        observations, rewards, done, truncated, infos = env.step(actions)
        yield before, actions, observations, rewards, done, truncated, infos


@each_runtime
@each("game", spread(["escalier", "toctoctoc", "chocottes"], 1))
def test_gymnasium_makes_an_environment_that_passes_its_check(game: str, compiled: bool) -> None:
    env = gymnasium.make(f"toctoc.lab:toctoc/{game.capitalize()}-v0", wants_compiled=compiled)
    check_env(env.unwrapped)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].any()
    assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].astype(bool).tolist()


def test_gymnasium_makes_many_tables_as_one_environment() -> None:
    made = gymnasium.make_vec("toctoc/Escalier-v0", num_envs=3, players=2, seed=4, wants_compiled=False)
    own = lab.solo("escalier", players=2, n=3, seed=4, wants_compiled=False)
    assert type(made) is type(own)
    assert (made.reset()[0] == own.reset()[0]).all()


@each_runtime
@each("game, players", spread(reversed(TABLES), 1))
def test_both_modes_play_the_same_games(game: str, players: int, compiled: bool) -> None:
    """With the next game in the step after, its first observation comes a step later; all else is the same."""
    found: dict[str, list[Any]] = {}
    for mode in ("NextStep", "SameStep"):
        env = made(game, players, compiled, n=1, autoreset_mode=mode)
        rows, was_done = found.setdefault(mode, []), False
        for before, actions, observations, rewards, done, truncated, infos in played(env, 150):
            assert not truncated.any()
            begins = was_done and mode == "NextStep"  # the step that begins the next game
            was_done = bool(done[0])
            if begins:
                assert before["action_mask"][0].nonzero()[0].tolist() == [0]
                continue
            end = infos.get("final_obs", observations)[0] if done[0] else observations[0]
            rows.append((int(before["game"][0]), int(actions[0]), end.tobytes(), float(rewards[0]), bool(done[0])))
    shorter = min(map(len, found.values()))
    assert found["NextStep"][:shorter] == found["SameStep"][:shorter]
    assert sum(row[4] for row in found["SameStep"]) > 0


@pytest.mark.nightly
@pytest.mark.compiled
@each("game, players", TABLES)
def test_compiled_and_plain_play_the_same(game: str, players: int) -> None:
    for ours, theirs in zip(
        *(played(made(game, players, compiled, n=3, opponents="random"), 60) for compiled in (True, False)),
        strict=True,
    ):
        for one, other in zip(ours[1:6], theirs[1:6], strict=True):
            assert one.tobytes() == other.tobytes()


@each_runtime
def test_the_learner_takes_every_seat_and_loses_at_random(compiled: bool) -> None:
    env = made(compiled=compiled, n=4, autoreset_mode="SameStep")
    seats, total, games = set(), 0.0, 0
    for before, _, _, rewards, done, _, infos in played(env, 120):
        seats |= set(before["seat"].tolist())
        assert (before["seat"] == -before["game"] % 3).all()
        assert [final is not None for final in infos.get("final_obs", [None] * 4)] == done.tolist()
        total, games = total + rewards.sum(), games + int(done.sum())
    assert seats == {0, 1, 2}
    assert games > 10
    assert total / games < -0.15  # a fair share would be 0, and never to win -1/3


def test_bots_play_as_they_do_among_themselves() -> None:
    """Up to the learner's first decision, the game is that of a simulation of bots with the same seed."""
    game = BUILT_IN["escalier"]
    env = made(n=6)
    env.reset(seed=4)
    settings = game.settings(3, env.options)
    simulated = BulkTable(game, settings, ["random", "voyante", "voyante"], False).play(4, 0, 6, keep_steps=True)
    moves = 0
    for row in range(6):
        state = fields.blank(game.rules.State)
        game.rules.setup(state, *settings)
        for seat, code in simulated.steps[simulated.ends[row - 1] if row else 0 : simulated.ends[row]]:
            if seat == -row % 3:
                break
            moves += seat >= 0
            if seat >= 0:
                game.rules.act(state, seat, code)
            else:
                game.rules.take_chance(state, code)
        assert fields.same(state, env.states[row])
    assert moves > 3


def test_opponents_may_be_named_one_by_one() -> None:
    assert made(opponents=["random", "apprenti"]).opponents == ["random", "apprenti"]


@each(
    "arguments, message",
    [
        ({"opponents": ["random"]}, "2 opponents sit with the learner, not 1"),
        (
            {"opponents": "nemesis:voyante"},
            "nemesis:voyante does not play L'Escalier hanté by a compiled policy .* but petit-fantome, .*random",
        ),
        ({"opponents": "nobody"}, "nobody does not play"),
        ({"opponents": "examples/grudge.py:Grudge"}, "no Python class.* Use the arena"),
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"players": 7}, "for 2 to 4 players, not 7"),
        ({"n": 0}, "n is a whole number, at least 1"),
        ({"seed": -1}, "the seed is a number from 0"),
        ({"autoreset_mode": "Disabled"}, "in the same step or in the next one"),
        ({"ghosts": 1}, "there is no option 'ghosts'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        made(**arguments)


def test_an_illegal_action_names_its_row_or_ends_a_single_game() -> None:
    env = made(n=2)
    _, infos = env.reset(seed=1)
    actions = at_random(env, infos, np.random.default_rng(1))
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalAction, match="row 1: the action"):
        env.step(actions)
    with pytest.raises(ValueError, match="step wants 2 whole numbers"):
        env.step([0.5, 0.5])
    alone = gymnasium.make("toctoc/Escalier-v0", wants_compiled=False)
    _, info = alone.reset(seed=1)
    _, reward, terminated, _, _ = alone.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1.0, True)


@each_runtime
def test_each_row_may_have_its_own_seed(compiled: bool) -> None:
    """Row r then plays the games of an environment of one with that seed; None lets it go on."""
    env, alone = made(n=3, compiled=compiled), made(n=1, compiled=compiled)
    observations, infos = env.reset(seed=[8, 9, 8])
    assert infos["game"].tolist() == [0, 0, 0]
    assert (observations[0] == observations[2]).all()
    for row, seed in enumerate([8, 9]):
        assert (observations[row] == alone.reset(seed=seed)[0][0]).all()
    second = alone.reset()[0][0]  # of seed 9
    observations, infos = env.reset(seed=[8, None, None])
    assert infos["game"].tolist() == [0, 1, 1]
    assert (observations[1] == second).all()
    with pytest.raises(ValueError, match="one a row, not 2"):
        env.reset(seed=[1, 2])


@each_runtime
def test_threads_change_nothing(compiled: bool) -> None:
    one, four = (made(n=5, compiled=compiled, threads=threads) for threads in (1, 4))
    for own, other in zip(played(one, 40), played(four, 40), strict=True):
        for array, same in zip(own[1:6], other[1:6], strict=True):
            assert (array == same).all()


@each_runtime
def test_a_rendered_table_shows_the_view_of_its_learner(compiled: bool) -> None:
    env = gymnasium.make("toctoc/Escalier-v0", players=3, wants_compiled=compiled, render_mode="ansi")
    _, info = env.reset(seed=5)
    words = env.render()
    assert isinstance(words, str)
    assert words.startswith("L'Escalier hanté, 3 players\n")
    assert words.splitlines()[-1].count("|") == info["action_mask"].sum() - 1  # the legal actions of the learner
    many = made(n=2, compiled=compiled, render_mode="ansi")
    many.reset(seed=5)
    assert many.render()[0] == words
    assert made(n=1, compiled=compiled).render() is None
    with pytest.raises(ValueError, match="a render mode is one of ansi, not 'human'"):
        made(render_mode="human")
