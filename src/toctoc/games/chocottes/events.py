"""Define the events of Toc Chocottes, and narrate each step to each viewer (C27)."""

from toctoc.core.game import Action, Chance, EachSeat, Event, Move, Step, event
from toctoc.games.chocottes.rules.state import State

from . import rules, words
from .rules import state as r
from .view import ENDS, Ended, Rows, open_rows
from .words import Card, card


@event("C6")
class Started(Event):
    seat: int


@event("C3", setting=True)
class CardDealt(Event):
    seat: int


@event("C3")
class LookedAt(Event):
    """C3, C15: the other players see which place was looked at."""

    seat: int
    place: int


@event("C3", glimpse=True)
class YouLookedAt(Event):
    seat: int
    place: int
    card: Card


@event("C8", silent=True)
class Draws(Event):
    """C8: the active player chose to draw; the card follows."""

    seat: int


@event("C8")
class Drew(Event):
    seat: int


@event("C8")
class YouDrew(Event):
    seat: int
    card: Card


@event("C8")
class Discarded(Event):
    """C8: the drawn card was discarded."""

    seat: int
    card: Card


@event("C8")
class Replaced(Event):
    """C8: the drawn card was placed in the row; `card`, which lay there, was discarded."""

    seat: int
    place: int
    card: Card


@event("C9", clauses={"false": "C11"})
class Snapped(Event):
    """C9, C11: everyone sees the thrown card, right or wrong."""

    seat: int
    place: int
    card: Card
    right: bool


@event("C10")
class Passed(Event):
    seat: int


@event("C11", show=True)  # after a wrong throw, time for the thrown card too
class CardAdded(Event):
    """C11, C14, C18: a card of the stock went unseen to the right end of a row."""

    seat: int


@event("C12")
class Declined(Event):
    seat: int
    value: int


@event("C14", show=True)
class Fed(Event):
    seat: int
    to: int


@event("C16", show=True)
class Shuffles(Event):
    """C16: the player chose two cards of another player; the shuffle follows."""

    seat: int
    first: int
    second: int
    of: int


@event("C16", silent=True)
class Shuffled(Event):
    """C16: the two cards were shuffled blind; no player knows which is which."""

    seat: int
    first: int
    second: int


@event("C17", show=True)
class Exchanged(Event):
    seat: int
    place: int
    other: int
    other_place: int


@event("C17", glimpse=True)
class YouExchanged(Event):
    """C17: the card received is shown once, to this player only."""

    seat: int
    place: int
    other: int
    other_place: int
    card: Card


@event("C18", show=True)
class Gave(Event):
    seat: int
    to: int


@event("C19", show=True)
class Reaped(Event):
    seat: int
    place: int
    card: Card


@event("C5")
class Arranged(Event):
    seat: int
    source: int
    target: int


@event("C20", history="scores")
class Knocked(Event):
    """C20: all cards are revealed."""

    seat: int
    rows: Rows


@event("C21", history="scores")
class RowsShown(Event):
    """C21, C22: all cards are revealed."""

    rows: Rows


@event("C2", history="scores", show=True, reveals=("last_round",))
class TileDrawn(Event):
    penalty: int


# Narration for people: consequences of the events above, which determine them.


@event(
    "C20",
    history="scores",
    clauses={"row-empty": "C21", "pile-empty": "C22"},
    pause=True,
    # with the phase and the players to act: the totals decide whether there is another round
    reveals=("scores", "last_round", "phase", "to_act"),
)
class RoundEnded(Event):
    ended: Ended
    points: EachSeat[int]
    totals: EachSeat[int]
    payers: tuple[int, ...]  # the seats that paid the penalty tile (C20-C22)
    by: int | None  # the seat that knocked or has no card left; null if the stock ran out


@event("C26", history="scores")
class RoundBegan(Event):
    round: int
    starter: int


@event("C24", history="scores", reveals=("winners",))
class GameOver(Event):
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
