"""Keep a bot's memory of L'Escalier hanté: its beliefs about the children, and those of the other players."""

from collections.abc import Sequence
from random import Random
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided
from toctoc.core import fields
from toctoc.core.game import Action, Event
from toctoc.games.escalier import events, rules, words
from toctoc.games.escalier.knowledge import Knowledge

from . import mind as minds
from .mind import Mind


class Memory:
    """Follow the ghosts within the bot's own limits, and simulate the others' minds once for each style."""

    def __init__(self, seat_info: SeatInfo, own: Level, styles: Sequence[Level]) -> None:
        self.seat = seat_info.seat
        self.knowledge = Knowledge(seat_info.players, seat_info.options, seat_info.seat)
        mine = own.traits["escalier"]
        self.traits = [
            [mine if p == seat_info.seat else style.traits["escalier"] for p in range(rules.SEATS)]
            for style in styles
        ]
        self.minds = [fields.blank(Mind) for _ in styles]
        self.begun = False

    def observe(self, event: Event, rng: Random) -> None:
        """Update all minds with `event`."""
        lots = [rng.getrandbits(60)]
        world = self.knowledge.world
        if not self.begun:
            self.begun = True
            for mind, traits in zip(self.minds, self.traits, strict=True):
                minds.begin(world, mind, traits, lots)
        for mind, traits in zip(self.minds, self.traits, strict=True):
            if isinstance(event, events.Flipped):
                minds.watch_chance(world, mind, traits, 0, lots)
            elif (done := _decision(event)) is not None:
                minds.watch(world, mind, traits, done[0], words.action_code(done[1]), lots)
            mind.belief[self.seat] = self.minds[0].belief[self.seat][:]
        self.knowledge.observe(event)

    def believed(self, rng: Random) -> tuple[Any, Any]:  # noqa: ARG002  # `observe` draws the forgetting
        """Return the partial world and the bot's own mind."""
        return self.knowledge.world, self.minds[0]

    def world(self, rng: Random, styles: Sequence[int]) -> tuple[Any, Any]:
        """Sample a full world that fits all events observed, and the minds of players of these styles."""
        mind = fields.clone(self.minds[0])
        for p, style in enumerate(styles):
            if p != self.seat:
                mind.belief[p] = self.minds[style].belief[p][:]
        return self.knowledge.determinize(rng), mind

    def made(self, world: Any) -> None:
        """Return None: this game has no decision that lies face down."""

    def decided(self, event: Event, rng: Random) -> list[Decided]:  # noqa: ARG002
        """Return the decision of another seat that `event` shows, if any."""
        done = _decision(event)
        if done is None or done[0] == self.seat:
            return []
        return [Decided(self.knowledge.world, self.minds, done[0], words.action_code(done[1]))]


def _decision(event: Event) -> tuple[int, Action] | None:
    """Return the seat and the action that `event` shows; None if it shows no decision."""
    match event:
        case events.Turned(seat, place):
            return seat, words.Turn(place)
        case events.Shifted(seat, place):
            return seat, words.Shift(place)
        case events.Swapped(seat, first, second):
            return seat, words.Swap(first, second)
        case events.Guessed(seat, _, colour) | events.NamedLast(seat, colour):
            return seat, words.Name(colour)
        case events.Asked(seat, to, place):
            return seat, words.Ask(to, place)
        case events.Declined(seat):
            return seat, words.Decline()
    return None
