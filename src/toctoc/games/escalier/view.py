"""Build the view of L'Escalier hanté from an allow-list of fields (E13, E14). All viewers see the same."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from toctoc.core.game import View, seats_in

from . import rules
from .rules import State
from .words import CARDS, COLOURS, PLACES, Card, Colour, DiscPlace

PHASES = {
    rules.SEARCHING: "search",
    rules.MOVING: "move",
    rules.SWAPPING: "swap",
    rules.RIDDLING: "riddle",
    rules.ASKING: "ask",
    rules.ANSWERING: "answer",
    rules.NAMING: "name-last",
    rules.OVER: "over",
}
ALL_PLACES = (1 << len(PLACES)) - 1
Phase = Annotated[str, ("chance", *PHASES.values())]
# The clause that explains the decision of each phase.
ASKED = {
    "chance": "H1",
    "search": "E5",
    "move": "E8",
    "swap": "E7",
    "riddle": "E9",
    "ask": "E10",
    "answer": "E10",
    "name-last": "E12",
    "over": "E13",
}


@dataclass(frozen=True, slots=True)
class Question:
    """E10: an opponent is asked for the colour of a child."""

    seat: int  # the opponent asked
    place: DiscPlace


@dataclass(frozen=True, slots=True)
class TableView(View):
    phase: Phase  # "chance" before a card is turned or the first seat is drawn
    ghosts: tuple[DiscPlace, ...]  # the places with a ghost
    free: DiscPlace  # the place without a ghost
    pile: int  # cards in the stock
    discard: int  # cards in the discard pile
    last: Card | None  # the top of the discard pile
    sought: Colour | None  # the colour sought in this search
    tried: tuple[DiscPlace, ...]  # the places already shown in this search
    question: Question | None


def children(s: State) -> dict[DiscPlace, Colour]:
    """E14: return the child under each ghost, for the memory aid and for replays."""
    return {place: COLOURS[s.disc[p]] for p, place in enumerate(PLACES) if s.disc[p] != rules.EMPTY}


def view(s: State, seat: int | None) -> TableView:  # noqa: ARG001  # all viewers see the same
    return TableView(**public(s))


def public(s: State) -> dict[str, Any]:
    """Return the public fields of the view, in its order."""
    return {
        "to_act": seats_in(rules.actors(s)),
        "active": s.active if s.active != rules.NONE else None,
        "scores": tuple(s.cards_won[: s.players]),
        "winners": tuple(p for p in range(s.players) if rules.won(s, p)) if rules.over(s) else None,
        "phase": PHASES.get(s.phase, "chance"),
        "ghosts": _places(ALL_PLACES - (1 << s.free)),
        "free": PLACES[s.free],
        "pile": s.stock_size,
        "discard": s.discard_size,
        "last": CARDS[s.last] if s.last != rules.NONE else None,
        "sought": COLOURS[s.sought] if s.sought != rules.NONE else None,
        "tried": _places(s.tried),
        "question": Question(s.answerer, PLACES[s.pointed]) if s.pointed != rules.NONE else None,
    }


@cache
def _places(mask: int) -> tuple[DiscPlace, ...]:
    """Return the places of a bitmask."""
    return tuple(place for p, place in enumerate(PLACES) if mask >> p & 1)
