"""Store sightings of cards in Toc Chocottes and sample the recalled ones: `memory.py`, compiled.

Plain functions, compiled by the same means as the rules. Everyone sees which place a player looks at (C27), so one
record of sightings serves the whole table.
"""

from typing import Annotated, Any

from toctoc.bots.act_r import DECAY, comes_back, comes_back_once, trace
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.chocottes.rules import act as do
from toctoc.games.chocottes.rules import take_chance as happen
from toctoc.games.chocottes.rules.state import (
    DEALING,
    EFFECT,
    EXCHANGE,
    KINDS,
    LOOK,
    MORGANE,
    PASS,
    PLACING,
    REPLACE,
    ROW,
    SEATS,
    SNAP,
    WINDOW,
    State,
)

from . import mind
from .mind import SECONDS, Mind

MINDS = 2  # one with perfect recall, one of the seat that decides
NOTICED, RECALLED = range(MINDS)
NAMES = 64  # given in a round: one to each of 56 cards, and two to each shuffle by the four 11s
SIGHTINGS = 512  # stored in a round; wrong throws are seen by all, but each costs a card of the stock
NOBODY_SAW = 0


class Notes:
    """Hold the sightings as linked lists: each refers to the previous one of the same card by the same seat."""

    clock: Annotated[int, PUBLIC]  # decisions in this round, of SECONDS each
    sightings: Annotated[int, PUBLIC]  # so far in this round, numbered from 1
    last: Annotated[Grid, PUBLIC, SEATS, NAMES]  # by seat and card name: the last sighting
    seen_at: Annotated[Row, PUBLIC, SIGHTINGS]  # by sighting: the clock
    before: Annotated[Row, PUBLIC, SIGHTINGS]  # by sighting: the previous one of the same card and seat


def begin(s: State, notes: Any, traits: Any, rng: Any) -> None:
    """Do nothing: the first card dealt resets the notes."""


def act(s: State, notes: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    """Apply an action, move the beliefs with its cards, and store its sightings."""
    n, m = notes[0][0], notes[1][NOTICED]
    phase, size = s.phase, s.row_size[seat]
    if action != PASS:
        n.clock += 1
    mind.watch(s, m, traits[seat], seat, action, rng)
    do(s, seat, action)
    if phase == WINDOW:
        if action >= SNAP and action < SNAP + ROW and s.row_size[seat] == size:  # C11: it stays, seen by all
            for p in range(s.players):
                saw(n, m, p, seat, action - SNAP)
    elif phase == PLACING:
        if action >= REPLACE and action < REPLACE + ROW:  # C8
            saw(n, m, seat, seat, action - REPLACE)
    elif action >= LOOK and action < LOOK + ROW:  # C3, C15
        saw(n, m, seat, seat, action - LOOK)
    elif action >= EXCHANGE and action < EXCHANGE + SEATS * ROW * ROW:  # C17
        saw(n, m, seat, seat, (action - EXCHANGE) % ROW)


def saw(n: Notes, m: Mind, seat: int, p: int, i: int) -> None:
    """Store a sighting by `seat` of the card at place `i` of `p`'s row."""
    name = m.name[p][i]
    if n.sightings < SIGHTINGS - 1:
        n.sightings += 1
        n.seen_at[n.sightings] = n.clock
        n.before[n.sightings] = n.last[seat][name]
        n.last[seat][name] = n.sightings


def take_chance(s: State, notes: Any, traits: Any, outcome: int, rng: Any) -> None:
    """Apply a chance outcome and update the beliefs; the first card of a round resets the sightings."""
    n = notes[0][0]
    if s.phase == DEALING and s.dealt == 0:
        n.clock = n.sightings = 0
        for p in range(SEATS):
            for name in range(NAMES):
                n.last[p][name] = NOBODY_SAW
    mind.watch_chance(s, notes[1][NOTICED], traits[0], outcome, rng)
    happen(s, outcome)


def mind_of(seat: int) -> int:
    """Return the index of the mind with which `seat` decides."""
    return RECALLED


def come_to_mind(s: State, notes: Any, recall: Any, seat: int, rng: Any) -> None:
    """Sample the cards that `seat` recalls; before a shuffle (C16), also those that each rival recalls."""
    n, known, m = notes[0][0], notes[1][NOTICED], notes[1][RECALLED]
    clear(m)
    mixes = s.phase == EFFECT and s.effect[0] == MORGANE
    for p in range(s.players):
        for i in range(s.row_size[p]):
            m.ceiling[p][i] = known.ceiling[p][i]
            m.knows[p][i] = 0
            if still_knows(n, known, p, i, seat, recall, rng):
                m.knows[p][i] |= 1 << seat
            if mixes and p != seat and still_knows(n, known, p, i, p, recall, rng):
                m.knows[p][i] |= 1 << p


def clear(m: Mind) -> None:
    """Reset the estimates of the last decision: `policy.prepare` does not always compute all of them."""
    m.unseen_size = m.mean = 0
    for kind in range(KINDS):
        m.unseen[kind] = 0
    for p in range(SEATS):
        m.guess[p] = m.blur[p] = m.menace[p] = 0


def still_knows(n: Notes, m: Mind, p: int, i: int, seat: int, recall: Any, rng: Any) -> bool:
    """Sample whether `seat` recalls the card at place `i` of `p`'s row."""
    if not m.knows[p][i] >> seat & 1:
        return False
    sighting = n.last[seat][m.name[p][i]]
    if n.before[sighting] == NOBODY_SAW:
        return comes_back_once(float(SECONDS * (n.clock - n.seen_at[sighting])), recall, rng)
    traces = 0.0
    while sighting != NOBODY_SAW:
        traces += trace(float(SECONDS * (n.clock - n.seen_at[sighting])), recall[DECAY])
        sighting = n.before[sighting]
    return comes_back(traces, recall, rng)
