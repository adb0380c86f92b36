"""Policies in Python at many tables: functions and nets, as opponents of a learner, as the learner, and alone."""

from typing import Any

import numpy as np
import pytest

from tests.scale import each, scaled, spread
from toctoc import bots, lab
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.core.registry import BUILT_IN
from toctoc.lab import IllegalAction, Tables, tasks

from .side_by_side import Beside
from .test_gym_env import RUNTIMES

NETS = spread(["escalier", "toctoctoc", "chocottes"], 1)
pytestmark = pytest.mark.compiled
each_runtime = pytest.mark.parametrize("compiled", RUNTIMES)
STEPS = scaled(12, 80)


def by_observation(observations: Any, masks: Any) -> Any:
    """Choose a legal action by all numbers of the observation: one that differs leads to another game."""
    found = []
    for seen, mask in zip(observations, masks, strict=True):
        legal = np.flatnonzero(mask)
        found.append(legal[int(seen.astype(np.int64) @ np.arange(1, len(seen) + 1)) % len(legal)])
    return np.array(found)


def learners(env: Any, steps: int, seed: int = 5) -> list[tuple[int, bytes, bytes]]:
    """Return the decisions of learners that choose by their observations, game by game."""
    decisions = []
    observations, infos = env.reset(seed=seed)
    for _ in range(steps):
        for row, number in enumerate(infos["game"]):
            decisions.append((int(number), observations[row].tobytes(), infos["action_mask"][row].tobytes()))
        actions = by_observation(observations, infos["action_mask"])
        observations, _, _, _, infos = env.step(actions)
    return sorted(decisions, key=lambda decision: decision[0])


def at_tables(tables: Tables, wanted: int, others: Any) -> list[tuple[int, bytes, bytes]]:
    """The same decisions at `Tables`, where `others` chooses for all seats but the learner's."""
    decisions: list[tuple[int, bytes, bytes]] = []
    while len(decisions) < wanted:
        own = tables.seat == -tables.game % tables.players
        for row in np.flatnonzero(own):
            seen = tables.obs[row].tobytes(), tables.mask[row].view(np.int8).tobytes()
            decisions.append((int(tables.game[row]), *seen))
        actions = np.where(own, by_observation(tables.obs, tables.mask), others(tables))
        tables.step(actions)
    return sorted(decisions, key=lambda decision: decision[0])


def of_first_games(decisions: list[tuple[int, bytes, bytes]], other: list[tuple[int, bytes, bytes]]) -> None:
    """Compare the decisions of each game, as far as both were played."""
    compared = 0
    for game in {number for number, _, _ in decisions}:
        one, two = ([each for each in found if each[0] == game] for found in (decisions, other))
        shorter = min(len(one), len(two))
        assert one[:shorter] == two[:shorter]
        compared += shorter
    assert compared > len(decisions) / 2


@each_runtime
@each("game", NETS)
def test_a_function_plays_by_the_observation_of_its_seat(game: str, compiled: bool) -> None:
    """The games are those of `Tables` at which the same function chooses for every seat."""
    env = lab.solo(game, by_observation, n=3, autoreset_mode="SameStep", wants_compiled=compiled)
    ours = learners(env, STEPS)
    tables = Tables(game, env.players, n=3, seed=5)
    of_first_games(ours, at_tables(tables, len(ours), lambda t: by_observation(t.obs, t.mask)))


@each_runtime
@each("game", NETS)
def test_a_net_plays_the_same_beside_a_learner_and_at_tables(game: str, compiled: bool) -> None:
    net = lab.net(game, greedy=True)
    env = lab.solo(game, net, n=3, autoreset_mode="SameStep", wants_compiled=compiled)
    ours = learners(env, STEPS)
    of_first_games(ours, at_tables(Tables(game, env.players, n=3, seed=5), len(ours), net))


@each("game", NETS)
def test_a_net_has_the_inputs_of_a_live_bot_at_its_seat(game: str) -> None:
    tables = Tables(game, BUILT_IN[game].players[-1], n=2, seed=3)
    policy = lab.net(game, seed=4)

    def watched() -> list[list[SeatInputs]]:
        return [
            [SeatInputs(tables.codec, seat, tables.options) for seat in range(tables.players)] for _ in range(2)
        ]

    rows, inputs = [Beside(tables, row) for row in range(2)], watched()
    for row, beside in enumerate(rows):
        for seat in range(tables.players):
            beside.match.follow(seat, inputs[row][seat].observe)
    for _ in range(scaled(40, 400)):
        shown, mask = tables.net_inputs()
        for row, beside in enumerate(rows):
            expected = inputs[row][beside.asked]
            assert shown[row].tolist() == expected.read()
            assert mask[row].tolist() == [bool(each) for each in expected.mask()]
        actions = policy(tables)
        assert mask[[0, 1], actions].all()
        for beside, action in zip(rows, actions, strict=True):
            beside.play(int(action))
        tables.step(actions)
        for row, beside in enumerate(rows):
            number = beside.number
            beside.follow()
            if beside.number != number:
                inputs[row] = [SeatInputs(tables.codec, seat, tables.options) for seat in range(tables.players)]
                for seat in range(tables.players):
                    beside.match.follow(seat, inputs[row][seat].observe)


