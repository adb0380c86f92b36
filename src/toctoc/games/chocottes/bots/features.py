"""Compute the features of a seat of Toc Chocottes: the input of a net.

The features replace the observation, which is four times as long. Plain functions, compiled by the same means as
the rules. They read a card only where the mind `m` marks it as seen by the seat, and the drawn card only in the
seat's own turn.

Values of actions are those of `policy.py`, for a player with the traits `ADVISER`.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.core.fields import PUBLIC, Row
from toctoc.games.chocottes.codec.coding import PLACES, SNAPS, Trace, steps
from toctoc.games.chocottes.rules import may_act
from toctoc.games.chocottes.rules.state import (
    DISCARD,
    EFFECT,
    EXCHANGE,
    FAUCHEUSE,
    FEWEST,
    GOAL,
    KINDS,
    KNOCK,
    LOOK,
    LOOKING,
    LOOKOOKY,
    MIX,
    NONE,
    PLACING,
    REAP,
    REPLACE,
    ROW,
    SEATS,
    SNAP,
    TURN,
    UNKNOWN,
    VALUES,
    WINDOW,
    State,
    worth,
)
from toctoc.games.chocottes.rules.state import value as number

from . import mind
from .estimates import PART, estimate, look_around, sees, tally_unseen
from .mind import HIGHEST, Mind
from .policy import chance_of_safety, ending, knock, to_goal, value

OBSERVED = False  # a net's input has no observation
OTHERS = SEATS - 1
OWN, THEIRS = 8, 5  # places with features of their own; cards beyond them count only in sums
OF_OWN, OF_THEIRS, OF_ROW, OF_STORY = 11, 3, 9, 4
EFFECTS = 6  # 7, 10, 11, 12, 13, 14
MOST = 127

# Fixed traits, those of `comte` at the training of the first net, in the order of `policy.TRAITS`. A change here
# changes the input: nets must be trained again.
ADVISER: Any = ((0.1, 4.5, 0.3, 1.2, 1.0, 1.0, 0.8, 1.0, 0.0, 0.9, 1.0, 1.0),) * SEATS

# Seats are counted from the observer to the left. "Each" means one part for every seat, 0 for absent seats.
FIELDS: Fields = (
    ("phase", 5),  # look, turn, place, window, effect
    ("players", SEATS - FEWEST + 1),
    ("active", SEATS),  # 1 at the active player
    ("window", VALUES),  # 1 at the value that may be thrown
    ("passed", SEATS),
    ("drawn", VALUES + 1),  # 1 at the value of the drawn card; then 1 for a dream
    ("effect", EFFECTS),  # 1 at the effect that the observer decides on
    ("waiting", EFFECTS),  # pending effects of each kind
    ("unseen", KINDS - 2),  # cards of each kind that the observer has not seen
    ("pile", 3),  # cards in the stock, mean points of an unseen card in eighths, and the round
    ("held", VALUES),  # own cards of each value that the observer knows
    ("own", OWN * OF_OWN),  # each place: see `write_own`
    ("rows", SEATS * OF_ROW),  # each: see `write_row`
    ("theirs", OTHERS * THEIRS * OF_THEIRS),  # each rival, each place: see `write_theirs`
    ("story", SEATS * OF_STORY),  # each: knocks, failed knocks, throws, wrong throws
    ("knocking", 6),  # see `write_knocking`
    ("discarding", 1),  # value of discarding the drawn card, in thirds of a point
)
(PHASE_AT, PLAYERS_AT, ACTIVE_AT, WINDOW_AT, PASSED_AT, DRAWN_AT, EFFECT_AT, WAITING_AT, UNSEEN_AT, PILE_AT,
 HELD_AT, OWN_AT, ROWS_AT, THEIRS_AT, STORY_AT, KNOCKING_AT, PUTTING_AT, FEATURES) = offsets(FIELDS)  # fmt: skip


class Story:
    """Count the public actions of each seat: knocks and throws, right and wrong."""

    round: Annotated[int, PUBLIC]  # the round that the mind describes
    knocks: Annotated[Row, PUBLIC, SEATS]
    failed: Annotated[Row, PUBLIC, SEATS]
    throws: Annotated[Row, PUBLIC, SEATS]
    wrong: Annotated[Row, PUBLIC, SEATS]


def begin(story: Story) -> None:
    """Reset the counts for a new game."""
    story.round = 0
    for p in range(SEATS):
        story.knocks[p] = story.failed[p] = story.throws[p] = story.wrong[p] = 0


# --- memory ------------------------------------------------------------------------------------------------------


def watch(s: State, m: Mind, story: Story, seat: int, action: int) -> None:
    """Update the mind and the counts just before an action."""
    if action == KNOCK and s.phase == TURN:
        story.knocks[seat] += 1
        if not is_lowest(s, seat):
            story.failed[seat] += 1
    elif s.phase == WINDOW and action >= SNAP and action < REAP:
        story.throws[seat] += 1
        if number(s.row[seat][action - SNAP]) != s.window:
            story.wrong[seat] += 1
    elif s.phase == EFFECT and action >= MIX and action < EXCHANGE:  # C16: both places get the higher ceiling
        code = action - MIX
        p, i, j = code // ROW // ROW, code // ROW % ROW, code % ROW
        m.ceiling[p][i] = m.ceiling[p][j] = max(m.ceiling[p][i], m.ceiling[p][j])
        m.knows[p][i] = m.knows[p][j] = 0
    mind.watch(s, m, (), seat, action, 0)


def is_lowest(s: State, seat: int) -> bool:
    """C20: return whether the row of `seat` has strictly the fewest points; it reads all cards."""
    own = points(s, seat)
    for p in range(s.players):
        if p != seat and points(s, p) <= own:
            return False
    return True


def points(s: State, p: int) -> int:
    """Return the points of the row of `p`."""
    total = 0
    for i in range(s.row_size[p]):
        total += worth(s.row[p][i])
    return total


def recall(s: State, t: Trace, m: Mind, story: Story) -> None:
    """Update the mind after a step: cards of a new round, and the next card of each row, are unseen."""
    for p in range(s.players):
        size = s.row_size[p]
        first = 0 if s.round != story.round else size
        for i in range(first, min(size + 1, ROW)):
            m.knows[p][i] = 0
            m.ceiling[p][i] = HIGHEST
    story.round = s.round


def sensible(s: State, m: Mind, seat: int, mask: Any) -> None:
    """Remove useless actions from `mask`: throwing a card known to be wrong, looking at a known card.

    The cards of a new row are alike, so only the first legal look stays.
    """
    size = min(s.row_size[seat], PLACES)
    if s.phase == WINDOW:
        for i in range(size):
            if sees(m, seat, seat, i) and number(s.row[seat][i]) != s.window:
                mask[SNAPS + i] = 0
    elif s.phase == LOOKING:
        found = False
        for i in range(size):
            if found:
                mask[LOOK + i] = 0
            elif mask[LOOK + i] == 1:
                found = True
    elif s.phase == EFFECT and s.effect[0] == LOOKOOKY:
        for i in range(size):
            if sees(m, seat, seat, i):
                mask[LOOK + i] = 0


# --- numbers -----------------------------------------------------------------------------------------------------


def write(s: State, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write the features of `seat` to `out`, which is all 0."""
    tally_unseen(s, m, ADVISER, seat)
    look_around(s, m, ADVISER, seat)
    asked = may_act(s, seat)
    write_table(s, seat, asked, out)
    for kind in range(1, UNKNOWN):
        out[UNSEEN_AT + kind - 1] = m.unseen[kind]
    out[PILE_AT], out[PILE_AT + 1], out[PILE_AT + 2] = s.stock_size, eighths(m.mean / PART), min(s.round, MOST)
    p = seat
    for step in range(s.players):
        out[PASSED_AT + step] = (s.passed >> p) & 1
        write_row(s, m, seat, p, ROWS_AT + step * OF_ROW, out)
        at = STORY_AT + step * OF_STORY
        out[at], out[at + 1] = min(story.knocks[p], MOST), min(story.failed[p], MOST)
        out[at + 2], out[at + 3] = min(story.throws[p], MOST), min(story.wrong[p], MOST)
        if step > 0:
            write_theirs(s, m, seat, p, THEIRS_AT + (step - 1) * THEIRS * OF_THEIRS, out)
        p = p + 1 if p + 1 < s.players else 0
    write_own(s, m, seat, asked, out)
    write_knocking(s, m, seat, out)


