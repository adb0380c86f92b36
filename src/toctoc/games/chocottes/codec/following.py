"""Track the cards of Toc Chocottes as they move, and the cards that each seat was shown.

A card from the stock gets a name, which it keeps for the round. A blind shuffle (C16) splits each world into two:
the two names have changed places or not. There are four 11s, so there are at most sixteen worlds. A card shown to
a seat is stored under the name that each world has at that place; the seat drops the worlds that contradict it.

Plain functions, compiled by the same means as the rules.
"""

from typing import Annotated

from toctoc.core.fields import PUBLIC, Grid
from toctoc.games.chocottes.rules.state import (
    ARRANGE,
    DEAL,
    DEALING,
    DISCARD,
    DRAWING,
    EXCHANGE,
    GIVE,
    GIVING,
    KINDS,
    LOOK,
    MIXING,
    NO_CARD,
    NONE,
    PENALTY,
    PLACING,
    REAP,
    REPLACE,
    ROW,
    SEATS,
    SNAP,
    WINDOW,
    State,
    copies,
    value,
)

WORLDS, NAMES = 16, 56  # NAMES: cards of the deck
SHOWN, PAGE = SEATS, 2 * SEATS


class Trace:
    since: Annotated[int, PUBLIC]  # 1: keep only events since a seat's own last decision, 0: of the whole round
    worlds: Annotated[int, PUBLIC]  # number of worlds
    names: Annotated[int, PUBLIC]  # names given in this round
    alive: Annotated[Grid, PUBLIC, SEATS, WORLDS]  # 1: the world is possible for the viewer
    discards: Annotated[Grid, PUBLIC, SEATS, KINDS]  # cards of each kind that the viewer saw discarded
    seen_by: Annotated[Grid, PUBLIC, SEATS, ROW]  # bitmask of the seats that have seen the card at a place
    # world * PAGE + seat: the name of the card at each place; world * PAGE + SHOWN + viewer: the card that the
    # viewer was shown of each name, or NO_CARD. One grid keeps the data of a world close together in memory.
    world: Annotated[Grid, PUBLIC, WORLDS * PAGE, NAMES]
    came: Annotated[
        Grid, PUBLIC, SEATS * SEATS, ROW
    ]  # viewer * SEATS + seat: 1 + seat * ROW + place; 0: from the stock, or shuffled; unused unless `since` is 1
    updated: Annotated[int, PUBLIC]  # seat of the last `update`; NONE: any part has changed since
    changed: Annotated[int, PUBLIC]  # bitmask of the rows that have changed since the last `update`
    window: Annotated[int, PUBLIC]  # cards on the discard pile and seats that had passed then; NONE: no window


def begin(s: State, t: Trace, since: int) -> None:
    t.since = since
    new_round(t)


def new_round(t: Trace) -> None:
    """Reset the trace for a new round: all cards are shuffled (C3)."""
    t.worlds = 1
    t.names = 0
    t.updated = NONE
    for v in range(SEATS):
        t.alive[v][0] = 1
        for kind in range(KINDS):
            t.discards[v][kind] = 0