def test_the_same_seed_plays_the_same_games_whatever_the_number_of_tables() -> None:
    """Games of a net that draws its actions, beside a learner: they depend on the seed and their number."""
    made = [lab.solo("escalier", "comte", players=3, n=n, wants_compiled=False) for n in (2, 2, 5)]
    one, again, more = (learners(env, 25) for env in made)
    assert one == again
    of_first_games(one, more)
    different = learners(made[0], 25, seed=6)
    assert different != one


def test_opponents_may_be_of_all_kinds() -> None:
    mixed: Any = ["voyante", bots.load("comte", "toctoctoc"), by_observation]
    env = lab.solo("toctoctoc", mixed, players=4, n=4, wants_compiled=False)
    assert len(learners(env, 12)) == 48
    assert env.opponents[0] == "voyante"
    alone = lab.solo("toctoctoc", mixed, players=4, n=1, wants_compiled=False)
    assert learners(alone, 6)[0] == learners(env, 1)[0]


def test_a_game_of_opponents_in_python_is_the_same_in_gymnasiums_own_environment() -> None:
    import gymnasium

    arguments: Any = {"players": 2, "opponents": by_observation, "wants_compiled": False}
    alone = gymnasium.make("toctoc/Escalier-v0", disable_env_checker=True, **arguments)
    env = lab.solo("escalier", n=1, **arguments)
    (observation, info), (observations, infos) = alone.reset(seed=5), env.reset(seed=5)
    for _ in range(8):
        assert observation.tobytes() == observations[0].tobytes()
        action = by_observation(observations, infos["action_mask"])
        observation, _, _, _, info = alone.step(int(action[0]))
        observations, _, _, _, infos = env.step(action)
        assert info["action_mask"].tobytes() == infos["action_mask"][0].tobytes()


def test_an_opponent_that_fails_is_named_and_reset_goes_on() -> None:
    answers: list[Any] = [lambda masks: masks.argmin(1), lambda masks: masks.argmax(1)[:-1]]
    env = lab.solo("escalier", lambda _, masks: answers[0](masks), players=2, n=2, wants_compiled=False)
    with pytest.raises(IllegalAction, match=r"row \d: the action"):
        learners(env, 20)
    with pytest.raises(RuntimeError, match="an opponent failed in the last step: call reset"):
        env.step(env.mask.argmax(1))
    answers.pop(0)
    with pytest.raises(ValueError, match=r"an opponent has to return \d whole numbers"):
        learners(env, 20)
    answers[0] = lambda masks: masks.argmax(1)
    assert learners(env, 3)


@each(
    "game, arguments, message",
    [
        ("chocottes", {"opponents": "comte"}, r"search.*lab.net\('chocottes'\)"),
        ("escalier", {"opponents": lab.net("toctoctoc")}, "the net of Toc Toc Toc! does not play"),
        ("escalier", {"opponents": bots.RandomBot}, "no Python class"),
        ("escalier", {"opponents": "comte", "observation": "table"}, "observation='recall'"),
    ],
)
def test_an_impossible_opponent_is_refused(game: str, arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lab.solo(game, wants_compiled=False, **arguments)


def test_a_net_needs_all_steps_of_a_game() -> None:
    tables, net = Tables("escalier", 3, n=2), lab.net("escalier")
    tables.step(tables.sample())
    with pytest.raises(ValueError, match="before the first one, or after reset"):
        net(tables)
    tables.reset()
    first = net(tables)
    assert tables.mask[[0, 1], first].all()
    before, _ = tables.net_inputs()
    shown = before.copy()
    with pytest.raises(IllegalAction):
        tables.step(tables.mask.argmin(1))
    assert (tables.net_inputs()[0] == shown).all()
    tables.step(first)
    tables.reset()
    assert (tables.net_inputs()[0] == shown).all()
    with pytest.raises(ValueError, match="observation='recall'"):
        net(Tables("escalier", 3, n=1, observation="table"))
    with pytest.raises(ValueError, match="does not play L'Escalier"):
        lab.net("toctoctoc")(Tables("escalier", 3, n=1))
    with pytest.raises(ValueError, match="by_net=True"):
        net(lab.solo("escalier", n=1, wants_compiled=False))


@pytest.mark.nightly
def test_the_net_wins_as_often_against_voyantes_as_comte_does() -> None:
    """docs/reports/strength.md: .445 (.419 to .471) of 1,200 games against three."""
    task = tasks.find("toctoc/Toctoctoc-4p-voyante-v2")
    result = tasks.evaluate(task, lab.net(task.game), games=2000)
    assert 0.40 < result.share.value < 0.49
    greedy = tasks.evaluate(task, lab.net(task.game, greedy=True), games=256)
    assert greedy.policy == "NetPolicy"