def write_table(s: State, seat: int, asked: bool, out: Any) -> None:
    """Write the phase and the public state; in the own decision also the drawn card or the effect."""
    if s.phase >= LOOKING and s.phase <= EFFECT:
        out[PHASE_AT + s.phase - LOOKING] = 1
    out[PLAYERS_AT + s.players - FEWEST] = 1
    if s.active != NONE:
        out[ACTIVE_AT + steps(s.players, seat, s.active)] = 1
    if s.window > 0:
        out[WINDOW_AT + s.window - 1] = 1
    if s.phase == PLACING and asked:
        out[DRAWN_AT + number(s.drawn) - 1] = 1
        if s.drawn > VALUES:
            out[DRAWN_AT + VALUES] = 1
    if s.phase == EFFECT and asked:
        out[EFFECT_AT + effect(s.effect[0])] = 1
    for n in range(s.effects):
        out[WAITING_AT + effect(s.effect[n])] += 1


def effect(v: int) -> int:
    """Return the index of the effect of value `v` among the six."""
    return max(v - LOOKOOKY + 1, 0)


def write_row(s: State, m: Mind, seat: int, p: int, at: int, out: Any) -> None:
    """Write the nine features of the row of `p`.

    Size; cards known to the observer; cards known to the owner; total; points of the last round; expected points
    in halves; their variance; danger in percent; expected lead of the observer (own row: distance to 50).
    """
    mine = theirs = 0
    for i in range(s.row_size[p]):
        mine += m.knows[p][i] >> seat & 1
        theirs += m.knows[p][i] >> p & 1
    out[at] = s.row_size[p]
    out[at + 1] = mine
    out[at + 2] = theirs
    out[at + 3] = min(s.total[p], MOST)
    out[at + 4] = min(s.points[p], MOST)  # in the last round
    out[at + 5] = small(2.0 * m.guess[p] / PART)
    out[at + 6] = min(m.blur[p], MOST)
    out[at + 7] = m.menace[p] // 10
    ahead = s.total[p] - s.total[seat] + (m.guess[p] - m.guess[seat]) / PART
    out[at + 8] = small(ahead) if p != seat else small(GOAL - s.total[p] - m.guess[p] / PART)


