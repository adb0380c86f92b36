"""Describe Toc Chocottes for the conformance suites."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from toctoc.core import fields
from toctoc.core.game import Action, Chance, Step
from toctoc.games.chocottes import GAME, words
from toctoc.games.chocottes import rules as cr
from toctoc.games.chocottes.rules import state as c
from toctoc.games.chocottes.rules.ending import count_points
from toctoc.testing.conformance import Coded, Conformance, Draw, Parallel, Place, Sign
from toctoc.testing.players import uniform

# --- random players ----------------------------------------------------------------------------------------------


def patient(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Draw, hardly ever knock, mostly pass: rounds last until the pile is empty (C22)."""
    if s.phase == c.TURN and rng.random() < 0.99:
        return c.DRAW
    if s.phase == c.WINDOW and rng.random() < 0.9:
        return c.PASS
    return uniform(rules, s, seat, rng)


def wild(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Draw, and throw blindly until the pile is gone (C11)."""
    if s.phase == c.TURN:
        return c.DRAW
    if s.phase == c.WINDOW and rng.random() < 0.3:
        return c.PASS
    return uniform(rules, s, seat, rng)


def sharp(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Throw what matches (C21), apply effects, and knock to exactly 50 where possible (C25)."""
    if s.phase == c.TURN:
        count_points(rows := fields.clone(s))
        exact = s.total[seat] + rows.points[seat] in (50, *(50 - tile for tile in s.tiles))
        return c.KNOCK if exact or rng.random() < 0.05 else c.DRAW
    if s.phase == c.WINDOW:
        right = [i for i in range(s.row_size[seat]) if c.value(s.row[seat][i]) == s.window]
        return c.SNAP + rng.choice(right) if right else c.PASS
    if s.phase == c.EFFECT and rng.random() < 0.9:
        count = rules.legal_count(s, seat)
        return int(rules.legal_nth(s, seat, rng.randrange(1, count)))
    return uniform(rules, s, seat, rng)


def rearrange(rules: Any, s: Any, rng: Random) -> Coded | None:
    """C5: now and then somebody, in turn or not, reorders a row."""
    if rng.random() > 0.02:
        return None
    seat = rng.randrange(s.players)
    source, target = (rng.randrange(s.row_size[seat]) for _ in range(2))
    if not rules.may_arrange(s, seat, source, target):
        return None
    return seat, c.ARRANGE + source * c.ROW + target


def conserved(s: c.State) -> None:
    counts = Counter({kind: count for kind, count in enumerate(s.stock) if count})
    assert counts.total() == s.stock_size
    discards = Counter({kind: count for kind, count in enumerate(s.discard) if count})
    assert discards.total() == s.discard_size
    counts += discards
    for p in range(c.SEATS):
        assert all(s.row[p][: s.row_size[p]])
        assert not any(s.row[p][s.row_size[p] :])
        counts += Counter(s.row[p][: s.row_size[p]])
    if s.drawn:
        counts[s.drawn] += 1
    deck = Counter(dict.fromkeys(range(1, 15), 4))
    for value in range(10, 14):
        deck[value] -= s.dreams
        deck[value + 5] += s.dreams
    assert counts == +deck


# --- signs of clauses: state before, seat, number, state after ---------------------------------------------------


def snapping(b: Any, x: int) -> bool:
    return bool(b.phase == c.WINDOW and c.SNAP <= x < c.REAP)


def wrong_snap(b: Any, p: int, x: int) -> bool:
    return bool(snapping(b, x) and c.value(b.row[p][x - c.SNAP]) != b.window)


def applied(b: Any, x: int, value: int) -> bool:
    return bool(b.phase == c.EFFECT and b.effect[0] == value and x != c.DECLINE)


def round_over(b: Any, a: Any, how: int) -> bool:
    return bool(a.ended == how and (a.round != b.round or a.phase in (c.DRAWING_TILE, c.OVER)))


SIGNS: dict[str, Sign] = {
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


# --- secrets -----------------------------------------------------------------------------------------------------


def hidden(s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
    """C27: the pile, and what lies in rows or was drawn, unless a world of the viewer's knows it."""
    worlds = [world for _, world in known.worlds]
    for kind in range(c.KINDS):
        if s.stock[kind]:
            yield ("stock", kind), kind
    for p in range(s.players):
        for i in range(s.row_size[p]):
            if all(world.row[p][i] == c.UNKNOWN for world in worlds):
                yield ("row", p, i), s.row[p][i]
    if s.drawn and worlds[0].drawn == c.UNKNOWN:
        yield ("drawn",), s.drawn


def put(s: Any, place: Place, old: int, new: int) -> None:
    match place:
        case ("stock", _):
            s.stock[old] -= 1
            s.stock[new] += 1
        case ("row", p, i):
            s.row[p][i] = new
        case ("drawn",):
            s.drawn = new


def draws(s: Any, step: Step, code: int) -> Draw | None:
    drawn = words.Deal | words.Drawn | words.PenaltyCard | words.Gift
    if isinstance(step, Chance) and isinstance(step.outcome, drawn):
        return Draw(("stock",), code, s.stock[code])
    return None


def shows(both: Parallel, viewer: int | None) -> bool:
    """C20-C22: all rows at the end of a round; before, a card drawn (C7) or what a move shows."""
    a, b = both.before
    if round_ended(a, both.after[0]):
        return bool(a.row != b.row or both.after[0].row != both.after[1].row)
    if isinstance(both.step, Chance):
        drawn = isinstance(both.step.outcome, words.Drawn)
        return drawn and both.step != both.counterpart and a.active == viewer
    return shown_by_move(both.step.seat, both.step.action, viewer, a, b)


def shown_by_move(seat: int, action: Action, viewer: int | None, a: Any, b: Any) -> bool:
    """C3, C8, C9, C11, C15, C17, C19."""
    match action:
        case words.Look(place):
            return seat == viewer and a.row[seat][place - 1] != b.row[seat][place - 1]
        case words.Snap(place) | words.Replace(place) | words.Reap(place):
            return bool(a.row[seat][place - 1] != b.row[seat][place - 1])
        case words.Discard():
            return bool(a.drawn != b.drawn)
        case words.Exchange(_, place, other):
            return seat == viewer and a.row[other][place - 1] != b.row[other][place - 1]
    return False


def round_ended(before: Any, after: Any) -> bool:
    return bool(after.round != before.round or after.phase in (c.DRAWING_TILE, c.OVER))


CONFORMANCE = Conformance(
    game=GAME,
    choices=[
        {},
        {"start": "random"},
        {"dreams": 0},
        {"dreams": 4, "tiles": [5, 10, 15]},
        {"dreams": 1, "tiles": [1, 1, 49], "creator": 1},
    ],
    policies=(uniform, patient, wild),
    peeking=(sharp, sharp),
    aside=rearrange,
    conserved=conserved,
    signs=SIGNS,
    endings=("fifty-reached", "knocked-to-fifty"),
    tries=(
        "knock", "draw", "discard", "replace 3", "replace 9", "snap 1", "snap 99", "pass", "decline", "feed",
        "look 1", "look 7", "shuffle 1 2 of 0", "shuffle 1 1 of 1", "exchange 1 with 1 of 1", "give to 1",
        "reap 1", "arrange 1 to 2", "arrange 1 to 1", "arrange 9 to 1", "snap three", "open",
    ),
    hidden=hidden,
    put=put,
    draws=draws,
    shows=shows,
    revealed=lambda s: frozenset({"row"} if s.phase in (c.DRAWING_TILE, c.OVER) else ()),  # C20-C22
)  # fmt: skip
