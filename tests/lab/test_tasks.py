"""Named tasks: the same games for every policy, bots and functions on arrays alike, with an interval."""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toctoc.arena import Simulation, simulate
from toctoc.bots import SeatInfo, bot_modules, load, net
from toctoc.core.game import Action, Event, View
from toctoc.core.registry import GAMES
from toctoc.lab import IllegalAction, tasks
from toctoc.lab.tasks import EVALUATION_SEEDS, TASKS, evaluate

TASK = TASKS["toctoc/Escalier-4p-voyante-v2"]
# Games with one random player, their decisions, and scores by seat: the fingerprint of rules and bots. There are
# enough games to show the temper of a `voyante`.
PLAYED = {
    "toctoc/Toctoctoc-4p-voyante-v2": (40, 3944, [453, 412, 397, 369]),
    "toctoc/Toctoctoc-4p-comte-v3": (4, 395, [43, 29, 50, 46]),
    "toctoc/Chocottes-4p-voyante-v2": (200, 12143, [13646, 14377, 14053, 15587]),
    "toctoc/Chocottes-4p-comte-v2": (4, 273, [329, 386, 355, 387]),
    "toctoc/Escalier-4p-voyante-v2": (40, 2300, [557, 561, 575, 547]),
    "toctoc/Escalier-4p-comte-v2": (4, 212, [57, 55, 54, 58]),
}
# SHA-256 of the nets of `comte`, without what predicts the winner: that changes no move.
NETS = {
    "toctoctoc": "737ab5fabe790e4138efa6dc66fa1a412f1c2aa4c8c37e51ff465bec2188889c",
    "chocottes": "df6ebab285cc5c56f62ceadbfc6edd3c58477094ddcf9a635dd992dbefe007e6",
    "escalier": "79d1b73309ebac7604bdeaa8c39702e7f7c3d75a1df6973c482be406af47bc54",
}


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, which would compile for half a minute."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)


class First:
    """Take the first legal action."""

    games = ("escalier",)

    def __init__(self, seat_info: SeatInfo) -> None:
        pass

    def observe(self, event: Event) -> None:
        pass

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


def test_every_game_of_ours_has_tasks_with_a_version() -> None:
    assert {task.game for task in TASKS.values()} == {"toctoctoc", "chocottes", "escalier"}
    for name, task in TASKS.items():
        assert task.name == name
        assert name.startswith(f"toctoc/{task.game.capitalize()}-{task.players}p-{task.opponents[0]}-v")
        assert task.seed == EVALUATION_SEEDS + int(name.rpartition("-v")[2])
        assert len(task.opponents) == task.players - 1


def test_every_task_has_a_fingerprint() -> None:
    assert [*PLAYED] == [*TASKS]
    assert {task.game for task in TASKS.values() if "comte" in task.opponents} == set(NETS)


@pytest.mark.parametrize("name", PLAYED)
def test_rules_and_opponents_of_a_version_play_as_ever(name: str) -> None:
    """If it fails, results are not comparable: raise its version, and measure the leaderboard again."""
    task, (games, *played) = TASKS[name], PLAYED[name]
    plan = Simulation.of(task.game, task.players, games, task.seed, {}, ["random", *task.opponents])
    counted = simulate(plan, cores=1)
    assert [counted.decisions, counted.points] == played


@pytest.mark.parametrize("game", NETS)
def test_the_net_of_comte_is_that_of_the_version(game: str) -> None:
    """If it fails, `comte` plays differently in games beyond those above: raise the version of its task."""
    packed, _ = bot_modules.weights(GAMES[game])
    with np.load(BytesIO(packed), allow_pickle=False) as weights:
        digest = sha256()
        for name in sorted(
            name for name in weights.files if not name.startswith((net.WIN_PROBABILITY, net.TEMPERATURES))
        ):
            digest.update(f"{name} {weights[name].dtype.str} {weights[name].shape}".encode())
            digest.update(weights[name].tobytes())
    assert digest.hexdigest() == NETS[game]


