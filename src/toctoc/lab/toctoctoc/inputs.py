"""Give a net of Toc Toc Toc! what it sees at a table: the observation of its seat, then the features."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from toctoc.bots.toctoctoc.mind import Mind
from toctoc.games import fields
from toctoc.games.game import Event
from toctoc.games.options import Options
from toctoc.lab.coder import Codec

from . import features


class Inputs:
    """Hear what a seat is shown, and write it as numbers."""

    def __init__(self, codec: Codec, seat: int, options: Options | None = None) -> None:
        self.codec, self.seat = codec, seat
        self.known = cast("Any", codec.knowledge(seat, options))
        self.known.watcher = self
        self.story = fields.blank(features.Story)

    def hear(self, event: Event) -> None:
        """Take in an event."""
        self.known.hear(event)

    def before(self, world: Any, seat: int, code: int) -> None:
        """Note what a seat is about to do, as the watcher of the seat's knowledge."""
        if seat >= 0:
            features.watch(world, self.story, seat, code)

    def after(self, world: Any, seat: int) -> None:
        """Note nothing: what has come of it is on the table."""

    def features(self, world: Any = None) -> list[int]:
        """Return the features; in another `world` that the seat may take for its own, if there is one."""
        mind = fields.blank(Mind)
        for p, seen in enumerate(self.known.seen):
            mind.seen[p][:] = seen
        out = [0] * features.FEATURES
        features.write(self.known.world if world is None else world, mind, self.story, self.seat, out)
        return out

    def read(self) -> NDArray[np.int8]:
        """Return all that the net sees."""
        return np.concatenate([self.codec.observe(self.known), np.array(self.features(), np.int8)])
