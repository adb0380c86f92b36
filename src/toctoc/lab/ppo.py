"""Learn to play one seat by proximal policy optimisation (PPO), in NumPy: small, for a CPU.

Schulman and others, 2017: <https://arxiv.org/abs/1707.06347>. The gradient of the loss is written by hand; a test
compares it with finite differences.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .dataset import Observed

if TYPE_CHECKING:
    from .gym_env import Solo

HIDDEN_UNITS = 128  # of each of the two hidden layers
ROUND_STEPS = 64  # at every table
BATCH_SIZE = 2048  # decisions
EPOCHS = 3  # passes over a round
CLIP_EPSILON = 0.2
GAE_LAMBDA = 0.95  # rewards come at the end, so nothing is discounted
LEARNING_RATE = (1e-3, 1e-4)  # at the beginning and at the end of a training
ENTROPY_BONUS = (0.02, 0.002)  # likewise
VALUE_WEIGHT = 0.5  # in the loss
MAX_GRADIENT_NORM = 0.5
MIN_SPREAD = 0.2  # inputs that hardly differ are not blown up
MASKED_LOGIT = np.float32(-1e9)

Floats = NDArray[np.float32]
Batch = dict[str, NDArray[Any]]


class Net:
    """Evaluate three layers: logits of the actions, and the expected reward."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        sizes = (inputs, HIDDEN_UNITS, HIDDEN_UNITS, actions + 1)
        self.scale: Floats = np.ones(inputs, np.float32)
        self.weights: list[Floats] = []
        for n, (rows, columns) in enumerate(pairwise(sizes)):
            spread = (2 / rows) ** 0.5 * (0.01 if n == 2 else 1.0)
            self.weights += [
                rng.normal(0, spread, (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)
            ]  # fmt: skip

    def forward(self, observations: NDArray[Any], mask: NDArray[np.bool_]) -> tuple[Floats, Floats, list[Floats]]:
        """Return log-probabilities of actions, expected rewards, and the values of the layers."""
        layers = [observations * self.scale]
        for n in (0, 2):
            layers.append(np.maximum(layers[-1] @ self.weights[n] + self.weights[n + 1], 0))
        out = layers[-1] @ self.weights[4] + self.weights[5]
        logits = np.where(mask, out[:, :-1], MASKED_LOGIT)
        logits -= logits.max(1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(1, keepdims=True))
        return logits, out[:, -1], layers

    def gradient(self, some: Batch, entropy_bonus: float) -> tuple[float, list[Floats]]:
        """Return the loss of a batch, and its gradient for each array of `weights`."""
        rows, count = np.arange(len(some["action"])), len(some["action"])
        logs, values, layers = self.forward(some["obs"], some["mask"])
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, some["action"]] - some["log"])
        gain, error = some["gain"], values - some["won"]
        clipped = np.clip(ratio, 1 - CLIP_EPSILON, 1 + CLIP_EPSILON)
        entropy = -(chances * logs).sum(1)
        surrogate = np.minimum(ratio * gain, clipped * gain)
        loss = float((VALUE_WEIGHT * error**2 - surrogate - entropy_bonus * entropy).mean())
        counts = ratio * gain <= clipped * gain  # else it is clipped, and has no gradient
        out = np.zeros((count, chances.shape[1] + 1), np.float32)
        out[:, :-1] = chances * ((counts * ratio * gain)[:, None] + entropy_bonus * (logs + entropy[:, None]))
        out[rows, some["action"]] -= counts * ratio * gain
        out[:, -1] = 2 * VALUE_WEIGHT * error
        out /= count
        found: list[Floats] = []
        for n in (4, 2, 0):
            found = [layers[n // 2].T @ out, out.sum(0), *found]
            out = (out @ self.weights[n].T) * (layers[n // 2] > 0)
        return loss, found


class PPO:
    """Learn to play at the tables of a Gymnasium vector environment of `solo`.

    Args:
        env: The environment, with `AutoresetMode.SAME_STEP`.
        decisions: The number of decisions of the whole training; learning rate and entropy bonus depend on it.
        seed: The same seed gives the same policy, on the same machine.
    """

    def __init__(self, env: "Solo", decisions: int, seed: int = 0) -> None:
        self.env, self.decisions, self.done = env, decisions, 0
        self.rng = np.random.default_rng(seed)
        self.net = Net(env.codec.D, env.codec.A, self.rng)
        self.moments = [[np.zeros_like(each) for each in self.net.weights] for _ in range(2)]  # of Adam
        self.updates = 0
        self.observations, infos = env.reset()
        self.mask = infos["action_mask"].astype(np.bool_)

    def act(self, observations: NDArray[np.int8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Draw an action for each row of `observations`, among those of `mask`."""
        logs, _, _ = self.net.forward(observations, mask)
        actions: NDArray[np.int64] = (logs + self.rng.gumbel(size=logs.shape)).argmax(1)
        return actions

    def learn(self, progress: Callable[[int], None] = lambda _: None, stop: float = 1.0) -> None:
        """Train until a share `stop` of all decisions is done; call `progress` with the number of each round."""
        while self.done < stop * self.decisions:
            some = self._round()
            if self.updates == 0:
                self._scale(some["obs"])
                some = self._round()  # the probabilities are those of the scaled inputs
            part = min(1.0, self.done / self.decisions)
            rate, bonus = (first * (last / first) ** part for first, last in (LEARNING_RATE, ENTROPY_BONUS))
            for _ in range(EPOCHS):
                for batch in self._batches(some):
                    self._update(self.net.gradient(batch, bonus)[1], rate)
            self.done += len(some["gain"])
            progress(len(some["gain"]))

    def imitate(self, seen: Observed) -> None:
        """Make the actions in `seen` likelier, once, and expect their results: a start for `learn`."""
        offered = seen.action >= 0
        self._scale(seen.obs[offered])
        parts = {"obs": seen.obs, "mask": seen.mask, "action": seen.action, "won": seen.won - 1 / self.env.players}
        for batch in self._batches({name: part[offered] for name, part in parts.items()}):
            logs, _, _ = self.net.forward(batch["obs"], batch["mask"])
            # With these two, the gradient of PPO is that of the cross-entropy.
            batch["log"] = logs[np.arange(len(logs)), batch["action"]]
            batch["gain"] = np.ones(len(logs), np.float32)
            self._update(self.net.gradient(batch, 0.0)[1], LEARNING_RATE[0])

    def _scale(self, observations: NDArray[np.int8]) -> None:
        """Scale the inputs by their spread, before the first update."""
        if self.updates == 0:
            spread = observations.astype(np.float32).std(0)
            self.net.scale = (1 / np.maximum(spread, MIN_SPREAD)).astype(np.float32)

    def _batches(self, some: Batch) -> Iterator[Batch]:
        """Yield all rows of `some`, in random order."""
        order = self.rng.permutation(len(some["action"]))
        for first in range(0, len(order), BATCH_SIZE):
            yield {name: rows[order[first : first + BATCH_SIZE]] for name, rows in some.items()}

    def _round(self) -> Batch:
        """Play some steps at every table; return the decisions with their advantages and returns."""
        seen: list[Batch] = []
        for _ in range(ROUND_STEPS):
            logs, values, _ = self.net.forward(self.observations, self.mask)
            actions = (logs + self.rng.gumbel(size=logs.shape)).argmax(1)
            log = logs[np.arange(len(actions)), actions]
            step: Batch = {
                "obs": self.observations, "mask": self.mask, "action": actions, "log": log, "value": values
            }  # fmt: skip
            self.observations, step["reward"], step["over"], _, infos = self.env.step(actions)
            self.mask = infos["action_mask"].astype(np.bool_)
            seen.append(step)
        _, following, _ = self.net.forward(self.observations, self.mask)
        gain = np.zeros_like(following)
        for step in reversed(seen):
            going = ~step["over"]
            gain = step["reward"] + going * (following + GAE_LAMBDA * gain) - step["value"]
            following = step["value"]
            step["gain"], step["won"] = gain, gain + following
        some = {name: np.concatenate([step[name] for step in seen]) for name in seen[0]}
        some["gain"] = ((some["gain"] - some["gain"].mean()) / (some["gain"].std() + 1e-8)).astype(np.float32)
        return some

    def _update(self, gradient: list[Floats], rate: float) -> None:
        """Take a step of Adam along a gradient, which is shortened if it is long."""
        self.updates += 1
        length = sum(float((each**2).sum()) for each in gradient) ** 0.5
        shorter = min(1.0, MAX_GRADIENT_NORM / (length + 1e-8))
        means, squares = self.moments
        for weight, slope, mean, square in zip(self.net.weights, gradient, means, squares, strict=True):
            slope *= shorter
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            corrected = mean / (1 - 0.9**self.updates), square / (1 - 0.999**self.updates)
            weight -= rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-5)

    def save(self, file: str | PathLike[str], **more: str) -> None:
        """Write the training to an .npz `file`, with texts in `more`, so that `load` goes on from there."""
        counts = {"done": self.done, "updates": self.updates, "scale": self.net.scale}
        arrays: dict[str, Any] = {**dict(self._arrays()), **counts, **more}
        partial = Path(f"{file}.partial.npz")
        np.savez(partial, **arrays)
        partial.replace(file)

    def load(self, file: str | PathLike[str]) -> None:
        """Go on with a training from a `file` of `save`: the same nets, and games that follow by chance."""
        with np.load(file, allow_pickle=False) as found:
            self.net.scale, self.done, self.updates = found["scale"], int(found["done"]), int(found["updates"])
            for name, array in self._arrays():
                array[:] = found[name]

    def _arrays(self) -> Iterator[tuple[str, Floats]]:
        """Yield the weights and the moments of Adam by name."""
        for name, arrays in zip(("weight", "mean", "square"), (self.net.weights, *self.moments), strict=True):
            yield from ((f"{name}{n}", array) for n, array in enumerate(arrays))
