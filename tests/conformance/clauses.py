"""How to see, in the numbers of a step, that a clause was at work: before, seat (-1: chance), code, after."""

from collections.abc import Callable
from typing import Any

from toctoc.games.chocottes import rules as cr
from toctoc.games.chocottes.rules import state as c
from toctoc.games.escalier import rules as e
from toctoc.games.toctoctoc import rules as t

Sign = Callable[[Any, int, int, Any], bool]


# --- Toc Toc Toc! ------------------------------------------------------------------------------------------------


def revealing(b: Any, low: int, high: int) -> bool:
    return bool(b.phase == t.ANSWERING and low <= b.offered <= high)


def party_changed(b: Any, a: Any) -> bool:
    return bool(b.party != a.party)


def protected(b: Any, code: int) -> bool:
    """A child or taxi passes over a creature with a brute that has more guests than the one chased."""
    if not revealing(b, t.CHILD, t.TAXI):
        return False
    party = b.party[b.target if code == t.OPEN else b.active]
    guests = [party[k] + party[3 + k] + party[6 + k] for k in range(3)]
    free = [guests[k] for k in range(3) if not party[3 + k]]
    return bool(max(guests) > max(free, default=0))


TOCTOCTOC: dict[str, Sign] = {
    "T1": lambda b, p, x, a: b.phase == t.DEAL_GUEST and a.phase == t.DEAL_HAND and b.players > 3,
    "T2": lambda b, p, x, a: b.phase == t.DEAL_GUEST and a.phase == t.DEAL_HAND and b.players == 3,
    "T3": lambda b, p, x, a: b.phase == t.DEAL_GUEST,
    "T4": lambda b, p, x, a: b.phase == t.DEAL_HAND,
    "T5": lambda b, p, x, a: b.phase == t.FIRST_TOP,
    "T6": lambda b, p, x, a: b.phase == t.DRAW_START,
    "T7": lambda b, p, x, a: b.phase == t.OFFERING,
    "T8": lambda b, p, x, a: b.phase == t.ANSWERING,
    "T9": lambda b, p, x, a: b.phase == t.ANSWERING and x == t.REFUSE,
    "T10": lambda b, p, x, a: b.top != t.NONE and a.top == t.NONE,
    "T11": lambda b, p, x, a: revealing(b, 0, 8),
    "T12": lambda b, p, x, a: revealing(b, t.SCARECROW, t.SCARECROW),
    "T13": lambda b, p, x, a: b.phase == t.LURING,
    "T14": lambda b, p, x, a: revealing(b, t.CHILD, t.CHILD) and party_changed(b, a),
    "T15": lambda b, p, x, a: revealing(b, t.TAXI, t.TAXI) and party_changed(b, a),
    "T16": lambda b, p, x, a: b.phase == t.CHASING,
    "T17": lambda b, p, x, a: protected(b, x),
    "T18": lambda b, p, x, a: revealing(b, t.VAMP, t.TAXI) and not party_changed(b, a) and a.revealed == t.NONE,
    "T19": lambda b, p, x, a: revealing(b, t.VAMP, t.TAXI) and party_changed(b, a),
    "T20": lambda b, p, x, a: b.phase == t.OFFERING and b.top == t.NONE,
    "T21": lambda b, p, x, a: a.phase == t.OVER and any(sum(a.party[q][6:9]) for q in range(a.players)),
    "T22": lambda b, p, x, a: a.phase == t.OVER and sum(t.won(a, q) for q in range(a.players)) > 1,
    "T23": lambda b, p, x, a: a.phase == t.ANSWERING,
}


# --- Toc Chocottes -----------------------------------------------------------------------------------------------


def snapping(b: Any, x: int) -> bool:
    return bool(b.phase == c.WINDOW and c.SNAP <= x < c.REAP)


def wrong_snap(b: Any, p: int, x: int) -> bool:
    return bool(snapping(b, x) and c.value(b.row[p][x - c.SNAP]) != b.window)


def applied(b: Any, x: int, value: int) -> bool:
    return bool(b.phase == c.EFFECT and b.effect[0] == value and x != c.DECLINE)


def round_over(b: Any, a: Any, how: int) -> bool:
    return bool(a.ended == how and (a.round != b.round or a.phase in (c.DRAWING_TILE, c.OVER)))


