"""Define the cards, actions and outcomes of Toc Toc Toc!, and convert them to and from the rules' integers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from toctoc.core.game import Action, Outcome
from toctoc.core.notation import Seat

from . import rules
from .rules import State

CREATURES = ("monster", "ghost", "vampire")
RANKS = ("plain", "brute", "musician")
CARDS = (
    *(f"{rank}-{creature}" for rank in RANKS for creature in CREATURES),
    "scarecrow",
    *(f"vamp-{creature}" for creature in CREATURES),
    "child",
    "taxi",
)

# T18: why a card does nothing: no guests (of a vamp's creature), scarecrows alone, or guests with their brutes.
WHYS = ("empty", "scarecrows", "protected")
Card = Annotated[str, CARDS]
Creature = Annotated[str, CREATURES]
Rank = Annotated[str, RANKS]
Why = Annotated[str, WHYS]


@dataclass(frozen=True, slots=True)
class Offer(Action):
    form: ClassVar[str] = "offer {card} to {to}"
    is_private: ClassVar[bool] = True
    privy: ClassVar[tuple[str, ...]] = ("mover",)
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Open(Action):
    form: ClassVar[str] = "open"


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    form: ClassVar[str] = "refuse"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """T13: the rival chooses the rank of the guest that leaves with the vamp."""

    form: ClassVar[str] = "take {rank}"
    rank: Rank


@dataclass(frozen=True, slots=True)
class Chase(Action):
    """T16: the rival chooses one of the tied creatures."""

    form: ClassVar[str] = "chase {creature}"
    creature: Creature


@dataclass(frozen=True, slots=True)
class Start(Outcome):
    form: ClassVar[str] = "start {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Guest(Outcome):
    """T3: a first guest joins a party."""

    form: ClassVar[str] = "guest {card} to {to}"
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Deal(Outcome):
    """T4: a card of the first hand is dealt."""

    form: ClassVar[str] = "deal {card} to {to}"
    is_private: ClassVar[bool] = True
    privy: ClassVar[tuple[str, ...]] = ("to",)
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Top(Outcome):
    """T5: the new top card of the pile is turned face up."""

    form: ClassVar[str] = "top {card}"
    card: Card


ACTIONS = (Offer, Open, Refuse, Take, Chase)
OUTCOMES = (Start, Guest, Deal, Top)


def action(_: State, code: int) -> Action:
    if code >= rules.OFFER:
        card, to = divmod(code - rules.OFFER, rules.SEATS)
        return Offer(CARDS[card], to)
    if code >= rules.CHASE:
        return Chase(CREATURES[code - rules.CHASE])
    if code >= rules.LURE:
        return Take(RANKS[code - rules.LURE])
    return Open() if code == rules.OPEN else Refuse()


def action_code(action: Action) -> int:
    match action:
        case Offer(card, to):
            return rules.OFFER + CARDS.index(card) * rules.SEATS + to
        case Open():
            return rules.OPEN
        case Refuse():
            return rules.REFUSE
        case Take(rank):
            return rules.LURE + RANKS.index(rank)
        case Chase(creature):
            return rules.CHASE + CREATURES.index(creature)
    raise TypeError(f"{action!r} is not an action of Toc Toc Toc!")


def outcome(s: State, code: int) -> Outcome:
    if s.phase == rules.DRAW_START:
        return Start(code)
    if s.phase == rules.DEAL_GUEST:
        return Guest(CARDS[code], rules.dealt_to(s))
    if s.phase == rules.DEAL_HAND:
        return Deal(CARDS[code], rules.dealt_to(s))
    return Top(CARDS[code])


def outcome_code(s: State, outcome: Outcome) -> int | None:
    match outcome:
        case Start(seat) if s.phase == rules.DRAW_START:
            return seat
        case Guest(card, to) if s.phase == rules.DEAL_GUEST and to == rules.dealt_to(s):
            return CARDS.index(card)
        case Deal(card, to) if s.phase == rules.DEAL_HAND and to == rules.dealt_to(s):
            return CARDS.index(card)
        case Top(card) if s.phase in (rules.FIRST_TOP, rules.NEXT_TOP):
            return CARDS.index(card)
    return None


def cards(counts: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards of a multiset in the order of the deck; a count of UNKNOWN cards is ignored."""
    return _cards(tuple(counts))


@lru_cache(maxsize=4096)  # most hands stay the same in a step
def _cards(counts: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple([card for card, count in zip(CARDS, counts, strict=False) if count for _ in range(count)])
