"""Define the events of Toc Toc Toc!, and derive them from each step for each viewer."""

from collections.abc import Sequence

from toctoc.core.game import Chance, EachSeat, Event, Move, Step, event

from . import rules, words
from .rules import State
from .words import CARDS, Card, Creature, Rank, Why

TURN = ("phase", "active", "to_act", "revealed")  # what is to be done next, and by whom
EFFECT = ("scores", "out", "houses.party", "houses.scarecrows", "houses.score")
DRAW = ("pile", "top", "houses.cards_in_hand", "own.hand", *TURN)


@event("T6")
class Started(Event):
    seat: int


@event("T3", setting=True)
class GuestCame(Event):
    """T3: a first guest joined a party."""

    seat: int
    card: Card


@event("T4", setting=True, history="never")
class CardDealt(Event):
    """T4: a card was dealt to a hand that the viewer does not see."""

    seat: int


@event("T4", setting=True, history="never")
class CardDealtToYou(Event):
    seat: int
    card: Card


@event("T5", visible=True, usual=True, history="aid")  # T23
class TopTurned(Event):
    card: Card


@event("T7", begins_turn=True)
class Offered(Event):
    seat: int
    to: int


@event("T7", begins_turn=True)
class YouOffered(Event):
    seat: int
    to: int
    card: Card


@event("T9", show=True, reveals=("out", *TURN), usual=True)
class Answered(Event):
    """T9: the target opened and revealed the card, or refused and the active player revealed it."""

    seat: int
    opened: bool
    card: Card
    revealer: int
    rival: int


@event("T13", show=True, reveals=(*EFFECT, *TURN), silent=True)
class Took(Event):
    """T13: the rival chose the rank of the guest."""

    seat: int
    rank: Rank


@event("T16", show=True, reveals=(*EFFECT, *TURN), silent=True)
class Chased(Event):
    """T16: the rival chose one of the tied creatures."""

    seat: int
    creature: Creature


# Consequences of the events above, for narration; clients can derive them from earlier events and views.


@event("T11", show=True, reveals=EFFECT, clauses={"scarecrow": "T12"})
class Joined(Event):
    seat: int
    card: Card


@event("T13", show=True, reveals=EFFECT)
class Lured(Event):
    card: Card
    source: int
    to: int


@event("T14", show=True, reveals=EFFECT)
class Fled(Event):
    """T14: guests fled to the rival's party."""

    guests: tuple[Card, ...]
    source: int
    to: int


@event("T15", show=True, reveals=EFFECT)
class DrivenOff(Event):
    """T15: guests left the game by taxi."""

    guests: tuple[Card, ...]
    source: int


@event("T18")
class NothingHappened(Event):
    """T18: the effect of a card could not apply: `source` has no guests that it can move."""

    card: Card
    source: int
    why: Why


@event("T10", usual=True, reveals=DRAW, history="aid")  # T23
class Drew(Event):
    """T10: the active player drew the top card of the pile, which is public."""

    seat: int
    card: Card


@event("T22", reveals=("winners",))
class GameOver(Event):
    scores: EachSeat[int]
    winners: tuple[int, ...]


EVENTS = (
    Started, GuestCame, CardDealt, CardDealtToYou, TopTurned, Offered, YouOffered, Answered, Took, Chased,
    Joined, Lured, Fled, DrivenOff, NothingHappened, Drew, GameOver,
)  # fmt: skip


def narrate(before: State, step: Step, after: State, viewer: int | None) -> tuple[Event, ...]:
    """Return the events of `step` for `viewer`: the action or outcome, then its consequences."""
    if isinstance(step, Chance):
        return (_chance(step.outcome, viewer), *_end(after))
    done = _move(before, step, viewer)
    if isinstance(step.action, words.Offer):
        return (done,)
    if after.phase in (rules.LURING, rules.CHASING):
        return (done,)
    return (done, *_effect(before, step.action, after), *_draw(before), *_end(after))


def _chance(outcome: object, viewer: int | None) -> Event:
    match outcome:
        case words.Start(seat):
            return Started(seat)
        case words.Guest(card, to):
            return GuestCame(to, card)
        case words.Deal(card, to):
            return CardDealtToYou(to, card) if to == viewer else CardDealt(to)
        case words.Top(card):
            return TopTurned(card)
    raise TypeError(f"{outcome!r} is not an outcome of Toc Toc Toc!")


def _move(before: State, move: Move, viewer: int | None) -> Event:
    seat = move.seat
    match move.action:
        case words.Offer(card, to):
            return YouOffered(seat, to, card) if seat == viewer else Offered(seat, to)
        case words.Take(rank):
            return Took(seat, rank)
        case words.Chase(creature):
            return Chased(seat, creature)
    opened = isinstance(move.action, words.Open)
    target, active = before.target, before.active
    revealer, rival = (target, active) if opened else (active, target)
    return Answered(seat, opened, CARDS[before.offered], revealer, rival)


def _effect(before: State, action: object, after: State) -> tuple[Event, ...]:
    """Return the effect of the revealed card, derived from the parties before and after."""
    if before.phase == rules.ANSWERING:
        opened = isinstance(action, words.Open)
        card = before.offered
        revealer, rival = (before.target, before.active) if opened else (before.active, before.target)
    else:
        card, revealer, rival = before.revealed, before.revealer, before.rival
    if card < rules.GUESTS:
        return (Joined(revealer, CARDS[card]),)
    lost = [was - now for was, now in zip(before.party[revealer], after.party[revealer], strict=True)]
    gone = words.cards(lost)
    if not gone:
        return (NothingHappened(CARDS[card], revealer, _why(before.party[revealer], card)),)
    if card < rules.CHILD:
        return (Lured(gone[0], revealer, rival),)
    return (Fled(gone, revealer, rival) if card == rules.CHILD else DrivenOff(gone, revealer),)


def _why(party: Sequence[int], card: int) -> Why:
    """Return why `card` does nothing at `party`."""
    if card < rules.CHILD or not any(party):
        return "empty"
    return "protected" if any(party[: rules.SCARECROW]) else "scarecrows"


def _draw(before: State) -> tuple[Event, ...]:
    return (Drew(before.active, CARDS[before.top]),) if before.top != rules.NONE else ()


def _end(after: State) -> tuple[Event, ...]:
    if not rules.over(after):
        return ()
    scores = tuple(rules.score(after, p) for p in range(after.players))
    return (GameOver(scores, tuple(p for p in range(after.players) if rules.won(after, p))),)
