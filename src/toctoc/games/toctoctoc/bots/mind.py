"""Track what players of Toc Toc Toc! have in mind beside the table: who was seen drawing what, and who might win.

Plain functions, compiled by the same means as the rules.
"""

from math import exp
from typing import Annotated, Any

from toctoc.bots.bot import Traits
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.toctoctoc.rules import (
    BRUTE,
    CREATURES,
    DECK,
    GUESTS,
    HAND,
    KINDS,
    MUSICIAN,
    NONE,
    OFFER,
    OFFERING,
    OPEN,
    REFUSE,
    SEATS,
    UNKNOWN,
    State,
    add_to_hand,
    score,
)

SECONDS = 6  # that a decision takes in a game among people
SCALE = 1000  # shares and chances are kept in thousandths
MENACE = 5.0  # points of lead that make a rival e times as dangerous


class Mind:
    """Hold what all players have in mind, and what one of them computes before a decision."""

    seen: Annotated[Grid, PUBLIC, SEATS, KINDS]  # cards seen drawn by each seat and not played since
    opened: Annotated[Row, PUBLIC, SEATS]  # how often each seat opened its door, and refused
    refused: Annotated[Row, PUBLIC, SEATS]
    unseen: Annotated[Row, PUBLIC, KINDS]  # how many of each kind may lie where the thinker does not see
    unseen_size: Annotated[int, PUBLIC]
    menace: Annotated[Row, PUBLIC, SEATS]  # how much each rival's gain hurts, in thousandths
    opening: Annotated[Row, PUBLIC, SEATS]  # how likely each seat is to open, in thousandths
    deeds: Annotated[Grid, PUBLIC, 4, KINDS]  # what each card at the door brings: OPENED_TARGET and so on
    weight: Annotated[Row, PUBLIC, KINDS]  # how likely each card is at the door, in thousandths


# Opened, the target reveals; refused, the one who offered: what either of the two gains.
OPENED_TARGET, OPENED_HOLDER, SHUT_TARGET, SHUT_HOLDER = range(4)


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Update the mind before an action: a revealed card is no longer in hand, one that is drawn was seen (T5)."""
    if action == OPEN or action == REFUSE:
        if action == OPEN:
            m.opened[seat] += 1
        else:
            m.refused[seat] += 1
        kind = s.offered
        if kind != UNKNOWN and m.seen[s.active][kind] > 0:
            m.seen[s.active][kind] -= 1
        if s.top != NONE:
            m.seen[s.active][s.top] += 1


def watch_chance(s: State, m: Mind, traits: Traits, outcome: int, rng: Any) -> None:
    """Learn nothing: what chance does at this table is seen by all, or by nobody."""


def undo_offer(s: State) -> int:
    """Take the card at the door back into the hand; return the action that brought it there."""
    action = OFFER + s.offered * SEATS + s.target
    add_to_hand(s, s.active, s.offered)
    s.offered = s.target = NONE
    s.phase = OFFERING
    return action


def look_around(s: State, m: Mind, seat: int) -> None:
    """Count what `seat` does not see, and estimate how dangerous each rival is: a softmax over scores."""
    size = 0
    for kind in range(KINDS):
        count = DECK[kind] - s.out[kind] - s.hand[seat][kind]
        if s.players == 3 and kind >= BRUTE and kind < MUSICIAN:
            count -= 1
        if kind < GUESTS:
            for p in range(s.players):
                count -= s.party[p][kind]
        for p in range(s.players):
            if p != seat:
                count -= m.seen[p][kind]
        if kind == s.top:
            count -= 1
        if kind == s.revealed or (s.offered == kind and s.active == seat):
            count -= 1
        m.unseen[kind] = max(count, 0)
        size += m.unseen[kind]
    m.unseen_size = size
    best = 0
    for p in range(s.players):
        if p != seat:
            best = max(best, score(s, p))
    total = 0.0
    for p in range(s.players):
        if p != seat:
            total += exp((score(s, p) - best) / MENACE)
    for p in range(s.players):
        m.menace[p] = 0 if p == seat else int(SCALE * exp((score(s, p) - best) / MENACE) / total)


def chance_at_door(s: State, m: Mind, holder: int, kind: int) -> float:
    """Return how many cards of a kind are to be expected in the holder's hand, after `look_around`."""
    known = 0
    for k in range(KINDS):
        known += m.seen[holder][k]
    size = min(max(s.hand_size[holder] + (1 if s.offered != NONE and s.active == holder else 0), 1), HAND)
    blind = max(size - known, 0) / max(m.unseen_size, 1)
    return m.seen[holder][kind] + blind * m.unseen[kind]


# --- what a card does to the scores ------------------------------------------------------------------------------


def points(count: int, musicians: int) -> int:
    """T21: return what guests of one creature are worth."""
    return 2 * count if musicians > 0 else count


def column(s: State, p: int, creature: int) -> int:
    """Count the guests of one creature in `p`'s party."""
    party = s.party[p]
    return party[creature] + party[BRUTE + creature] + party[MUSICIAN + creature]


def gain(s: State, p: int, kind: int, count: int) -> int:
    """Return what `count` guests of a kind would bring `p`'s party, or cost it if the number is negative."""
    creature = kind % CREATURES
    guests, musicians = column(s, p, creature), s.party[p][MUSICIAN + creature]
    more = count if kind >= MUSICIAN else 0
    return points(guests + count, musicians + more) - points(guests, musicians)


def chased_most(s: State, revealer: int) -> int:
    """T14-T16: count the guests that a child or taxi would drive out; 0 when every creature is protected."""
    most = 0
    for creature in range(CREATURES):
        if s.party[revealer][BRUTE + creature] == 0:
            most = max(most, column(s, revealer, creature))
    return most


def flee(s: State, revealer: int, rival: int, creature: int, child: bool) -> tuple[int, int]:
    """T14, T15: return what revealer and rival gain when a creature's guests run, or drive off."""
    guests, musicians = column(s, revealer, creature), s.party[revealer][MUSICIAN + creature]
    lost = -points(guests, musicians)
    if not child:
        return lost, 0
    there, playing = column(s, rival, creature), s.party[rival][MUSICIAN + creature]
    return lost, points(there + guests, playing + musicians) - points(there, playing)
