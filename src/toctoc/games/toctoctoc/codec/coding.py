"""Encode the observations of a seat of Toc Toc Toc! as numbers, and its actions relative to the seat.

Plain functions, compiled like the rules.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.codec.rows import write
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.toctoctoc.rules import (
    ANSWERING,
    CHASING,
    FIRST_TOP,
    GUESTS,
    KINDS,
    NONE,
    OFFER,
    OFFERING,
    OPEN,
    REFUSE,
    SEATS,
    State,
    legal_count,
    legal_nth,
    score,
)

OTHERS = SEATS - 1
ACTIONS = OFFER + KINDS * OTHERS  # as in the rules, but OFFER + kind * OTHERS + steps to the left - 1

# Seats are counted from the observer to the left. "each": one part for every seat, 0 for an empty seat.
FIELDS: Fields = (
    ("hand", KINDS),  # cards of each kind
    ("parties", SEATS * GUESTS),  # each: guests of each kind
    ("hand sizes", SEATS),
    ("scores", SEATS),
    ("drawn", OTHERS * KINDS),  # each but the observer: cards seen drawn and not played since, by kind
    ("out", KINDS),  # cards out of the game
    ("top", KINDS),  # 1 at the kind of the face-up top card
    ("offer", KINDS),  # 1 at the kind of the card that the observer laid at a door
    ("revealed", KINDS),  # 1 at the kind of the card with an effect that waits for a choice
    ("phase", 4),  # offer, answer, take, chase
    ("players", 1),
    ("active", SEATS),  # 1 at the active player
    ("target", SEATS),  # 1 at the target of this turn's offer
    ("revealer", SEATS),  # 1 at the revealer, while the rival chooses
    ("stock", 1),  # cards under the top card
)
(HAND_AT, PARTIES_AT, SIZES_AT, SCORES_AT, DRAWN_AT, OUT_AT, TOP_AT, OFFER_AT, REVEALED_AT, PHASE_AT, PLAYERS_AT,
 ACTIVE_AT, TARGET_AT, REVEALER_AT, STOCK_AT, END) = offsets(FIELDS)  # fmt: skip


class Trace:
    since: Annotated[int, PUBLIC]  # 1: record draws since each seat's own last decision; 0: all draws
    top: Annotated[int, PUBLIC]  # the top card before the current action
    active: Annotated[int, PUBLIC]  # the active player before it
    target: Annotated[int, PUBLIC]  # the target before it
    points: Annotated[Row, PUBLIC, SEATS]  # each seat's score
    # Cards seen drawn by a seat and not played since: row viewer * SEATS + seat. Without `since` all viewers have
    # seen the same draws, and share the rows of viewer 0.
    drawn: Annotated[Grid, PUBLIC, SEATS * SEATS, KINDS]
    end: Annotated[int, PUBLIC]  # unused: `write` reads a number beyond the last row


def begin(s: State, t: Trace, since: int) -> None:
    t.since = since
    t.top = t.active = t.target = NONE
    for row in range(SEATS * SEATS if since == 1 else SEATS):
        for kind in range(KINDS):
            t.drawn[row][kind] = 0
    for p in range(SEATS):
        t.points[p] = 0


def watch(s: State, t: Trace, seat: int, action: int) -> None:
    """Update the trace before an action: an answer reveals the card at the door."""
    if t.since == 1:
        for p in range(SEATS):
            for kind in range(KINDS):
                t.drawn[seat * SEATS + p][kind] = 0
    t.top = s.top
    t.active = s.active
    t.target = s.target
    if action == OPEN or action == REFUSE:
        for viewer in range(s.players if t.since == 1 else 1):
            drawn = t.drawn[viewer * SEATS + s.active]
            if drawn[s.offered] > 0:
                drawn[s.offered] -= 1


def watched(s: State, t: Trace) -> None:
    """Update the trace after an action: record a draw of the top card (T10), and the scores."""
    if t.target != NONE:  # only these two parties can change
        t.points[t.active] = score(s, t.active)
        t.points[t.target] = score(s, t.target)
    if t.top != NONE and s.top == NONE:
        for viewer in range(s.players if t.since == 1 else 1):
            t.drawn[viewer * SEATS + t.active][t.top] += 1


def watch_chance(s: State, t: Trace, outcome: int) -> None:
    """Record the scores of the first guests (T3); other outcomes do not change the trace."""
    if s.phase == FIRST_TOP:
        for p in range(s.players):
            t.points[p] = score(s, p)


def observe(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write the observation of `seat` to `out`.

    Fields are written from front to back: a compiled `write` also overwrites the numbers behind its row.
    """
    players = s.players
    write(out, HAND_AT, s.hand[seat], KINDS)
    for step in range(SEATS):
        write(out, PARTIES_AT + step * GUESTS, s.party[left(players, seat, step)], GUESTS)
    for step in range(SEATS):
        out[SIZES_AT + step] = s.hand_size[left(players, seat, step)]
        out[SCORES_AT + step] = t.points[left(players, seat, step)]
    first = seat * SEATS if t.since == 1 else 0
    for step in range(1, SEATS):
        write(out, DRAWN_AT + (step - 1) * KINDS, t.drawn[first + left(players, seat, step)], KINDS)
    write(out, OUT_AT, s.out, KINDS)
    for n in range(TOP_AT, END):
        out[n] = 0
    if s.top != NONE:
        out[TOP_AT + s.top] = 1
    if s.phase >= OFFERING and s.phase <= CHASING:
        out[PHASE_AT + s.phase - OFFERING] = 1
    out[PLAYERS_AT] = players
    if s.active != NONE:
        out[ACTIVE_AT + steps(players, seat, s.active)] = 1
    if s.phase >= ANSWERING and s.target != NONE:
        out[TARGET_AT + steps(players, seat, s.target)] = 1
        if s.phase == ANSWERING:
            if seat == s.active:
                out[OFFER_AT + s.offered] = 1
        else:
            out[REVEALED_AT + s.revealed] = 1
            out[REVEALER_AT + steps(players, seat, s.revealer)] = 1
    out[STOCK_AT] = s.stock_size


