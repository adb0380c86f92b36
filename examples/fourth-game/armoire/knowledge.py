"""Track the knowledge of a viewer of L'Armoire qui grince: a partial world, on which the rules play.

The viewer's events are played on a state in which a card that the viewer has not seen is UNKNOWN: those in other
hands, and those that others slipped into the wardrobe.
"""

from random import Random

from toctoc.core import fields
from toctoc.core.game import Event, first_seat
from toctoc.core.options import Options

from . import events, rules
from .rules import DECK, KINDS, UNKNOWN, State
from .view import TableView, view
from .words import CARDS, Card, cards


class Knowledge:
    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        self.seat = seat
        self.world = fields.blank(State)
        rules.setup(self.world, *settings(players, options))

    def observe(self, event: Event) -> None:
        world = self.world
        match event:
            case events.Started(seat):
                rules.take_chance(world, seat)
            case events.Drew():
                rules.take_chance(world, UNKNOWN)
            case events.YouDrew(_, card):
                rules.take_chance(world, CARDS.index(card))
            case events.Slipped(seat):
                rules.act(world, seat, rules.SLIP + UNKNOWN)
            case events.YouSlipped(seat, card):
                rules.act(world, seat, rules.SLIP + CARDS.index(card))
            case events.Reached(seat):
                rules.act(world, seat, rules.REACH)
            case events.CameOut(_, card):
                self._recognise(CARDS.index(card))
                rules.take_chance(world, CARDS.index(card))
            case events.Left(seat) | events.Kept(seat):
                rules.act(world, seat, rules.SHUT)

    def view(self) -> TableView:
        return view(self.world, self.seat)

    def aid(self) -> tuple[Card, ...]:
        """Return the cards that the viewer knows to be in the wardrobe."""
        return cards(self.world.inside)

    def determinize(self, rng: Random) -> State:
        """Deal the unseen cards to the unknown places, each deal equally likely; the rest is the pile."""
        world = fields.clone(self.world)
        unseen = self._unseen()
        rng.shuffle(unseen)
        for heap in (world.inside, *world.hand):
            for _ in range(heap[UNKNOWN]):
                heap[unseen.pop()] += 1
            heap[UNKNOWN] = 0
        world.stock[:] = [unseen.count(kind) for kind in range(KINDS)] + [0]
        return world

    def _recognise(self, kind: int) -> None:
        """See which card comes out: if none of that kind was known to be inside, it was an unknown one."""
        inside = self.world.inside
        if not inside[kind]:
            inside[kind] += 1
            inside[UNKNOWN] -= 1

    def _unseen(self) -> list[int]:
        world = self.world
        seen = [world.inside, world.laid, *world.hand, *world.taken]
        return [kind for kind in range(KINDS) for _ in range(DECK[kind] - sum(heap[kind] for heap in seen))]


def settings(players: int, options: Options) -> tuple[int, int, int]:
    """Return the arguments of `rules.setup`."""
    return players, first_seat(options), int(options["cost"])  # type: ignore[arg-type]  # checked as a number
