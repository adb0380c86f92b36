"""Play by a trained net that is not in the package: for the arena, `--field voyante,training/player.py:Net`.

The weights are those that TOCTOC_WEIGHTS names, a file that training has written. `Stubborn` also follows the rule
of the game's study that TOCTOC_LAW names: `never-opens`, for one.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from toctoc.bots import net
from toctoc.bots.bot import SeatInfo
from toctoc.bots.learned import Learned
from toctoc.core.game import Action, Event, View
from toctoc.study import study_modules


@cache
def read(file: str) -> net.Net:
    """Read weights; there is no pickle in them."""
    with np.load(Path(file), allow_pickle=False) as found:
        return net.NumpyNet({name: found[name] for name in found.files})


class Net:
    """Sit at a table and play by a net."""

    games = ("toctoctoc", "escalier", "chocottes")

    def __init__(self, seat_info: SeatInfo) -> None:
        self.learned = Learned(seat_info, read(os.environ["TOCTOC_WEIGHTS"]))
        self.rng = Random(f"{seat_info.game.name} {seat_info.seat} {seat_info.seed} net")

    def observe(self, event: Event) -> None:
        """Remember an event."""
        self.learned.observe(event)

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # what it heard says all of it
        """Draw one of the legal actions by the net's probabilities."""
        return self.learned.choose(legal, self.rng) or self.rng.choice(legal)


class Stubborn(Net):
    """Sit at a table and play by a net, but for one stubborn rule."""

    def __init__(self, seat_info: SeatInfo) -> None:
        super().__init__(seat_info)
        laws = [ablation.name for ablation in study_modules.ablations(seat_info.game)]
        self.law = 1 + laws.index(os.environ["TOCTOC_LAW"])
        self.questions = study_modules.part(seat_info.game, "questions")

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Do what the rule says, where it says something."""
        seat_info, lots = self.learned.seat_info, [self.rng.getrandbits(60)]
        world = self.learned.codec.coding.world(self.learned.inputs.known)
        code = seat_info.game.action_code(super().act(view, legal))
        done = self.questions.stubborn(world, seat_info.seat, self.law, code, lots)
        return next(action for action in legal if seat_info.game.action_code(action) == done)
