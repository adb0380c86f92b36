"""Define the events of L'Armoire qui grince, as each viewer receives them."""

from toctoc.core.game import Chance, EachSeat, Event, Move, Outcome, Step, event

from . import rules, words
from .rules import State
from .words import Card, cards


@event("A3")
class Started(Event):
    seat: int


@event("A10", setting=True)
class Drew(Event):
    """A2, A10: a card that nobody else sees."""

    seat: int


@event("A10", setting=True)
class YouDrew(Event):
    seat: int
    card: Card


@event("A5")
class Slipped(Event):
    """A5: only who slips the card in knows which it is."""

    seat: int


@event("A5")
class YouSlipped(Event):
    seat: int
    card: Card


@event("A6", silent=True)  # what comes out says it
class Reached(Event):
    seat: int


@event("A7", reveals=("scores", "laid"), clauses={"ghost": "A9"})
class CameOut(Event):
    seat: int
    card: Card


@event("A6")
class Left(Event):
    """A6: nobody reached in."""

    seat: int


@event("A8", reveals=("scores",))
class Kept(Event):
    seat: int
    sweets: tuple[Card, ...]


# What follows from those, said for people; it can be worked out from what came before.


@event("A9")
class FellBack(Event):
    """A9: the sweets of the turn."""

    seat: int
    sweets: tuple[Card, ...]


@event("A13", reveals=("winners",))
class GameOver(Event):
    scores: EachSeat[int]
    winners: tuple[int, ...]


EVENTS = (Started, Drew, YouDrew, Slipped, YouSlipped, Reached, CameOut, Left, Kept, FellBack, GameOver)


def narrate(before: State, step: Step, after: State, viewer: int | None) -> tuple[Event, ...]:
    """Tell a viewer about a step: what was done, then what followed."""
    if isinstance(step, Chance):
        return (*_chance(before, step.outcome, viewer), *_end(after))
    return (_move(before, step, viewer), *_end(after))


def _chance(before: State, outcome: Outcome, viewer: int | None) -> tuple[Event, ...]:
    match outcome:
        case words.Start(seat):
            return (Started(seat),)
        case words.Deal(card, to):
            return (YouDrew(to, card) if to == viewer else Drew(to),)
        case words.Out("ghost") if any(before.laid):
            return (CameOut(before.active, "ghost"), FellBack(before.active, cards(before.laid)))
        case words.Out(card):
            return (CameOut(before.active, card),)
    raise TypeError(f"{outcome!r} is not an outcome of L'Armoire qui grince")


def _move(before: State, move: Move, viewer: int | None) -> Event:
    match move.action:
        case words.Slip(card):
            return YouSlipped(move.seat, card) if move.seat == viewer else Slipped(move.seat)
        case words.Reach():
            return Reached(move.seat)
        case words.Shut():
            return Kept(move.seat, cards(before.laid)) if any(before.laid) else Left(move.seat)
    raise TypeError(f"{move.action!r} is not an action of L'Armoire qui grince")


def _end(after: State) -> tuple[Event, ...]:
    if not rules.over(after):
        return ()
    scores = tuple(rules.score(after, p) for p in range(after.players))
    return (GameOver(scores, tuple(p for p in range(after.players) if rules.won(after, p))),)
