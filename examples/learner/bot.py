"""Play by a policy that `teach.py` has written: NumPy is enough.

toctoc arena toctoctoc --players 4 --field examples/learner/bot.py:Learner,petit-fantome

The weights are in `policy.npz`, or in the file that the variable POLICY names.
"""

import os
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from toctoc.bots import SeatInfo
from toctoc.core import Action, Event, View
from toctoc.lab import codec


@cache
def layers(file: str) -> list[tuple[Any, Any]]:
    """Read the weights of each layer, and what is added to it."""
    with np.load(file, allow_pickle=False) as found:
        return [(found[f"weight{n}"], found[f"bias{n}"]) for n in range(len(found.files) // 2)]


class Learner:
    """Draw an action by the probabilities that a net gives it."""

    def __init__(self, seat_info: SeatInfo) -> None:
        self.seat_info, self.rng = seat_info, Random(seat_info.seed)
        self.codec = codec(seat_info.game, seat_info.players)
        self.known = self.codec.knowledge(seat_info.seat, seat_info.options)
        self.layers = layers(os.environ.get("POLICY", "policy.npz"))
        sees, does = self.layers[0][0].shape[1], self.layers[-1][0].shape[0]
        if (sees, does) != (self.codec.D, self.codec.A):
            its, here = f"{sees} numbers and {does} actions", f"{self.codec.D} and {self.codec.A}"
            raise ValueError(f"the policy is of another game: it has {its}, here are {here}")

    def observe(self, event: Event) -> None:
        """Know what the seat is shown."""
        self.known.observe(event)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # what it heard says all of it
        """Ask the net."""
        x = self.codec.observe(self.known).astype(np.float32)
        for weight, bias in self.layers[:-1]:
            x = np.maximum(weight @ x + bias, 0)
        weight, bias = self.layers[-1]
        actions = np.flatnonzero(self.codec.mask(self.known))
        logits = (weight @ x + bias)[actions]
        (action,) = self.rng.choices(actions, np.exp(logits - logits.max()))
        code = self.codec.to_rules(self.seat_info.seat, int(action))
        return next(each for each in legal if self.seat_info.game.action_code(each) == code)