def watch(s: State, t: Trace, seat: int, action: int) -> None:
    """Update the trace just before an action: show its cards and move them."""
    if t.since == 1 and action < ARRANGE:
        forget(s, t, seat)
    if action >= ARRANGE:  # C5
        arrange(s, t, seat, (action - ARRANGE) // ROW, (action - ARRANGE) % ROW)
    elif s.phase == WINDOW:
        if action >= SNAP:
            throw(s, t, seat, action - SNAP)
    elif s.phase == PLACING:
        place(s, t, seat, action)
    elif action >= EXCHANGE:  # C17
        code = action - EXCHANGE
        exchange(s, t, seat, code % ROW, code // ROW // ROW, code // ROW % ROW)
    elif action >= REAP and action < GIVE:  # C19
        show_all(s, t, seat, action - REAP)
        leave(s, t, seat, action - REAP)
    elif action >= LOOK and action < REPLACE:  # C3, C15
        see(s, t, seat, seat, action - LOOK)


def watched(s: State, t: Trace) -> None:
    """Do nothing: `watch` has recorded the action."""


def watch_chance(s: State, t: Trace, outcome: int) -> None:
    """Update the trace just before a chance outcome: a card arrives, is drawn, or two are shuffled."""
    if s.phase == DEALING:
        if s.dealt == 0:
            new_round(t)
        arrive(s, t, s.dealt // DEAL, s.dealt % DEAL)
    elif s.phase == PENALTY or s.phase == GIVING:
        arrive(s, t, s.receiver, s.row_size[s.receiver])
    elif s.phase == MIXING:
        split(s, t, s.mixed[0], s.mixed[1], s.mixed[2])
    elif s.phase == DRAWING:
        rule_out(s, t, s.active, outcome)


# --- showing cards -----------------------------------------------------------------------------------------------


def see(s: State, t: Trace, viewer: int, p: int, i: int) -> None:
    """Show `viewer` the card at place `i` of `p`'s row."""
    show(s, t, viewer, viewer + 1, p, i)


def show_all(s: State, t: Trace, p: int, i: int) -> None:
    """Show all seats the card at place `i` of `p`'s row."""
    show(s, t, 0, s.players, p, i)


def show(s: State, t: Trace, first: int, last: int, p: int, i: int) -> None:
    """Show the seats from `first` to `last` - 1 a card, and drop their worlds that contradict it."""
    mark(t, p)
    card = s.row[p][i]
    for w in range(t.worlds):
        name = t.world[w * PAGE + p][i]
        for viewer in range(first, last):
            shown = t.world[w * PAGE + SHOWN + viewer]
            if shown[name] == NO_CARD:
                if t.worlds > 1 and t.since == 0 and unseen(s, t, w, viewer, card) <= 0:
                    drop(t, viewer, w)
                shown[name] = card
            elif shown[name] != card:
                drop(t, viewer, w)
    for viewer in range(first, last):
        t.seen_by[p][i] |= 1 << viewer


def rule_out(s: State, t: Trace, viewer: int, card: int) -> None:
    """Drop the worlds in which `viewer` has seen every copy of `card` elsewhere: one has just been drawn."""
    if t.worlds > 1 and t.since == 0:
        for w in range(t.worlds):
            if unseen(s, t, w, viewer, card) <= 0:
                drop(t, viewer, w)


def drop(t: Trace, viewer: int, w: int) -> None:
    """Drop a world of `viewer`: possible cards of all rows may change."""
    t.alive[viewer][w] = 0
    t.updated = NONE


def unseen(s: State, t: Trace, w: int, viewer: int, card: int) -> int:
    """Count the copies of `card` that `viewer` has not seen in world `w`."""
    count = copies(s, card) - s.discard[card]
    if viewer == s.active and s.drawn == card:
        count -= 1
    shown = t.world[w * PAGE + SHOWN + viewer]
    for p in range(s.players):
        for i in range(s.row_size[p]):
            if shown[t.world[w * PAGE + p][i]] == card:
                count -= 1
    return count


def forget(s: State, t: Trace, viewer: int) -> None:
    """Clear the cards shown to `viewer`, which decides now; `came` restarts at the present places."""
    t.updated = NONE
    for w in range(t.worlds):
        t.alive[viewer][w] = 1
        for name in range(t.names):
            t.world[w * PAGE + SHOWN + viewer][name] = NO_CARD
    for p in range(s.players):
        for i in range(s.row_size[p]):
            t.seen_by[p][i] &= ~(1 << viewer)
            t.came[viewer * SEATS + p][i] = 1 + p * ROW + i
    for kind in range(KINDS):
        t.discards[viewer][kind] = 0


# --- moving cards ------------------------------------------------------------------------------------------------


def mark(t: Trace, p: int) -> None:
    """Mark the row of `p` as changed since the last `update`."""
    t.changed |= 1 << p


def arrive(s: State, t: Trace, p: int, i: int) -> None:
    """Name the card that arrives at place `i` of `p`'s row."""
    for w in range(t.worlds):
        t.world[w * PAGE + p][i] = t.names
        for viewer in range(s.players):
            t.world[w * PAGE + SHOWN + viewer][t.names] = NO_CARD
    t.seen_by[p][i] = 0
    mark(t, p)
    t.names += 1
    if t.since == 1:
        for viewer in range(s.players):
            t.came[viewer * SEATS + p][i] = 0


def move(s: State, t: Trace, p: int, source: int, target: int) -> None:
    """Copy the entries of a card to another place of its row."""
    for w in range(t.worlds):
        t.world[w * PAGE + p][target] = t.world[w * PAGE + p][source]
    t.seen_by[p][target] = t.seen_by[p][source]
    if t.since == 1:
        for viewer in range(s.players):
            t.came[viewer * SEATS + p][target] = t.came[viewer * SEATS + p][source]


def trade(s: State, t: Trace, p: int, i: int, q: int, j: int) -> None:
    """Swap the entries of two cards."""
    for w in range(t.worlds):
        trade_in(t.world, w * PAGE + p, i, w * PAGE + q, j)
    trade_in(t.seen_by, p, i, q, j)
    mark(t, p)
    mark(t, q)
    if t.since == 1:
        for viewer in range(s.players):
            trade_in(t.came, viewer * SEATS + p, i, viewer * SEATS + q, j)


def trade_in(grid: Grid, a: int, i: int, b: int, j: int) -> None:
    kept = grid[a][i]
    grid[a][i] = grid[b][j]
    grid[b][j] = kept


def leave(s: State, t: Trace, p: int, i: int) -> None:
    """Move a card that all have seen to the discard pile; its row closes up."""
    note_discard(s, t, s.row[p][i])
    mark(t, p)
    for source in range(i + 1, s.row_size[p]):
        move(s, t, p, source, source - 1)


def note_discard(s: State, t: Trace, card: int) -> None:
    for viewer in range(s.players):
        t.discards[viewer][card] += 1


def arrange(s: State, t: Trace, p: int, source: int, target: int) -> None:
    """C5: move a card to another place of its row by swaps of neighbours."""
    step = 1 if target > source else -1
    for i in range(source, target, step):
        trade(s, t, p, i, p, i + step)


def throw(s: State, t: Trace, seat: int, i: int) -> None:
    """C9, C11: show the card to all; a right one leaves the row."""
    show_all(s, t, seat, i)
    if value(s.row[seat][i]) == s.window:
        leave(s, t, seat, i)


def place(s: State, t: Trace, seat: int, action: int) -> None:
    """C8: show the discarded card to all, and the card kept to `seat`."""
    if action == DISCARD:
        for viewer in range(s.players):
            if viewer != seat:
                rule_out(s, t, viewer, s.drawn)
        note_discard(s, t, s.drawn)
        return
    i = action - REPLACE
    show_all(s, t, seat, i)
    note_discard(s, t, s.row[seat][i])
    arrive(s, t, seat, i)
    t.seen_by[seat][i] = 1 << seat
    for w in range(t.worlds):
        t.world[w * PAGE + SHOWN + seat][t.names - 1] = s.drawn


def exchange(s: State, t: Trace, seat: int, own: int, other: int, theirs: int) -> None:
    """C17: show `seat` the card that it receives, and swap the two cards."""
    see(s, t, seat, other, theirs)
    trade(s, t, seat, own, other, theirs)


def split(s: State, t: Trace, p: int, i: int, j: int) -> None:
    """C16: double the worlds, as two cards may have changed places; not if no seat was shown either card."""
    t.seen_by[p][i] = t.seen_by[p][j] = 0
    mark(t, p)
    for viewer in range(s.players):
        t.came[viewer * SEATS + p][i] = t.came[viewer * SEATS + p][j] = 0
    if t.worlds == WORLDS or not known(s, t, p, i, j):
        return
    for w in range(t.worlds):
        new = t.worlds + w
        for q in range(s.players):
            t.alive[q][new] = t.alive[q][w]
            for place in range(s.row_size[q]):
                t.world[new * PAGE + q][place] = t.world[w * PAGE + q][place]
            for name in range(t.names):
                t.world[new * PAGE + SHOWN + q][name] = t.world[w * PAGE + SHOWN + q][name]
        trade_in(t.world, new * PAGE + p, i, new * PAGE + p, j)
    t.worlds *= 2


def known(s: State, t: Trace, p: int, i: int, j: int) -> bool:
    """Return whether any seat was shown one of two cards, in any world."""
    for w in range(t.worlds):
        for viewer in range(s.players):
            shown = t.world[w * PAGE + SHOWN + viewer]
            if shown[t.world[w * PAGE + p][i]] != NO_CARD or shown[t.world[w * PAGE + p][j]] != NO_CARD:
                return True
    return False
