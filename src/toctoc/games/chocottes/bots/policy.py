"""Evaluate the actions of Toc Chocottes by the points of the own row and the estimated rows of the rivals.

Plain functions, compiled by the same means as the rules. A decision reads a card only where the mind `m` marks it
as seen by the seat, and the drawn card only in the seat's own turn.
"""

from math import exp, sqrt

from toctoc.bots.bot import Traits
from toctoc.games.chocottes.rules.state import (
    DEAL,
    DISCARD,
    EXCHANGE,
    FAILLE,
    FAUCHEUSE,
    FEED,
    GIVE,
    GOAL,
    KNOCK,
    LOOK,
    LOOKING,
    LOOKOOKY,
    MIX,
    MORGANE,
    NO_CARD,
    NOEL,
    PLACING,
    REAP,
    REPLACE,
    ROW,
    SNAP,
    TILES,
    TURN,
    VAN_PEER,
    WINDOW,
    State,
    worth,
)
from toctoc.games.chocottes.rules.state import value as number

from .estimates import (
    CAUTION,
    ENVY,
    FINISH,
    INSIGHT,
    KEPT,
    LEAN,
    NERVE,
    PART,
    RASH,
    TRICKS,
    TWINS,
    estimate,
    holds,
    hurt,
    look_around,
    match,
    sees,
    tally_unseen,
    tile,
)
from .mind import Mind

# The traits of a player and their bounds; docs/reference/bot-traits.md explains them.
TRAITS = {
    "temperature": (0.0, 100.0),
    "nerve": (-50.0, 50.0),  # points of the own row below which a knock gains
    "caution": (0.0, 5.0),  # weight of the tile that a failed knock costs
    "finish": (0.0, 5.0),  # weight of the end of the game
    "reading": (0.0, 1.0),  # above 0: estimate rivals' cards by their ceilings
    "counting": (0.0, 1.0),  # above 0: count the cards already seen
    "tricks": (0.0, 2.0),  # weight of effects
    "twins": (0.0, 1.0),  # above 0: plan to throw equal own cards
    "rash": (0.0, 20.0),  # points added to the value of throwing an unknown card
    "envy": (0.0, 2.0),  # weight of a rival's points
    "lean": (0.0, 10.0),  # value of a row one card shorter, in points
    "insight": (0.0, 10.0),  # value of knowing an own card, in points
}
BOLDNESS = {"nerve": 1.5}  # added to the traits of a bold bot, subtracted from a shy one's

PARTS = ("estimates",)  # modules of this folder that are compiled before this one

EXPOSED = 1.0  # cost in points of showing an own card to all
CONFUSED = 1.5  # cost in points for a rival that no longer knows two of its cards
VICTORY = 30.0  # value of winning the game at once, in points


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Compute the estimates that the values of all actions share."""
    if s.phase == WINDOW:
        if holds(s, m, seat, s.window):
            tally_unseen(s, m, traits, seat)
            look_around(s, m, traits, seat)
        elif holds(s, m, seat, NO_CARD):
            tally_unseen(s, m, traits, seat)
    elif s.phase != LOOKING:
        tally_unseen(s, m, traits, seat)
        look_around(s, m, traits, seat)


def value(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """Return the value of an action, in points."""
    if s.phase == WINDOW:
        return throw(s, m, traits, seat, action - SNAP) if action >= SNAP else 0.0
    if s.phase == TURN:
        return knock(s, m, traits, seat) if action == KNOCK else 0.0
    if s.phase == PLACING:
        return place(s, m, traits, seat, action)
    if s.phase == LOOKING:
        return -10.0 * (action - LOOK)  # the cards are alike: the leftmost first
    return effect(s, m, traits, seat, action)


def chapter(s: State) -> int:
    """Return the number of the round; rollouts stop when it changes."""
    return s.round


# --- knocking ----------------------------------------------------------------------------------------------------


def knock(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C20: return the value of a knock now, relative to drawing."""
    own = m.guess[seat] / PART
    gained = traits[seat][NERVE] - own
    safe = chance_of_safety(s, m, seat)
    gained -= traits[seat][CAUTION] * tile(s) * (1.0 - safe)
    if traits[seat][FINISH] > 0.0:
        gained += traits[seat][FINISH] * ending(s, m, seat, own, safe)
    return gained


