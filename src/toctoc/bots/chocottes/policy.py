"""How players of Toc Chocottes decide: points of the own row, and what others are thought to have.

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
    KINDS,
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
    UNKNOWN,
    VAN_PEER,
    WINDOW,
    State,
    copies,
    worth,
)
from toctoc.games.chocottes.rules.state import (
    value as number,
)

from .mind import HIGHEST, Mind

# What can be set of a player, and what it means; docs/bots.md says more.
_, NERVE, CAUTION, FINISH, READING, COUNTING, TRICKS, TWINS, RASH, ENVY, LEAN, INSIGHT = range(12)
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

PART = 32  # a row of 54 cards of 14 points in parts of a point fits in 16 bits
SHARE = 1000
MENACE = 8.0  # points that make a rival e times as dangerous
EXPOSED = 1.0  # what it costs to show a card that nobody need know
CONFUSED = 1.5  # what it costs a rival to know two cards no more
VICTORY = 30.0  # points that winning at once is worth
SPREAD = 18.0  # variance of a card that nobody has seen
# What a card is worth on average that is not worth more than so many points.
KEPT = (0.0, 0.33, 0.75, 1.2, 1.67, 2.14, 2.63, 3.11, 3.6, 4.09, 4.35, 4.61, 4.88, 5.17, 5.86)


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Think once about what all actions have in common."""
    if s.phase == WINDOW:
        if holds(s, m, seat, s.window):
            count(s, m, traits, seat)
            look_around(s, m, traits, seat)
        elif holds(s, m, seat, NO_CARD):
            count(s, m, traits, seat)
    elif s.phase != LOOKING:
        count(s, m, traits, seat)
        look_around(s, m, traits, seat)


def holds(s: State, m: Mind, seat: int, v: int) -> bool:
    """Whether a seat knows of an own card of that value, or, with NO_CARD, has one that it does not know."""
    for i in range(s.row_size[seat]):
        if sees(m, seat, seat, i):
            if number(s.row[seat][i]) == v:
                return True
        elif v == NO_CARD:
            return True
    return False


