"""Compute features of Toc Toc Toc! for learning bots, in addition to the observation.

The features are gains of cards, probabilities of the card at the door, and counts of actions so far. Plain
functions, compiled like the rules. They read the own hand, the table, the mind (cards seen drawn) and the story,
never another hand nor another player's card at the door.
"""

from typing import Annotated, Any

from toctoc.codec.codec_modules import Fields, offsets
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

OBSERVED = True  # the input of a net includes the observation
OTHERS = SEATS - 1
NASTY = KINDS - VAMP  # kinds that harm the revealer's party
PERCENT = 100

# Seats are counted from the observer to the left. "each": one part for every seat, 0 for an empty seat.
FIELDS: Fields = (
    ("unseen", KINDS),  # cards of each kind that the observer has not seen
    ("unseen size", 1),
    ("columns", SEATS * CREATURES),  # each: guests of each creature
    ("leads", SEATS),  # each: points ahead of the best other seat
    ("gains", SEATS * 2 * CREATURES),  # each: points gained by a plain guest, and by a musician, of each creature
    ("deeds", OTHERS * NASTY * 4),  # each other: points gained by each nasty card, see `write_deeds`
    ("door", KINDS),  # probability of each kind at the observer's door, in hundredths
    ("door deeds", 4),  # expected gains of observer and other in tenths: if opened, if refused
    ("done", SEATS * 3),  # each: offers, doors opened, doors refused
    ("between", OTHERS * 4),  # each other: opened to me, refused me, I opened to them, I refused them
    ("shown", SEATS * 2),  # each: revealed offers that were guests, and that were nasty
)
(UNSEEN_AT, SIZE_AT, COLUMNS_AT, LEADS_AT, GAINS_AT, DEEDS_AT, DOOR_AT, DOOR_DEEDS_AT, DONE_AT, BETWEEN_AT,
 SHOWN_AT, FEATURES) = offsets(FIELDS)  # fmt: skip


class Story:
    """Count the public actions of every seat."""

    offers: Annotated[Row, PUBLIC, SEATS]
    opened: Annotated[Grid, PUBLIC, SEATS, SEATS]  # times that the first seat opened to the second
    refused: Annotated[Grid, PUBLIC, SEATS, SEATS]
    guests: Annotated[Row, PUBLIC, SEATS]  # revealed offers that were guests
    nasty: Annotated[Row, PUBLIC, SEATS]


def begin(story: Story) -> None:
    """Clear all counts for a new game."""
    for p in range(SEATS):
        story.offers[p] = story.guests[p] = story.nasty[p] = 0
        for q in range(SEATS):
            story.opened[p][q] = story.refused[p][q] = 0


def watch(s: State, m: Mind, story: Story, seat: int, action: int) -> None:
    """Count an action before it is applied; an answer reveals the card at the door."""
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
    """Fill `m` with all cards seen drawn: nothing is forgotten."""
    for p in range(s.players):
        for kind in range(KINDS):
            m.seen[p][kind] = t.drawn[p][kind]


def sensible(s: State, m: Mind, seat: int, mask: Any) -> None:
    """Do nothing: every legal offer and answer may be useful."""


def write(s: State, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write the features of `seat` to `out`, which must be all 0."""
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
    """Write the lead and the guests of `p`, and the points that one more guest would add."""
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
    """Write the gains of `seat` and `other` by each nasty card: if `seat` reveals it, then if `other` does."""
    for kind in range(VAMP, KINDS):
        mine, theirs = effect(s, kind, seat, other)
        out[at], out[at + 1] = mine, theirs
        theirs, mine = effect(s, kind, other, seat)
        out[at + 2], out[at + 3] = mine, theirs
        at += 4


def write_door(s: State, m: Mind, seat: int, out: Any) -> None:
    """Write the probabilities and expected gains at the door of `seat`, if the holder offers a random card."""
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
    """Return points in tenths, limited to -PERCENT and PERCENT to fit a small integer."""
    return int(min(max(10.0 * points, -PERCENT), PERCENT))


def write_story(s: State, story: Story, seat: int, p: int, step: int, out: Any) -> None:
    """Write the counts of `p`'s actions, and of the answers between `p` and `seat`."""
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
