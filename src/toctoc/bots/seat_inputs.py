"""Compute the inputs of a net: the observation of a seat, then the `features` of its game."""

from random import Random
from typing import Any, cast

from toctoc.bots import bot_modules
from toctoc.codec.coder import Codec
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.core.options import Options, complete


class Scene:
    """Hold a world with its trace, mind and story: all that the inputs are computed from."""

    def __init__(self, codec: Codec, world: Any, trace: Any, mind: Any, story: Any) -> None:
        self.codec, self.world, self.trace, self.mind, self.story = codec, world, trace, mind, story
        self.coding, self.rules = codec.coding, codec.game.rules
        self.features = bot_modules.part(codec.game, "features")

    def before(self, seat: int, code: int) -> None:
        """Trace a step before it is applied; chance, if `seat` is negative."""
        if seat >= 0:
            self.features.watch(self.world, self.mind, self.story, seat, code)
            self.coding.watch(self.world, self.trace, seat, code)
        else:
            self.coding.watch_chance(self.world, self.trace, code)

    def after(self, seat: int) -> None:
        """Trace a step after it is applied."""
        if seat >= 0:
            self.coding.watched(self.world, self.trace)
        self.features.recall(self.world, self.trace, self.mind, self.story)

    def imagined(self, world: Any) -> "Scene":
        """Return a copy in a complete world, in which it can be played on."""
        kept = (fields.clone(part) for part in (world, self.trace, self.mind, self.story))
        return Scene(self.codec, *kept)

    def play(self, seat: int, code: int, rng: Random) -> None:
        """Apply an action in a complete world, and then outcomes of chance up to the next decision."""
        rules, world = self.rules, self.world
        self.before(seat, code)
        rules.act(world, seat, code)
        self.after(seat)
        while rules.asked(world) == rules.CHANCE:
            outcome = rules.chance_pick(world, rng.randrange(rules.chance_total(world)))
            self.before(rules.CHANCE, outcome)
            rules.take_chance(world, outcome)
            self.after(rules.CHANCE)

    def seen(self, seat: int) -> list[int]:
        """Return the observation of a seat."""
        out = [0] * self.codec.D
        self.coding.observe(self.world, self.trace, seat, out)
        return out

    def reckoned(self, seat: int) -> list[int]:
        """Return the features of a seat."""
        out = [0] * self.features.FEATURES
        self.features.write(self.world, self.mind, self.story, seat, out)
        return out

    def inputs(self, seat: int) -> list[int]:
        """Return all that a net sees at a seat."""
        seen = self.seen(seat) if self.features.OBSERVED else []
        return seen + self.reckoned(seat)

    def mask(self, seat: int) -> list[int]:
        """Return 1 for each action of a seat that makes sense: a net chooses among these."""
        found = [0] * self.codec.A
        self.coding.mask(self.world, seat, found)
        self.features.sensible(self.world, self.mind, seat, found)
        return found


class SeatInputs:
    """Observe the events of a seat, and write them as numbers."""

    def __init__(self, codec: Codec, seat: int, options: Options | None = None) -> None:
        self.codec, self.seat = codec, seat
        game = codec.game
        made = game.knowledge(codec.players, options or complete(game.options, {}), seat)
        self.known = cast("Any", made)  # a game's own has more than all have
        world, features, mind = (
            codec.coding.world(self.known),
            bot_modules.part(game, "features"),
            bot_modules.part(game, "mind"),
        )
        kept = (fields.blank(record) for record in (codec.coding.Trace, mind.Mind, features.Story))
        self.scene = Scene(codec, world, *kept)
        codec.coding.begin(world, self.scene.trace, 0)
        features.begin(self.scene.story)

    def observe(self, event: Event) -> None:
        """Receive an event.

        `known` refers to its watcher only meanwhile: the two would otherwise keep each other in memory.
        """
        self.known.watcher = self
        try:
            self.known.observe(event)
        finally:
            self.known.watcher = None

    def before(self, world: Any, seat: int, code: int) -> None:
        """Trace a step, as the watcher of the seat's knowledge."""
        self.scene.world = world
        self.scene.before(seat, code)

    def after(self, world: Any, seat: int) -> None:
        """Trace the same step after it is applied."""
        self.scene.world = world
        self.scene.after(seat)

    def features(self, world: Any = None) -> list[int]:
        """Return the features; in another `world` that the seat may take for its own, if there is one."""
        self.scene.world = self.codec.coding.world(self.known) if world is None else world
        return self.scene.reckoned(self.seat)

    def read(self) -> list[int]:
        """Return all that the net sees."""
        self.scene.world = self.codec.coding.world(self.known)
        return self.scene.inputs(self.seat)

    def mask(self) -> list[int]:
        """Return 1 for each action that makes sense."""
        self.scene.world = self.codec.coding.world(self.known)
        return self.scene.mask(self.seat)
