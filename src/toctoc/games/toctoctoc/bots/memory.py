"""Implement the memory of a bot for Toc Toc Toc!: the public table, and some of the cards seen drawn."""

from collections.abc import Sequence
from random import Random
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.games.toctoctoc import events, rules
from toctoc.games.toctoctoc.knowledge import Knowledge
from toctoc.games.toctoctoc.words import CARDS

from .mind import SECONDS, Mind, undo_offer


class Memory:
    """Store all draws with their times; sample anew at every decision which of them are recalled."""

    def __init__(self, seat_info: SeatInfo, own: Level, styles: Sequence[Level]) -> None:
        self.seat = seat_info.seat
        self.recall = own.recall
        self.styles = len(styles)
        self.knowledge = Knowledge(seat_info.players, seat_info.options, seat_info.seat)
        self.drawn: list[tuple[int, int, int]] = []  # seat, kind, time of cards seen drawn and not played
        self.opened, self.refused = [0] * rules.SEATS, [0] * rules.SEATS
        self.clock = 0

    def observe(self, event: Event, rng: Random) -> None:  # noqa: ARG002  # recall is sampled later
        """Record the cards that are drawn and played, and the answers at the door."""
        self.knowledge.observe(event)
        match event:
            case events.Offered() | events.YouOffered():
                self.clock += SECONDS
            case events.Answered(seat, opened, card, revealer, rival):
                self.clock += SECONDS
                (self.opened if opened else self.refused)[seat] += 1
                self._played(rival if opened else revealer, CARDS.index(card))
            case events.Drew(seat, card):
                self.drawn.append((seat, CARDS.index(card), self.clock))

    def _played(self, seat: int, kind: int) -> None:
        for item in self.drawn:
            if item[:2] == (seat, kind):
                self.drawn.remove(item)
                return

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """Return the partial world, and a mind with the cards recalled now."""
        return self.knowledge.world, self._mind(rng)

    def world(self, rng: Random, styles: Sequence[int] = ()) -> tuple[Any, Any]:  # noqa: ARG002  # one shared mind
        """Sample a full world that fits all observed events, and a mind with the cards recalled now."""
        return self.knowledge.determinize(rng), self._mind(rng)

    def _mind(self, rng: Random) -> Mind:
        mind = fields.blank(Mind)
        mind.opened, mind.refused = self.opened[:], self.refused[:]
        for seat, kind, time in self.drawn:
            if seat == self.seat or self.recall.recalls([self.clock - time], rng):
                mind.seen[seat][kind] += 1
        return mind

    def decided(self, event: Event, rng: Random) -> list[Decided]:
        """Return the decisions of other seats that `event` reveals: the answer and the offer.

        All styles share one mind, since all players saw the same draws.
        """
        if not isinstance(event, events.Answered) or self.knowledge.world.phase != rules.ANSWERING:
            return []
        world, mind = self.world(rng)
        shown = CARDS.index(event.card)
        if world.offered != shown:
            _exchange(world, shown, self.seat)
        answer = rules.OPEN if event.opened else rules.REFUSE
        minds, holder = [mind] * self.styles, world.active
        answered = Decided(fields.clone(world), minds, event.seat, answer)
        offered = Decided(world, minds, holder, undo_offer(world))
        return [done for done in (answered, offered) if done.seat != self.seat]

    def made(self, world: Any) -> tuple[Any, int, int] | None:
        """Return the decision that brought the card to the door: the world before it, seat and action."""
        if world.phase != rules.ANSWERING:
            return None
        before = fields.clone(world)
        seat = before.active
        return before, seat, undo_offer(before)


def _exchange(world: Any, shown: int, seat: int) -> None:
    """Put `shown` at the door of a sampled world, in exchange for the card there; `seat` keeps its hand."""
    hidden = world.offered
    world.offered = shown
    for p in range(world.players):
        if p != seat and world.hand[p][shown]:
            rules.take_from_hand(world, p, shown)
            rules.add_to_hand(world, p, hidden)
            return
    if world.stock[shown]:
        world.stock[shown] -= 1
        world.stock[hidden] += 1
