"""Value the actions of L'Armoire qui grince by the cards that a hand in the wardrobe may find.

Plain functions, compiled by the same means as the rules. A decision reads the knowledge of its seat: the own
hand, the open cards, and the mind; never the cards in the wardrobe.
"""

from math import sqrt

from toctoc.bots.bot import Traits

from armoire.rules import CARDS, DECK, GHOST, KINDS, MINT, REACH, SHUT, SLIP, State, score

from .mind import DARING, SPITE, SUSPICION, Mind

TRAITS = {
    "temperature": (0.0, 10.0),
    "attention": (0.0, 1.0),  # how often it remembers what it slipped in itself
    "daring": (-3.0, 3.0),  # points that reaching in seems worth by itself
    "spite": (0.0, 3.0),  # what the others' finds are worth beside the own
    "suspicion": (0.1, 5.0),  # how much likelier than others an unknown card is thought to be a ghost
}
NO_CARD = -1


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """All there is to know is in the mind already."""


def value(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """Return what an action seems worth, in points."""
    if action == SHUT:
        return 0.0
    if action == REACH:
        return find(s, m, traits, seat, NO_CARD) + traits[seat][DARING]
    found = find(s, m, traits, seat, action - SLIP)
    mine = max(found + traits[seat][DARING], 0.0) if s.slipped >= s.players else 0.0  # A4
    return mine - traits[seat][SPITE] * found


def find(s: State, m: Mind, traits: Traits, seat: int, slipped: int) -> float:
    """Return the points that the next card out of the wardrobe brings on average, if one more is slipped in."""
    ghosts, sweets, unseen = 0.0, 0.0, 0.0
    unknown = s.inside_size
    for kind in range(KINDS):
        weight = unseen_cards(s, m, seat, kind) * (traits[seat][SUSPICION] if kind == GHOST else 1.0)
        unseen += weight
        unknown -= m.known[seat][kind]
    for kind in range(KINDS):
        weight = unseen_cards(s, m, seat, kind) * (traits[seat][SUSPICION] if kind == GHOST else 1.0)
        count = m.known[seat][kind] + max(unknown, 0) * weight / max(unseen, 1.0) + (1 if kind == slipped else 0)
        if kind == GHOST:
            ghosts = count
        else:
            sweets += kind * count
    return (sweets - ghosts * (s.cost + laid(s))) / max(s.inside_size + (0 if slipped == NO_CARD else 1), 1)


def unseen_cards(s: State, m: Mind, seat: int, kind: int) -> int:
    """Count the cards of a kind that a seat cannot place: in the pile, in other hands, or slipped in by others."""
    count = DECK[kind] - s.hand[seat][kind] - s.laid[kind] - m.known[seat][kind]
    for p in range(s.players):
        count -= s.taken[p][kind]
    return max(count, 0)


def laid(s: State) -> int:
    """Return the points that would fall back into the wardrobe."""
    points = 0
    for kind in range(MINT, KINDS):
        points += kind * s.laid[kind]
    return points


def prospect(s: State, m: Mind, p: int) -> float:
    """Return the points that a player has, those in front of them included."""
    return score(s, p) + (laid(s) if p == s.active else 0)


def spread(s: State, m: Mind) -> float:
    """Return the lead that makes a victory e times as likely; the more is to come, the less a lead says."""
    return 0.5 + 0.5 * sqrt(CARDS - s.slipped + s.inside_size)


def chapter(s: State) -> int:
    """Return always the same: the game is one long night."""
    return 0
