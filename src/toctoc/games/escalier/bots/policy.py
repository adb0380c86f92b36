"""Value the actions of L'Escalier hanté by the player's beliefs and by the confusion of the others.

Plain functions, compiled by the same means as the rules. A decision reads the public table and the minds, never
the children under the ghosts.
"""

from math import sqrt

from toctoc.bots.bot import Traits
from toctoc.games.escalier.rules import (
    ANSWERING,
    ASK,
    COLOURS,
    DECK,
    DECLINE,
    EXCHANGE,
    MOVING,
    NAME,
    NAMING,
    NONE,
    PLACES,
    RIDDLE,
    RIDDLING,
    SEARCHING,
    SEATS,
    SHIFT,
    SWAPPING,
    TURN,
    WHITE,
    State,
)

from .mind import CARE, CONFUSION, DENIAL, SHYNESS, SWAP_LOSS, Mind, deduced, found

# The traits of a player and their bounds; docs/reference/bot-traits.md describes them.
TRAITS = {
    "temperature": (0.0, 10.0),
    "capacity": (0.0, 4.0),
    "swap_loss": (0.0, 1.0),
    "turn_loss": (0.0, 1.0),
    "missed": (0.0, 1.0),
    "shyness": (0.0, 1.0),
    "care": (0.0, 10.0),
    "confusion": (0.0, 10.0),
    "denial": (0.0, 10.0),
}
BOLDNESS = {"shyness": -0.15, "confusion": 0.5}  # added to the traits of a bold bot, subtracted from a shy one's
BEHIND = 0.2  # weight of a player's miss, relative to that of the player one seat nearer on the right
STAYS = 0.8  # probability that a ghost is still on white one turn later
MINE = 1.0  # weight of the seat's own next riddle
RIDDLES = DECK[RIDDLE] / 56.0  # probability that a turn brings a riddle


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Do nothing: the mind holds all that `value` needs."""


def value(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """Return the value of an action in piles won."""
    if s.phase == SEARCHING:
        return chance_of(s, m, seat, action - TURN, s.sought)
    if s.phase == MOVING:
        return trouble(s, m, traits, seat, action - SHIFT, s.free, 0.5)
    if s.phase == SWAPPING:
        return trouble(s, m, traits, seat, (action - EXCHANGE) // PLACES, (action - EXCHANGE) % PLACES, 1.0)
    if s.phase == NAMING:
        return 1.0 if found(s, m, seat, action - NAME) != NONE else 0.0
    if action == DECLINE:
        return 0.0
    if s.phase == RIDDLING:
        return chance_of(s, m, seat, WHITE, action - NAME) - traits[seat][SHYNESS]
    if s.phase == ANSWERING:
        return chance_of(s, m, seat, s.pointed, action - NAME)
    place, other = (action - ASK) // SEATS, (action - ASK) % SEATS
    if traits[seat][CONFUSION] <= 0.0:
        return -0.2  # a player without regard to others' beliefs seldom asks
    knows = 0.95 if deduced(s, m, other, place) != NONE else 1.0 / max(unknown(s, m, other), 1)
    return 1.0 - 2.0 * knows


def unknown(s: State, m: Mind, p: int) -> int:
    """Return the number of ghosts that `p` does not follow."""
    count = 0
    for place in range(PLACES):
        if place != s.free and m.belief[p][place] == NONE:
            count += 1
    return count


def chance_of(s: State, m: Mind, p: int, place: int, colour: int) -> float:
    """Return the probability, for `p`, of a child at `place`. Places shown in this search are excluded."""
    thought = deduced(s, m, p, place)
    if thought != NONE:
        return 1.0 if thought == colour else 0.0
    if found(s, m, p, colour) != NONE:
        return 0.0
    open_places = 0
    for other in range(PLACES):
        if other != s.free and m.belief[p][other] == NONE and not s.tried & (1 << other):
            open_places += 1
    return 1.0 / max(open_places, 1)


def trouble(s: State, m: Mind, traits: Traits, seat: int, a: int, b: int, effort: float) -> float:
    """Return the value of exchanging the places `a` and `b`.

    Losses of the others count for it, losses of `seat` against it. A ghost on white costs more, the more it helps
    the others at riddles.
    """
    total = 0.0
    weight = traits[seat][CONFUSION]
    for step in range(1, s.players):  # a miss by the seat on the right gives `seat` the next try
        p = (seat + s.players - step) % s.players
        total += weight * followed(m, p, a, b) * effort * traits[p][SWAP_LOSS]
        weight *= BEHIND
    total -= traits[seat][CARE] * followed(m, seat, a, b) * effort * traits[seat][SWAP_LOSS]
    if traits[seat][DENIAL] > 0.0:
        total += traits[seat][DENIAL] * (inviting(s, m, seat, WHITE) - inviting(s, m, seat, after(a, b)))
    return total


def followed(m: Mind, p: int, a: int, b: int) -> int:
    """Return how many of two ghosts `p` still follows."""
    return (1 if m.belief[p][a] != NONE else 0) + (1 if m.belief[p][b] != NONE else 0)


def after(a: int, b: int) -> int:
    """Return the present place of the ghost that the exchange of `a` and `b` puts on white."""
    if a == WHITE:
        return b
    return a if b == WHITE else WHITE


def inviting(s: State, m: Mind, seat: int, place: int) -> float:
    """Return the value to the others of the ghost at `place` if it were on white until the next turn of `seat`.

    Each other player may solve a riddle on the way; the chance of `seat` itself is subtracted.
    """
    if place == s.free:
        return 0.0
    missing, total = 1.0, 0.0
    for step in range(1, s.players):
        p = (seat + step) % s.players
        total += missing * RIDDLES * (1.0 if deduced(s, m, p, place) != NONE else 0.3)
        missing *= STAYS
    if deduced(s, m, seat, place) != NONE:
        total -= MINE * missing * RIDDLES
    return total


def prospect(s: State, m: Mind, p: int) -> float:
    """Return the cards that `p` has won, plus a bonus for each ghost that `p` follows."""
    return s.cards_won[p] + (COLOURS - unknown(s, m, p)) * 0.1 * min(s.stock_size, 12)


def spread(s: State, m: Mind) -> float:
    """Return the softmax temperature of prospects, in cards. It grows with the cards left to win."""
    return 1.0 + 1.2 * sqrt(s.stock_size + s.discard_size)


def chapter(s: State) -> int:
    """Return 0: a game of L'Escalier hanté has no rounds."""
    return 0
