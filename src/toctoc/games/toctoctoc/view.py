"""Build the views of Toc Toc Toc! from an allow-list of fields (T23)."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar

from toctoc.core.game import EachSeat, View, seats_in

from . import rules
from .rules import State
from .words import CARDS, CREATURES, Card, Creature, cards

PHASES = {
    rules.OFFERING: "offer",
    rules.ANSWERING: "answer",
    rules.LURING: "take",
    rules.CHASING: "chase",
    rules.OVER: "over",
}
Phase = Annotated[str, ("chance", *PHASES.values())]
# The clause that explains the decision of each phase.
ASKED = {"chance": "H1", "offer": "T7", "answer": "T8", "take": "T13", "chase": "T16", "over": "T22"}


@dataclass(frozen=True, slots=True)
class Column:
    """The guests of one creature at a party."""

    creature: Creature
    plain: int
    brutes: int
    musicians: int


@dataclass(frozen=True, slots=True)
class House:
    """The public information about one player."""

    seat: int
    party: tuple[Column, ...]
    scarecrows: int
    score: int
    cards_in_hand: int


@dataclass(frozen=True, slots=True)
class Door:
    """A card that `seat` offers to `to`, face down at the door."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """A revealed card with an effect that waits for the rival's choice."""

    card: Card
    revealer: int
    rival: int


@dataclass(frozen=True, slots=True)
class TableView(View):
    in_parts: ClassVar[frozenset[str]] = frozenset({"houses"})

    phase: Phase  # "chance" while an outcome of chance is awaited
    houses: EachSeat[House]
    pile: int  # cards in the draw pile, its top included
    top: Card | None
    out: tuple[Card, ...]  # cards out of the game
    door: Door | None
    revealed: Revealed | None


@dataclass(frozen=True, slots=True)
class SeatView(TableView):
    seat: int
    hand: tuple[Card, ...]
    offered: Card | None  # the viewer's own card at another player's door


def view(s: State, seat: int | None) -> TableView:
    if seat is None:
        return TableView(**public(s))
    return SeatView(**public(s), seat=seat, **own(s, seat))


def public(s: State) -> dict[str, Any]:
    """Return the public fields of the view, in its order."""
    houses = tuple([_house(p, tuple(s.party[p]), s.hand_size[p]) for p in range(s.players)])
    return {
        "to_act": seats_in(rules.actors(s)),
        "active": s.active if s.active != rules.NONE else None,
        "scores": tuple([house.score for house in houses]),
        "winners": tuple(p for p in range(s.players) if rules.won(s, p)) if rules.over(s) else None,
        "phase": PHASES.get(s.phase, "chance"),
        "houses": houses,
        "pile": s.stock_size + (s.top != rules.NONE),
        "top": CARDS[s.top] if s.top != rules.NONE else None,
        "out": cards(s.out),
        "door": _door(s.active, s.target) if s.phase == rules.ANSWERING else None,
        "revealed": Revealed(CARDS[s.revealed], s.revealer, s.rival) if s.revealed != rules.NONE else None,
    }


def own(s: State, seat: int) -> dict[str, Any]:
    """Return the fields of the view that only `seat` sees."""
    own_offer = s.phase == rules.ANSWERING and seat == s.active
    return {"hand": cards(s.hand[seat]), "offered": CARDS[s.offered] if own_offer else None}


def opened(s: State) -> dict[int, tuple[Card, ...]]:
    """Return all hands: for replays only."""
    return {p: cards(s.hand[p]) for p in range(s.players)}


@lru_cache(maxsize=4096)  # most houses stay the same in a step
def _house(p: int, party: tuple[int, ...], cards_in_hand: int) -> House:
    return House(p, *_party(party), cards_in_hand)


@lru_cache(maxsize=4096)
def _party(party: tuple[int, ...]) -> tuple[tuple[Column, ...], int, int]:
    """Return the columns of a party, its scarecrows and its score."""
    alone = State()
    alone.party = [list(party)]
    columns = [
        _column(creature, party[rules.PLAIN + c], party[rules.BRUTE + c], party[rules.MUSICIAN + c])
        for c, creature in enumerate(CREATURES)
    ]
    return tuple(columns), party[rules.SCARECROW], rules.score(alone, 0)


# Equal parts of views are one object: a comparison of two views then looks into few of them.
_column, _door = cache(Column), cache(Door)
