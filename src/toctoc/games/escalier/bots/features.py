"""Compute features of L'Escalier hanté for learned policies.

They supplement the observation: how hard each ghost was to follow since its child was shown, the right and wrong
decisions of each player, and each seat's chance to win the pile. With perfect recall a seat knows every child
(E2, E14) and all cards but their order. Plain functions, compiled by the same means as the rules.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.escalier.codec.coding import NAMES, Trace, steps
from toctoc.games.escalier.rules import (
    ANSWERING,
    ASKING,
    CHILD,
    COLOURS,
    DECLINE,
    EXCHANGE,
    KINDS,
    MOVE,
    MOVING,
    NAME,
    NAMING,
    PLACES,
    RIDDLE,
    RIDDLING,
    SEARCHING,
    SEATS,
    SHIFT,
    SWAP,
    SWAPPING,
    TURN,
    WHITE,
    State,
)

from .mind import Mind

OBSERVED = True  # the network's input includes the observation
PERCENT = 100
# Probabilities that a middling player, between our second and third level, loses a ghost: at each card
# turned, swap, move, and (MISSED) showing of its child.
TURN_LOSS, SWAP_LOSS, MOVE_LOSS, MISSED = 0.032, 0.12, 0.06, 0.12
AHEAD = 16  # turns that `write_race` looks ahead

# Counters of a player's decisions. FREED and LEFT: a move took the ghost on white, or another one.
FOUND, ASTRAY, SOLVED, WRONG, DECLINED, ASKED, KNEW, ERRED, FREED, LEFT = range(10)
DEEDS = 10

# Seats are counted from the observer to the left. "each": one value per seat, 0 for an empty seat.
FIELDS: Fields = (
    ("wanted", PLACES),  # at each place: cards in the stock that seek its child
    ("swapped", PLACES),  # at each place: swaps of its ghost since its child was shown
    ("moved", PLACES),  # at each place: moves of its ghost since then
    ("age", PLACES),  # at each place: cards turned since then
    ("followed", PLACES),  # at each place: probability that a middling player follows its ghost, in hundredths
    ("cards", 4),  # shares of riddles, moves, swaps and children in the stock, in hundredths
    ("leads", SEATS),  # each: cards won minus those of the best other seat
    ("deeds", SEATS * DEEDS),  # each: the counters FOUND to LEFT
    ("race", 2 * SEATS),  # each: chance to win the pile, in hundredths, if the observer empties white; then if not
)
(WANTED_AT, SWAPPED_AT, MOVED_AT, AGE_AT, FOLLOWED_AT, CARDS_AT, LEADS_AT, DEEDS_AT, RACE_AT,
 FEATURES) = offsets(FIELDS)  # fmt: skip


class Story:
    """Hold the public history of the game."""

    swapped: Annotated[Row, PUBLIC, PLACES]  # at each place: swaps of its ghost since its child was shown
    moved: Annotated[Row, PUBLIC, PLACES]  # at each place: moves since then
    shown: Annotated[Row, PUBLIC, PLACES]  # at each place: cards turned until its child was shown
    deeds: Annotated[Grid, PUBLIC, SEATS, DEEDS]


def begin(story: Story) -> None:
    """E2: begin a game. All children have just been shown."""
    for place in range(PLACES):
        story.swapped[place] = story.moved[place] = story.shown[place] = 0
    for p in range(SEATS):
        for deed in range(DEEDS):
            story.deeds[p][deed] = 0


def turned(s: State) -> int:
    """Return the number of cards turned."""
    count: int = s.discard_size
    for p in range(s.players):
        count += s.cards_won[p]
    return count


def watch(s: State, m: Mind, story: Story, seat: int, action: int) -> None:
    """Record an action: a decision of `seat`, a child shown, or a ghost moved. Call it before the rules' `act`."""
    deeds = story.deeds[seat]
    if s.phase == SEARCHING:
        deeds[FOUND if s.disc[action - TURN] == s.sought else ASTRAY] += 1
        show(s, story, action - TURN)
    elif s.phase == MOVING:
        if s.free != WHITE:
            deeds[FREED if action - SHIFT == WHITE else LEFT] += 1
        story.moved[action - SHIFT] += 1
        follow(story, action - SHIFT, s.free)
    elif s.phase == SWAPPING:
        a, b = (action - EXCHANGE) // PLACES, (action - EXCHANGE) % PLACES
        story.swapped[a] += 1
        story.swapped[b] += 1
        follow(story, a, b)
    elif s.phase == ANSWERING:
        deeds[KNEW if s.disc[s.pointed] == action - NAME else ERRED] += 1
        show(s, story, s.pointed)
    elif (s.phase == RIDDLING or s.phase == ASKING) and action == DECLINE:
        deeds[DECLINED] += 1
    elif s.phase == ASKING:
        deeds[ASKED] += 1
    elif s.phase == RIDDLING:
        deeds[SOLVED if s.disc[WHITE] == action - NAME else WRONG] += 1
        show(s, story, WHITE)


