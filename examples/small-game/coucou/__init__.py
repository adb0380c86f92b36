"""Coucou: keep your card or swap it, and do not be left with the lowest."""

from typing import Annotated

from toctoc.core.game import Action, Chance, EachSeat, Event, Move, Outcome, Step, View
from toctoc.core.notation import Seat
from toctoc.core.small import Declared, GameOver, small_game

from . import rules

CARDS = ("mouse", "bat", "cat", "owl", "wolf")
Card = Annotated[str, CARDS]


class Keep(Declared, Action, form="keep", is_no=True):
    """K4."""


class Swap(Declared, Action, form="swap with {seat}", is_private=True):
    seat: Seat


class Start(Declared, Outcome, form="start {seat}"):
    seat: Seat


class Deal(Declared, Outcome, form="deal {card}", is_private=True):
    card: Card


class TableView(Declared, View):
    phase: Annotated[str, rules.PHASES]
    round: int
    shown: EachSeat[Card | None]


class SeatView(TableView):
    seat: int
    card: Card | None


class Started(Declared, Event, clause="K3"):
    seat: int


class Dealt(Declared, Event, clause="K2", setting=True):
    seat: int


class Got(Declared, Event, clause="K5"):
    """K2, K5: a card that only its new owner sees."""

    seat: int
    card: Card


class Kept(Declared, Event, clause="K4"):
    seat: int


class Swapped(Declared, Event, clause="K4"):
    seat: int
    to: int


class Revealed(Declared, Event, clause="K6", pause=True, reveals=("scores", "shown")):
    cards: EachSeat[Card]


class Over(Declared, GameOver, clause="K7"):
    """K7."""


def narrate(before: rules.State, step: Step, after: rules.State, viewer: int | None) -> tuple[Event, ...]:
    """K5: of a swap, each of the two sees the card that they get, and nobody else sees either."""
    events: list[Event]
    match step:
        case Move(seat, Swap(other)):
            events = [Swapped(seat, other)]
            if viewer in (seat, other):
                events.append(Got(viewer, CARDS[before.card[other if viewer == seat else seat]]))
        case Move(seat):
            events = [Kept(seat)]
        case Chance(Deal(card)):
            events = [Got(before.active, card) if viewer == before.active else Dealt(before.active)]
        case _:
            events = [Started(after.active)]
    if after.round > before.round:
        events.append(Revealed(tuple(CARDS[kind] for kind in after.shown[: after.players])))
    return tuple(events)


GAME = small_game(
    name="coucou",
    title="Coucou",
    letter="K",
    age=6,
    minutes="5",
    rules=rules,
    actions=(Keep, Swap),
    outcomes=(Start, Deal),
    views=(TableView, SeatView),
    events=(Started, Dealt, Got, Kept, Swapped, Revealed, Over),
    narrate=narrate,
    start_clause="K3",
    asked={"chance": "H1", "swap": "K4", "over": "K7"},
    kinds={"seat": "player", "to": "player", "card": "card", "cards": "card", "shown": "card"},
)
