"""Track the beliefs about the rows of Toc Chocottes: the seats that have seen a card, and a ceiling of its points.

Plain functions, compiled by the same means as the rules. All of this is public: everyone sees which place a player
looks at (C27), so one record serves the whole table.
"""

from typing import Annotated, Any

from toctoc.bots.bot import Traits
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.chocottes.rules.state import (
    ARRANGE,
    DEAL,
    DEALING,
    DISCARD,
    EXCHANGE,
    GIVE,
    GIVING,
    KINDS,
    LOOK,
    MIXING,
    PENALTY,
    PLACING,
    REAP,
    REPLACE,
    ROW,
    SEATS,
    SNAP,
    WINDOW,
    State,
    value,
    worth,
)

SECONDS = 3  # of a decision in a game of people; a pass in a window takes none
HIGHEST = 14  # the ceiling of a card about which nothing is known
USUAL = 6  # ceiling, in points, implied by replacing an unknown card
LOW = 3  # least ceiling: discards do not distinguish lower cards


class Mind:
    """Hold the beliefs shared by all seats, and the estimates of one seat before its decision."""

    knows: Annotated[Grid, PUBLIC, SEATS, ROW]  # bitmask of the seats that have seen the card at a place
    ceiling: Annotated[Grid, PUBLIC, SEATS, ROW]  # likely upper bound of a card's points: its owner kept it
    name: Annotated[Grid, PUBLIC, SEATS, ROW]  # a number that a card keeps when it moves
    named: Annotated[int, PUBLIC]  # names given in this round
    # Estimates of one seat, computed once before a decision (estimates.py), as integers.
    unseen: Annotated[Row, PUBLIC, KINDS]  # cards of each kind that the seat has not seen
    unseen_size: Annotated[int, PUBLIC]  # their number
    mean: Annotated[int, PUBLIC]  # mean points of an unseen card, in 1/PART of a point
    guess: Annotated[Row, PUBLIC, SEATS]  # expected points of each row, in 1/PART of a point
    blur: Annotated[Row, PUBLIC, SEATS]  # variance of that, in points squared
    menace: Annotated[Row, PUBLIC, SEATS]  # danger of each rival, in 1/SHARE; all rivals together are 1


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Update the mind just before an action: cards are seen or moved."""
    if action >= ARRANGE:
        arrange(m, seat, (action - ARRANGE) // ROW, (action - ARRANGE) % ROW)
    elif s.phase == WINDOW:
        if action >= SNAP:
            thrown(s, m, seat, action - SNAP)
    elif s.phase == PLACING:
        placed(s, m, seat, action)
    elif action >= EXCHANGE:  # C17
        code = action - EXCHANGE
        exchanged(m, seat, code % ROW, code // ROW // ROW, code // ROW % ROW)
    elif action >= REAP and action < GIVE:  # C19
        leave(s, m, seat, action - REAP)
    elif action >= LOOK and action < REPLACE:  # C3, C15
        m.knows[seat][action - LOOK] |= 1 << seat


def watch_chance(s: State, m: Mind, traits: Traits, outcome: int, rng: Any) -> None:
    """Update the mind just before a chance outcome: a card arrives unseen, or two are shuffled."""
    if s.phase == DEALING:
        if s.dealt == 0:
            m.named = 0
        arrive(m, s.dealt // DEAL, s.dealt % DEAL, 0)
    elif s.phase == PENALTY or s.phase == GIVING:
        arrive(m, s.receiver, s.row_size[s.receiver], 0)
    elif s.phase == MIXING:  # C16: afterwards no seat knows either card
        p, i, j = s.mixed[0], s.mixed[1], s.mixed[2]
        ceiling = max(m.ceiling[p][i], m.ceiling[p][j])
        arrive(m, p, i, 0)
        arrive(m, p, j, 0)
        m.ceiling[p][i] = m.ceiling[p][j] = ceiling


# --- cards arrive, leave and are seen ----------------------------------------------------------------------------


def arrive(m: Mind, p: int, i: int, seen_by: int) -> None:
    """Put a new card at place `i` of `p`'s row; `seen_by` is the bitmask of the seats that have seen it."""
    m.knows[p][i] = seen_by
    m.ceiling[p][i] = HIGHEST
    m.name[p][i] = m.named
    m.named += 1


def move(m: Mind, p: int, source: int, target: int) -> None:
    """Copy the beliefs about place `source` to place `target` of the same row."""
    m.knows[p][target] = m.knows[p][source]
    m.ceiling[p][target] = m.ceiling[p][source]
    m.name[p][target] = m.name[p][source]


def leave(s: State, m: Mind, p: int, i: int) -> None:
    """Close up the row of `p` after the card at place `i` has left."""
    while i < s.row_size[p] - 1:
        move(m, p, i + 1, i)
        i += 1


def arrange(m: Mind, p: int, source: int, target: int) -> None:
    """C5: move one card within its row."""
    knows, ceiling, name = m.knows[p][source], m.ceiling[p][source], m.name[p][source]
    step = 1 if target > source else -1
    for i in range(source, target, step):
        move(m, p, i + step, i)
    m.knows[p][target] = knows
    m.ceiling[p][target] = ceiling
    m.name[p][target] = name


def thrown(s: State, m: Mind, seat: int, i: int) -> None:
    """C9, C11: update by a throw: a right card leaves; a wrong one stays, seen by all."""
    if value(s.row[seat][i]) == s.window:
        leave(s, m, seat, i)
    else:
        m.knows[seat][i] = (1 << s.players) - 1


def placed(s: State, m: Mind, seat: int, action: int) -> None:
    """C8: lower the ceilings: a player rarely keeps a known card worth more than the discarded one."""
    place = action - REPLACE
    if action == DISCARD:
        limit = worth(s.drawn)
    elif m.knows[seat][place] >> seat & 1:
        limit = worth(s.row[seat][place])
    else:
        limit = USUAL
    limit = max(limit, LOW)
    for i in range(s.row_size[seat]):
        if m.knows[seat][i] >> seat & 1:
            m.ceiling[seat][i] = min(m.ceiling[seat][i], limit)
    if action != DISCARD:
        arrive(m, seat, place, 1 << seat)
        m.ceiling[seat][place] = limit


def exchanged(m: Mind, seat: int, own: int, other: int, place: int) -> None:
    """C17: update by an exchange: the player sees the card received; the card given away has no ceiling."""
    knows, name = m.knows[seat][own], m.name[seat][own]
    m.knows[seat][own] = m.knows[other][place] | 1 << seat
    m.ceiling[seat][own] = m.ceiling[other][place]
    m.name[seat][own] = m.name[other][place]
    m.knows[other][place] = knows
    m.ceiling[other][place] = HIGHEST
    m.name[other][place] = name