def left(players: int, seat: int, step: int) -> int:
    """Return the seat `step` steps to the left of `seat`; the empty seats follow after all players."""
    if step >= players:
        return step
    return seat + step if seat + step < players else seat + step - players


def mask(s: State, seat: int, out: Any) -> None:
    """Write 1 to `out` for each legal action of `seat`; `out` must be all 0."""
    if s.phase == OFFERING:  # T7: each card in hand to each other player
        if seat == s.active:
            for n in range(s.held_size[seat]):
                first = OFFER + s.held[seat][n] * OTHERS
                for step in range(OTHERS):
                    out[first + step] = 1 if step < s.players - 1 else 0
        return
    for n in range(legal_count(s, seat)):
        out[from_rules(s.players, seat, legal_nth(s, seat, n))] = 1


def steps(players: int, seat: int, other: int) -> int:
    """Count the steps to the left from `seat` to `other`."""
    return other - seat if other >= seat else other - seat + players


def to_rules(players: int, seat: int, action: int) -> int:
    if action < OFFER:
        return action
    kind = (action - OFFER) // OTHERS
    target = seat + 1 + (action - OFFER) % OTHERS
    if target >= seat + players:
        return NONE
    return OFFER + kind * SEATS + (target if target < players else target - players)


def from_rules(players: int, seat: int, code: int) -> int:
    if code < OFFER:
        return code
    kind = (code - OFFER) // SEATS
    return OFFER + kind * OTHERS + steps(players, seat, (code - OFFER) % SEATS) - 1


def world(knowledge: Any) -> Any:
    """Return the partial world of a viewer's `knowledge`."""
    return knowledge.world


def recall(knowledge: Any, t: Trace) -> None:
    """Fill `t` with all draws that a viewer has seen, and the scores."""
    begin(knowledge.world, t, 0)
    for p in range(knowledge.world.players):
        t.drawn[p][:] = knowledge.seen[p]
        t.points[p] = score(knowledge.world, p)