def chance_of_safety(s: State, m: Mind, seat: int) -> float:
    """C20: return the probability that every other row has more points."""
    own = m.guess[seat] / PART
    safe = 1.0
    for p in range(s.players):
        if p != seat:
            guess = m.guess[p] / PART
            blur = 0.55 * sqrt(m.blur[p] + m.blur[seat] + 0.5)
            safe *= 1.0 / (1.0 + exp(min(max((own + 0.5 - guess) / blur, -30.0), 30.0)))
    return safe


def ending(s: State, m: Mind, seat: int, own: float, safe: float) -> float:
    """C24, C25: return the value of ending the game by a knock, weighted by its probability."""
    mine = s.total[seat] + own + tile(s) * (1.0 - safe)
    best, worst = 1000.0, mine
    for p in range(s.players):
        if p != seat:
            after = s.total[p] + m.guess[p] / PART
            best, worst = min(best, after), max(worst, after)
    ends = 1.0 / (1.0 + exp(min(max((GOAL - 0.5 - worst) / 2.0, -30.0), 30.0)))
    goal = to_goal(s, m, seat, safe)
    return goal * VICTORY + (1.0 - goal) * ends * min(max(best - mine, -10.0), 10.0)


def to_goal(s: State, m: Mind, seat: int, safe: float) -> float:
    """C25: return the probability that a knock leads to exactly 50; 0 if a card of the row is not known."""
    points = s.total[seat]
    for i in range(s.row_size[seat]):
        if not sees(m, seat, seat, i):
            return 0.0
        points += worth(s.row[seat][i])
    if points == GOAL:
        return safe
    chance = 0.0
    for i in range(TILES):
        if points + s.tiles[i] == GOAL:
            chance += (1.0 - safe) / TILES
    return chance


# --- cards that leave the row ------------------------------------------------------------------------------------


def relief(s: State, m: Mind, traits: Traits, seat: int, left: int) -> float:
    """Return the value of losing a card, besides its points, if `left` stay; C21: none left ends the round."""
    return traits[seat][LEAN] + (tile(s) * traits[seat][ENVY] if left == 0 else 0.0)


def twins(s: State, m: Mind, traits: Traits, seat: int, v: int, kept: int, left: int) -> float:
    """C9: return the value of discarding a card of value `v` and throwing the equal own cards after it.

    The card at place `kept` cannot be thrown; `left` is the number of cards in the row.
    """
    gained = effect_value(s, m, traits, seat, v)
    if traits[seat][TWINS] > 0.0:
        for i in range(s.row_size[seat]):
            if i != kept and sees(m, seat, seat, i) and number(s.row[seat][i]) == v:
                left -= 1
                gained += (
                    worth(s.row[seat][i]) + relief(s, m, traits, seat, left) + effect_value(s, m, traits, seat, v)
                )
    return gained


def effect_value(s: State, m: Mind, traits: Traits, seat: int, v: int) -> float:
    """C14-C19: return the value of the effect of a card of value `v` for `seat`, which discards it."""
    if traits[seat][TRICKS] == 0.0 or v < FAILLE:
        return 0.0
    gained = 0.0
    if v == FAILLE:
        if seat != s.active:
            gained = hurt(m, traits, seat, s.active, m.mean / PART)
    elif v == LOOKOOKY:
        for i in range(s.row_size[seat]):
            if not sees(m, seat, seat, i):
                gained = traits[seat][INSIGHT]
    elif v == MORGANE:
        gained = 0.3 * traits[seat][ENVY]
    elif v == VAN_PEER:
        gained = best_exchange(s, m, traits, seat)
    elif v == NOEL:
        for p in range(s.players):
            if p != seat and s.row_size[p] < DEAL:
                gained = max(gained, hurt(m, traits, seat, p, m.mean / PART))
    elif v == FAUCHEUSE and seat != s.active:
        gained = worst(s, m, traits, seat) + traits[seat][LEAN]
    return traits[seat][TRICKS] * gained


