"""The small learner: its gradient, what it learns, and how it goes on after a pause."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toctoc.lab import Observed
from toctoc.lab.ppo import PPO, Batch, Net
from toctoc.lab.tasks import TASKS

TASK = TASKS["toctoc/Escalier-4p-voyante-v2"]
BATCH_ROWS, ACTIONS, INPUTS = 40, 5, 6


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, which would compile for half a minute; few steps in a round, and long ones of learning."""
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    monkeypatch.setattr("toctoc.lab.ppo.ROUND_STEPS", 8)
    monkeypatch.setattr("toctoc.lab.ppo.LEARNING_RATE", (1e-2, 1e-3))


def learner(decisions: int = 64, seed: int = 1) -> PPO:
    return PPO(TASK.env(n=2, seed=3, autoreset_mode="SameStep"), decisions, seed)


def batch(net: Net, rng: np.random.Generator) -> Batch:
    """Make up decisions, some of which PPO clips."""
    mask = rng.random((BATCH_ROWS, ACTIONS)) < 0.7
    mask[:, 0] = True
    obs = rng.integers(0, 4, (BATCH_ROWS, INPUTS))
    action = np.array([int(rng.choice(np.flatnonzero(row))) for row in mask])
    log = net.forward(obs, mask)[0][np.arange(BATCH_ROWS), action] + rng.normal(0, 0.3, BATCH_ROWS)
    return {
        "obs": obs, "mask": mask, "action": action, "log": log,
        "gain": rng.normal(size=BATCH_ROWS), "won": rng.normal(size=BATCH_ROWS),
    }  # fmt: skip


def test_the_gradient_is_that_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    net: Any = Net(INPUTS, ACTIONS, rng)
    net.weights = [rng.normal(0, 0.3, each.shape) for each in net.weights]  # in 64 bits
    some = batch(net, rng)
    _, found = net.gradient(some, 0.1)
    for weight, slope in zip(net.weights, found, strict=True):
        for _ in range(5):
            place = tuple(int(rng.integers(size)) for size in weight.shape)
            kept, ends = weight[place], []
            for step in (1e-6, -1e-6):
                weight[place] = kept + step
                ends.append(net.gradient(some, 0.1)[0])
            weight[place] = kept
            assert slope[place] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-3, abs=1e-6)


def test_it_imitates_what_it_sees() -> None:
    own, rng = learner(), np.random.default_rng(1)
    coded = own.env.codec
    obs, mask = np.zeros((512, coded.D), np.int8), np.ones((512, coded.A), np.bool_)
    obs[:, 0] = rng.integers(0, 4, 512)
    action = np.where(obs[:, 0] > 1, 3, 7)
    action[::50] = -1  # not in the codec
    seen = Observed(np.zeros(512, np.int64), np.zeros(512, np.int8), obs, mask, action, np.ones(512, np.float32))
    for _ in range(40):
        own.imitate(seen)
    some = action >= 0
    assert (own.act(obs, mask)[some] == action[some]).mean() > 0.9
    values = own.net.forward(obs, mask)[1]
    assert values.mean() == pytest.approx(1 - 1 / 4, abs=0.2)


def test_it_learns_the_action_that_is_rewarded() -> None:
    """At tables that pay for one action alone."""

    class Bandit:
        codec = TASK.env(n=1).codec
        players = 4

        def __init__(self) -> None:
            self.infos = {"action_mask": np.ones((16, self.codec.A), np.int8)}

        def reset(self) -> Any:
            return np.ones((16, self.codec.D), np.int8), self.infos

        def step(self, actions: Any) -> Any:
            done = np.ones(16, np.bool_)
            return self.reset()[0], (actions == 5) * 1.0, done, ~done, self.infos

    env: Any = Bandit()
    own = PPO(env, decisions=16 * 8 * 40, seed=1)
    own.learn()
    observations, infos = env.reset()
    assert (own.act(observations, infos["action_mask"].astype(np.bool_)) == 5).mean() > 0.8


def test_a_training_goes_on_from_its_file(tmp_path: Path) -> None:
    own = learner()
    done: list[int] = []
    own.learn(done.append, stop=0.5)
    own.save(tmp_path / "ppo.npz", of="a test")
    assert (own.done, sum(done)) == (32, 32)
    again = learner(seed=2)
    again.load(tmp_path / "ppo.npz")
    assert (again.done, again.updates) == (own.done, own.updates)
    for ours, theirs in zip(own.net.weights, again.net.weights, strict=True):
        assert (ours == theirs).all()
    again.learn()
    assert again.done == 64
    assert [path.name for path in tmp_path.iterdir()] == ["ppo.npz"]


def test_the_same_seed_gives_the_same_policy() -> None:
    first, second, other = learner(), learner(), learner(seed=2)
    for own in (first, second, other):
        own.learn()
    assert all((a == b).all() for a, b in zip(first.net.weights, second.net.weights, strict=True))
    assert not all((a == b).all() for a, b in zip(first.net.weights, other.net.weights, strict=True))
