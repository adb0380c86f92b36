"""Play by a trained net that is not in the package: for the arena, `--field medium,training/player.py:Net`.

The weights are those that TOCTOC_WEIGHTS names, a file that training has written.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from toctoc.bots import net
from toctoc.bots.bot import Chair
from toctoc.bots.learned import Learned
from toctoc.games.game import Action, Event, View


@cache
def read(file: str) -> net.Net:
    """Read weights; there is no pickle in them."""
    with np.load(Path(file), allow_pickle=False) as found:
        return net.Net({name: found[name] for name in found.files})


class Net:
    """Sit at a table and play by a net."""

    games = ("toctoctoc", "escalier")

    def __init__(self, chair: Chair) -> None:
        self.learned = Learned(chair, read(os.environ["TOCTOC_WEIGHTS"]))
        self.rng = Random(f"{chair.game.name} {chair.seat} {chair.seed} net")

    def hear(self, event: Event) -> None:
        """Remember an event."""
        self.learned.hear(event)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # what it heard says all of it
        """Draw one of the legal actions by the net's probabilities."""
        return self.learned.choose(legal, self.rng) or self.rng.choice(legal)
