"""Reckon what a seat of L'Escalier hanté could work out from what it knows: for players that learn.

Numbers beside those of an observation: how hard each ghost was to follow since it was shown, what everybody has
found and missed, and who would win the pile. Plain functions, compiled by the same means
as the rules. With perfect recall a seat knows every child (E2, E14), and all cards but their order.
"""

from typing import Annotated, Any

from toctoc.codec.layout import Fields, offsets
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

OBSERVED = True  # a net sees the observation, too
PERCENT = 100
# How somebody loses a ghost who does not follow all of them well, between our second and third level.
TURN_LOSS, SWAP_LOSS, MOVE_LOSS, MISSED = 0.032, 0.12, 0.06, 0.12
AHEAD = 16  # turns that `write_race` thinks ahead

# What a player has done, so many times.
FOUND, ASTRAY, SOLVED, WRONG, DECLINED, ASKED, KNEW, ERRED, FREED, LEFT = range(10)
DEEDS = 10

# Seats are counted from the observer to the left; what is "each" has a part for every seat, 0 where nobody sits.
FIELDS: Fields = (
    ("wanted", PLACES),  # at each place: how many cards are to come that seek its child
    ("swapped", PLACES),  # at each place: how often its ghost was swapped since its child was shown
    ("moved", PLACES),  # ... was moved
    ("age", PLACES),  # ... how many cards were turned
    ("followed", PLACES),  # ... how likely a middling player still follows it, in hundredths
    ("cards", 4),  # of the cards to come: riddles, moves, swaps and children, in hundredths
    ("leads", SEATS),  # each: cards ahead of the best other seat
    ("deeds", SEATS * DEEDS),  # each: FOUND and so on
    ("race", 2 * SEATS),  # each: chance to win the pile if the observer leaves white empty, then if not
)
(WANTED_AT, SWAPPED_AT, MOVED_AT, AGE_AT, FOLLOWED_AT, CARDS_AT, LEADS_AT, DEEDS_AT, RACE_AT,
 FEATURES) = offsets(FIELDS)  # fmt: skip


class Story:
    """Hold what everybody at the table has seen happen."""

    swapped: Annotated[Row, PUBLIC, PLACES]  # of the ghost there, since its child was shown
    moved: Annotated[Row, PUBLIC, PLACES]
    shown: Annotated[Row, PUBLIC, PLACES]  # how many cards had been turned when it was
    deeds: Annotated[Grid, PUBLIC, SEATS, DEEDS]


def begin(story: Story) -> None:
    """E2: begin a game: all children have just been shown."""
    for place in range(PLACES):
        story.swapped[place] = story.moved[place] = story.shown[place] = 0
    for p in range(SEATS):
        for deed in range(DEEDS):
            story.deeds[p][deed] = 0


def turned(s: State) -> int:
    """Count the cards that were turned."""
    count: int = s.discard_size
    for p in range(s.players):
        count += s.cards_won[p]
    return count


def watch(s: State, m: Mind, story: Story, seat: int, action: int) -> None:
    """Note an action before it is done: what it shows, and where a ghost goes."""
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
    """E5, E9, E10: everybody sees the child at a place."""
    story.swapped[place] = story.moved[place] = 0
    story.shown[place] = turned(s)


def follow(story: Story, a: int, b: int) -> None:
    """E7, E8: exchange what is noted of two places; one of them may be free."""
    swapped, moved, shown = story.swapped[a], story.moved[a], story.shown[a]
    story.swapped[a] = story.swapped[b]
    story.moved[a] = story.moved[b]
    story.shown[a] = story.shown[b]
    story.swapped[b] = swapped
    story.moved[b] = moved
    story.shown[b] = shown


def recall(s: State, t: Trace, m: Mind, story: Story) -> None:
    """Call nothing to mind: who remembers all needs no mind of its own."""


def sensible(s: State, m: Mind, seat: int, mask: Any) -> None:
    """Take out of a mask what nobody does who knows every child: turn over, or name, another child."""
    if s.phase == SEARCHING:
        for place in range(PLACES):
            if s.disc[place] != s.sought:
                mask[TURN + place] = 0
    elif s.phase == RIDDLING:
        mask[DECLINE] = 0
        leave_only(mask, s.disc[WHITE])
    elif s.phase == ANSWERING:
        leave_only(mask, s.disc[s.pointed])
    elif s.phase == NAMING:  # E12: whichever it is, it is found
        leave_only(mask, 0 if s.shown != 0 else 1)


def leave_only(mask: Any, colour: int) -> None:
    """Leave one of the four names in a mask."""
    for other in range(COLOURS):
        if other != colour:
            mask[NAMES + other] = 0


def write(s: State, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write the features of `seat` to `out`, which is all 0."""
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
    """Write how hard it was to follow a ghost since its child was shown."""
    out[WANTED_AT + place] = s.stock[CHILD + s.disc[place]]
    swapped, moved, age = story.swapped[place], story.moved[place], turned(s) - story.shown[place]
    out[SWAPPED_AT + place] = min(swapped, PERCENT)
    out[MOVED_AT + place] = min(moved, PERCENT)
    out[AGE_AT + place] = min(age, PERCENT)
    kept = (1.0 - MISSED) * (1.0 - TURN_LOSS) ** age * (1.0 - SWAP_LOSS) ** swapped * (1.0 - MOVE_LOSS) ** moved
    out[FOLLOWED_AT + place] = int(PERCENT * kept)


def write_seat(s: State, story: Story, p: int, step: int, out: Any) -> None:
    """Write how `p` stands, and what it has done so far."""
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, s.cards_won[q])
    out[LEADS_AT + step] = s.cards_won[p] - best
    for deed in range(DEEDS):
        out[DEEDS_AT + step * DEEDS + deed] = story.deeds[p][deed]


def write_race(s: State, seat: int, taken: float, at: int, out: Any) -> None:
    """Write each seat's chance to win the pile when `seat` ends its turn and a ghost is on white, or none is.

    Everybody knows every child and frees white where they can, and the cards come as often as they do now.
    """
    size = float(max(s.stock_size, 1))
    riddle, move, swap = s.stock[RIDDLE] / size, s.stock[MOVE] / size, s.stock[SWAP] / size
    child = 1.0 - riddle - move - swap
    solved = riddle if s.risk == 0 else 0.0  # E10: nobody asks who knows
    empty = 1.0 - taken
    p = seat
    for _ in range(min(s.stock_size, AHEAD)):
        p = p + 1 if p + 1 < s.players else 0
        out[at + steps(s.players, seat, p)] += int(PERCENT * (child * (taken + empty) + solved * taken))
        stays = swap + riddle - solved
        taken, empty = stays * taken + move * empty, (swap + riddle) * empty + move * taken
    if s.stock_size <= AHEAD:  # E12: who turned the last card seeks the last child
        out[at + steps(s.players, seat, p)] += int(PERCENT * (taken + empty))
