"""Keep a bot's memory of a game of L'Armoire qui grince."""

from collections.abc import Sequence
from random import Random
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import Level
from toctoc.bots.perfect import memory as perfect
from toctoc.core import fields
from toctoc.core.game import Event

from armoire import events, rules
from armoire.knowledge import Knowledge
from armoire.words import CARDS

from . import mind as minds
from .mind import Mind


class Memory(perfect.Memory):
    """All that was shown, and in mind what the bot paid attention to."""

    knowledge: Knowledge

    def __init__(self, seat_info: SeatInfo, own: Level, styles: Sequence[Level]) -> None:
        super().__init__(seat_info, own, styles)
        self.seat = seat_info.seat
        self.traits = [own.traits[seat_info.game.name]] * rules.SEATS
        self.mind = fields.blank(Mind)

    def observe(self, event: Event, rng: Random) -> None:
        world, lots = self.knowledge.world, [rng.getrandbits(60)]
        match event:
            case events.YouSlipped(seat, card):
                minds.watch(world, self.mind, self.traits, seat, rules.SLIP + CARDS.index(card), lots)
            case events.CameOut(_, card):
                minds.watch_chance(world, self.mind, self.traits, CARDS.index(card), lots)
        super().observe(event, rng)

    def believed(self, rng: Random) -> tuple[Any, Mind]:  # it forgets while it listens
        return self.knowledge.world, self.mind

    def world(self, rng: Random, styles: Sequence[int]) -> tuple[Any, Mind]:  # all styles know alike
        """Sample a world, and who of the others slipped in what this bot does not know to be inside."""
        world, mind = self.knowledge.determinize(rng), fields.clone(self.mind)
        others = [p for p in range(world.players) if p != self.seat]
        for kind in range(rules.KINDS):
            for _ in range(world.inside[kind] - self.knowledge.world.inside[kind]):
                mind.known[rng.choice(others)][kind] += 1
        return world, mind
