"""The PettingZoo environments pass PettingZoo's own tests, and play the games that tables play."""

import pickle
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from tests.scale import each, scaled, spread
from toctoc import extras
from toctoc.core.registry import BUILT_IN
from toctoc.lab import Tables, extra, pettingzoo

from .side_by_side import COMPILED, OBSERVATIONS, TABLES

some_tables = each("game, players", spread(TABLES, 2))


def made(game: str, players: int, wants_compiled: bool = False, **arguments: Any) -> Any:
    return getattr(pettingzoo, f"{game}_v0").env(players=players, wants_compiled=wants_compiled, **arguments)


def act_at_random(env: Any, rng: np.random.Generator) -> int:
    """Let the agent whose turn it is do something legal; return what."""
    action = int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    env.step(action)
    return action


# PettingZoo knows its own environments by name, and doubts all others whose observations are dictionaries.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@some_tables
def test_api_test(game: str, players: int) -> None:
    api_test(made(game, players), num_cycles=scaled(100, 1000))


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.compiled
@each("game", COMPILED)
def test_api_test_of_the_compiled_rules(game: str) -> None:
    env = made(game, 3, wants_compiled=True)
    api_test(env, num_cycles=scaled(100, 1000))
    seed_test(lambda: made(game, 3, wants_compiled=True))
    env.reset(seed=1)
    assert env.state_space.contains(env.state())


@pytest.mark.compiled
@each("game, order", [(game, order) for game in COMPILED for order in ("seat", "drawn")])
def test_compiled_and_plain_rules_play_the_same_games(game: str, order: str) -> None:
    """At every step of two games: the observations of every agent, and all properties of an environment."""
    envs = [made(game, 3, wants_compiled, order=order, render_mode="ansi") for wants_compiled in (True, False)]
    one, other = envs
    rng = np.random.default_rng(3)
    one.reset(seed=9)
    other.reset(seed=9)
    for _ in range(2):
        while not any(one.terminations.values()):
            assert one.agent_selection == other.agent_selection
            for agent in one.possible_agents:
                for name, numbers in one.observe(agent).items():
                    assert numbers.tobytes() == other.observe(agent)[name].tobytes()
            assert one.state().tobytes() == other.state().tobytes()
            assert one.render() == other.render()
            other.step(act_at_random(one, rng))
        assert (one.rewards, one.infos, one.terminations) == (other.rewards, other.infos, other.terminations)
        one.reset()
        other.reset()


@some_tables
def test_parallel_api_test(game: str, players: int) -> None:
    def parallel() -> Any:
        return getattr(pettingzoo, f"{game}_v0").parallel_env(players=players, wants_compiled=False)

    parallel_api_test(parallel(), num_cycles=scaled(60, 300))
    parallel_seed_test(parallel, num_cycles=50)


def test_the_parallel_environment_plays_the_game_of_the_other() -> None:
    parallel = pettingzoo.escalier_v0.parallel_env(players=3, wants_compiled=False)
    turns = made("escalier", 3)
    observations, _ = parallel.reset(seed=5)
    turns.reset(seed=5)
    while parallel.agents:
        agent = turns.agent_selection
        assert [name for name in observations if observations[name]["action_mask"].any()] == [agent]
        actions = {name: int(shown["action_mask"].argmax()) for name, shown in observations.items()}
        turns.step(actions[agent])
        observations, rewards, terminations, *_ = parallel.step(actions)
    assert rewards == turns.rewards
    assert terminations == turns.terminations


@some_tables
def test_seed_test(game: str, players: int) -> None:
    seed_test(lambda: made(game, players))


