"""Play by a trained net, in plain NumPy: for the arena, `--field medium,training/player.py:Net`.

The weights are those that TOCTOC_WEIGHTS names, a file that training has written.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from toctoc.bots.bot import Chair
from toctoc.bots.inputs import Inputs
from toctoc.games.game import Action, Event, View
from toctoc.lab import codec

Weights = dict[str, Any]


@cache
def weights(file: str) -> Weights:
    """Read weights; there is no pickle in them."""
    with np.load(Path(file), allow_pickle=False) as found:
        return {name: found[name].astype(np.float32) for name in found.files}


def judge(net: Weights, inputs: Any) -> tuple[Any, Any]:
    """Return the logits of all actions, and of each seat's victory, own seat first."""
    x = np.maximum(net["first.weight"] @ inputs + net["first.bias"], 0.0)
    x = np.maximum(net["second.weight"] @ x + net["second.bias"], 0.0)
    return net["policy.weight"] @ x + net["policy.bias"], net["outlook.weight"] @ x + net["outlook.bias"]


class Net:
    """Sit at a table and play by a net."""

    games = ("toctoctoc",)

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.net = weights(os.environ["TOCTOC_WEIGHTS"])
        self.codec = codec(chair.game, chair.players)
        self.inputs = Inputs(self.codec, chair.seat, chair.options)
        self.rng = Random(f"{chair.game.name} {chair.seat} {chair.seed} net")

    def hear(self, event: Event) -> None:
        """Remember an event."""
        self.inputs.hear(event)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # what it heard says all of it
        """Draw one of the legal actions by the net's probabilities."""
        logits, _ = judge(self.net, self.inputs.read().astype(np.float32))
        seat, game = self.chair.seat, self.chair.game
        codes = [self.codec.from_rules(seat, game.action_code(action)) for action in legal]
        values = logits[codes]
        chances = np.exp(values - values.max())
        return self.rng.choices(legal, chances.tolist())[0]
