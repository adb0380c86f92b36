"""Define the events of Toc Chocottes, and narrate each step to each viewer (C27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from toctoc.core.game import Action, Chance, EachSeat, Event, Move, Step
from toctoc.games.chocottes.rules.state import State

from . import rules, words
from .rules import state as r
from .view import ENDS, Ended, Rows, open_rows
from .words import Card, card


@dataclass(frozen=True, slots=True)
class Started(Event):
    clause: ClassVar[str] = "C6"
    seat: int


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    clause: ClassVar[str] = "C3"
    setting: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class LookedAt(Event):
    """C3, C15: the other players see which place was looked at."""

    clause: ClassVar[str] = "C3"
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class YouLookedAt(Event):
    clause: ClassVar[str] = "C3"
    glimpse: ClassVar[bool] = True
    seat: int
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Draws(Event):
    """C8: the active player chose to draw; the card follows."""

    clause: ClassVar[str] = "C8"
    silent: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    clause: ClassVar[str] = "C8"
    seat: int


@dataclass(frozen=True, slots=True)
class YouDrew(Event):
    clause: ClassVar[str] = "C8"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """C8: the drawn card was discarded."""

    clause: ClassVar[str] = "C8"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """C8: the drawn card was placed in the row; `card`, which lay there, was discarded."""

    clause: ClassVar[str] = "C8"
    seat: int
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Snapped(Event):
    """C9, C11: everyone sees the thrown card, right or wrong."""

    clause: ClassVar[str] = "C9"
    clauses: ClassVar[Mapping[str, str]] = {"false": "C11"}
    seat: int
    place: int
    card: Card
    right: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    clause: ClassVar[str] = "C10"
    seat: int


@dataclass(frozen=True, slots=True)
class CardAdded(Event):
    """C11, C14, C18: a card of the stock went unseen to the right end of a row."""

    clause: ClassVar[str] = "C11"
    show: ClassVar[bool] = True  # after a wrong throw, time for the thrown card too
    seat: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    clause: ClassVar[str] = "C12"
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Fed(Event):
    clause: ClassVar[str] = "C14"
    show: ClassVar[bool] = True
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Shuffles(Event):
    """C16: the player chose two cards of another player; the shuffle follows."""

    clause: ClassVar[str] = "C16"
    show: ClassVar[bool] = True
    seat: int
    first: int
    second: int
    of: int


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """C16: the two cards were shuffled blind; no player knows which is which."""

    clause: ClassVar[str] = "C16"
    silent: ClassVar[bool] = True
    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    clause: ClassVar[str] = "C17"
    show: ClassVar[bool] = True
    seat: int
    place: int
    other: int
    other_place: int


@dataclass(frozen=True, slots=True)
class YouExchanged(Event):
    """C17: the card received is shown once, to this player only."""

    clause: ClassVar[str] = "C17"
    glimpse: ClassVar[bool] = True
    seat: int
    place: int
    other: int
    other_place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Gave(Event):
    clause: ClassVar[str] = "C18"
    show: ClassVar[bool] = True
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Reaped(Event):
    clause: ClassVar[str] = "C19"
    show: ClassVar[bool] = True
    seat: int
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Arranged(Event):
    clause: ClassVar[str] = "C5"
    seat: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Knocked(Event):
    """C20: all cards are revealed."""

    clause: ClassVar[str] = "C20"
    history: ClassVar[str] = "scores"
    seat: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class RowsShown(Event):
    """C21, C22: all cards are revealed."""

    clause: ClassVar[str] = "C21"
    history: ClassVar[str] = "scores"
    rows: Rows


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    clause: ClassVar[str] = "C2"
    history: ClassVar[str] = "scores"
    show: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = ("last_round",)
    penalty: int


# Narration for people: consequences of the events above, which determine them.


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    clause: ClassVar[str] = "C20"
    history: ClassVar[str] = "scores"
    clauses: ClassVar[Mapping[str, str]] = {"row-empty": "C21", "pile-empty": "C22"}
    pause: ClassVar[bool] = True
    reveals: ClassVar[tuple[str, ...]] = ("scores", "last_round")
    ended: Ended
    points: EachSeat[int]
    totals: EachSeat[int]
    payers: tuple[int, ...]  # the seats that paid the penalty tile (C20-C22)
    by: int | None  # the seat that knocked or has no card left; null if the stock ran out


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    clause: ClassVar[str] = "C26"
    history: ClassVar[str] = "scores"
    round: int
    starter: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    clause: ClassVar[str] = "C24"
    history: ClassVar[str] = "scores"
    reveals: ClassVar[tuple[str, ...]] = ("winners",)
    scores: EachSeat[int]
    winners: tuple[int, ...]


EVENTS = (
    Started, CardDealt, LookedAt, YouLookedAt, Draws, Drew, YouDrew, Discarded, Replaced, Snapped, Passed,
    CardAdded, Declined, Fed, Shuffles, Shuffled, Exchanged, YouExchanged, Gave, Reaped, Arranged, Knocked,
    RowsShown, TileDrawn, RoundEnded, RoundBegan, GameOver,
)  # fmt: skip


def narrate(before: State, step: Step, after: State, viewer: int | None) -> tuple[Event, ...]:
    """Return the events that `viewer` is shown of `step`: the step itself, then its consequences."""
    done = _chance(before, step, viewer) if isinstance(step, Chance) else _move(before, step, viewer)
    return (done, *_shown(before, after), *_settled(before, after))


def _chance(before: State, chance: Chance, viewer: int | None) -> Event:
    match chance.outcome:
        case words.Start(seat):
            return Started(seat)
        case words.Deal(to=to):
            return CardDealt(to)
        case words.Drawn(drawn):
            return YouDrew(before.active, drawn) if viewer == before.active else Drew(before.active)
        case words.PenaltyCard(to=to) | words.Gift(to=to):
            return CardAdded(to)
        case words.Mixed():
            seat, first, second = before.mixed
            return Shuffled(seat, first + 1, second + 1)
        case words.Tile(penalty):
            return TileDrawn(penalty)
    raise TypeError(f"{chance.outcome!r} is not an outcome of Toc Chocottes")


def _move(before: State, move: Move, viewer: int | None) -> Event:
    seat = move.seat
    own = before.row[seat]
    match move.action:
        case words.Look(place):
            return YouLookedAt(seat, place, card(own[place - 1])) if seat == viewer else LookedAt(seat, place)
        case words.Discard():
            return Discarded(seat, card(before.drawn))
        case words.Replace(place):
            return Replaced(seat, place, card(own[place - 1]))
        case words.Snap(place):
            thrown = own[place - 1]
            return Snapped(seat, place, card(thrown), r.value(thrown) == before.window)
        case words.Reap(place):
            return Reaped(seat, place, card(own[place - 1]))
        case words.Exchange(place, other_place, other):
            if seat != viewer:
                return Exchanged(seat, place, other, other_place)
            return YouExchanged(seat, place, other, other_place, card(before.row[other][other_place - 1]))
        case words.Knock():
            return Knocked(seat, open_rows(before))
    return _open_move(before, seat, move.action)


def _open_move(before: State, seat: int, action: Action) -> Event:
    """Return the event of a move that shows no card."""
    match action:
        case words.Draw():
            return Draws(seat)
        case words.Pass():
            return Passed(seat)
        case words.Decline():
            return Declined(seat, before.effect[0])
        case words.Feed():
            return Fed(seat, before.active)
        case words.Shuffle(first, second, of):
            return Shuffles(seat, first, second, of)
        case words.Give(to):
            return Gave(seat, to)
        case words.Arrange(source, target):
            return Arranged(seat, source, target)
    raise TypeError(f"{action!r} is not an action of Toc Chocottes")


def _shown(before: State, after: State) -> tuple[Event, ...]:
    """C21, C22: a round that ends without a knock reveals all rows, before its tile is drawn."""
    ends = after.phase == r.DRAWING_TILE and before.phase != r.DRAWING_TILE
    return (RowsShown(open_rows(after)),) if ends and after.ended != r.KNOCKED else ()


def _settled(before: State, after: State) -> tuple[Event, ...]:
    if after.round == before.round and not rules.over(after):
        return ()
    totals = tuple(after.total[: after.players])
    payers = tuple(p for p in range(before.players) if rules.pays(before, p)) if after.tile else ()
    empty = (p for p in range(before.players) if before.row_size[p] == 0)
    by = after.knocker if after.ended == r.KNOCKED else next(empty, None)  # C20, C21
    ended = RoundEnded(ENDS[after.ended], tuple(after.points[: after.players]), totals, payers, by)
    if rules.over(after):
        return ended, GameOver(totals, tuple(p for p in range(after.players) if rules.won(after, p)))
    return ended, RoundBegan(after.round, after.starter)