def show(s: State, story: Story, place: int) -> None:
    """E5, E9, E10: record that the child at `place` is shown to all."""
    story.swapped[place] = story.moved[place] = 0
    story.shown[place] = turned(s)


def follow(story: Story, a: int, b: int) -> None:
    """E7, E8: exchange the records of two places; one of them may be free."""
    swapped, moved, shown = story.swapped[a], story.moved[a], story.shown[a]
    story.swapped[a] = story.swapped[b]
    story.moved[a] = story.moved[b]
    story.shown[a] = story.shown[b]
    story.swapped[b] = swapped
    story.moved[b] = moved
    story.shown[b] = shown


def recall(s: State, t: Trace, m: Mind, story: Story) -> None:
    """Do nothing: with perfect recall the world holds every child."""


def sensible(s: State, m: Mind, seat: int, mask: Any) -> None:
    """Leave in `mask` only actions that make sense with perfect recall.

    A search, a riddle or an answer keeps only the right child, and a riddle is never declined.
    """
    if s.phase == SEARCHING:
        for place in range(PLACES):
            if s.disc[place] != s.sought:
                mask[TURN + place] = 0
    elif s.phase == RIDDLING:
        mask[DECLINE] = 0
        leave_only(mask, s.disc[WHITE])
    elif s.phase == ANSWERING:
        leave_only(mask, s.disc[s.pointed])
    elif s.phase == NAMING:  # E12: all colours are equal: the seat finds each of them
        leave_only(mask, 0 if s.shown != 0 else 1)


def leave_only(mask: Any, colour: int) -> None:
    """Remove from `mask` the names of all colours but `colour`."""
    for other in range(COLOURS):
        if other != colour:
            mask[NAMES + other] = 0


def write(s: State, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write the features of `seat` to `out`, which must be all 0."""
    for place in range(PLACES):
        if place != s.free:
            write_ghost(s, story, place, out)
    for kind in range(KINDS):
        out[CARDS_AT + min(kind, CHILD)] += PERCENT * s.stock[kind] // max(s.stock_size, 1)
    p = seat
    for step in range(s.players):
        write_seat(s, story, p, step, out)
        p = p + 1 if p + 1 < s.players else 0
    if s.phase == MOVING and s.active == seat:
        write_race(s, seat, 0.0, RACE_AT, out)
        write_race(s, seat, 1.0, RACE_AT + SEATS, out)


def write_ghost(s: State, story: Story, place: int, out: Any) -> None:
    """Write how hard the ghost at `place` was to follow since its child was shown."""
    out[WANTED_AT + place] = s.stock[CHILD + s.disc[place]]
    swapped, moved, age = story.swapped[place], story.moved[place], turned(s) - story.shown[place]
    out[SWAPPED_AT + place] = min(swapped, PERCENT)
    out[MOVED_AT + place] = min(moved, PERCENT)
    out[AGE_AT + place] = min(age, PERCENT)
    kept = (1.0 - MISSED) * (1.0 - TURN_LOSS) ** age * (1.0 - SWAP_LOSS) ** swapped * (1.0 - MOVE_LOSS) ** moved
    out[FOLLOWED_AT + place] = int(PERCENT * kept)


def write_seat(s: State, story: Story, p: int, step: int, out: Any) -> None:
    """Write the lead of `p` and its counters of decisions."""
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, s.cards_won[q])
    out[LEADS_AT + step] = s.cards_won[p] - best
    for deed in range(DEEDS):
        out[DEEDS_AT + step * DEEDS + deed] = story.deeds[p][deed]


def write_race(s: State, seat: int, taken: float, at: int, out: Any) -> None:
    """Write each seat's chance to win the pile after `seat` ends its turn.

    `taken` is the probability of a ghost on white. All players are assumed to have perfect recall and
    to use every move to free white if a ghost is there. The shares of the kinds in the stock are assumed constant.
    """
    size = float(max(s.stock_size, 1))
    riddle, move, swap = s.stock[RIDDLE] / size, s.stock[MOVE] / size, s.stock[SWAP] / size
    child = 1.0 - riddle - move - swap
    solved = riddle if s.risk == 0 else 0.0  # E10: all opponents know the child, so no player asks
    empty = 1.0 - taken
    p = seat
    for _ in range(min(s.stock_size, AHEAD)):
        p = p + 1 if p + 1 < s.players else 0
        out[at + steps(s.players, seat, p)] += int(PERCENT * (child * (taken + empty) + solved * taken))
        stays = swap + riddle - solved
        taken, empty = stays * taken + move * empty, (swap + riddle) * empty + move * taken
    if s.stock_size <= AHEAD:  # E12: the seat that turned the last card seeks the last child
        out[at + steps(s.players, seat, p)] += int(PERCENT * (taken + empty))
