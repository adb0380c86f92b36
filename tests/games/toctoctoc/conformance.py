"""Describe Toc Toc Toc! for the conformance suites."""

from collections.abc import Iterator
from typing import Any

from toctoc.core.game import Chance, Step
from toctoc.games.toctoctoc import GAME, words
from toctoc.games.toctoctoc import rules as t
from toctoc.testing.conformance import Conformance, Draw, Parallel, Place, Sign
from toctoc.testing.players import uniform


def conserved(s: t.State) -> None:
    counts = [sum(column) for column in zip(*(row[:15] for row in s.hand), strict=True)]
    for p in range(s.players):
        assert sum(s.hand[p]) == s.hand_size[p]
        assert sorted(s.held[p][: s.held_size[p]]) == [kind for kind in range(16) if s.hand[p][kind]]
        for kind in range(t.GUESTS):
            counts[kind] += s.party[p][kind]
    for kind in (s.top, s.offered, s.revealed):
        if kind != t.NONE:
            counts[kind] += 1
    total = [a + b + stock for a, b, stock in zip(counts, s.out, s.stock[:15], strict=True)]
    if s.phase > t.DEAL_GUEST:
        brutes = 1 if s.players == 3 else 2
        assert total == [7, 7, 7, brutes, brutes, brutes, 1, 1, 1, 2, 5, 5, 5, 5, 3]
    else:
        assert total == [4, 4, 4] + [0] * 12
    assert sum(s.stock) == s.stock_size


# --- signs of clauses: state before, seat, number, state after ---------------------------------------------------


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


SIGNS: dict[str, Sign] = {
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


# --- secrets -----------------------------------------------------------------------------------------------------


def hidden(s: Any, known: Any, viewer: int | None) -> Iterator[tuple[Place, int]]:
    """T23: the pile, and other hands but for what was seen drawn."""
    for kind in range(t.KINDS):
        if s.stock[kind]:
            yield ("stock", kind), kind
        for p in range(s.players):
            if p != viewer and s.hand[p][kind] > known.seen[p][kind]:
                yield ("hand", p, kind), kind


def put(s: Any, place: Place, old: int, new: int) -> None:
    match place:
        case ("stock", _):
            s.stock[old] -= 1
            s.stock[new] += 1
        case ("hand", p, _):
            t.take_from_hand(s, p, old)
            t.add_to_hand(s, p, new)


def draws(s: Any, step: Step, code: int) -> Draw | None:
    if isinstance(step, Chance):
        match step.outcome:
            case words.Deal(to=to):
                return Draw(("stock",), code, s.stock[code], ("hand", to))
            case words.Guest() | words.Top():
                return Draw(("stock",), code, s.stock[code])
    elif isinstance(step.action, words.Offer):
        kind, to = divmod(code - t.OFFER, t.SEATS)
        copies = s.hand[step.seat][kind]
        return Draw(("hand", step.seat), kind, copies, ("door",), lambda kind: t.OFFER + kind * t.SEATS + to)
    return None


def shows(both: Parallel, viewer: int | None) -> bool:
    """T3-T5, T9: guests and tops of the pile to all, a hand to its owner, the card at the door when answered."""
    a, b = both.before
    if isinstance(both.step, Chance):
        differs = both.step != both.counterpart
        match both.step.outcome:
            case words.Guest() | words.Top():
                return differs
            case words.Deal(to=to):
                return differs and to == viewer
    elif isinstance(both.step.action, words.Open | words.Refuse):
        return bool(a.offered != b.offered)
    return False


CONFORMANCE = Conformance(
    game=GAME,
    choices=[{}, {"start": "random"}],
    policies=(uniform,),
    conserved=conserved,
    signs=SIGNS,
    endings=("all-hands-empty",),
    tries=(
        "open", "refuse", "take musician", "take plain", "chase ghost", "offer taxi to 0", "offer taxi to 1",
        "offer child to 4", "offer brute-ghost", "offer dragon to 1", "knock", "",
    ),
    hidden=hidden,
    put=put,
    draws=draws,
    shows=shows,
)  # fmt: skip
