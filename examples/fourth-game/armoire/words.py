"""L'Armoire qui grince in words: cards, actions and outcomes, and the numbers that the rules use for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from toctoc.core.game import Action, Outcome
from toctoc.core.notation import Seat

from . import rules
from .rules import State

CARDS = ("ghost", "mint", "caramel", "chocolate")

Card = Annotated[str, CARDS]


@dataclass(frozen=True, slots=True)
class Slip(Action):
    """A5: put a card of the hand into the wardrobe, face down."""

    form: ClassVar[str] = "slip {card}"
    is_private: ClassVar[bool] = True
    card: Card


@dataclass(frozen=True, slots=True)
class Reach(Action):
    """A6: take a card out of the wardrobe without looking."""

    form: ClassVar[str] = "reach"


@dataclass(frozen=True, slots=True)
class Shut(Action):
    """A6, A8: leave the wardrobe alone, and keep what lies in front of you."""

    form: ClassVar[str] = "shut"
    is_no: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Start(Outcome):
    """A3."""

    form: ClassVar[str] = "start {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal(Outcome):
    """A2, A10: a card of the pile goes into a hand."""

    form: ClassVar[str] = "deal {card} to {to}"
    is_private: ClassVar[bool] = True
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Out(Outcome):
    """A7: the card that comes out of the wardrobe."""

    form: ClassVar[str] = "out {card}"
    card: Card


ACTIONS = (Slip, Reach, Shut)
OUTCOMES = (Start, Deal, Out)


def cards(counts: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards of a row that counts each kind."""
    return tuple(card for kind, card in enumerate(CARDS) for _ in range(counts[kind]))


def action(_: State, code: int) -> Action:
    if code >= rules.SLIP:
        return Slip(CARDS[code - rules.SLIP])
    return Reach() if code == rules.REACH else Shut()


def action_code(action: Action) -> int:
    match action:
        case Slip(card):
            return rules.SLIP + CARDS.index(card)
        case Reach():
            return rules.REACH
        case Shut():
            return rules.SHUT
    raise TypeError(f"{action!r} is not an action of L'Armoire qui grince")


def outcome(s: State, code: int) -> Outcome:
    if s.phase == rules.DRAW_START:
        return Start(code)
    return Out(CARDS[code]) if s.phase == rules.REACHING else Deal(CARDS[code], rules.receiver(s))


def outcome_code(s: State, outcome: Outcome) -> int | None:
    match outcome:
        case Start(seat) if s.phase == rules.DRAW_START:
            return seat
        case Out(card) if s.phase == rules.REACHING:
            return CARDS.index(card)
        case Deal(card, to) if s.phase in (rules.DEALING, rules.REFILLING) and to == rules.receiver(s):
            return CARDS.index(card)
    return None