@some_tables
def test_render_test(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    env: Callable[..., Any] = lambda render_mode: made(game, players, render_mode=render_mode)  # noqa: E731
    render_test(env, custom_tests={"ansi": lambda words: f"{players} players\n" in words})
    assert BUILT_IN[game].title in capsys.readouterr().out  # `human` prints


@pytest.mark.compiled
@each("game, observation", [(game, seen) for game in COMPILED for seen in OBSERVATIONS])
def test_games_are_those_of_tables_with_the_same_seed(game: str, observation: str) -> None:
    """Number for number, in the first two games."""
    env, tables = made(game, 3, True, observation=observation), Tables(game, 3, 1, 4, observation=observation)
    rng = np.random.default_rng(1)
    env.reset(seed=4)
    for _ in range(2):
        while not any(env.terminations.values()):
            assert env.agent_selection == f"player_{tables.seat[0]}"
            seen = env.observe(env.agent_selection)
            assert seen["observation"].tobytes() == tables.obs[0].tobytes()
            assert seen["action_mask"].astype(bool).tobytes() == tables.mask[0].tobytes()
            tables.step([act_at_random(env, rng)])
        assert [*env.rewards.values()] == pytest.approx(tables.rewards[0].tolist(), abs=1e-6)
        assert [info["score"] for info in env.infos.values()] == tables.scores[0].tolist()
        env.reset()


def test_only_the_selected_agent_has_legal_actions() -> None:
    env = made("toctoctoc", 4)
    env.reset(seed=1)
    may = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert [agent for agent in env.agents if may[agent]] == [env.agent_selection]


def test_a_rendered_table_shows_the_view_of_the_selected_agent() -> None:
    env = made("toctoctoc", 4, render_mode="ansi")
    env.reset(seed=1)
    words, match = env.render(), env.unwrapped.match
    hands = {seat: ", ".join(match.view(seat).hand) for seat in range(4)}
    assert [seat for seat, hand in hands.items() if f"hand: {hand}" in words] == [0]
    assert "may: offer " in words
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        act_at_random(env, rng)
    assert "winners: " in env.render()


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = made("toctoctoc", 4)
    env.reset(seed=1)
    with warnings.catch_warnings(action="ignore"):  # PettingZoo says it in its log, too
        env.step(0)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0, "player_3": 0}
    assert all(env.terminations.values())
    for _ in range(4):
        env.step(None)
    assert env.agents == []
    raw = pettingzoo.toctoctoc_v0.raw_env(players=4, wants_compiled=False)
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="the action 0 is not legal for player_0"):
        raw.step(0)
    assert raw.match.asked == 0


def test_calls_in_the_wrong_order_are_refused() -> None:
    env = made("toctoctoc", 4)
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = env.agents
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        env.last()
    env.reset(seed=1)
    for wrong in (68, -1, None, 1.5):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(wrong)
    assert next(iter(env.agent_iter())) == "player_0"
    with pytest.raises(AssertionError, match="need to call step"):
        next(iter(env.agent_iter()))


def first_asked(order: str) -> tuple[set[int], list[Any]]:
    """How many steps to the left they sit who are asked first in a window; and the first rows of each game."""
    env, found, rows = made("chocottes", 4, order=order), set(), []
    rng = np.random.default_rng(1)
    for seed in range(4):
        env.reset(seed=seed)
        rows.append([row[:] for row in env.unwrapped.match.state.row])
        while not any(env.terminations.values()):
            view = env.unwrapped.match.view(None)
            if view.phase == "window" and len(view.to_act) == 4:
                found.add((int(env.agent_selection[-1]) - view.active) % 4)
            act_at_random(env, rng)
    return found, rows


def test_C10_in_a_window_seats_act_from_the_left_or_in_a_drawn_order() -> None:
    seat, drawn = first_asked("seat"), first_asked("drawn")
    assert seat[0] == {1}
    assert drawn[0] == {0, 1, 2, 3}
    assert seat[1] == drawn[1]  # the luck is the same


@each(
    "arguments, message",
    [
        ({"players": 9}, "for 3 to 5 players, not 9"),
        ({"render_mode": "rgb_array"}, "a render mode is one of ansi, human, not 'rgb_array'"),
        ({"order": "left"}, "order is one of seat, drawn, not 'left'"),
        ({"risk": True}, "there is no option 'risk'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pettingzoo.toctoctoc_v0.env(**arguments)


def test_a_seed_is_a_number_that_tables_take() -> None:
    with pytest.raises(ValueError, match="the seed is a number from 0 to"):
        pettingzoo.toctoctoc_v0.raw_env(wants_compiled=False).reset(seed=1 << 61)


def test_an_environment_is_pickled_with_its_arguments() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.escalier_v0.raw_env(players=4, risk=True, wants_compiled=False)))
    assert (env.codec.players, env.chosen["risk"], str(env)) == (4, True, "escalier_v0")


def test_every_game_has_its_name_and_nothing_else_has() -> None:
    assert {f"{game}_v0" for game in BUILT_IN} <= {*dir(pettingzoo)}
    with pytest.raises(AttributeError, match="has no attribute 'toctoctoc'"):
        _ = pettingzoo.toctoctoc
    with pytest.raises(AttributeError, match="has no attribute 'poker_v0'"):
        _ = pettingzoo.poker_v0


def test_a_missing_package_is_named_with_its_extra() -> None:
    with pytest.raises(ImportError, match=f"needs ping, pong: {re.escape(extras.how('lab'))}"):
        extra.check("ping", "pong")
