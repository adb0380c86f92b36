"""Define the events of L'Escalier hanté. Every viewer receives the same events."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from toctoc.core.game import Chance, EachSeat, Event, Move, Step

from . import rules, words
from .rules import State
from .words import COLOURS, PLACES, Card, Colour, DiscPlace

TASK = ("phase", "active", "to_act", "sought", "tried", "question")  # what is to be done next, and by whom


@dataclass(frozen=True, slots=True)
class Started(Event):
    clause: ClassVar[str] = "E3"
    seat: int


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """E4: the active player turns the top card of the stock."""

    clause: ClassVar[str] = "E4"
    clauses: ClassVar[Mapping[str, str]] = {
        "riddle": "E9",
        "move": "E8",
        "swap": "E7",
        **{f"{colour}-child": "E5" for colour in COLOURS},
    }
    show: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = ("pile", "discard", "last", *TASK)
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """E5: a ghost is turned over, and all see its child."""

    clause: ClassVar[str] = "E5"
    moment: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = TASK
    seat: int
    place: DiscPlace
    child: Colour
    right: bool


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    clause: ClassVar[str] = "E8"
    show: ClassVar[bool] = True
    seat: int
    place: DiscPlace
    to: DiscPlace


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    clause: ClassVar[str] = "E7"
    show: ClassVar[bool] = True
    seat: int
    first: DiscPlace
    second: DiscPlace


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    """E9, E10: a player names a child, and all see it."""

    clause: ClassVar[str] = "E9"
    moment: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = TASK
    seat: int
    place: DiscPlace
    colour: Colour
    child: Colour
    right: bool


@dataclass(frozen=True, slots=True)
class Asked(Event):
    clause: ClassVar[str] = "E10"
    seat: int
    to: int
    place: DiscPlace


@dataclass(frozen=True, slots=True)
class Declined(Event):
    clause: ClassVar[str] = "E9"
    seat: int


@dataclass(frozen=True, slots=True)
class NamedLast(Event):
    """E12: the active player names the last child to be found."""

    clause: ClassVar[str] = "E12"
    show: ClassVar[bool] = True
    seat: int
    colour: Colour


# Events for people. A program can derive them from the events above.


@dataclass(frozen=True, slots=True)
class WonPile(Event):
    clause: ClassVar[str] = "E11"
    history: ClassVar[str] = "scores"
    show: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = ("scores", "discard", "last")
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class NobodyOnWhite(Event):
    """E9: a riddle is turned while white is empty."""

    clause: ClassVar[str] = "E9"
    seat: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    clause: ClassVar[str] = "E13"
    history: ClassVar[str] = "scores"
    reveals: ClassVar[tuple[str, ...]] = ("winners",)
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
