"""Evaluate the actions of Toc Toc Toc!: greedily, by expectation, or by the equilibrium of one offer.

Plain functions, compiled like the rules. A decision reads the own hand, the table and the mind, never another
hand nor another player's card at the door.
"""

from math import exp, log, sqrt

from toctoc.bots.bot import TEMPERATURE, Traits
from toctoc.games.toctoctoc.rules import (
    ANSWERING,
    CHASE,
    CHILD,
    CREATURES,
    DECK,
    KINDS,
    LURE,
    LURING,
    OFFER,
    OFFERING,
    OPEN,
    SCARECROW,
    SEATS,
    VAMP,
    State,
    score,
)

from .mind import (
    DEEDS,
    OPENED_HOLDER,
    OPENED_TARGET,
    SCALE,
    SHUT_HOLDER,
    SHUT_TARGET,
    Mind,
    blind_share,
    chased_most,
    column,
    flee,
    gain,
    look_around,
)

# Parameters of the policy and their bounds; see docs/reference/bot-traits.md.
_, DEPTH, ENVY, PATIENCE, EDGE, SUSPICION = range(6)
TRAITS = {
    "temperature": (0.0, 100.0),
    "depth": (0.0, 2.0),
    "envy": (0.0, 2.0),
    "patience": (-2.0, 2.0),
    "edge": (0.1, 20.0),
    "suspicion": (0.0, 1.0),
}
USUAL = {"suspicion": 0.0}  # defaults of optional traits
BOLDNESS = {"envy": 0.3}  # added to the traits of a bold bot, subtracted from a shy one's
GREEDY, EXPECTING, BALANCED = 0, 1, 2  # values of `depth`

HALVINGS = 6
SLIP = 0.05  # probability that a fixed-policy player gives the other answer


def prepare(s: State, m: Mind, traits: Traits, seat: int) -> None:
    """Compute the quantities that the values of all actions share."""
    look_around(s, m, seat)
    if s.phase == OFFERING:
        for p in range(s.players):
            if p != seat:
                for kind in range(KINDS):
                    if s.hand[seat][kind] > 0:
                        note_deeds(s, m, seat, p, kind)
                balanced = opening(s, m, traits, seat, p, seat)
                m.opening[p] = int(SCALE * noticed(m, traits[seat][SUSPICION], p, balanced))
    elif s.phase == ANSWERING:
        m.opening[seat] = int(SCALE * opening(s, m, traits, s.active, seat, seat))


