"""Value the actions of Toc Chocottes: by points of the own row, and by what others are thought to have.

Plain functions, compiled by the same means as the rules. A decision reads a card only where the mind says that
the seat has seen it, and the card in hand only in the own turn.
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

# What can be set of a player, and within which bounds; docs/bots.md says more.
TRAITS = {
    "temperature": (0.0, 100.0),
    "nerve": (-50.0, 50.0),  # points of the own row with which it dares to knock
    "caution": (0.0, 5.0),  # how heavily it weighs the tile that a failed knock costs
    "finish": (0.0, 5.0),  # how much it thinks of the end of the game
    "reading": (0.0, 1.0),  # whether it draws conclusions from what others keep
    "counting": (0.0, 1.0),  # whether it counts the cards that are gone
    "tricks": (0.0, 2.0),  # how much it thinks of effects
    "twins": (0.0, 1.0),  # whether it thinks of equal cards that can be thrown
    "rash": (0.0, 20.0),  # points by which it overrates a throw that it is not sure of
    "envy": (0.0, 2.0),  # how much a rival's points are worth
    "lean": (0.0, 10.0),  # points that a row is worth more with a card fewer
    "insight": (0.0, 10.0),  # points that it is worth to know an own card
}

PARTS = ("estimates",)  # modules of this folder that are compiled before this one

EXPOSED = 1.0  # what it costs to show a card that nobody need know
CONFUSED = 1.5  # what it costs a rival to know two cards no more
VICTORY = 30.0  # points that winning at once is worth


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Compute once what the values of all actions have in common."""
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
        return -10.0 * (action - LOOK)  # one card is as good as another
    return effect(s, m, traits, seat, action)


def chapter(s: State) -> int:
    """Return the round: at its end the totals are evaluated."""
    return s.round


# --- knocking ----------------------------------------------------------------------------------------------------


def knock(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C20: return what it is worth to end the round now, rather than to draw."""
    own = m.guess[seat] / PART
    gained = traits[seat][NERVE] - own
    safe = chance_of_safety(s, m, seat)
    gained -= traits[seat][CAUTION] * tile(s) * (1.0 - safe)
    if traits[seat][FINISH] > 0.0:
        gained += traits[seat][FINISH] * ending(s, m, seat, own, safe)
    return gained


def chance_of_safety(s: State, m: Mind, seat: int) -> float:
    """C20: return how likely it is that no other row has as few points or fewer."""
    own = m.guess[seat] / PART
    safe = 1.0
    for p in range(s.players):
        if p != seat:
            guess = m.guess[p] / PART
            blur = 0.55 * sqrt(m.blur[p] + m.blur[seat] + 0.5)
            safe *= 1.0 / (1.0 + exp(min(max((own + 0.5 - guess) / blur, -30.0), 30.0)))
    return safe


def ending(s: State, m: Mind, seat: int, own: float, safe: float) -> float:
    """C24, C25: return what it is worth that a knock may end the game."""
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
    """C25: return the probability that a knock leads to exactly 50; 0 where a card of the row is not known."""
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
    """Return what it is worth, beside its points, that a card goes and `left` stay; C21: none wins the round."""
    return traits[seat][LEAN] + (tile(s) * traits[seat][ENVY] if left == 0 else 0.0)


def twins(s: State, m: Mind, traits: Traits, seat: int, v: int, kept: int, left: int) -> float:
    """C9: return what it is worth that a card of value `v` is discarded, and own equal ones follow it.

    `kept` is the place whose card cannot follow; `left` are the cards in the row.
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
    """C14-C19: return what the effect of a card of value `v` is worth to `seat`, who discards it."""
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
    """Return the most points to expect of an own card."""
    most = 0.0
    for i in range(s.row_size[seat]):
        most = max(most, estimate(s, m, traits, seat, seat, i))
    return most


def best_exchange(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C17: return what the best exchange brings."""
    most = worst(s, m, traits, seat)
    gained = 0.0
    for p in range(s.players):
        if p != seat:
            for i in range(s.row_size[p]):
                gain = most - estimate(s, m, traits, seat, p, i)
                gained = max(gained, gain + hurt(m, traits, seat, p, gain))
    return gained


def throw(s: State, m: Mind, traits: Traits, seat: int, i: int) -> float:
    """C9, C11: return what throwing the card at place `i` is worth."""
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
    """C8: return what the row is relieved of by placing the drawn card, and what may follow."""
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
    """C14-C19: return what using an effect is worth; declining is worth nothing."""
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
    """Return the total that `p` is heading for, negative: most of its row will go, if it knows what lies there.

    This looks at all cards, in a world that was sampled.
    """
    points = 0.0
    for i in range(s.row_size[p]):
        points += 0.55 * worth(s.row[p][i]) + (0.0 if sees(m, p, p, i) else 1.5)
    return -(s.total[p] + points)


def spread(s: State, m: Mind) -> float:
    """Return the softmax temperature of prospects, in points; fitted to many games of medium."""
    highest = 0.0
    for p in range(s.players):
        highest = max(highest, -prospect(s, m, p))
    return 10.0 + 0.3 * max(GOAL - highest, 0.0)