def value(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """What an action seems worth, in points."""
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
    """When a round is over, the totals say enough."""
    return s.round


# --- what there is to know ---------------------------------------------------------------------------------------


def sees(m: Mind, seat: int, p: int, i: int) -> bool:
    return m.knows[p][i] >> seat & 1 == 1


def count(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """The cards that this seat has not seen; whoever does not count thinks of the whole deck."""
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
    """What each row seems worth to this seat, and whom it has to fear."""
    best = 30000
    for p in range(s.players):
        guess = blur = 0.0
        for i in range(s.row_size[p]):
            guess += estimate(s, m, traits, seat, p, i)
            blur += doubt(m, traits, seat, p, i)
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
    """The points to expect of a card."""
    if sees(m, seat, p, i):
        return float(worth(s.row[p][i]))
    if p == seat or traits[seat][READING] > 0.0:
        if m.ceiling[p][i] < HIGHEST:
            return KEPT[m.ceiling[p][i]]
    return m.mean / PART


def doubt(m: Mind, traits: Traits, seat: int, p: int, i: int) -> float:
    """The variance of that."""
    if sees(m, seat, p, i):
        return 0.0
    if traits[seat][READING] > 0.0 and m.ceiling[p][i] < HIGHEST:
        return m.ceiling[p][i] * m.ceiling[p][i] / 9.0
    return SPREAD


def hurt(m: Mind, traits: Traits, seat: int, p: int, points: float) -> float:
    """What it is worth to a seat that a rival gets points."""
    return traits[seat][ENVY] * m.menace[p] / SHARE * points


def tile(s: State) -> float:
    """C2: the average penalty."""
    total = 0
    for i in range(TILES):
        total += s.tiles[i]
    return total / TILES


# --- knocking ----------------------------------------------------------------------------------------------------


def knock(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C20: what it is worth to end the round now, rather than to draw."""
    own = m.guess[seat] / PART
    promise = traits[seat][NERVE] - own
    safe = 1.0
    for p in range(s.players):
        if p != seat:
            guess = m.guess[p] / PART
            blur = 0.55 * sqrt(m.blur[p] + m.blur[seat] + 0.5)
            safe *= 1.0 / (1.0 + exp(min(max((own + 0.5 - guess) / blur, -30.0), 30.0)))
    promise -= traits[seat][CAUTION] * tile(s) * (1.0 - safe)
    if traits[seat][FINISH] > 0.0:
        promise += traits[seat][FINISH] * ending(s, m, seat, own, safe)
    return promise


def ending(s: State, m: Mind, seat: int, own: float, safe: float) -> float:
    """C24, C25: what it is worth that a knock may end the game."""
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
    """C25: how likely a knock leads to exactly 50; only who knows the whole row can tell."""
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
    """What it is worth beside their points that cards go and so many are left; C21: with none the round is won."""
    return traits[seat][LEAN] + (tile(s) * traits[seat][ENVY] if left == 0 else 0.0)


def twins(s: State, m: Mind, traits: Traits, seat: int, v: int, kept: int, left: int) -> float:
    """C9: what it is worth that a card of this value is discarded, and own equal ones follow it.

    `kept` is the place whose card cannot follow; `left` are the cards in the row.
    """
    promise = deed(s, m, traits, seat, v)
    if traits[seat][TWINS] > 0.0:
        for i in range(s.row_size[seat]):
            if i != kept and sees(m, seat, seat, i) and number(s.row[seat][i]) == v:
                left -= 1
                promise += worth(s.row[seat][i]) + relief(s, m, traits, seat, left) + deed(s, m, traits, seat, v)
    return promise


def deed(s: State, m: Mind, traits: Traits, seat: int, v: int) -> float:
    """C14-C19: what the effect of a card is worth to who discards it."""
    if traits[seat][TRICKS] == 0.0 or v < FAILLE:
        return 0.0
    promise = 0.0
    if v == FAILLE:
        if seat != s.active:
            promise = hurt(m, traits, seat, s.active, m.mean / PART)
    elif v == LOOKOOKY:
        for i in range(s.row_size[seat]):
            if not sees(m, seat, seat, i):
                promise = traits[seat][INSIGHT]
    elif v == MORGANE:
        promise = 0.3 * traits[seat][ENVY]
    elif v == VAN_PEER:
        promise = best_exchange(s, m, traits, seat)
    elif v == NOEL:
        for p in range(s.players):
            if p != seat and s.row_size[p] < DEAL:
                promise = max(promise, hurt(m, traits, seat, p, m.mean / PART))
    elif v == FAUCHEUSE and seat != s.active:
        promise = worst(s, m, traits, seat) + traits[seat][LEAN]
    return traits[seat][TRICKS] * promise


def worst(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """The most points to expect of an own card."""
    most = 0.0
    for i in range(s.row_size[seat]):
        most = max(most, estimate(s, m, traits, seat, seat, i))
    return most


def best_exchange(s: State, m: Mind, traits: Traits, seat: int) -> float:
    """C17: what the best exchange brings."""
    most = worst(s, m, traits, seat)
    promise = 0.0
    for p in range(s.players):
        if p != seat:
            for i in range(s.row_size[p]):
                gain = most - estimate(s, m, traits, seat, p, i)
                promise = max(promise, gain + hurt(m, traits, seat, p, gain))
    return promise


def throw(s: State, m: Mind, traits: Traits, seat: int, i: int) -> float:
    """C9, C11: what throwing a card is worth."""
    left = s.row_size[seat] - 1
    right = relief(s, m, traits, seat, left) + deed(s, m, traits, seat, s.window)
    wrong = -EXPOSED
    if s.stock_size > 0:
        wrong -= m.mean / PART + traits[seat][LEAN]
    if sees(m, seat, seat, i):
        return right + worth(s.row[seat][i]) if number(s.row[seat][i]) == s.window else wrong
    chance = match(m, seat, i, s.window)
    points = KEPT[m.ceiling[seat][i]] if m.ceiling[seat][i] < s.window else float(s.window)
    return chance * (right + points) + (1.0 - chance) * wrong + traits[seat][RASH]


def match(m: Mind, seat: int, i: int, v: int) -> float:
    """How likely an own card that is not known has a value."""
    size = hits = 0
    for kind in range(1, UNKNOWN):
        if worth(kind) <= m.ceiling[seat][i]:
            size += m.unseen[kind]
            if number(kind) == v:
                hits += m.unseen[kind]
    return hits / max(size, 1)


def place(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """C8: what the row is relieved of, and what may follow."""
    size = s.row_size[seat]
    if action == DISCARD:
        return twins(s, m, traits, seat, number(s.drawn), -1, size)
    i = action - REPLACE
    promise = estimate(s, m, traits, seat, seat, i) - worth(s.drawn)
    if not sees(m, seat, seat, i):
        return promise + traits[seat][INSIGHT]
    v = number(s.row[seat][i])
    promise += twins(s, m, traits, seat, v, i, size)
    if number(s.drawn) == v:
        promise += worth(s.drawn) + traits[seat][LEAN]
    return promise


def effect(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """C14-C19: what using an effect is worth; declining is worth nothing."""
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
        promise = estimate(s, m, traits, seat, seat, i) + relief(s, m, traits, seat, left)
        if sees(m, seat, seat, i):
            promise += twins(s, m, traits, seat, number(s.row[seat][i]), i, left)
        return promise
    if action >= LOOK:
        return 0.0 if sees(m, seat, seat, action - LOOK) else traits[seat][INSIGHT]
    return hurt(m, traits, seat, s.active, m.mean / PART) if action == FEED else 0.0


# --- how it stands -----------------------------------------------------------------------------------------------


def prospect(s: State, m: Mind, p: int) -> float:
    """The total that a seat is heading for, negative: most of its row will go, if it knows what lies there.

    This looks at all cards, in a world that was thought up.
    """
    points = 0.0
    for i in range(s.row_size[p]):
        points += 0.55 * worth(s.row[p][i]) + (0.0 if sees(m, p, p, i) else 1.5)
    return -(s.total[p] + points)


def spread(s: State, m: Mind) -> float:
    """Points of lead that make a victory e times as likely; fitted to many games of medium."""
    highest = 0.0
    for p in range(s.players):
        highest = max(highest, -prospect(s, m, p))
    return 10.0 + 0.3 * max(GOAL - highest, 0.0)
