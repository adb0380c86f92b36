"""Define the text of L'Escalier hanté's actions and outcomes, and convert them to the rules' numbers and back."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from toctoc.core.game import Action, Outcome
from toctoc.core.notation import Seat

from . import rules
from .rules import State

COLOURS = ("red", "green", "blue", "yellow")
PLACES = (*COLOURS, "white")
CARDS = ("riddle", "move", "swap", *(f"{colour}-child" for colour in COLOURS))

Colour = Annotated[str, COLOURS]
DiscPlace = Annotated[str, PLACES]
Card = Annotated[str, CARDS]


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """E5: turn over the ghost at a place."""

    form: ClassVar[str] = "turn {place}"
    place: DiscPlace


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """E8: move the ghost at a place to the free place."""

    form: ClassVar[str] = "move {place}"
    place: DiscPlace


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """E7: exchange two ghosts, given in either order."""

    form: ClassVar[str] = "swap {first} {second}"
    first: DiscPlace
    second: DiscPlace


@dataclass(frozen=True, slots=True)
class Name(Action):
    """E9, E10, E12: name a colour."""

    form: ClassVar[str] = "name {colour}"
    colour: Colour


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """E10: ask an opponent for the colour of the child at a place."""

    form: ClassVar[str] = "ask {seat} about {place}"
    order: ClassVar[tuple[str, ...]] = ("place", "seat")
    seat: Seat
    place: DiscPlace


@dataclass(frozen=True, slots=True)
class Decline(Action):
    form: ClassVar[str] = "decline"
    is_no: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Start(Outcome):
    form: ClassVar[str] = "start {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Flip(Outcome):
    """E4: turn a card onto the discard pile."""

    form: ClassVar[str] = "flip {card}"
    card: Card


ACTIONS = (Turn, Shift, Swap, Name, Ask, Decline)
OUTCOMES = (Start, Flip)
NO_ACTION = -1  # the code of an action that asks a seat beyond the largest table


def action(_: State, code: int) -> Action:
    if code >= rules.ASK:
        place, seat = divmod(code - rules.ASK, rules.SEATS)
        return Ask(seat, PLACES[place])
    if code >= rules.NAME:
        return Name(COLOURS[code - rules.NAME])
    if code >= rules.EXCHANGE:
        first, second = divmod(code - rules.EXCHANGE, rules.PLACES)
        return Swap(PLACES[first], PLACES[second])
    if code >= rules.SHIFT:
        return Shift(PLACES[code - rules.SHIFT])
    return Turn(PLACES[code - rules.TURN]) if code >= rules.TURN else Decline()


def action_code(action: Action) -> int:
    match action:
        case Ask(seat) if seat >= rules.SEATS:
            return NO_ACTION
        case Ask(seat, place):
            return rules.ASK + PLACES.index(place) * rules.SEATS + seat
        case Name(colour):
            return rules.NAME + COLOURS.index(colour)
        case Swap(first, second):
            low, high = sorted((PLACES.index(first), PLACES.index(second)))
            return rules.EXCHANGE + low * rules.PLACES + high
        case Shift(place):
            return rules.SHIFT + PLACES.index(place)
        case Turn(place):
            return rules.TURN + PLACES.index(place)
        case Decline():
            return rules.DECLINE
    raise TypeError(f"{action!r} is not an action of L'Escalier hanté")


def outcome(s: State, code: int) -> Outcome:
    return Start(code) if s.phase == rules.DRAW_START else Flip(CARDS[code])


def outcome_code(s: State, outcome: Outcome) -> int | None:
    match outcome:
        case Start(seat) if s.phase == rules.DRAW_START:
            return seat
        case Flip(card) if s.phase == rules.TURN_CARD:
            return CARDS.index(card)
    return None
