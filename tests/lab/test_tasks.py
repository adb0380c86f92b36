"""Named tasks: the same games for every policy, bots and functions on arrays alike, with an interval."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toctoc.arena import Simulation, simulate
from toctoc.bots import SeatInfo, load
from toctoc.core.game import Action, Event, View
from toctoc.lab import IllegalAction, tasks
from toctoc.lab.tasks import EVALUATION_SEEDS, TASKS, evaluate

TASK = TASKS["toctoc/Escalier-4p-medium-v1"]
# Decisions, and scores by seat, of the first four games with one random player: the fingerprint of rules and bots.
PLAYED = {
    "toctoc/Toctoctoc-4p-medium-v1": (396, [41, 58, 21, 52]),
    "toctoc/Chocottes-4p-medium-v1": (310, [278, 310, 344, 305]),
    "toctoc/Escalier-4p-medium-v1": (214, [46, 78, 41, 59]),
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
        assert name.endswith(f"-{task.players}p-{task.opponents[0]}-v1")
        assert len(task.opponents) == task.players - 1


@pytest.mark.parametrize("name", PLAYED)
def test_rules_and_opponents_of_a_version_play_as_ever(name: str) -> None:
    """If it fails, results are not comparable: raise `tasks.VERSION`, and measure the leaderboard again."""
    task = TASKS[name]
    plan = Simulation.of(task.game, task.players, 4, task.seed, {}, ["random", *task.opponents])
    counted = simulate(plan, cores=1)
    assert (counted.decisions, counted.points) == PLAYED[name]


def test_a_task_is_found_in_any_case_and_others_are_refused() -> None:
    assert tasks.find("toctoc/TocTocToc-4p-medium-v1") is TASKS["toctoc/Toctoctoc-4p-medium-v1"]
    with pytest.raises(ValueError, match="there is no task 'toctoc/Go-v1'; there are: toctoc/"):
        evaluate("toctoc/Go-v1", "random")
    with pytest.raises(ValueError, match="has 1 to 10000 games, not 0"):
        evaluate(TASK, "random", games=0)
    with pytest.raises(ValueError, match="there is no bot 'ghost'"):
        evaluate(TASK, "ghost", games=4)


def test_a_bot_plays_the_games_of_the_simulation_and_its_share_is_counted() -> None:
    result = evaluate(TASK, "chasseur", games=12, cores=1)
    plan = Simulation.of("escalier", 4, 12, TASK.seed, {}, ["chasseur", "medium", "medium", "medium"])
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