def value(s: State, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """Return the value of an action, in points."""
    if action >= OFFER:
        kind, target = (action - OFFER) // SEATS, (action - OFFER) % SEATS
        envy, patience = traits[seat][ENVY], traits[seat][PATIENCE]
        expected = at_door(m, envy, kind, target)
        if patience == 0.0:
            return expected
        usual = 0.0
        for p in range(s.players):
            if p != seat:
                usual += at_door(m, envy, kind, p) / (s.players - 1)
        return expected - patience * usual
    if s.phase == ANSWERING:
        chance = min(max(m.opening[seat] / SCALE, 0.005), 0.995)
        return traits[seat][TEMPERATURE] * log(chance / (1.0 - chance)) if action == OPEN else 0.0
    if s.phase == LURING:
        kind = (action - LURE) * CREATURES + s.revealed - VAMP
        lost, won_points = gain(s, s.revealer, kind, -1), gain(s, s.rival, kind, 1)
    else:
        lost, won_points = flee(s, s.revealer, s.rival, action - CHASE, s.revealed == CHILD)
    return won_points - traits[seat][ENVY] * m.menace[s.revealer] / SCALE * lost


def at_door(m: Mind, envy: float, kind: int, target: int) -> float:
    """Return the expected value for the deciding player of offering a card to `target`."""
    chance = m.opening[target] / SCALE
    return chance * worth(m, envy, kind, target, True) + (1.0 - chance) * worth(m, envy, kind, target, False)


def worth(m: Mind, envy: float, kind: int, target: int, opens: bool) -> float:
    """Return the value for the deciding player if `target` opens to a card, or refuses it."""
    at = target * DEEDS
    mine = m.deeds[at + (OPENED_HOLDER if opens else SHUT_HOLDER)][kind]
    theirs = m.deeds[at + (OPENED_TARGET if opens else SHUT_TARGET)][kind]
    return mine - envy * m.menace[target] / SCALE * theirs


def effect(s: State, kind: int, revealer: int, rival: int) -> tuple[int, int]:
    """T11-T16: return the gains of revealer and rival; the rival's choice maximises their difference."""
    if kind < SCARECROW:
        return gain(s, revealer, kind, 1), 0
    if kind == SCARECROW:
        return 3, 0
    if kind >= CHILD:
        return chasing(s, kind, revealer, rival)
    creature = kind - VAMP
    best_lost, best_won = 0, 0
    for rank in range(3):
        guest = rank * CREATURES + creature
        if s.party[revealer][guest] > 0:
            lost, won_points = gain(s, revealer, guest, -1), gain(s, rival, guest, 1)
            if won_points - lost > best_won - best_lost:
                best_lost, best_won = lost, won_points
    return best_lost, best_won


def chasing(s: State, kind: int, revealer: int, rival: int) -> tuple[int, int]:
    """T14-T16: return the points that revealer and rival gain from a child or a taxi."""
    most = chased_most(s, revealer)
    best_lost, best_won = 0, 0
    if most > 0:
        for creature in range(CREATURES):
            if s.party[revealer][3 + creature] == 0 and column(s, revealer, creature) == most:
                lost, won_points = flee(s, revealer, rival, creature, kind == CHILD)
                if won_points - lost > best_won - best_lost:
                    best_lost, best_won = lost, won_points
    return best_lost, best_won


# --- probability of opening --------------------------------------------------------------------------------------


def opening(s: State, m: Mind, traits: Traits, holder: int, target: int, thinker: int) -> float:
    """Return the probability that `target` opens to `holder`, as estimated by `thinker`, one of the two."""
    depth, temperature = traits[thinker][DEPTH], traits[thinker][TEMPERATURE]
    envy, edge = traits[thinker][ENVY], traits[thinker][EDGE]
    if depth < EXPECTING and thinker == holder:
        return 0.5
    weigh_door(s, m, depth, holder, target, thinker)
    envies = envies_at_door(s, m, envy, holder, target, thinker)
    if depth < BALANCED:
        expected = advantage(m, target, envies, edge, -1.0)
        return 1.0 / (1.0 + exp(-min(max(expected / max(temperature, 0.3), -30.0), 30.0)))
    if advantage(m, target, envies, edge, 0.0) <= 0.0:
        return 0.0
    if advantage(m, target, envies, edge, 1.0) >= 0.0:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if advantage(m, target, envies, edge, middle) > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def noticed(m: Mind, suspicion: float, p: int, chance: float) -> float:
    """Return the probability that `p` opens, given its answers so far.

    A share `suspicion` of players is assumed to have a fixed policy: always or never open, except for slips. Any
    other player is assumed to have opened half of the time, and opens now with probability `chance`.
    """
    opened, refused = float(m.opened[p]), float(m.refused[p])
    usual: float = (1.0 - suspicion) * 0.5 ** (opened + refused)
    shut: float = 0.5 * suspicion * (1.0 - SLIP) ** refused * SLIP**opened
    wide: float = 0.5 * suspicion * (1.0 - SLIP) ** opened * SLIP**refused
    return (usual * chance + shut * SLIP + wide * (1.0 - SLIP)) / (usual + shut + wide)


def weigh_door(s: State, m: Mind, depth: float, holder: int, target: int, thinker: int) -> None:
    """Compute the weight of each kind at the door, and its gains."""
    blind = blind_outside(s, m, holder) if thinker == holder else blind_share(s, m, holder)
    for kind in range(KINDS):
        if depth < EXPECTING:
            weight = DECK[kind] / 10.0
        elif thinker == holder:  # as the others see it, to whom the holder's own cards are unseen
            weight = m.seen[holder][kind] + blind * (m.unseen[kind] + s.hand[holder][kind])
        else:
            weight = m.seen[holder][kind] + blind * m.unseen[kind]
        m.weight[kind] = int(SCALE * weight)
        if m.weight[kind] > 0:
            note_deeds(s, m, holder, target, kind)


def note_deeds(s: State, m: Mind, holder: int, target: int, kind: int) -> None:
    """Compute the gains of a card of the holder at the door of the target."""
    at = target * DEEDS
    m.deeds[at + OPENED_TARGET][kind], m.deeds[at + OPENED_HOLDER][kind] = effect(s, kind, target, holder)
    m.deeds[at + SHUT_HOLDER][kind], m.deeds[at + SHUT_TARGET][kind] = effect(s, kind, holder, target)


def envies_at_door(s: State, m: Mind, envy: float, holder: int, target: int, thinker: int) -> tuple[float, float]:
    """Return how much a point of the other is worth to target and holder; `thinker` knows only its own envy."""
    even = envy / (s.players - 1)
    of_target = envy * m.menace[holder] / SCALE if thinker == target else even
    of_holder = envy * m.menace[target] / SCALE if thinker == holder else even
    return of_target, of_holder


def advantage(m: Mind, target: int, envies: tuple[float, float], edge: float, believed: float) -> float:
    """Return the expected value for the target of opening instead of refusing.

    The holder is assumed to believe that the target opens with probability `believed`; if it is negative, to
    offer a random card.
    """
    total, expected = 0.0, 0.0
    (envy_target, envy_holder), at = envies, target * DEEDS
    for kind in range(KINDS):
        if m.weight[kind] > 0:
            weight = float(m.weight[kind])
            open_target, open_holder = m.deeds[at + OPENED_TARGET][kind], m.deeds[at + OPENED_HOLDER][kind]
            shut_target, shut_holder = m.deeds[at + SHUT_TARGET][kind], m.deeds[at + SHUT_HOLDER][kind]
            if believed >= 0.0:
                if_open = open_holder - envy_holder * open_target
                if_shut = shut_holder - envy_holder * shut_target
                weight *= exp((believed * if_open + (1.0 - believed) * if_shut) / edge)
            total += weight
            expected += weight * (
                (open_target - envy_target * open_holder) - (shut_target - envy_target * shut_holder)
            )
    return expected / total if total > 0.0 else 0.0


def blind_outside(s: State, m: Mind, holder: int) -> float:
    """Return the probability that a card that other players have not seen is in the holder's hand."""
    known = 0
    for k in range(KINDS):
        known += m.seen[holder][k]
    return max(s.hand_size[holder] - known, 0) / max(m.unseen_size + s.hand_size[holder], 1)


# --- evaluation --------------------------------------------------------------------------------------------------


def prospect(s: State, m: Mind, p: int) -> float:
    """Return the points of `p` so far."""
    return float(score(s, p))


def spread(s: State, m: Mind) -> float:
    """Return the softmax temperature of prospects, in points: the more cards are left, the less a lead says."""
    left = s.stock_size
    for p in range(s.players):
        left += s.hand_size[p]
    return 1.0 + 0.9 * sqrt(left)


def chapter(s: State) -> int:
    """Return 0: a game of Toc Toc Toc! has no rounds."""
    return 0
