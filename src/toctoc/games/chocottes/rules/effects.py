"""Discard cards, open snap windows and apply effects (C9, C12-C19)."""

from .ending import end_round
from .state import (
    DEAL,
    EFFECT,
    EXCHANGE,
    FAILLE,
    FAUCHEUSE,
    FEED,
    GIVE,
    GIVING,
    LOOK,
    LOOKOOKY,
    MIX,
    MIXING,
    MORGANE,
    NOEL,
    PILE_EMPTY,
    REAP,
    ROW,
    ROW_EMPTY,
    TURN,
    VAN_PEER,
    WINDOW,
    State,
    drop_effect,
    remove,
    trade,
    value,
)


def discard(s: State, seat: int, card: int) -> None:
    """C12: the effect of a discarded card joins the queue. C14, C19: a 7 or a 14 only in another player's turn."""
    s.discard[card] += 1
    s.discard_size += 1
    s.discard_top = card
    v = value(card)
    if (v >= LOOKOOKY and v < FAUCHEUSE) or ((v == FAILLE or v == FAUCHEUSE) and seat != s.active):
        s.effect[s.effects] = v
        s.effect_seat[s.effects] = seat
        s.effects += 1


def open_window(s: State, v: int) -> None:
    """C9: every player may throw own cards of value `v`."""
    s.window = v
    s.passed = 0
    s.phase = WINDOW


def end_turn(s: State) -> None:
    """C13, C22: the next seat plays; with an empty stock the round ends."""
    if s.stock_size == 0:
        end_round(s, PILE_EMPTY)
    else:
        s.active = (s.active + 1) % s.players
        s.phase = TURN


def next_effect(s: State) -> None:
    """C12: the first pending effect with a legal use is decided on; without one the turn ends."""
    while s.effects > 0:
        if effect_count(s, s.effect_seat[0], s.effect[0]) > 0:
            s.phase = EFFECT
            return
        drop_effect(s)
    end_turn(s)


def effect_count(s: State, seat: int, v: int) -> int:
    """Count the ways in which `seat` may apply the effect of a card of value `v`."""
    if v == FAILLE:  # C14
        return 1 if s.stock_size > 0 else 0
    if v == LOOKOOKY or v == FAUCHEUSE:  # C15, C19
        return s.row_size[seat]
    count = 0
    for p in range(s.players):
        if p != seat:
            size = s.row_size[p]
            if v == MORGANE:  # C16
                count += size * (size - 1) // 2
            elif v == VAN_PEER:  # C17
                count += size * s.row_size[seat]
            elif size < DEAL and s.stock_size > 0:  # C18
                count += 1
    return count


def nth_effect(s: State, seat: int, v: int, n: int) -> int:
    if v == FAILLE:
        return FEED
    if v == LOOKOOKY:
        return LOOK + n
    if v == FAUCHEUSE:
        return REAP + n
    p = seat
    while True:
        p = p + 1 if p + 1 < s.players else 0
        size = s.row_size[p]
        if v == MORGANE:
            ways = size * (size - 1) // 2
        elif v == VAN_PEER:
            ways = size * s.row_size[seat]
        else:
            ways = 1 if size < DEAL else 0
        if n < ways:
            break
        n -= ways
    if v == NOEL:
        return GIVE + p
    if v == VAN_PEER:
        return EXCHANGE + (p * ROW + n // s.row_size[seat]) * ROW + n % s.row_size[seat]
    first = 0
    while n >= size - 1 - first:
        n -= size - 1 - first
        first += 1
    return MIX + (p * ROW + first) * ROW + first + 1 + n


def apply_effect(s: State, seat: int, action: int) -> None:
    drop_effect(s)
    if action >= EXCHANGE:  # C17
        code = action - EXCHANGE
        trade(s, seat, code % ROW, code // ROW // ROW, code // ROW % ROW)
        next_effect(s)
    elif action >= MIX:  # C16
        code = action - MIX
        s.mixed[0] = code // ROW // ROW
        s.mixed[1] = code // ROW % ROW
        s.mixed[2] = code % ROW
        s.phase = MIXING
    elif action >= GIVE:  # C18
        s.receiver = action - GIVE
        s.phase = GIVING
    elif action >= REAP:  # C19
        reap(s, seat, action - REAP)
    elif action == FEED:  # C14
        s.receiver = s.active
        s.phase = GIVING
    else:  # C15: neither looking nor declining changes the state
        next_effect(s)


def reap(s: State, seat: int, i: int) -> None:
    """C19: one more own card is discarded; its effect joins the queue, and a new window opens for its value."""
    card = s.row[seat][i]
    remove(s, seat, i)
    discard(s, seat, card)
    if s.row_size[seat] == 0:
        end_round(s, ROW_EMPTY)
    else:
        open_window(s, value(card))
