"""Track the observations that a policy of Toc Toc Toc! needs beside the table: draws, and answers at the door.

Also count unseen cards, and compute gains of cards. Plain functions, compiled like the rules.
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

SECONDS = 6  # time of one decision in a game among people
SCALE = 1000  # shares and probabilities are stored in thousandths
MENACE = 5.0  # points of lead that make a rival e times as dangerous


class Mind:
    """Hold the observations of all players, and the values that one player computes for a decision."""

    seen: Annotated[Grid, PUBLIC, SEATS, KINDS]  # cards seen drawn by each seat and not played since
    opened: Annotated[Row, PUBLIC, SEATS]  # doors opened by each seat
    refused: Annotated[Row, PUBLIC, SEATS]  # doors refused by each seat
    unseen: Annotated[Row, PUBLIC, KINDS]  # cards of each kind that the deciding player has not seen
    unseen_size: Annotated[int, PUBLIC]
    menace: Annotated[Row, PUBLIC, SEATS]  # weight of each rival's gain, in thousandths: a softmax over scores
    opening: Annotated[Row, PUBLIC, SEATS]  # probability that each seat opens, in thousandths
    # target * DEEDS + OPENED_TARGET etc.: points gained by each card at the door of a target
    deeds: Annotated[Grid, PUBLIC, SEATS * 4, KINDS]
    weight: Annotated[Row, PUBLIC, KINDS]  # weight of each kind at the door, not normalised, in thousandths


# Rows of `deeds`: the gains of the target and of the holder of the card, if the target opens or refuses.
OPENED_TARGET, OPENED_HOLDER, SHUT_TARGET, SHUT_HOLDER = range(4)
DEEDS = 4


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Update `m` before an action: an answer reveals a card, and all see the card drawn next (T5)."""
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
    """Do nothing: outcomes of chance do not change `m`."""


def undo_offer(s: State) -> int:
    """Move the card at the door back into the hand; return the offer that is undone."""
    action = OFFER + s.offered * SEATS + s.target
    add_to_hand(s, s.active, s.offered)
    s.offered = s.target = NONE
    s.phase = OFFERING
    return action


def look_around(s: State, m: Mind, seat: int) -> None:
    """Count the cards that `seat` has not seen, and weight the rivals by a softmax over scores."""
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
    """Return the expected number of cards of `kind` in the holder's hand; call `look_around` first."""
    return m.seen[holder][kind] + blind_share(s, m, holder) * m.unseen[kind]


def blind_share(s: State, m: Mind, holder: int) -> float:
    """Return the probability that a card that the deciding player has not seen is in the holder's hand."""
    known = 0
    for k in range(KINDS):
        known += m.seen[holder][k]
    size = min(max(s.hand_size[holder] + (1 if s.offered != NONE and s.active == holder else 0), 1), HAND)
    return max(size - known, 0) / max(m.unseen_size, 1)


# --- gains of cards ----------------------------------------------------------------------------------------------


def points(count: int, musicians: int) -> int:
    """T21: return the points of `count` guests of one creature."""
    return 2 * count if musicians > 0 else count


def column(s: State, p: int, creature: int) -> int:
    """Count the guests of one creature in `p`'s party."""
    party = s.party[p]
    return party[creature] + party[BRUTE + creature] + party[MUSICIAN + creature]


def gain(s: State, p: int, kind: int, count: int) -> int:
    """Return the points that `p` gains by `count` more guests of `kind`; a negative `count` removes guests."""
    creature = kind % CREATURES
    guests, musicians = column(s, p, creature), s.party[p][MUSICIAN + creature]
    more = count if kind >= MUSICIAN else 0
    return points(guests + count, musicians + more) - points(guests, musicians)


def chased_most(s: State, revealer: int) -> int:
    """T14-T16: count the guests that a child or taxi would chase; 0 when every creature is protected."""
    most = 0
    for creature in range(CREATURES):
        if s.party[revealer][BRUTE + creature] == 0:
            most = max(most, column(s, revealer, creature))
    return most


def flee(s: State, revealer: int, rival: int, creature: int, child: bool) -> tuple[int, int]:
    """T14, T15: return the points that revealer and rival gain when guests flee, or leave by taxi."""
    guests, musicians = column(s, revealer, creature), s.party[revealer][MUSICIAN + creature]
    lost = -points(guests, musicians)
    if not child:
        return lost, 0
    there, playing = column(s, rival, creature), s.party[rival][MUSICIAN + creature]
    return lost, points(there + guests, playing + musicians) - points(there, playing)