def write_theirs(s: State, m: Mind, seat: int, p: int, at: int, out: Any) -> None:
    """Write for each place of `p`: expected points in eighths, 1 if the observer knows it, 1 if the owner does."""
    for i in range(min(s.row_size[p], THEIRS)):
        out[at] = eighths(estimate(s, m, ADVISER, seat, p, i))
        out[at + 1] = m.knows[p][i] >> seat & 1
        out[at + 2] = m.knows[p][i] >> p & 1
        at += OF_THEIRS


def write_own(s: State, m: Mind, seat: int, asked: bool, out: Any) -> None:
    """Write each own place, and the value of discarding the drawn card.

    1 for a card; expected points in eighths; ceiling; rivals that know it; if the observer knows it: 1, value,
    1 for a dream, own known cards of that value; then the values of replacing, throwing and reaping it, in thirds.
    """
    size = s.row_size[seat]
    for i in range(size):
        if sees(m, seat, seat, i):
            out[HELD_AT + number(s.row[seat][i]) - 1] += 1
    reaping = s.phase == EFFECT and asked and s.effect[0] == FAUCHEUSE
    for i in range(min(size, OWN)):
        at = OWN_AT + i * OF_OWN
        out[at] = 1
        out[at + 1] = eighths(estimate(s, m, ADVISER, seat, seat, i))
        out[at + 2] = m.ceiling[seat][i]
        for p in range(s.players):
            if p != seat:
                out[at + 3] += m.knows[seat][i] >> p & 1
        if sees(m, seat, seat, i):
            v = number(s.row[seat][i])
            out[at + 4] = 1
            out[at + 5] = v
            out[at + 6] = 1 if s.row[seat][i] > VALUES else 0
            out[at + 7] = out[HELD_AT + v - 1]
        if s.phase == PLACING and asked:
            out[at + 8] = thirds(value(s, m, ADVISER, seat, REPLACE + i))
        elif s.phase == WINDOW and asked:
            out[at + 9] = thirds(value(s, m, ADVISER, seat, SNAP + i))
        elif reaping:
            out[at + 10] = thirds(value(s, m, ADVISER, seat, REAP + i))
    if s.phase == PLACING and asked:
        out[PUTTING_AT] = thirds(value(s, m, ADVISER, seat, DISCARD))


def write_knocking(s: State, m: Mind, seat: int, out: Any) -> None:
    """C20: write the consequences of a knock by the observer now.

    Its value; the probability of the fewest points in percent; the value of ending the game; the probability of
    exactly 50 in percent; rivals with a lower expected row; rivals with a lower expected total.
    """
    own = m.guess[seat] / PART
    safe = chance_of_safety(s, m, seat)
    fewer = lower = 0
    for p in range(s.players):
        if p != seat and m.guess[p] < m.guess[seat]:
            fewer += 1
        if p != seat and s.total[p] * PART + m.guess[p] < s.total[seat] * PART + m.guess[seat]:
            lower += 1
    out[KNOCKING_AT] = thirds(knock(s, m, ADVISER, seat))
    out[KNOCKING_AT + 1] = int(100.0 * safe)
    out[KNOCKING_AT + 2] = thirds(ending(s, m, seat, own, safe))
    out[KNOCKING_AT + 3] = int(100.0 * to_goal(s, m, seat, safe))
    out[KNOCKING_AT + 4] = fewer  # rivals with a lower expected row
    out[KNOCKING_AT + 5] = lower  # rivals with a lower expected total


def small(number: float) -> int:
    """Return `number` as an integer, clipped to [-MOST, MOST]."""
    return int(min(max(number, -MOST), MOST))


def eighths(points: float) -> int:
    """Return the points of a card in eighths."""
    return small(8.0 * points)


def thirds(points: float) -> int:
    """Return the value of an action in thirds of a point."""
    return small(3.0 * points)
