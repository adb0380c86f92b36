"""Give a net what it sees at a table: the observation of its seat, then what its game's `features` make of it."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from toctoc.bots import layout
from toctoc.codec.coder import Codec
from toctoc.games import fields
from toctoc.games.game import Event
from toctoc.games.options import Options


class Inputs:
    """Hear what a seat is shown, and write it as numbers."""

    def __init__(self, codec: Codec, seat: int, options: Options | None = None) -> None:
        self.codec, self.seat = codec, seat
        self.text = layout.part(codec.game, "features")
        self.mind = layout.part(codec.game, "mind").Mind
        self.story = fields.blank(self.text.Story)
        self.text.begin(self.story)
        self.known = cast("Any", codec.knowledge(seat, options))
        self.inner = self.known.watcher  # keeps a trace, where the game's knowledge does not have all of it
        self.known.watcher = self

    def hear(self, event: Event) -> None:
        """Take in an event."""
        self.known.hear(event)

    def before(self, world: Any, seat: int, code: int) -> None:
        """Note what a seat is about to do, as the watcher of the seat's knowledge."""
        if seat >= 0:
            self.text.watch(world, self.story, seat, code)
        if self.inner is not None:
            self.inner.before(world, seat, code)

    def after(self, world: Any, seat: int) -> None:
        """Note what has come of it."""
        if self.inner is not None:
            self.inner.after(world, seat)

    def features(self, world: Any = None) -> list[int]:
        """Return the features; in another `world` that the seat may take for its own, if there is one."""
        s = self.codec.coding.world(self.known) if world is None else world
        mind = fields.blank(self.mind)
        self.text.recall(s, self._trace(), mind)
        out = [0] * self.text.FEATURES
        self.text.write(s, mind, self.story, self.seat, out)
        return out

    def read(self) -> NDArray[np.int8]:
        """Return all that the net sees."""
        seen, coding = [0] * self.codec.D, self.codec.coding
        coding.observe(coding.world(self.known), self._trace(), self.seat, seen)
        return np.array(seen + self.features(), np.int8)

    def _trace(self) -> Any:
        """Return what was shown and is not on the table any more."""
        if self.inner is not None:
            return self.inner.trace
        trace = fields.blank(self.codec.coding.Trace)
        self.codec.coding.recall(self.known, trace)
        return trace
