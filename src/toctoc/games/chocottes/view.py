"""Build the views of Toc Chocottes by allow-list (C27)."""

from dataclasses import dataclass
from typing import Annotated, Any

from toctoc.core.game import EachSeat, View, seats_in
from toctoc.games.chocottes.rules.state import State

from . import rules
from .rules import state as r
from .words import Card, card

PHASES = {
    r.LOOKING: "look",
    r.TURN: "turn",
    r.PLACING: "place",
    r.WINDOW: "window",
    r.EFFECT: "effect",
    r.OVER: "over",
}
Phase = Annotated[str, ("chance", *PHASES.values())]
# The clause that explains the choice in each phase; `effect:7` while the effect of a 7 is pending.
ASKED = {
    "chance": "H1",
    "look": "C3",
    "turn": "C7",
    "place": "C8",
    "window": "C9",
    "effect": "C12",
    "effect:7": "C14",
    "effect:10": "C15",
    "effect:11": "C16",
    "effect:12": "C17",
    "effect:13": "C18",
    "effect:14": "C19",
    "over": "C24",
}
ENDS = {r.KNOCKED: "knocked", r.ROW_EMPTY: "row-empty", r.PILE_EMPTY: "pile-empty"}
Ended = Annotated[str, tuple(ENDS.values())]
Rows = EachSeat[tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Window:
    value: int
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pending effect, and the seat that decides on it."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class LastRound:
    ended: Ended
    knocker: int | None
    tile: int | None
    points: EachSeat[int]


@dataclass(frozen=True, slots=True)
class TableView(View):
    phase: Phase  # "chance" while cards or tiles are drawn
    round: int
    starter: int | None
    row_sizes: EachSeat[int]
    looks: EachSeat[int]  # number of cards that each has looked at before the first turn
    pile: int
    discard: int
    top: Card | None  # of the discard pile
    window: Window | None
    effects: tuple[Waiting, ...]  # in order; the first is decided next
    rows: Rows | None  # all cards, at the end of a round
    last_round: LastRound | None
    may_arrange: bool  # C5: whether players may reorder their rows now; this is never among the legal actions


@dataclass(frozen=True, slots=True)
class SeatView(TableView):
    seat: int
    drawn: Card | None  # the card that this seat has drawn


def view(s: State, seat: int | None) -> TableView:
    if seat is None:
        return TableView(**public(s))
    return SeatView(**public(s), seat=seat, **own(s, seat))


def public(s: State) -> dict[str, Any]:
    """Return the public fields of the view, in its order."""
    players = range(s.players)
    return {
        "to_act": seats_in(rules.actors(s)),
        "active": s.active if s.active != r.NONE else None,
        "scores": tuple(s.total[: s.players]),
        "winners": tuple(p for p in players if rules.won(s, p)) if rules.over(s) else None,
        "phase": PHASES.get(s.phase, "chance"),
        "round": s.round,
        "starter": s.starter if s.starter != r.NONE else None,
        "row_sizes": tuple(s.row_size[: s.players]),
        "looks": tuple(s.looks[: s.players]),
        "pile": s.stock_size,
        "discard": s.discard_size,
        "top": card(s.discard_top) if s.discard_top != r.NO_CARD else None,
        "window": Window(s.window, seats_in(s.passed)) if s.window else None,
        "effects": tuple([Waiting(s.effect_seat[i], s.effect[i]) for i in range(s.effects)]),
        "rows": open_rows(s) if s.phase in (r.DRAWING_TILE, r.OVER) else None,
        "last_round": _last_round(s) if s.ended else None,
        "may_arrange": rules.rows_are_loose(s),
    }


def own(s: State, seat: int) -> dict[str, Any]:
    """Return the fields of the view that only `seat` is shown."""
    return {"drawn": card(s.drawn) if s.phase == r.PLACING and seat == s.active else None}


def open_rows(s: State) -> Rows:
    """Return all rows face up, as at the end of a round (C20) and in replays."""
    return tuple(tuple(card(code) for code in s.row[p][: s.row_size[p]]) for p in range(s.players))


def _last_round(s: State) -> LastRound:
    knocker = s.knocker if s.knocker != r.NONE else None
    return LastRound(ENDS[s.ended], knocker, s.tile or None, tuple(s.points[: s.players]))
