"""Build the view of L'Armoire qui grince from an allow-list of fields (A12)."""

from dataclasses import dataclass
from typing import Annotated, Any

from toctoc.core.game import EachSeat, View, seats_in

from . import rules
from .rules import State
from .words import Card, cards

PHASES = {rules.SLIPPING: "slip", rules.DARING: "dare", rules.OVER: "over"}
Phase = Annotated[str, ("chance", *PHASES.values())]
# What is asked in each phase, by the clause that explains it.
ASKED = {"chance": "H1", "slip": "A5", "dare": "A6", "over": "A13"}


@dataclass(frozen=True, slots=True)
class Child:
    """A player as the others see them."""

    seat: int
    hand: int  # a count, not a list of unknown cards
    sweets: tuple[Card, ...]
    ghosts: int


@dataclass(frozen=True, slots=True)
class TableView(View):
    phase: Phase  # "chance" while a card is dealt or comes out
    children: EachSeat[Child]
    inside: int  # cards in the wardrobe
    laid: tuple[Card, ...]  # sweets in front of the active player
    pile: int


@dataclass(frozen=True, slots=True)
class SeatView(TableView):
    seat: int
    cards: tuple[Card, ...]  # in the own hand


def view(s: State, seat: int | None) -> TableView:
    shown = TableView(
        to_act=seats_in(rules.actors(s)),
        active=s.active if s.active != rules.NONE else None,
        scores=tuple(rules.score(s, p) for p in range(s.players)),
        winners=tuple(p for p in range(s.players) if rules.won(s, p)) if rules.over(s) else None,
        phase=PHASES.get(s.phase, "chance"),
        children=tuple(_child(s, p) for p in range(s.players)),
        inside=s.inside_size,
        laid=cards(s.laid),
        pile=s.stock_size,
    )
    if seat is None:
        return shown
    return SeatView(**{name: getattr(shown, name) for name in TableView.__match_args__}, seat=seat, **own(s, seat))


def own(s: State, seat: int) -> dict[str, Any]:
    """Return what only that seat is shown."""
    return {"cards": cards(s.hand[seat])}


def opened(s: State) -> dict[str, Any]:
    """Return all that is hidden, for who looks at a game that is over."""
    return {"inside": cards(s.inside), "hands": [cards(s.hand[p]) for p in range(s.players)]}


def _child(s: State, p: int) -> Child:
    ghosts, *sweets = s.taken[p]
    return Child(p, s.hand_size[p], cards([0, *sweets]), ghosts)
