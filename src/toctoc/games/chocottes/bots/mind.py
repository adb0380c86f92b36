"""Track what players of Toc Chocottes have in mind: who has seen which card, and what a row says of its owner.

Plain functions, compiled by the same means as the rules. Everything here moves with the rows, as the table
shows it to all: whoever looks at a card is seen looking (C27).
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

SECONDS = 3  # that a decision takes in a game among people; a pass in a window takes none
HIGHEST = 14  # no card is worth more: a ceiling that says nothing
USUAL = 6  # what a card that nobody has seen is taken for
LOW = 3  # as low as a ceiling falls: nobody tells small cards apart by what others do


class Mind:
    """Hold what all players have in mind, and what one of them computes before a decision."""

    knows: Annotated[Grid, PUBLIC, SEATS, ROW]  # bitmask of the seats that have seen the card at a place
    ceiling: Annotated[Grid, PUBLIC, SEATS, ROW]  # points that a card hardly exceeds, or its owner had not kept it
    name: Annotated[Grid, PUBLIC, SEATS, ROW]  # a number that the card keeps wherever it goes
    named: Annotated[int, PUBLIC]  # how many have been named in this round
    # What one player thinks of once before a decision (policy.py), in small fractions of a point or a victory.
    unseen: Annotated[Row, PUBLIC, KINDS]
    unseen_size: Annotated[int, PUBLIC]
    mean: Annotated[int, PUBLIC]  # what a card not seen is worth
    guess: Annotated[Row, PUBLIC, SEATS]  # what each row is worth
    blur: Annotated[Row, PUBLIC, SEATS]  # how sure that is: a variance, in points
    menace: Annotated[Row, PUBLIC, SEATS]  # how much each rival's gain hurts


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Update the mind just before an action: cards are seen, or go elsewhere."""
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
    """Update the mind just before chance: a card comes unseen, or two are mixed up."""
    if s.phase == DEALING:
        if s.dealt == 0:
            m.named = 0
        arrive(m, s.dealt // DEAL, s.dealt % DEAL, 0)
    elif s.phase == PENALTY or s.phase == GIVING:
        arrive(m, s.receiver, s.row_size[s.receiver], 0)
    elif s.phase == MIXING:  # C16: whoever knew one of them knows neither
        p, i, j = s.mixed[0], s.mixed[1], s.mixed[2]
        ceiling = max(m.ceiling[p][i], m.ceiling[p][j])
        arrive(m, p, i, 0)
        arrive(m, p, j, 0)
        m.ceiling[p][i] = m.ceiling[p][j] = ceiling


# --- cards come, go and are seen ---------------------------------------------------------------------------------


def arrive(m: Mind, p: int, i: int, seen_by: int) -> None:
    """Note that at a place lies a card that only `seen_by`, a bitmask of seats, have seen."""
    m.knows[p][i] = seen_by
    m.ceiling[p][i] = HIGHEST
    m.name[p][i] = m.named
    m.named += 1


def move(m: Mind, p: int, source: int, target: int) -> None:
    """Move what is known of place `source` to place `target` of the same row."""
    m.knows[p][target] = m.knows[p][source]
    m.ceiling[p][target] = m.ceiling[p][source]
    m.name[p][target] = m.name[p][source]


def leave(s: State, m: Mind, p: int, i: int) -> None:
    """Close up a row that the card at place `i` leaves."""
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
    """C9, C11: note a throw: a wrong card goes back to its place, seen by all."""
    if value(s.row[seat][i]) == s.window:
        leave(s, m, seat, i)
    else:
        m.knows[seat][i] = (1 << s.players) - 1


def placed(s: State, m: Mind, seat: int, action: int) -> None:
    """C8: infer from what a player discards that the cards kept are hardly worth more."""
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
    """C17: note an exchange: the card received is shown; the one given away was hardly a good one."""
    knows, name = m.knows[seat][own], m.name[seat][own]
    m.knows[seat][own] = m.knows[other][place] | 1 << seat
    m.ceiling[seat][own] = m.ceiling[other][place]
    m.name[seat][own] = m.name[other][place]
    m.knows[other][place] = knows
    m.ceiling[other][place] = HIGHEST
    m.name[other][place] = name
