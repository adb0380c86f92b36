"""Encode the knowledge of a seat of L'Armoire qui grince as numbers, for `toctoc.lab`.

Plain functions, compiled by the same means as the rules. Actions have the rules' own numbers.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.core.fields import PUBLIC, Grid

from armoire.rules import (
    ACTIONS,
    DARING,
    GHOST,
    KINDS,
    NONE,
    REACHING,
    SEATS,
    SLIP,
    SLIPPING,
    State,
    legal_count,
    legal_nth,
    score,
)

__all__ = ["ACTIONS"]  # as many as the rules have

# Seats are counted from the observer to the left; what is "each" has a part for every seat.
FIELDS: Fields = (
    ("hand", KINDS),  # how many of each kind
    ("hand sizes", SEATS),
    ("inside", KINDS + 1),  # cards that the observer knows to be in the wardrobe; the others last
    ("laid", KINDS),  # sweets in front of the active player
    ("taken", SEATS * KINDS),  # each: what is kept
    ("scores", SEATS),
    ("phase", 2),  # slip, dare
    ("players", 1),
    ("cost", 1),  # of a ghost
    ("active", SEATS),
    ("stock", 1),
)
(HAND_AT, SIZES_AT, INSIDE_AT, LAID_AT, TAKEN_AT, SCORES_AT, PHASE_AT, PLAYERS_AT, COST_AT, ACTIVE_AT, STOCK_AT,
 END) = offsets(FIELDS)  # fmt: skip


class Trace:
    since: Annotated[int, PUBLIC]
    known: Annotated[Grid, PUBLIC, SEATS, KINDS]  # by seat: cards of each kind that it knows to be inside


def begin(s: State, t: Trace, since: int) -> None:
    t.since = since
    for p in range(SEATS):
        for kind in range(KINDS):
            t.known[p][kind] = 0


def watch(s: State, t: Trace, seat: int, action: int) -> None:
    """Note which card a seat slips in; with `since`, forget what it knew before."""
    if t.since == 1:
        for kind in range(KINDS):
            t.known[seat][kind] = 0
    if action >= SLIP and action < SLIP + KINDS:
        t.known[seat][action - SLIP] += 1


def watched(s: State, t: Trace) -> None:
    """Learn nothing more after an action."""


def watch_chance(s: State, t: Trace, outcome: int) -> None:
    """See which card comes out, and which sweets fall back in with a ghost."""
    if s.phase == REACHING:
        for p in range(s.players):
            if t.known[p][outcome] > 0:
                t.known[p][outcome] -= 1
            if outcome == GHOST:
                for kind in range(KINDS):
                    t.known[p][kind] += s.laid[kind]


def observe(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write what `seat` may know to `out`."""
    for n in range(END):
        out[n] = 0
    unknown = s.inside_size
    for kind in range(KINDS):
        out[HAND_AT + kind] = s.hand[seat][kind]
        out[INSIDE_AT + kind] = t.known[seat][kind]
        out[LAID_AT + kind] = s.laid[kind]
        unknown -= t.known[seat][kind]
    out[INSIDE_AT + KINDS] = unknown
    p = seat
    for step in range(s.players):
        out[SIZES_AT + step] = s.hand_size[p]
        out[SCORES_AT + step] = score(s, p)
        for kind in range(KINDS):
            out[TAKEN_AT + step * KINDS + kind] = s.taken[p][kind]
        if p == s.active:
            out[ACTIVE_AT + step] = 1
        p = p + 1 if p + 1 < s.players else 0
    if s.phase == SLIPPING or s.phase == DARING:
        out[PHASE_AT + s.phase - SLIPPING] = 1
    out[PLAYERS_AT] = s.players
    out[COST_AT] = s.cost
    out[STOCK_AT] = s.stock_size


def mask(s: State, seat: int, out: Any) -> None:
    """Write 1 for each action that `seat` may choose from to `out`, which is all 0."""
    for n in range(legal_count(s, seat)):
        out[legal_nth(s, seat, n)] = 1


def to_rules(players: int, seat: int, action: int) -> int:
    return action


def from_rules(players: int, seat: int, code: int) -> int:
    return code if code < ACTIONS else NONE


def world(knowledge: Any) -> Any:
    """Return the table as a viewer knows it."""
    return knowledge.world


def recall(knowledge: Any, t: Trace) -> None:
    """Fill `t` with all that a viewer was ever shown."""
    begin(knowledge.world, t, 0)
    t.known[knowledge.seat][:] = knowledge.world.inside[:KINDS]