CHOCOTTES: dict[str, Sign] = {
    "C1": lambda b, p, x, a: b.phase == c.DEALING and x > c.VALUES,
    "C2": lambda b, p, x, a: b.phase == c.DRAWING_TILE,
    "C3": lambda b, p, x, a: b.phase == c.LOOKING and b.round > 1,
    "C4": lambda b, p, x, a: b.discard_size == 0 and a.discard_size == 1,
    "C5": lambda b, p, x, a: p >= 0 and x >= c.ARRANGE,
    "C6": lambda b, p, x, a: b.phase == c.DRAW_START,
    "C7": lambda b, p, x, a: b.phase == c.TURN and x == c.DRAW,
    "C8": lambda b, p, x, a: b.phase == c.PLACING and x >= c.REPLACE,
    "C9": lambda b, p, x, a: snapping(b, x) and not wrong_snap(b, p, x),
    "C10": lambda b, p, x, a: b.phase == c.WINDOW and a.phase != c.WINDOW and x == c.PASS,
    "C11": lambda b, p, x, a: wrong_snap(b, p, x) and b.stock_size == 0,
    "C12": lambda b, p, x, a: b.phase == c.EFFECT and x == c.DECLINE and b.effects > 1,
    "C13": lambda b, p, x, a: a.phase == c.TURN and a.active != b.active and a.round == b.round,
    "C14": lambda b, p, x, a: applied(b, x, c.FAILLE),
    "C15": lambda b, p, x, a: applied(b, x, c.LOOKOOKY),
    "C16": lambda b, p, x, a: b.phase == c.MIXING and x == 1,
    "C17": lambda b, p, x, a: applied(b, x, c.VAN_PEER),
    "C18": lambda b, p, x, a: applied(b, x, c.NOEL),
    "C19": lambda b, p, x, a: applied(b, x, c.FAUCHEUSE),
    "C20": lambda b, p, x, a: round_over(b, a, c.KNOCKED) and b.phase == c.TURN,
    "C21": lambda b, p, x, a: round_over(b, a, c.ROW_EMPTY) and b.phase in (c.WINDOW, c.EFFECT),
    "C22": lambda b, p, x, a: round_over(b, a, c.PILE_EMPTY) and b.phase != c.DRAWING_TILE,
    "C23": lambda b, p, x, a: b.phase == c.TURN and x == c.KNOCK and any(k > c.VALUES for k in b.row[p]),
    "C24": lambda b, p, x, a: a.phase == c.OVER and not cr.knocked_to_goal(a),
    "C25": lambda b, p, x, a: a.phase == c.OVER and cr.knocked_to_goal(a),
    "C26": lambda b, p, x, a: a.round > b.round,
    "C27": lambda b, p, x, a: a.phase == c.PLACING,
}


# --- L'Escalier hanté --------------------------------------------------------------------------------------------


def found(b: Any, x: int) -> bool:
    return bool(b.phase == e.SEARCHING and b.disc[x - e.TURN] == b.sought)


ESCALIER: dict[str, Sign] = {
    "E1": lambda b, p, x, a: b.phase == e.TURN_CARD and x >= e.CHILD,
    "E2": lambda b, p, x, a: b.phase == e.TURN_CARD and b.stock_size == 56,
    "E3": lambda b, p, x, a: b.phase == e.DRAW_START,
    "E4": lambda b, p, x, a: b.phase == e.TURN_CARD,
    "E5": lambda b, p, x, a: b.phase == e.SEARCHING and not found(b, x),
    "E6": lambda b, p, x, a: found(b, x) and b.seeker != b.active and a.phase == e.TURN_CARD,
    "E7": lambda b, p, x, a: b.phase == e.SWAPPING,
    "E8": lambda b, p, x, a: b.phase == e.MOVING,
    "E9": lambda b, p, x, a: b.phase == e.RIDDLING and x != e.DECLINE,
    "E10": lambda b, p, x, a: b.phase == e.ANSWERING,
    "E11": lambda b, p, x, a: b.discard_size > 0 and a.discard_size == 0 and sum(a.cards_won) < 56,
    "E12": lambda b, p, x, a: b.phase == e.NAMING and b.shown != e.NONE,
    "E13": lambda b, p, x, a: a.phase == e.OVER and sum(e.won(a, q) for q in range(a.players)) > 1,
    "E14": lambda b, p, x, a: a.phase == e.SEARCHING,
}

SIGNS = {"toctoctoc": TOCTOCTOC, "chocottes": CHOCOTTES, "escalier": ESCALIER}
