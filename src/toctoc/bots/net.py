"""Read the net that a game's bots may play by, and evaluate it: three layers, in NumPy or in plain Python.

`weights.npz` lies with the bots of a game, and beside it its card, `weights.md`: how it was trained, how strong it
is, and its SHA-256, without which it is not read.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from itertools import chain
from operator import itemgetter, mul
from typing import Any, Protocol

from toctoc.bots import bot_modules
from toctoc.bots.level import BadLevel, Level
from toctoc.bots.npz import Rows, read_npz
from toctoc.core.compile import compiled
from toctoc.core.game import Game

DIGEST = re.compile(r"^\| SHA-256 \| `([0-9a-f]{64})` \|$", re.MULTILINE)
HIDDEN = ("first", "second")  # names of layers in files of weights
POLICY = "policy"
WIN_PROBABILITY = "outlook"
PARTS = "parts"
TEMPERATURES = "temperatures"  # of the win probabilities among 1, 2, ... players
Unit = tuple[Sequence[float], float]  # weights and bias


class Net(Protocol):
    """Evaluate inputs: logits of the actions, and win probabilities.

    Where there are `parts`, an action has the sum of the logits of its parts; one beyond the last has the logit 0.
    """

    inputs: int
    actions: int
    temperatures: Sequence[float]  # by which logits of victories among 1, 2, ... players are divided

    def logits(self, row: Sequence[float], actions: Sequence[int]) -> list[float]:
        """Return the logits of `actions` for a row of inputs."""

    def victory(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        """Return the logits of each seat's victory, own seat first, for each of some rows of inputs."""


class NumpyNet:
    """Evaluate a net in NumPy, in 32 bits.

    `layers` has the weights, a column for each unit, and the biases. `parts` has those of each action, or is None.
    """

    def __init__(self, weights: Mapping[str, Any]) -> None:
        import numpy

        found = {name: weights[name].astype(numpy.float32) for name in weights if name != PARTS}
        self.layers = {
            name: (numpy.ascontiguousarray(found[f"{name}.weight"].T), found[f"{name}.bias"])
            for name in (*HIDDEN, POLICY, WIN_PROBABILITY)
        }
        self.parts = weights.get(PARTS)
        self.inputs = self.layers[HIDDEN[0]][0].shape[0]
        self.actions = self.layers[POLICY][0].shape[1] if self.parts is None else len(self.parts)
        seats = self.layers[WIN_PROBABILITY][1].size
        found.setdefault(TEMPERATURES, numpy.ones(seats))
        self.temperatures: Sequence[float] = found[TEMPERATURES].tolist()

    def logits(self, row: Sequence[float], actions: Sequence[int]) -> list[float]:
        found: list[float] = self.all_logits(row, actions).tolist()
        return found

    def all_logits(self, rows: Any, actions: Sequence[int] | slice = slice(None)) -> Any:
        """Return the logits of all actions, or of `actions`, for one row of inputs or for many."""
        import numpy

        weight, bias = self.layers[POLICY]
        each: Any = self.hidden(rows) @ weight + bias
        if self.parts is None:
            return each[..., actions]
        one_more = numpy.zeros((*each.shape[:-1], 1), numpy.float32)
        return numpy.concatenate([each, one_more], -1)[..., self.parts[actions]].sum(-1)

    def victory(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        weight, bias = self.layers[WIN_PROBABILITY]
        found: list[list[float]] = (self.hidden(rows) @ weight + bias).tolist()
        return found

    def hidden(self, rows: Any) -> Any:
        """Return the outputs of the last hidden layer."""
        import numpy

        x = numpy.array(rows, numpy.float32)
        for name in HIDDEN:
            weight, bias = self.layers[name]
            x = numpy.maximum(x @ weight + bias, 0.0)
        return x


def _sumprod(a: Iterable[float], b: Iterable[float]) -> float:
    return sum(map(mul, a, b), 0.0)


sumprod: Callable[[Sequence[float], Sequence[float]], float] = getattr(math, "sumprod", _sumprod)  # since 3.12


class PlainNet:
    """Evaluate a net in plain Python, in 64 bits; only the parts of the actions that are asked for."""

    def __init__(self, weights: Mapping[str, Rows]) -> None:
        self._layers = {
            name: [*zip(weights[f"{name}.weight"], weights[f"{name}.bias"][0], strict=True)]
            for name in (*HIDDEN, POLICY, WIN_PROBABILITY)
        }
        self._parts = weights.get(PARTS)
        self.inputs = len(weights[f"{HIDDEN[0]}.weight"][0])
        self.actions = len(self._layers[POLICY] if self._parts is None else self._parts)
        even = (1.0,) * len(self._layers[WIN_PROBABILITY])
        self.temperatures: Sequence[float] = weights.get(TEMPERATURES, [even])[0]

    def logits(self, row: Sequence[float], actions: Sequence[int]) -> list[float]:
        layer = self._layers[POLICY]
        parts = [(action,) if self._parts is None else self._parts[action] for action in actions]
        needed = [part for part in {*chain(*parts)} if part < len(layer)]
        found = dict(zip(needed, outputs([layer[part] for part in needed], self._hidden(row)), strict=True))
        return [sum(found.get(part, 0.0) for part in its) for its in parts]

    def victory(self, rows: Sequence[Sequence[float]]) -> list[list[float]]:
        return [outputs(self._layers[WIN_PROBABILITY], self._hidden(row)) for row in rows]

    def _hidden(self, row: Sequence[float]) -> Sequence[float]:
        for name in HIDDEN:
            row = [max(value, 0.0) for value in outputs(self._layers[name], row)]
        return row


def outputs(units: Sequence[Unit], row: Sequence[float]) -> list[float]:
    """Return the output of each unit of a layer. Inputs of 0, which are most, are left out."""
    used = [n for n, value in enumerate(row) if value]
    take = itemgetter(*used, 0, 0)  # with fewer than two indices it would not return a tuple
    values = [*(float(row[n]) for n in used), 0.0, 0.0]
    return [sumprod(take(weights), values) + bias for weights, bias in units]


def available() -> bool:
    """Tell whether NumPy is installed."""
    return find_spec("numpy") is not None


def plays_by_net(own: Level, game: str) -> bool:
    """Tell whether a level plays a game by its net."""
    return own.plays(game) and own.search[game].net


def decides_alone(own: Level, game: str, plain: bool = False) -> bool:
    """Tell whether the net of a level decides without a search: without Numba a search would see too little."""
    return own.search[game].trust == 0 or plain or not compiled.available()


@cache
def net(game: Game) -> Net:
    """Read the net of a game; a `BadLevel` says that the file is not the one that its card describes."""
    packed, card = bot_modules.weights(game)
    expected = DIGEST.search(card)
    found = sha256(packed).hexdigest()
    if expected is None or found != expected[1]:
        wanted = expected[1] if expected else "no SHA-256"
        raise BadLevel(
            f"the net of {game.title} is damaged: weights.npz has the SHA-256 {found}, its card says {wanted}; "
            "install Toctoc again"
        )
    if not available():
        return PlainNet(read_npz(packed))
    import numpy

    with numpy.load(BytesIO(packed), allow_pickle=False) as weights:
        return NumpyNet({name: weights[name] for name in weights.files})
