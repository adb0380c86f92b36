"""Describe L'Armoire qui grince for the suites of `toctoc.testing`."""

from collections.abc import Iterator
from random import Random
from typing import Any

from toctoc.core.game import Chance, Step
from toctoc.testing.conformance import Conformance, Draw, Parallel, Place, Sign
from toctoc.testing.players import uniform

from armoire import GAME, words
from armoire import rules as a


def greedy(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Reach in as long as there is something: only so does the wardrobe get empty (A7)."""
    return a.REACH if s.phase == a.DARING and s.inside_size else uniform(rules, s, seat, rng)


def conserved(s: a.State) -> None:
    """A1: every card is somewhere, once."""
    heaps = [s.stock, s.inside, s.laid, *s.hand, *s.taken]
    assert [sum(heap[kind] for heap in heaps) for kind in range(a.KINDS)] == [8, 6, 6, 4]
    assert not any(heap[a.UNKNOWN] for heap in (s.stock, s.inside, *s.hand))
    assert (sum(s.stock), sum(s.inside)) == (s.stock_size, s.inside_size)
    assert [sum(hand) for hand in s.hand] == list(s.hand_size)


# How to see, in the numbers of a step, that a clause was at work: state before, seat, number, state after.
SIGNS: dict[str, Sign] = {
    "A1": lambda b, p, x, s: b.phase == a.REACHING and x == a.CHOCOLATE,
    "A2": lambda b, p, x, s: b.phase == a.DEALING and s.phase == a.SLIPPING,
    "A3": lambda b, p, x, s: b.phase == a.DRAW_START,
    "A4": lambda b, p, x, s: b.phase == a.SLIPPING and s.phase == a.REFILLING,
    "A5": lambda b, p, x, s: b.phase == a.SLIPPING and s.phase == a.DARING,
    "A6": lambda b, p, x, s: b.phase == a.DARING and x == a.SHUT and not any(b.laid),
    "A7": lambda b, p, x, s: b.phase == a.REACHING and s.inside_size == 0,
    "A8": lambda b, p, x, s: b.phase == a.DARING and x == a.SHUT and any(b.laid),
    "A9": lambda b, p, x, s: b.phase == a.REACHING and x == a.GHOST and any(b.laid),
    "A10": lambda b, p, x, s: b.phase == a.REFILLING,
    "A11": lambda b, p, x, s: s.phase == a.OVER and s.inside_size > 0,
    "A12": lambda b, p, x, s: b.phase == a.SLIPPING and x == a.SLIP + a.GHOST,
    "A13": lambda b, p, x, s: s.phase == a.OVER and sum(a.won(s, q) for q in range(s.players)) > 1,
}


# --- A12: what is secret -------------------------------------------------------------------------------------


def hidden(s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
    """The pile, other hands, and what is in the wardrobe unless the viewer knows it."""
    for kind in range(a.KINDS):
        if s.stock[kind]:
            yield ("stock", kind), kind
        if s.inside[kind] > known.world.inside[kind]:
            yield ("inside", kind), kind
        for p in range(s.players):
            if p != viewer and s.hand[p][kind]:
                yield ("hand", p, kind), kind


def put(s: Any, place: Place, old: int, new: int) -> None:
    match place:
        case ("hand", p, _):
            heap = s.hand[p]
        case (name, _):
            heap = getattr(s, name)
    heap[old] -= 1
    heap[new] += 1


def draws(s: Any, step: Step, code: int) -> Draw | None:
    """The card that a step takes: from the pile, out of the wardrobe, or from a hand into it."""
    if isinstance(step, Chance):
        match step.outcome:
            case words.Deal(to=to):
                return Draw(("stock",), code, s.stock[code], ("hand", to))
            case words.Out():
                return Draw(("inside",), code, s.inside[code])
    elif isinstance(step.action, words.Slip):
        kind = code - a.SLIP
        return Draw(("hand", step.seat), kind, s.hand[step.seat][kind], ("inside",), lambda kind: a.SLIP + kind)
    return None


def shows(both: Parallel, viewer: int | None) -> bool:
    """A card that comes out is shown to all, one that is dealt to who gets it."""
    if not isinstance(both.step, Chance) or both.step == both.counterpart:
        return False
    outcome = both.step.outcome
    return isinstance(outcome, words.Out) or (isinstance(outcome, words.Deal) and outcome.to == viewer)


CONFORMANCE = Conformance(
    game=GAME,
    choices=[{}, {"start": "random"}, {"cost": 1}, {"cost": 3, "creator": 1}],
    policies=(uniform, greedy),
    conserved=conserved,
    signs=SIGNS,
    endings=("all-hands-empty",),
    tries=("slip ghost", "slip mint", "slip chocolate", "slip toffee", "slip", "reach", "shut", "open"),
    hidden=hidden,
    put=put,
    draws=draws,
    shows=shows,
    heaps=frozenset({"stock", "hand", "inside"}),
)
