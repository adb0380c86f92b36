"""Define the cards, actions and outcomes of Toc Chocottes, and convert them from and to the codes of the rules.

Places in a row are counted from 1 at the left; the rules count from 0.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from toctoc.core.game import Action, Outcome
from toctoc.core.notation import Place, Seat
from toctoc.games.chocottes.rules.state import State

from .rules import state as r

CARDS = (*(str(value) for value in range(1, 15)), *(f"dream-{value}" for value in range(10, 14)))
MIXES = ("kept", "swapped")

Card = Annotated[str, CARDS]
Mix = Annotated[str, MIXES]
Penalty = Annotated[int, "a tile's penalty", 1, 99]


@dataclass(frozen=True, slots=True)
class Look(Action):
    """C3, C15: look at an own card."""

    form: ClassVar[str] = "look {place}"
    is_private: ClassVar[bool] = True
    privy: ClassVar[tuple[str, ...]] = ("mover",)
    place: Place


@dataclass(frozen=True, slots=True)
class Draw(Action):
    form: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Knock(Action):
    form: ClassVar[str] = "knock"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """C8: discard the drawn card."""

    form: ClassVar[str] = "discard"
    is_no: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """C8: put the drawn card in place of an own card, which is discarded."""

    form: ClassVar[str] = "replace {place}"
    place: Place


@dataclass(frozen=True, slots=True)
class Snap(Action):
    """C9: throw an own card into the open window."""

    form: ClassVar[str] = "snap {place}"
    is_throw: ClassVar[bool] = True
    place: Place


@dataclass(frozen=True, slots=True)
class Pass(Action):
    form: ClassVar[str] = "pass"
    is_no: ClassVar[bool] = True
    is_pass: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """C12: do not apply an effect."""

    form: ClassVar[str] = "decline"
    is_no: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Feed(Action):
    """C14: give the top card of the stock to the active player."""

    form: ClassVar[str] = "feed"


@dataclass(frozen=True, slots=True)
class Shuffle(Action):
    """C16: shuffle two cards of another player blind; the places may be in either order."""

    form: ClassVar[str] = "shuffle {first} {second} of {seat}"
    order: ClassVar[tuple[str, ...]] = ("seat", "first", "second")
    first: Place
    second: Place
    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """C17: exchange an own card for one of another player."""

    form: ClassVar[str] = "exchange {own} with {place} of {seat}"
    order: ClassVar[tuple[str, ...]] = ("own", "seat", "place")
    is_private: ClassVar[bool] = True
    privy: ClassVar[tuple[str, ...]] = ("mover",)
    own: Place
    place: Place
    seat: Seat


@dataclass(frozen=True, slots=True)
class Give(Action):
    """C18: give the top card of the stock to another player."""

    form: ClassVar[str] = "give to {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Reap(Action):
    """C19: discard one more own card."""

    form: ClassVar[str] = "reap {place}"
    place: Place


@dataclass(frozen=True, slots=True)
class Arrange(Action):
    """C5: move an own card to another place of the row."""

    form: ClassVar[str] = "arrange {source} to {target}"
    is_aside: ClassVar[bool] = True
    aside_if: ClassVar[str] = "may_arrange"
    aside_of: ClassVar[str] = "row_sizes"
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Start(Outcome):
    form: ClassVar[str] = "start {seat}"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal(Outcome):
    """C3: a card is dealt."""

    form: ClassVar[str] = "deal {card} to {to}"
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Drawn(Outcome):
    """C8: the active player draws a card."""

    form: ClassVar[str] = "draw {card}"
    is_private: ClassVar[bool] = True
    privy: ClassVar[tuple[str, ...]] = ("active",)
    card: Card


@dataclass(frozen=True, slots=True)
class PenaltyCard(Outcome):
    """C11: a player gets a card from the stock for a wrong throw."""

    form: ClassVar[str] = "penalty {card} to {to}"
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Gift(Outcome):
    """C14, C18: a player gets a card from the stock."""

    form: ClassVar[str] = "gift {card} to {to}"
    card: Card
    to: Seat


@dataclass(frozen=True, slots=True)
class Mixed(Outcome):
    """C16: the two shuffled cards change places or stay."""

    form: ClassVar[str] = "mix {how}"
    how: Mix


@dataclass(frozen=True, slots=True)
class Tile(Outcome):
    """C20-C22: a penalty tile is drawn."""

    form: ClassVar[str] = "tile {penalty}"
    penalty: Penalty


ACTIONS = (
    Look, Draw, Knock, Discard, Replace, Snap, Pass, Decline, Feed, Shuffle, Exchange, Give, Reap, Arrange,
)  # fmt: skip
OUTCOMES = (Start, Deal, Drawn, PenaltyCard, Gift, Mixed, Tile)
PLAIN_ACTIONS: dict[int, Action] = {
    r.DRAW: Draw(), r.KNOCK: Knock(), r.DISCARD: Discard(), r.PASS: Pass(), r.DECLINE: Decline(), r.FEED: Feed(),
}  # fmt: skip
NO_ACTION = -1  # the code of an action with a place beyond the longest row


def card(code: int) -> Card:
    return CARDS[code - 1]


def card_code(card: Card) -> int:
    return CARDS.index(card) + 1


def action(_: State, code: int) -> Action:
    if code in PLAIN_ACTIONS:
        return PLAIN_ACTIONS[code]
    if code >= r.ARRANGE:
        source, target = divmod(code - r.ARRANGE, r.ROW)
        return Arrange(source + 1, target + 1)
    if code >= r.EXCHANGE:
        rest, own = divmod(code - r.EXCHANGE, r.ROW)
        return Exchange(own + 1, rest % r.ROW + 1, rest // r.ROW)
    if code >= r.MIX:
        rest, second = divmod(code - r.MIX, r.ROW)
        return Shuffle(rest % r.ROW + 1, second + 1, rest // r.ROW)
    if code >= r.GIVE:
        return Give(code - r.GIVE)
    if code >= r.REAP:
        return Reap(code - r.REAP + 1)
    if code >= r.SNAP:
        return Snap(code - r.SNAP + 1)
    return Replace(code - r.REPLACE + 1) if code >= r.REPLACE else Look(code - r.LOOK + 1)


def action_code(action: Action) -> int:
    for name in ("place", "own", "first", "second", "source", "target"):
        if getattr(action, name, 1) > r.ROW:
            return NO_ACTION
    match action:
        case Look(place):
            return r.LOOK + place - 1
        case Replace(place):
            return r.REPLACE + place - 1
        case Snap(place):
            return r.SNAP + place - 1
        case Reap(place):
            return r.REAP + place - 1
        case Give(seat):
            return r.GIVE + seat
        case Shuffle(first, second, seat):
            low, high = sorted((first - 1, second - 1))
            return r.MIX + (seat * r.ROW + low) * r.ROW + high
        case Exchange(own, place, seat):
            return r.EXCHANGE + (seat * r.ROW + place - 1) * r.ROW + own - 1
        case Arrange(source, target):
            return r.ARRANGE + (source - 1) * r.ROW + target - 1
    for code, plain in PLAIN_ACTIONS.items():
        if plain == action:
            return code
    raise TypeError(f"{action!r} is not an action of Toc Chocottes")


def outcome(s: State, code: int) -> Outcome:
    if s.phase == r.DRAW_START:
        return Start(code)
    if s.phase == r.DEALING:
        return Deal(card(code), s.dealt // r.DEAL)
    if s.phase == r.DRAWING:
        return Drawn(card(code))
    if s.phase == r.PENALTY:
        return PenaltyCard(card(code), s.receiver)
    if s.phase == r.GIVING:
        return Gift(card(code), s.receiver)
    return Mixed(MIXES[code]) if s.phase == r.MIXING else Tile(s.tiles[code])


def outcome_code(s: State, outcome: Outcome) -> int | None:
    match outcome:
        case Start(seat) if s.phase == r.DRAW_START:
            return seat
        case Deal(card, to) if s.phase == r.DEALING and to == s.dealt // r.DEAL:
            return card_code(card)
        case Drawn(card) if s.phase == r.DRAWING:
            return card_code(card)
        case PenaltyCard(card, to) if s.phase == r.PENALTY and to == s.receiver:
            return card_code(card)
        case Gift(card, to) if s.phase == r.GIVING and to == s.receiver:
            return card_code(card)
        case Mixed(how) if s.phase == r.MIXING:
            return MIXES.index(how)
        case Tile(penalty) if s.phase == r.DRAWING_TILE and penalty in s.tiles:
            return s.tiles.index(penalty)
    return None