def test_a_task_is_found_in_any_case_and_others_are_refused() -> None:
    for name in ("toctoc/TocTocToc-4p-voyante-v2", "Toctoctoc-4p-voyante-v2"):
        assert tasks.find(name) is TASKS["toctoc/Toctoctoc-4p-voyante-v2"]
    with pytest.raises(ValueError, match="there is no task 'toctoc/Go-v1'; there are: toctoc/"):
        evaluate("toctoc/Go-v1", "random")
    with pytest.raises(ValueError, match="has 1 to 10000 games, not 0"):
        evaluate(TASK, "random", games=0)
    with pytest.raises(ValueError, match="there is no bot 'ghost'"):
        evaluate(TASK, "ghost", games=4)
    with pytest.raises(ValueError, match="save is for bots"):
        evaluate(TASK, lambda observations, masks: masks.argmax(axis=1), games=4, save="results.jsonl")


def test_a_bot_plays_the_games_of_the_simulation_and_its_share_is_counted() -> None:
    result = evaluate(TASK, "chasseur", games=12, cores=1)
    plan = Simulation.of("escalier", 4, 12, TASK.seed, {}, ["chasseur", "voyante", "voyante", "voyante"])
    counted = simulate(plan, cores=1).bots
    assert counted is not None
    share = counted.victories("chasseur")
    assert (result.task, result.policy, result.games) == (TASK.name, "chasseur", 12)
    assert result.share.value == share.mean
    assert result.share.low < result.share.value < result.share.high
    assert result.share.high - result.share.low == pytest.approx(2 * share.margin, rel=0.3)
    assert evaluate(TASK, load("chasseur", "escalier"), games=12, cores=1) == result


def test_a_class_is_a_policy_and_no_victory_is_no_certainty() -> None:
    result = evaluate(TASK, First, games=4, cores=1)
    assert (result.policy, result.share.value, result.share.low) == ("First", 0.0, 0.0)
    assert result.share.high > 0.4


def test_a_function_on_arrays_plays_each_game_of_the_task_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At three tables, which end at different times, as at one."""
    monkeypatch.setattr(tasks, "PARALLEL_TABLES", 3)

    def lowest(observations: Any, masks: Any) -> Any:
        assert observations.shape[1:] == (75,)
        assert masks.dtype == np.bool_
        return masks.argmax(1)

    games: list[int] = []
    result = evaluate(TASK, lowest, games=10, progress=games.append)
    assert (result.policy, result.games, sum(games)) == ("lowest", 10, 10)
    env = TASK.env(n=1)
    env.reset(seed=TASK.seed)
    rewards: list[float] = []
    while len(rewards) < 10:
        _, reward, done, _, _ = env.step(env.mask.argmax(1))
        rewards += [float(each) + 1 / 4 for each in reward[done]]
    assert result.share.value == pytest.approx(sum(rewards) / 10)


def test_an_illegal_action_of_a_function_is_refused() -> None:
    with pytest.raises(IllegalAction):
        evaluate(TASK, lambda observations, masks: masks.argmin(1), games=4)


def test_an_evaluation_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "chasseur.jsonl"
    evaluate(TASK, "chasseur", games=8, cores=1, save=file)
    played: list[int] = []
    result = evaluate(TASK, "chasseur", games=16, cores=1, save=file, progress=played.append)
    assert played[0] == 8  # at once, from the journal
    assert result == evaluate(TASK, "chasseur", games=16, cores=1)


def test_nobody_trains_with_the_games_of_an_evaluation() -> None:
    assert TASK.seed >= EVALUATION_SEEDS
    assert TASK.env(n=2, seed=3).num_envs == 2
    with pytest.raises(ValueError, match="are for evaluation"):
        TASK.env(seed=TASK.seed)
