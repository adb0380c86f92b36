"""Reckon what a seat of Toc Toc Toc! could work out from what it knows: for players that learn.

Numbers beside those of an observation: what cards would do, what may lie at the door, and what everybody has done
so far. Plain functions, compiled by the same means as the rules. They read the own hand, the table, the mind
(cards seen drawn) and the story, never another hand nor a card of somebody else at the door.
"""

from typing import Annotated, Any

from toctoc.codec.layout import Fields, offsets
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.toctoctoc.bots.mind import Mind, chance_at_door, column, gain, look_around
from toctoc.games.toctoctoc.bots.policy import effect
from toctoc.games.toctoctoc.codec.coding import Trace
from toctoc.games.toctoctoc.rules import (
    ANSWERING,
    CREATURES,
    KINDS,
    MUSICIAN,
    OFFER,
    OPEN,
    PLAIN,
    REFUSE,
    SEATS,
    VAMP,
    State,
    score,
)

OBSERVED = True  # a net sees the observation, too
OTHERS = SEATS - 1
NASTY = KINDS - VAMP  # kinds that do something to the revealer's party
PERCENT = 100

# Seats are counted from the observer to the left; what is "each" has a part for every seat, 0 where nobody sits.
FIELDS: Fields = (
    ("unseen", KINDS),  # how many of each kind may lie where the observer does not see
    ("unseen size", 1),
    ("columns", SEATS * CREATURES),  # each: guests of each creature
    ("leads", SEATS),  # each: points ahead of the best other seat
    ("gains", SEATS * 2 * CREATURES),  # each: what a plain guest, and a musician, of each creature would bring
    ("deeds", OTHERS * NASTY * 4),  # each other: what a nasty card would bring, see `write_deeds`
    ("door", KINDS),  # how likely each kind is at the observer's door, in hundredths
    ("door deeds", 4),  # what opening and refusing are expected to bring: observer, other, observer, other
    ("done", SEATS * 3),  # each: offers, doors opened, doors refused
    ("between", OTHERS * 4),  # each other: opened to me, refused me, I opened to them, I refused them
    ("shown", SEATS * 2),  # each: cards offered that turned out guests, and nasty
)
(UNSEEN_AT, SIZE_AT, COLUMNS_AT, LEADS_AT, GAINS_AT, DEEDS_AT, DOOR_AT, DOOR_DEEDS_AT, DONE_AT, BETWEEN_AT,
 SHOWN_AT, FEATURES) = offsets(FIELDS)  # fmt: skip


class Story:
    """Hold what everybody at the table has seen everybody do."""

    offers: Annotated[Row, PUBLIC, SEATS]
    opened: Annotated[Grid, PUBLIC, SEATS, SEATS]  # who opened to whom, how often
    refused: Annotated[Grid, PUBLIC, SEATS, SEATS]
    guests: Annotated[Row, PUBLIC, SEATS]  # cards offered that turned out guests
    nasty: Annotated[Row, PUBLIC, SEATS]


def begin(story: Story) -> None:
    """Begin a game: nobody has done anything."""
    for p in range(SEATS):
        story.offers[p] = story.guests[p] = story.nasty[p] = 0
        for q in range(SEATS):
            story.opened[p][q] = story.refused[p][q] = 0


def watch(s: State, m: Mind, story: Story, seat: int, action: int) -> None:
    """Note an action before it is done; an answer shows the card at the door."""
    if action >= OFFER:
        story.offers[seat] += 1
    elif action == OPEN or action == REFUSE:
        if action == OPEN:
            story.opened[seat][s.active] += 1
        else:
            story.refused[seat][s.active] += 1
        if s.offered >= VAMP:
            story.nasty[s.active] += 1
        else:
            story.guests[s.active] += 1


def recall(s: State, t: Trace, m: Mind, story: Story) -> None:
    """Call to mind which cards were seen drawn: all of them."""
    for p in range(s.players):
        for kind in range(KINDS):
            m.seen[p][kind] = t.drawn[p][kind]


