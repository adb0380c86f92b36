"""Read the net that a game's bots may play by, and ask it: three layers, in plain NumPy.

`weights.npz` lies with the bots of a game, and beside it its card, `weights.md`: how it was trained, how strong it
is, and its SHA-256, without which it is not read.
"""

import logging
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from toctoc.bots import bot_modules
from toctoc.bots.level import BadLevel, Level
from toctoc.core.compile import compiled
from toctoc.core.game import Game

logger = logging.getLogger(__name__)
DIGEST = re.compile(r"^\| SHA-256 \| `([0-9a-f]{64})` \|$", re.MULTILINE)
WIN_PROBABILITY = "outlook"  # the name of that layer in files of weights
LAYERS = ("first", "second", "policy", WIN_PROBABILITY)
PARTS = "parts"
WITHOUT = "NumPy is not installed: %s plays without its net, and weaker; pip install 'toctoc[fast]'"


class Net:
    """Evaluate inputs: logits of the actions, and win probabilities.

    Where there are `parts`, an action has the sum of the logits of its parts; one beyond the last has the logit 0.
    """

    def __init__(self, weights: Mapping[str, Any]) -> None:
        import numpy

        found = {name: weights[name].astype(numpy.float32) for name in weights if name != PARTS}
        self._layers = {
            name: (numpy.ascontiguousarray(found[f"{name}.weight"].T), found[f"{name}.bias"]) for name in LAYERS
        }
        self.inputs, self.actions = self._layers["first"][0].shape[0], self._layers["policy"][0].shape[1]
        self._parts = weights.get(PARTS)
        if self._parts is not None:
            self.actions = len(self._parts)

    def judge(self, inputs: Any) -> tuple[Any, Any]:
        """Return the logits of all actions, and of each seat's victory, own seat first; of one row, or more."""
        import numpy

        x = inputs.astype(numpy.float32)
        for name in ("first", "second"):
            weight, bias = self._layers[name]
            x = numpy.maximum(x @ weight + bias, 0.0)
        (policy, bias), (victory, shift) = self._layers["policy"], self._layers[WIN_PROBABILITY]
        logits = x @ policy + bias
        if self._parts is not None:
            nothing = numpy.zeros((*logits.shape[:-1], 1), numpy.float32)
            logits = numpy.concatenate([logits, nothing], -1)[..., self._parts].sum(-1)
        return logits, x @ victory + shift


def available() -> bool:
    """Tell whether NumPy is installed."""
    return find_spec("numpy") is not None


def plays_by_net(own: Level, game: str) -> bool:
    """Tell whether a level plays a game by its net. Without NumPy none does; the log says so, once a level."""
    if not own.plays(game) or not own.search[game].net:
        return False
    if not available():
        _warn(own.name)
        return False
    return True


def decides_alone(own: Level, game: str, plain: bool = False) -> bool:
    """Tell whether the net of a level decides without a search: without Numba a search would see too little."""
    return own.search[game].trust == 0 or plain or not compiled.available()


@cache
def _warn(name: str) -> None:
    logger.warning(WITHOUT, name)


@cache
def net(game: Game) -> Net:
    """Read the net of a game; a `BadLevel` says that the file is not the one that its card describes."""
    import numpy

    packed, card = bot_modules.weights(game)
    expected = DIGEST.search(card)
    found = sha256(packed).hexdigest()
    if expected is None or found != expected[1]:
        wanted = expected[1] if expected else "no SHA-256"
        raise BadLevel(
            f"the net of {game.title} is damaged: weights.npz has the SHA-256 {found}, its card says {wanted}; "
            "install Toctoc again"
        )
    with numpy.load(BytesIO(packed), allow_pickle=False) as weights:
        return Net({name: weights[name] for name in weights.files})
