"""Define the events of L'Escalier hanté. Every viewer receives the same events."""

from toctoc.core.game import Chance, EachSeat, Event, Move, Step, event

from . import rules, words
from .rules import State
from .words import COLOURS, PLACES, Card, Colour, DiscPlace

TASK = ("phase", "active", "to_act", "sought", "tried", "question")  # what is to be done next, and by whom


@event("E3")
class Started(Event):
    seat: int


@event(
    "E4",
    clauses={
        "riddle": "E9",
        "move": "E8",
        "swap": "E7",
        **{f"{colour}-child": "E5" for colour in COLOURS},
    },
    show=True,
    reveals=("pile", "discard", "last", *TASK),
)
class Flipped(Event):
    """E4: the active player turns the top card of the stock."""

    seat: int
    card: Card


@event("E5", moment=True, reveals=TASK)
class Turned(Event):
    """E5: a ghost is turned over, and all see its child."""

    seat: int
    place: DiscPlace
    child: Colour
    right: bool


@event("E8", show=True)
class Shifted(Event):
    seat: int
    place: DiscPlace
    to: DiscPlace


@event("E7", show=True)
class Swapped(Event):
    seat: int
    first: DiscPlace
    second: DiscPlace


@event("E9", moment=True, reveals=TASK)
class Guessed(Event):
    """E9, E10: a player names a child, and all see it."""

    seat: int
    place: DiscPlace
    colour: Colour
    child: Colour
    right: bool


@event("E10")
class Asked(Event):
    seat: int
    to: int
    place: DiscPlace


@event("E9")
class Declined(Event):
    seat: int


@event("E12", show=True)
class NamedLast(Event):
    """E12: the active player names the last child to be found."""

    seat: int
    colour: Colour


# Events for people. A program can derive them from the events above.


@event("E11", history="scores", show=True, reveals=("scores", "discard", "last"))
class WonPile(Event):
    seat: int
    cards: int


@event("E9")
class NobodyOnWhite(Event):
    """E9: a riddle is turned while white is empty."""

    seat: int


@event("E13", history="scores", reveals=("winners",))
class GameOver(Event):
    scores: EachSeat[int]
    winners: tuple[int, ...]


EVENTS = (
    Started, Flipped, Turned, Shifted, Swapped, Guessed, Asked, Declined, NamedLast, WonPile, NobodyOnWhite,
    GameOver,
)  # fmt: skip


def narrate(before: State, step: Step, after: State, viewer: int | None) -> tuple[Event, ...]:  # noqa: ARG001  # everybody sees the same
    if isinstance(step, Chance):
        return _chance(before, step.outcome, after)
    return (_move(before, step), *_won(before, after), *_end(after))


def _chance(before: State, outcome: object, after: State) -> tuple[Event, ...]:
    match outcome:
        case words.Start(seat):
            return (Started(seat),)
        case words.Flip("riddle") if after.phase not in (rules.RIDDLING, rules.ASKING):
            return (Flipped(before.active, "riddle"), NobodyOnWhite(before.active))
        case words.Flip(card):
            return (Flipped(before.active, card),)
    raise TypeError(f"{outcome!r} is not an outcome of L'Escalier hanté")


def _move(before: State, move: Move) -> Event:
    seat = move.seat
    match move.action:
        case words.Turn(place):
            child = before.disc[PLACES.index(place)]
            return Turned(seat, place, COLOURS[child], child == before.sought)
        case words.Shift(place):
            return Shifted(seat, place, PLACES[before.free])
        case words.Swap(first, second):
            return Swapped(seat, first, second)
        case words.Ask(to, place):
            return Asked(seat, to, place)
        case words.Name(colour) if before.phase == rules.NAMING:
            return NamedLast(seat, colour)
        case words.Name(colour):
            ghost = before.pointed if before.phase == rules.ANSWERING else rules.WHITE
            shown = COLOURS[before.disc[ghost]]
            return Guessed(seat, PLACES[ghost], colour, shown, shown == colour)
        case words.Decline():
            return Declined(seat)
    raise TypeError(f"{move.action!r} is not an action of L'Escalier hanté")


def _won(before: State, after: State) -> tuple[Event, ...]:
    gains = [now - was for was, now in zip(before.cards_won, after.cards_won, strict=True)]
    return tuple(WonPile(seat, gain) for seat, gain in enumerate(gains) if gain)


def _end(after: State) -> tuple[Event, ...]:
    if not rules.over(after):
        return ()
    winners = tuple(p for p in range(after.players) if rules.won(after, p))
    return (GameOver(tuple(after.cards_won[: after.players]), winners),)
