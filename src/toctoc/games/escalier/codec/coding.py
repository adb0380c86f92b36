"""Encode the observations and actions of L'Escalier hanté as numbers, relative to the observer's seat.

Plain functions, compiled by the same means as the rules.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.core.fields import PUBLIC, Grid
from toctoc.games.escalier.rules import (
    ANSWERING,
    ASK,
    COLOURS,
    DECK,
    EMPTY,
    EXCHANGE,
    KINDS,
    MOVING,
    NAME,
    NAMING,
    NONE,
    OVER,
    PLACES,
    RIDDLING,
    SEARCHING,
    SEATS,
    SHIFT,
    SWAPPING,
    TURN,
    TURN_CARD,
    WHITE,
    State,
    asked,
    legal_count,
    legal_nth,
)

OTHERS = SEATS - 1
# Action numbers are those of the rules, except: one number per pair of places, and opponents as steps to the left.
PAIRS = 10
CODES = (1, 2, 3, 4, 7, 8, 9, 13, 14, 19)  # for each pair: place * PLACES + a later place
PAIR = (0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 0, 0, 0, 7, 8, 0, 0, 0, 0, 9)  # the inverse of CODES
NAMES = EXCHANGE + PAIRS  # NAMES + colour
ASKS = NAMES + COLOURS  # ASKS + place * OTHERS + steps to the left - 1
ACTIONS = ASKS + PLACES * OTHERS

# Seats are counted from the observer to the left. "each": one value per seat, 0 for an empty seat.
FIELDS: Fields = (
    ("children", PLACES * COLOURS),  # at each place: 1 at the colour of the child shown under its ghost
    ("came from", PLACES),  # at each place: 1 + the earlier place of its ghost; 0 if there is no ghost
    ("free", PLACES),  # 1 at the place without a ghost
    ("turned", KINDS),  # cards turned of each kind
    ("last", 1),  # 1 + the kind of the top of the discard pile; 0 if it is empty
    ("stock", 1),  # cards in the stock
    ("discard", 1),  # cards in the discard pile
    ("won", SEATS),  # each: cards won
    ("sought", COLOURS),  # 1 at the colour sought
    ("tried", PLACES),  # 1 at the places shown in this search
    ("pointed", PLACES),  # 1 at the place that an opponent is asked about
    ("phase", 7),  # search, move, swap, riddle, ask, answer, name the last
    ("players", 1),
    ("risk", 1),  # 1 when the table plays the risk variant
    ("active", SEATS),  # 1 at the active player
    ("asked", SEATS),  # 1 at the seat to act
)
(CHILDREN_AT, CAME_AT, FREE_AT, TURNED_AT, LAST_AT, STOCK_AT, DISCARD_AT, WON_AT, SOUGHT_AT, TRIED_AT, POINTED_AT,
 PHASE_AT, PLAYERS_AT, RISK_AT, ACTIVE_AT, ASKED_AT, END) = offsets(FIELDS)  # fmt: skip


class Trace:
    """Hold the information shown to each viewer. If `since` is 0, all viewers share row 0."""

    since: Annotated[int, PUBLIC]  # 1: record from each seat's own last decision on; 0: from the start of the game
    child: Annotated[Grid, PUBLIC, SEATS, PLACES]  # the colour shown under the ghost there; EMPTY if none was
    came: Annotated[Grid, PUBLIC, SEATS, PLACES]  # the place of that ghost when the record began
    turned: Annotated[Grid, PUBLIC, SEATS, KINDS]  # cards turned of each kind


def begin(s: State, t: Trace, since: int) -> None:
    t.since = since
    for viewer in range(SEATS):
        for place in range(PLACES):
            t.child[viewer][place] = s.disc[place]  # E2: all children are known at the start
            t.came[viewer][place] = place
        for kind in range(KINDS):
            t.turned[viewer][kind] = 0


def viewers(s: State, t: Trace) -> int:
    """Return the number of rows in use."""
    return s.players if t.since == 1 else 1


def watch(s: State, t: Trace, seat: int, action: int) -> None:
    """Record the child that an action shows, or the ghosts that it moves. Call it before the rules' `act`."""
    if t.since == 1:
        for place in range(PLACES):
            t.child[seat][place] = EMPTY
            t.came[seat][place] = place
        for kind in range(KINDS):
            t.turned[seat][kind] = 0
    if s.phase == SEARCHING:
        show(s, t, action - TURN)
    elif s.phase == MOVING:
        follow(s, t, action - SHIFT, s.free)
    elif s.phase == SWAPPING:
        follow(s, t, (action - EXCHANGE) // PLACES, (action - EXCHANGE) % PLACES)
    elif s.phase == ANSWERING:
        show(s, t, s.pointed)
    elif s.phase == RIDDLING and action >= NAME:
        show(s, t, WHITE)


def watched(s: State, t: Trace) -> None:
    """Do nothing: `watch` records the whole action."""


def watch_chance(s: State, t: Trace, outcome: int) -> None:
    """Record the card that is turned."""
    if s.phase == TURN_CARD:
        for viewer in range(viewers(s, t)):
            t.turned[viewer][outcome] += 1


def show(s: State, t: Trace, place: int) -> None:
    """E5, E9, E10: record that the child at `place` is shown to all."""
    for viewer in range(viewers(s, t)):
        t.child[viewer][place] = s.disc[place]


def follow(s: State, t: Trace, a: int, b: int) -> None:
    """E7, E8: exchange the records of two places; one of them may be free."""
    for viewer in range(viewers(s, t)):
        child, came = t.child[viewer], t.came[viewer]
        shown, source = child[a], came[a]
        child[a] = child[b]
        came[a] = came[b]
        child[b] = shown
        came[b] = source


def observe(s: State, t: Trace, seat: int, out: Any) -> None:
    """Write the observation of `seat` to `out`."""
    for n in range(END):
        out[n] = 0
    viewer = seat if t.since == 1 else 0
    for place in range(PLACES):
        if place == s.free:
            out[FREE_AT + place] = 1
        else:
            out[CAME_AT + place] = 1 + t.came[viewer][place]
            if t.child[viewer][place] != EMPTY:
                out[CHILDREN_AT + place * COLOURS + t.child[viewer][place]] = 1
        out[TRIED_AT + place] = (s.tried >> place) & 1
    for kind in range(KINDS):
        out[TURNED_AT + kind] = t.turned[viewer][kind]
    out[LAST_AT] = 1 + s.last
    out[STOCK_AT] = s.stock_size
    out[DISCARD_AT] = s.discard_size
    p = seat
    for step in range(s.players):
        out[WON_AT + step] = s.cards_won[p]
        p = p + 1 if p + 1 < s.players else 0
    if s.sought != NONE:
        out[SOUGHT_AT + s.sought] = 1
    if s.pointed != NONE:
        out[POINTED_AT + s.pointed] = 1
    if s.phase >= SEARCHING and s.phase <= NAMING:
        out[PHASE_AT + s.phase - SEARCHING] = 1
    out[PLAYERS_AT] = s.players
    out[RISK_AT] = s.risk
    if s.active != NONE:
        out[ACTIVE_AT + steps(s.players, seat, s.active)] = 1
    if s.phase >= SEARCHING and s.phase < OVER:
        out[ASKED_AT + steps(s.players, seat, asked(s))] = 1


def mask(s: State, seat: int, out: Any) -> None:
    """Write 1 to `out` for each legal action of `seat`; `out` must be all 0."""
    for n in range(legal_count(s, seat)):
        out[from_rules(s.players, seat, legal_nth(s, seat, n))] = 1


def steps(players: int, seat: int, other: int) -> int:
    """Return the number of steps to the left from `seat` to `other`."""
    return other - seat if other >= seat else other - seat + players


def to_rules(players: int, seat: int, action: int) -> int:
    if action < EXCHANGE:
        return action
    if action < NAMES:
        return EXCHANGE + CODES[action - EXCHANGE]
    if action < ASKS:
        return NAME + action - NAMES
    target = seat + 1 + (action - ASKS) % OTHERS
    if target >= seat + players:
        return NONE
    return ASK + (action - ASKS) // OTHERS * SEATS + (target if target < players else target - players)


def from_rules(players: int, seat: int, code: int) -> int:
    if code < EXCHANGE:
        return code
    if code < NAME:
        return EXCHANGE + PAIR[code - EXCHANGE]
    if code < ASK:
        return NAMES + code - NAME
    return ASKS + (code - ASK) // SEATS * OTHERS + steps(players, seat, (code - ASK) % SEATS) - 1


def world(knowledge: Any) -> Any:
    """Return the partial world of a viewer."""
    return knowledge.world


def recall(knowledge: Any, t: Trace) -> None:
    """Fill `t` with all information shown to a viewer since the start of the game."""
    s = knowledge.world
    begin(s, t, 0)
    for place in range(PLACES):
        if s.disc[place] != EMPTY:  # E2: each child starts at the place of its colour
            t.came[0][place] = s.disc[place]
    for kind in range(KINDS):
        t.turned[0][kind] = DECK[kind] - s.stock[kind]