def worst(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """Return the highest expected points of an own card."""
    most = 0.0
    for i in range(s.row_size[seat]):
        most = max(most, estimate(s, m, traits, seat, seat, i))
    return most


def best_exchange(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C17: return the value of the best exchange."""
    most = worst(s, m, traits, seat)
    gained = 0.0
    for p in range(s.players):
        if p != seat:
            for i in range(s.row_size[p]):
                gain = most - estimate(s, m, traits, seat, p, i)
                gained = max(gained, gain + hurt(m, traits, seat, p, gain))
    return gained


def throw(s: State, m: Mind, traits: Traits, seat: int, i: int) -> float:
    """C9, C11: return the value of throwing the card at place `i`."""
    left = s.row_size[seat] - 1
    right = relief(s, m, traits, seat, left) + effect_value(s, m, traits, seat, s.window)
    wrong = -EXPOSED
    if s.stock_size > 0:
        wrong -= m.mean / PART + traits[seat][LEAN]
    if sees(m, seat, seat, i):
        return right + worth(s.row[seat][i]) if number(s.row[seat][i]) == s.window else wrong
    chance = match(m, seat, i, s.window)
    points = KEPT[m.ceiling[seat][i]] if m.ceiling[seat][i] < s.window else float(s.window)
    return chance * (right + points) + (1.0 - chance) * wrong + traits[seat][RASH]


def place(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """C8: return the value of discarding the drawn card or replacing an own one, with the throws that follow."""
    size = s.row_size[seat]
    if action == DISCARD:
        return twins(s, m, traits, seat, number(s.drawn), -1, size)
    i = action - REPLACE
    gained = estimate(s, m, traits, seat, seat, i) - worth(s.drawn)
    if not sees(m, seat, seat, i):
        return gained + traits[seat][INSIGHT]
    v = number(s.row[seat][i])
    gained += twins(s, m, traits, seat, v, i, size)
    if number(s.drawn) == v:
        gained += worth(s.drawn) + traits[seat][LEAN]
    return gained


def effect(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """C14-C19: return the value of a decision on an effect; declining is 0."""
    if action >= EXCHANGE:
        code = action - EXCHANGE
        p, theirs, own = code // ROW // ROW, code // ROW % ROW, code % ROW
        gain = estimate(s, m, traits, seat, seat, own) - estimate(s, m, traits, seat, p, theirs)
        shown = 0.0 if sees(m, seat, seat, own) else traits[seat][INSIGHT]
        return float(gain + hurt(m, traits, seat, p, gain) + shown)
    if action >= MIX:
        code = action - MIX
        p, first, second = code // ROW // ROW, code // ROW % ROW, code % ROW
        known = (m.knows[p][first] >> p & 1) + (m.knows[p][second] >> p & 1)
        return hurt(m, traits, seat, p, known * CONFUSED / 2.0)
    if action >= GIVE:
        return hurt(m, traits, seat, action - GIVE, m.mean / PART)
    if action >= REAP:
        i = action - REAP
        left = s.row_size[seat] - 1
        gained = estimate(s, m, traits, seat, seat, i) + relief(s, m, traits, seat, left)
        if sees(m, seat, seat, i):
            gained += twins(s, m, traits, seat, number(s.row[seat][i]), i, left)
        return gained
    if action >= LOOK:
        return 0.0 if sees(m, seat, seat, action - LOOK) else traits[seat][INSIGHT]
    return hurt(m, traits, seat, s.active, m.mean / PART) if action == FEED else 0.0


# --- evaluation --------------------------------------------------------------------------------------------------


def prospect(s: State, m: Mind, p: int) -> float:
    """Return the negated total that `p` can expect: part of its row's points, and more for each unknown card.

    This reads all cards: `s` must be a sampled world.
    """
    points = 0.0
    for i in range(s.row_size[p]):
        points += 0.55 * worth(s.row[p][i]) + (0.0 if sees(m, p, p, i) else 1.5)
    return -(s.total[p] + points)


def spread(s: State, m: Mind) -> float:
    """Return the softmax temperature of prospects, in points; fitted to games of `voyante`."""
    highest = 0.0
    for p in range(s.players):
        highest = max(highest, -prospect(s, m, p))
    return 10.0 + 0.3 * max(GOAL - highest, 0.0)
