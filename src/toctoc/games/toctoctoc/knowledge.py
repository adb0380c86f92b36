"""Track the knowledge of a viewer of Toc Toc Toc! in a partial world.

The rules apply the viewer's events to a state in which the cards of other hands are UNKNOWN. Cards that others
were seen drawing are counted beside it (T5: the top of the pile is public).
"""

from collections.abc import Sequence
from random import Random

from toctoc.core import fields
from toctoc.core.game import Event, first_seat
from toctoc.core.options import Options
from toctoc.core.partial_world import PartialWorld

from . import events, rules, words
from .rules import DECK, KINDS, UNKNOWN, State
from .view import TableView, view
from .words import CARDS, CREATURES, RANKS, Card


class Knowledge(PartialWorld[State]):
    _rules = rules
    deck: Sequence[int] = DECK

    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        self.seat = seat
        self.world = fields.blank(State)
        rules.setup(self.world, *settings(players, options))
        self.seen = [[0] * KINDS for _ in range(players)]  # by seat: cards seen drawn and not played since

    def observe(self, event: Event) -> None:
        match event:
            case events.Started(seat):
                self._step(rules.CHANCE, seat)
            case events.CardDealt():
                self._step(rules.CHANCE, UNKNOWN)
            case events.GuestCame(_, card) | events.CardDealtToYou(_, card) | events.TopTurned(card):
                self._step(rules.CHANCE, CARDS.index(card))
            case events.Offered(seat, to):
                self._step(seat, rules.OFFER + UNKNOWN * rules.SEATS + to)
            case events.YouOffered(seat, to, card):
                self._step(seat, words.action_code(words.Offer(card, to)))
            case events.Answered(seat, opened, card):
                self._reveal(CARDS.index(card))
                self._step(seat, rules.OPEN if opened else rules.REFUSE)
            case events.Took(seat, rank):
                self._step(seat, rules.LURE + RANKS.index(rank))
            case events.Chased(seat, creature):
                self._step(seat, rules.CHASE + CREATURES.index(creature))
            case events.Drew(seat, card) if seat != self.seat:
                self._remember_draw(seat, CARDS.index(card))

    def view(self) -> TableView:
        return view(self.world, self.seat)

    def aid(self) -> dict[int, tuple[Card, ...]]:
        """Return the cards that each other seat was seen drawing (T23); one of them may lie at a door."""
        return {p: words.cards(seen) for p, seen in enumerate(self.seen) if p != self.seat}

    def determinize(self, rng: Random) -> State:
        """Deal the unseen cards to the unknown places, all deals equally likely; the rest is the stock."""
        world = fields.clone(self.world)
        unseen = self._unseen()
        rng.shuffle(unseen)
        for p in range(world.players):
            if p != self.seat and world.phase > rules.DEAL_GUEST:
                self._fill_hand(world, p, unseen, rng)
        world.stock[:] = [0] * (KINDS + 1)
        for kind in unseen:
            world.stock[kind] += 1
        return world

    def _reveal(self, kind: int) -> None:
        """Set the card at the door to `kind`; it uses up one such card that the seat was seen drawing."""
        if self.world.offered == UNKNOWN:
            self.world.offered = kind
            seen = self.seen[self.world.active]
            seen[kind] = max(0, seen[kind] - 1)

    def _remember_draw(self, seat: int, kind: int) -> None:
        """Count the drawn card in `seen`, and replace it by UNKNOWN in the hand."""
        rules.take_from_hand(self.world, seat, kind)
        rules.add_to_hand(self.world, seat, UNKNOWN)
        self.seen[seat][kind] += 1

    def _unseen(self) -> list[int]:
        world = self.world
        if world.phase <= rules.DEAL_GUEST:
            return [kind for kind in range(KINDS) for _ in range(world.stock[kind])]
        left = list(self.deck)
        if world.players == 3:  # T2
            for kind in range(rules.BRUTE, rules.MUSICIAN):
                left[kind] -= 1
        known = [*world.party, *self.seen, world.out]
        if self.seat is not None:
            known.append(world.hand[self.seat][:KINDS])
        for counts in known:
            for kind, count in enumerate(counts):
                left[kind] -= count
        for kind in (world.top, world.offered, world.revealed):
            if kind not in (rules.NONE, UNKNOWN):
                left[kind] -= 1
        return [kind for kind in range(KINDS) for _ in range(left[kind])]

    def _fill_hand(self, world: State, p: int, unseen: list[int], rng: Random) -> None:
        held = [kind for kind in range(KINDS) for _ in range(self.seen[p][kind])]
        offering = world.offered == UNKNOWN and p == world.active
        while len(held) < world.hand_size[p] + offering:
            held.append(unseen.pop())
        if offering:
            world.offered = held.pop(rng.randrange(len(held)))
        for _ in range(world.hand_size[p]):
            rules.take_from_hand(world, p, UNKNOWN)
        for kind in held:
            rules.add_to_hand(world, p, kind)


def settings(players: int, options: Options) -> tuple[int, ...]:
    """Return the arguments of `rules.setup` after the state."""
    return players, first_seat(options)