def sensible(s: State, m: Mind, seat: int, mask: Any) -> None:
    """Leave a mask as it is: any offer and any answer may be good for something."""


def write(s: State, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write the features of `seat` to `out`, which is all 0."""
    look_around(s, m, seat)
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = m.unseen[kind]
    out[SIZE_AT] = m.unseen_size
    p = seat
    for step in range(s.players):
        write_party(s, p, step, out)
        write_story(s, story, seat, p, step, out)
        if step > 0:
            write_deeds(s, seat, p, DEEDS_AT + (step - 1) * NASTY * 4, out)
        p = p + 1 if p + 1 < s.players else 0
    if s.phase == ANSWERING and s.target == seat:
        write_door(s, m, seat, out)


def write_party(s: State, p: int, step: int, out: Any) -> None:
    """Write what there is in the party of `p`, and what more guests would bring."""
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, score(s, q))
    out[LEADS_AT + step] = score(s, p) - best
    for creature in range(CREATURES):
        out[COLUMNS_AT + step * CREATURES + creature] = column(s, p, creature)
        at = GAINS_AT + step * 2 * CREATURES + creature
        out[at] = gain(s, p, PLAIN + creature, 1)
        out[at + CREATURES] = gain(s, p, MUSICIAN + creature, 1)


def write_deeds(s: State, seat: int, other: int, at: int, out: Any) -> None:
    """Write what each nasty card brings me and the other: when I reveal it, and when the other does."""
    for kind in range(VAMP, KINDS):
        mine, theirs = effect(s, kind, seat, other)
        out[at], out[at + 1] = mine, theirs
        theirs, mine = effect(s, kind, other, seat)
        out[at + 2], out[at + 3] = mine, theirs
        at += 4


def write_door(s: State, m: Mind, seat: int, out: Any) -> None:
    """Write what may lie at the door of `seat`, if any card of the hand may, and what to expect of it."""
    holder = s.active
    total = 0.0
    for kind in range(KINDS):
        total += chance_at_door(s, m, holder, kind)
    open_mine, open_theirs, shut_mine, shut_theirs = 0.0, 0.0, 0.0, 0.0
    for kind in range(KINDS):
        chance = chance_at_door(s, m, holder, kind) / max(total, 1e-9)
        out[DOOR_AT + kind] = int(PERCENT * chance)
        if chance > 0.0:
            mine, theirs = effect(s, kind, seat, holder)
            open_mine += chance * mine
            open_theirs += chance * theirs
            theirs, mine = effect(s, kind, holder, seat)
            shut_mine += chance * mine
            shut_theirs += chance * theirs
    out[DOOR_DEEDS_AT] = tenths(open_mine)
    out[DOOR_DEEDS_AT + 1] = tenths(open_theirs)
    out[DOOR_DEEDS_AT + 2] = tenths(shut_mine)
    out[DOOR_DEEDS_AT + 3] = tenths(shut_theirs)


def tenths(points: float) -> int:
    """Return points in tenths, as far as a small integer goes."""
    return int(min(max(10.0 * points, -PERCENT), PERCENT))


def write_story(s: State, story: Story, seat: int, p: int, step: int, out: Any) -> None:
    """Write what `p` has done so far, and what there was between `p` and `seat`."""
    opened, refused = 0, 0
    for q in range(s.players):
        opened += story.opened[p][q]
        refused += story.refused[p][q]
    at = DONE_AT + step * 3
    out[at], out[at + 1], out[at + 2] = story.offers[p], opened, refused
    out[SHOWN_AT + step * 2], out[SHOWN_AT + step * 2 + 1] = story.guests[p], story.nasty[p]
    if step > 0:
        at = BETWEEN_AT + (step - 1) * 4
        out[at], out[at + 1] = story.opened[p][seat], story.refused[p][seat]
        out[at + 2], out[at + 3] = story.opened[seat][p], story.refused[seat][p]
