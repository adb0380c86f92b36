"""Implement Toc Toc Toc!, by Bruno Faidutti and Gwenaël Bouquin: the rules T1-T23 of rulebook/en.md.

Plain functions over a state of small integers; they run in Python, and compiled by Numba. Nothing here validates,
allocates or raises: callers of `act` and `take_chance` check the action or the outcome first.
"""

from .effects import chase, chased, lurable, lure, nth_rank, nth_tied, tied
from .ending import over, score, won
from .state import (
    ACTIONS,
    ANSWERING,
    BRUTE,
    CHANCE,
    CHASE,
    CHASING,
    CHILD,
    CREATURES,
    DEAL_GUEST,
    DEAL_HAND,
    DECK,
    DRAW_START,
    FEWEST,
    FIRST_GUESTS,
    FIRST_TOP,
    GUEST_POOL,
    GUESTS,
    HAND,
    KINDS,
    LURE,
    LURING,
    MUSIC,
    MUSICIAN,
    NEXT_TOP,
    NONE,
    OFFER,
    OFFERING,
    OPEN,
    OUTCOMES,
    OVER,
    PLAIN,
    REFUSE,
    SCARE,
    SCARECROW,
    SEATS,
    TAXI,
    UNKNOWN,
    VAMP,
    VERSION,
    State,
    add_to_hand,
    dealt_to,
    guests,
    setup,
    shuffle_the_rest,
    take_from_hand,
)

PARTS = ("state", "effects", "ending")  # the other files of these rules, in the order of their imports


# --- chance ------------------------------------------------------------------------------------------------


def chance_total(s: State) -> int:
    """Count the equally likely tickets of the awaited outcome; 0 when none is awaited."""
    if s.phase > NEXT_TOP:
        return 0
    return s.stock_size if s.phase != DRAW_START else s.players


def chance_pick(s: State, ticket: int) -> int:
    """Return the outcome of `ticket`: tickets run over the kinds in the order of the deck."""
    if s.phase == DRAW_START:
        return ticket
    stock = s.stock
    kind = 0
    while ticket >= stock[kind]:
        ticket -= stock[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """Count the tickets of `outcome`."""
    if s.phase > NEXT_TOP:
        return 0
    if s.phase == DRAW_START:
        return 1 if outcome < s.players else 0
    return s.stock[outcome]


def take_chance(s: State, outcome: int) -> None:
    if s.phase == DRAW_START:  # T6
        s.active = outcome
        s.phase = DEAL_GUEST
        return
    s.stock[outcome] -= 1
    s.stock_size -= 1
    if s.phase == NEXT_TOP:  # T10
        s.top = outcome
        next_turn(s)
    elif s.phase == FIRST_TOP:  # T5
        s.top = outcome
        s.phase = OFFERING
    elif s.phase == DEAL_HAND:  # T4
        add_to_hand(s, dealt_to(s), outcome)
        s.dealt += 1
        if s.dealt == HAND * s.players:
            s.phase = FIRST_TOP
    else:  # T3
        s.party[dealt_to(s)][outcome] += 1
        s.dealt += 1
        if s.dealt == FIRST_GUESTS * s.players:
            shuffle_the_rest(s)


# --- legal actions -----------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """Return the seat to act; CHANCE while an outcome is awaited, NONE when the game is over."""
    if s.phase == OFFERING:
        return s.active
    if s.phase == ANSWERING:
        return s.target
    if s.phase <= NEXT_TOP:
        return CHANCE
    return s.rival if s.phase < OVER else NONE


def actors(s: State) -> int:
    """Return the seats that may act now, as a bitmask."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: State, seat: int) -> int:
    """Count the legal actions of `seat`; equal cards count once."""
    if s.phase == OFFERING:
        return s.held_size[seat] * (s.players - 1) if seat == s.active else 0
    if s.phase == ANSWERING:
        return 2 if seat == s.target else 0
    if seat != asked(s):
        return 0
    return lurable(s, s.revealed - VAMP) if s.phase == LURING else tied(s)


def legal_nth(s: State, seat: int, n: int) -> int:
    """Return the n-th legal action of `seat`, counted from 0."""
    if s.phase == OFFERING:  # T7: any card to any other player
        others = s.players - 1
        target = seat + 1 + n % others
        return OFFER + s.held[seat][n // others] * SEATS + (target if target < s.players else target - s.players)
    if s.phase == ANSWERING:  # T8
        return OPEN + n
    if s.phase == LURING:
        return LURE + nth_rank(s, s.revealed - VAMP, n)
    return CHASE + nth_tied(s, n)


# --- a turn ------------------------------------------------------------------------------------------------


def act(s: State, seat: int, action: int) -> None:
    if action >= OFFER:
        offer(s, seat, (action - OFFER) // SEATS, (action - OFFER) % SEATS)
    elif action < LURE:
        reveal(s, action == OPEN)
    else:
        if action < CHASE:
            lure(s, s.revealed - VAMP, action - LURE)
        else:
            chase(s, action - CHASE)
        end_turn(s)


def offer(s: State, seat: int, kind: int, target: int) -> None:
    """T7: the active player lays a card face down at another player's door."""
    take_from_hand(s, seat, kind)
    s.offered = kind
    s.target = target
    s.phase = ANSWERING


def reveal(s: State, opened: bool) -> None:
    """T9: if `opened`, the target reveals the card, else the active player. The other is the rival."""
    s.revealer = s.target if opened else s.active
    s.rival = s.active if opened else s.target
    kind = s.offered
    s.offered = NONE
    if kind < GUESTS:  # T11, T12
        s.party[s.revealer][kind] += 1
        end_turn(s)
        return
    s.revealed = kind
    if kind < CHILD:
        choices = lurable(s, kind - VAMP)
        if choices > 1:
            s.phase = LURING
            return
        if choices == 1:  # T19
            lure(s, kind - VAMP, nth_rank(s, kind - VAMP, 0))
    else:
        choices = tied(s)
        if choices > 1:
            s.phase = CHASING
            return
        if choices == 1:  # T19
            chase(s, nth_tied(s, 0))
    end_turn(s)  # T18: without a choice the effect does nothing


def end_turn(s: State) -> None:
    """T10: a vamp, child or taxi leaves the game; the active player draws the top card."""
    if s.revealed != NONE:
        s.out[s.revealed] += 1
        s.revealed = NONE
    s.target = s.revealer = s.rival = NONE
    if s.top != NONE:
        add_to_hand(s, s.active, s.top)
        s.top = NONE
        if s.stock_size > 0:
            s.phase = NEXT_TOP
            return
    next_turn(s)


def next_turn(s: State) -> None:
    """T7, T20: the next seat with a card in hand plays; without one the game is over."""
    p = s.active
    while True:
        p = p + 1 if p + 1 < s.players else 0
        if s.hand_size[p] > 0:
            s.active = p
            s.phase = OFFERING
            return
        if p == s.active:
            s.phase = OVER
            return
