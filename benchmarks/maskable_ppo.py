"""Train sb3-contrib's MaskablePPO in tasks, and evaluate it: `python3 run.py bench maskable-ppo --write`.

It is a baseline with little training and the library's default settings.
"""

from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Protocol

import click
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from toctoc.lab.policies import Act
from toctoc.lab.tasks import BUDGET, EVALUATION_GAMES, TASKS, Task, evaluate

from . import leaderboard, machine

# Each with the value of `deterministic`
POLICIES = {"MaskablePPO, likeliest action": True, "MaskablePPO, drawn action": False}
ENVIRONMENTS = 8  # played side by side; the library has no default
MAX_SEED = 1 << 31  # PyTorch and NumPy take it, and it belongs to no evaluation
AGAINST_VOYANTE = [name for name, task in TASKS.items() if set(task.opponents) == {"voyante"}]


class Model(Protocol):
    """A trained model of sb3-contrib."""

    num_timesteps: int

    def predict(
        self, observation: NDArray[np.int8], *, deterministic: bool, action_masks: NDArray[np.bool_]
    ) -> tuple[Any, Any]:
        """Return an action for each row, and the state of a recurrent model."""


@click.command(name="maskable_ppo")
@click.option(
    "--task", "names", multiple=True, default=AGAINST_VOYANTE, type=click.Choice(list(TASKS)),
    help="This task; repeatable. [default: all tasks against voyante]",
)  # fmt: skip
@click.option("--decisions", default=500_000, show_default=True, type=click.IntRange(1, BUDGET))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Of the training.")
@click.option(
    "--games", default=EVALUATION_GAMES, show_default=True, type=click.IntRange(1, EVALUATION_GAMES),
    help="Games of the evaluation.",
)  # fmt: skip
@click.option("--write", is_flag=True, help="Put the entries into docs/reports/leaderboard.md.")
def main(names: tuple[str, ...], decisions: int, seed: int, games: int, write: bool) -> None:
    """Train a MaskablePPO for each task, on one core, and measure its share of the victory.

    The same seed gives the same figures, on the same machine with the same versions.
    """
    if find_spec("sb3_contrib") is None:
        raise click.ClickException("sb3-contrib is not installed; `pip install sb3-contrib` installs it")
    console = Console(stderr=True)
    for task in map(TASKS.__getitem__, names):
        with console.status(f"{task.name}: training, {decisions} decisions"):
            model = trained(task, decisions, seed)
        training = f"{model.num_timesteps:,} decisions, {versions()}, {machine.facts()['date']}"
        for name, deterministic in POLICIES.items():
            with console.status(f"{task.name}: evaluation, {games} games"):
                result = evaluate(task, policy(model, deterministic), games)
            row = leaderboard.row_of(result, name, training)
            click.echo(f"{task.name}: {' | '.join(row)}")
            if write:
                page = leaderboard.PAGE.read_text(encoding="utf-8")
                leaderboard.PAGE.write_text(leaderboard.with_row(page, task, row), encoding="utf-8")


def trained(task: Task, decisions: int, seed: int, **settings: Any) -> Model:
    """Train with the library's defaults, except for `settings`, up to the end of a round after `decisions`."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from toctoc.lab.gym_env import SoloEnv

    def env() -> SoloEnv:
        return SoloEnv(task.game, task.opponents, players=task.players)

    torch.set_num_threads(1)
    model = MaskablePPO("MlpPolicy", DummyVecEnv([env] * ENVIRONMENTS), seed=seed, device="cpu", **settings)
    model.learn(decisions)
    found: Model = model
    return found


def policy(model: Model, deterministic: bool) -> Act:
    """Return a model as a policy for `evaluate`: its likeliest actions, or actions drawn by its probabilities."""

    def act(observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> Any:
        return model.predict(observations, deterministic=deterministic, action_masks=masks)[0]

    return act


def versions() -> str:
    return ", ".join(f"{library} {version(library)}" for library in ("sb3-contrib", "torch"))
