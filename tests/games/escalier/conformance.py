"""Describe L'Escalier hanté for the conformance suites."""

from collections.abc import Iterator
from random import Random
from typing import Any

from toctoc.core.game import Move
from toctoc.games.escalier import GAME, words
from toctoc.games.escalier import rules as e
from toctoc.testing.conformance import Conformance, Parallel, Place, Sign
from toctoc.testing.players import uniform


def remembering(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Find children and solve riddles more often than not."""
    if s.phase == e.SEARCHING and rng.random() < 0.7:
        return int(e.TURN + s.disc.index(s.sought))
    if s.phase == e.RIDDLING and rng.random() < 0.5:
        return int(e.NAME + s.disc[e.WHITE])
    return uniform(rules, s, seat, rng)


def conserved(s: e.State) -> None:
    assert sum(s.stock) == s.stock_size
    assert s.stock_size + s.discard_size + sum(s.cards_won) == 56
    assert sorted(s.disc) == [e.EMPTY, 0, 1, 2, 3]
    assert s.disc[s.free] == e.EMPTY


# --- signs of clauses: state before, seat, number, state after ---------------------------------------------------


def found(b: Any, x: int) -> bool:
    return bool(b.phase == e.SEARCHING and b.disc[x - e.TURN] == b.sought)


SIGNS: dict[str, Sign] = {
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


# --- secrets -----------------------------------------------------------------------------------------------------


def hidden(s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
    """E14: what is under the ghosts is secret from everybody, though the memory could know."""
    for place in range(e.PLACES):
        if s.disc[place] != e.EMPTY:
            yield ("disc", place), s.disc[place]


def put(s: Any, place: Place, old: int, new: int) -> None:
    s.disc[place[1]] = new


def shows(both: Parallel, viewer: int | None) -> bool:
    """E5, E9, E10: a ghost is turned over, a child is named and shown."""
    a, b = both.before
    if isinstance(both.step, Move):
        match both.step.action:
            case words.Turn(place):
                return bool(a.disc[words.PLACES.index(place)] != b.disc[words.PLACES.index(place)])
            case words.Name() if a.phase in (e.RIDDLING, e.ANSWERING):
                ghost = e.WHITE if a.phase == e.RIDDLING else a.pointed
                return bool(a.disc[ghost] != b.disc[ghost])
    return False


CONFORMANCE = Conformance(
    game=GAME,
    choices=[{}, {"start": "random"}, {"risk": True}, {"risk": True, "start": "random"}],
    policies=(uniform,),
    peeking=(remembering,),
    conserved=conserved,
    signs=SIGNS,
    endings=("both-piles-gone",),
    tries=(
        "turn red", "turn white", "move blue", "move white", "swap red white", "swap red red", "name red",
        "ask 1 about red", "ask 0 about white", "decline", "turn pink", "ask 1",
    ),
    hidden=hidden,
    put=put,
    shows=shows,
    deals_openly=True,
)  # fmt: skip
