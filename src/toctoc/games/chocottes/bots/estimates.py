"""Estimate the rows of Toc Chocottes for one seat: expected points, variances, and the danger of each rival.

Plain functions, compiled by the same means as the rules. They read a card only where the mind `m` marks it as seen
by the seat, and the drawn card only in the seat's own turn.
"""

from math import exp

from toctoc.bots.bot import Traits
from toctoc.games.chocottes.rules.state import KINDS, NO_CARD, PLACING, TILES, UNKNOWN, State, copies, worth
from toctoc.games.chocottes.rules.state import value as number

from .mind import HIGHEST, Mind

# Columns of a seat's traits, in the order of `policy.TRAITS`.
_, NERVE, CAUTION, FINISH, READING, COUNTING, TRICKS, TWINS, RASH, ENVY, LEAN, INSIGHT = range(12)

PART = 32  # units in a point: a row of 54 cards of 14 points fits in 16 bits
SHARE = 1000  # units in 1 of `Mind.menace`
MENACE = 8.0  # softmax temperature over the rivals' expected totals, in points
SPREAD = 18.0  # variance of an unseen card, in points squared
# KEPT[n]: mean points of a card that is worth at most n.
KEPT = (0.0, 0.33, 0.75, 1.2, 1.67, 2.14, 2.63, 3.11, 3.6, 4.09, 4.35, 4.61, 4.88, 5.17, 5.86)


def sees(m: Mind, seat: int, p: int, i: int) -> bool:
    """Return whether `seat` knows the card at place `i` of `p`'s row."""
    return m.knows[p][i] >> seat & 1 == 1


def holds(s: State, m: Mind, seat: int, v: int) -> bool:
    """Return whether `seat` knows an own card of value `v`; for NO_CARD, whether it has an unknown card."""
    for i in range(s.row_size[seat]):
        if sees(m, seat, seat, i):
            if number(s.row[seat][i]) == v:
                return True
        elif v == NO_CARD:
            return True
    return False


def tally_unseen(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Count the cards of each kind that `seat` has not seen; without the trait `counting`, the whole deck."""
    for kind in range(KINDS):
        m.unseen[kind] = copies(s, kind)
    if traits[seat][COUNTING] > 0.0:
        for kind in range(KINDS):
            m.unseen[kind] -= s.discard[kind]
        for p in range(s.players):
            for i in range(s.row_size[p]):
                if sees(m, seat, p, i):
                    m.unseen[s.row[p][i]] -= 1
        if s.phase == PLACING and s.active == seat:
            m.unseen[s.drawn] -= 1
    size = total = 0
    for kind in range(1, UNKNOWN):
        size += m.unseen[kind]
        total += m.unseen[kind] * worth(kind)
    m.unseen_size = size
    m.mean = PART * total // max(size, 1)


def look_around(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Estimate each row for `seat`, and the danger of each rival: a softmax over expected totals."""
    best = 30000
    for p in range(s.players):
        guess = blur = 0.0
        for i in range(s.row_size[p]):
            guess += estimate(s, m, traits, seat, p, i)
            blur += variance(m, traits, seat, p, i)
        m.guess[p] = int(PART * guess)
        m.blur[p] = int(blur)
        if p != seat:
            best = min(best, PART * s.total[p] + m.guess[p])
    total = 0.0
    for p in range(s.players):
        if p != seat:
            total += exp((best - PART * s.total[p] - m.guess[p]) / (PART * MENACE))
    for p in range(s.players):
        share = exp((best - PART * s.total[p] - m.guess[p]) / (PART * MENACE)) / total if p != seat else 0.0
        m.menace[p] = int(SHARE * share)


def estimate(s: State, m: Mind, traits: Traits, seat: int, p: int, i: int) -> float:
    """Return the expected points of the card at place `i` of `p`'s row, as `seat` estimates it."""
    if sees(m, seat, p, i):
        return float(worth(s.row[p][i]))
    if (p == seat or traits[seat][READING] > 0.0) and m.ceiling[p][i] < HIGHEST:
        return KEPT[m.ceiling[p][i]]
    return m.mean / PART


def variance(m: Mind, traits: Traits, seat: int, p: int, i: int) -> float:
    """Return the variance of the estimate of the card at place `i` of `p`'s row."""
    if sees(m, seat, p, i):
        return 0.0
    if traits[seat][READING] > 0.0 and m.ceiling[p][i] < HIGHEST:
        return m.ceiling[p][i] * m.ceiling[p][i] / 9.0
    return SPREAD


def hurt(m: Mind, traits: Traits, seat: int, p: int, points: float) -> float:
    """Return the value for `seat` of `points` scored by the rival `p`."""
    return traits[seat][ENVY] * m.menace[p] / SHARE * points


def tile(s: State) -> float:
    """C2: return the average penalty."""
    total = 0
    for i in range(TILES):
        total += s.tiles[i]
    return total / TILES


def match(m: Mind, seat: int, i: int, v: int) -> float:
    """Return the probability that the unknown own card at place `i` has value `v`."""
    size = hits = 0
    for kind in range(1, UNKNOWN):
        if worth(kind) <= m.ceiling[seat][i]:
            size += m.unseen[kind]
            if number(kind) == v:
                hits += m.unseen[kind]
    return hits / max(size, 1)
