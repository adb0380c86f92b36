"""Track the knowledge of a viewer with perfect recall: everything but the order of the stock (E2, E14)."""

from random import Random

from toctoc.core import fields
from toctoc.core.game import Action, Event, first_seat
from toctoc.core.options import Options
from toctoc.core.partial_world import PartialWorld

from . import events, rules, words
from .rules import State
from .view import TableView, children, view
from .words import CARDS, Colour, DiscPlace


class Knowledge(PartialWorld[State]):
    _rules = rules

    def __init__(self, players: int, options: Options, seat: int | None) -> None:
        self.seat = seat
        self.world = fields.blank(State)
        rules.setup(self.world, *settings(players, options))

    def observe(self, event: Event) -> None:
        match event:
            case events.Started(seat):
                self._step(rules.CHANCE, seat)
            case events.Flipped(_, card):
                self._step(rules.CHANCE, CARDS.index(card))
            case events.Turned(seat, place):
                self._act(seat, words.Turn(place))
            case events.Shifted(seat, place):
                self._act(seat, words.Shift(place))
            case events.Swapped(seat, first, second):
                self._act(seat, words.Swap(first, second))
            case events.Guessed(seat, _, colour) | events.NamedLast(seat, colour):
                self._act(seat, words.Name(colour))
            case events.Asked(seat, to, place):
                self._act(seat, words.Ask(to, place))
            case events.Declined(seat):
                self._act(seat, words.Decline())

    def _act(self, seat: int, action: Action) -> None:
        self._step(seat, words.action_code(action))

    def view(self) -> TableView:
        return view(self.world, self.seat)

    def aid(self) -> dict[DiscPlace, Colour]:
        """Return the child under each ghost, for the memory aid (E14)."""
        return children(self.world)

    def determinize(self, rng: Random) -> State:  # noqa: ARG002  # nothing to sample: the stock is a multiset
        return fields.clone(self.world)


def settings(players: int, options: Options) -> tuple[int, ...]:
    """Return the arguments of `rules.setup` after the state."""
    return players, first_seat(options), int(bool(options["risk"]))
