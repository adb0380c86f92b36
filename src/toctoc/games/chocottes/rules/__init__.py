"""Implement the rules of Toc Chocottes, by Balla Diarra: C1-C27 of rulebook/en.md.

Plain functions over a state of small integers, which run in Python or compiled by Numba. Callers of `act` and
`take_chance` must check the action or outcome before: nothing here validates, allocates or raises.
"""

from .effects import apply_effect, discard, effect_count, end_turn, next_effect, nth_effect, open_window
from .ending import end_round, knocked_to_goal, over, pays, punish, score, won
from .state import (
    ACTIONS,
    ARRANGE,
    CHANCE,
    DEAL,
    DEALING,
    DECLINE,
    DISCARD,
    DRAW,
    DRAW_START,
    DRAWING,
    DRAWING_TILE,
    EFFECT,
    FEWEST,
    GIVING,
    GOAL,
    KNOCKED,
    LOOK,
    LOOKING,
    MEMORISED,
    MIXING,
    NO_CARD,
    NONE,
    OUTCOMES,
    OVER,
    PASS,
    PENALTY,
    PLACING,
    REPLACE,
    ROW,
    ROW_EMPTY,
    SEATS,
    SNAP,
    TILES,
    TURN,
    VERSION,
    WINDOW,
    State,
    receive,
    remove,
    setup,
    take_from_stock,
    trade,
    value,
)

PARTS = ("state", "ending", "effects")  # the other modules of these rules, each after its imports


# --- chance --------------------------------------------------------------------------------------------------


def chance_total(s: State) -> int:
    """Count the equally likely tickets of the pending chance outcome; 0 if none is pending."""
    if s.phase > DRAWING_TILE:
        return 0
    if s.phase == DRAW_START:
        return s.players
    if s.phase == MIXING:
        return 2
    if s.phase == DRAWING_TILE:
        return TILES
    return s.stock_size


def chance_pick(s: State, ticket: int) -> int:
    """Return the outcome of `ticket`; for a card, tickets count the stock from 1 to 14, then the dreams."""
    if s.phase == DRAW_START or s.phase >= MIXING:
        return ticket
    stock = s.stock
    kind = 1
    while ticket >= stock[kind]:
        ticket -= stock[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """Count the tickets of `outcome`."""
    if s.phase == DRAW_START or s.phase >= MIXING:
        return 1 if outcome < chance_total(s) else 0
    return s.stock[outcome]


def take_chance(s: State, outcome: int) -> None:
    if s.phase == DEALING:  # C3: seat 0 gets its four cards from left to right, then seat 1, and so on
        receive(s, s.dealt // DEAL, outcome)
        s.dealt += 1
        if s.dealt == DEAL * s.players:
            s.phase = LOOKING
    elif s.phase == DRAWING:  # C8
        s.drawn = outcome
        take_from_stock(s, outcome)
        s.phase = PLACING
    elif s.phase == PENALTY:  # C11
        receive(s, s.receiver, outcome)
        s.receiver = NONE
        s.phase = WINDOW
    elif s.phase == GIVING:  # C14, C18
        receive(s, s.receiver, outcome)
        s.receiver = NONE
        next_effect(s)
    elif s.phase == MIXING:  # C16
        if outcome == 1:
            trade(s, s.mixed[0], s.mixed[1], s.mixed[0], s.mixed[2])
        s.mixed[0] = s.mixed[1] = s.mixed[2] = NONE
        next_effect(s)
    elif s.phase == DRAWING_TILE:
        punish(s, s.tiles[outcome])
    else:  # C6
        s.starter = s.active = outcome
        s.phase = DEALING


# --- legal actions -------------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """Return the seat to act next; CHANCE while an outcome is pending, NONE when the game is over.

    In a window and while looking several seats may act: this is the first of them from the active player's left.
    """
    if s.phase == TURN or s.phase == PLACING:
        return s.active
    if s.phase <= DRAWING_TILE:
        return CHANCE
    if s.phase == EFFECT:
        return s.effect_seat[0]
    if s.phase == OVER:
        return NONE
    seat = s.active
    while True:
        seat = seat + 1 if seat + 1 < s.players else 0
        if may_act(s, seat):
            return seat


def may_act(s: State, seat: int) -> bool:
    if s.phase == WINDOW:
        return not s.passed & (1 << seat)
    if s.phase == LOOKING:
        return s.looks[seat] < MEMORISED
    if s.phase == EFFECT:
        return seat == s.effect_seat[0]
    return seat == s.active and (s.phase == TURN or s.phase == PLACING)


def actors(s: State) -> int:
    """Return the bitmask of the seats that may act now."""
    mask = 0
    for seat in range(s.players):
        if may_act(s, seat):
            mask |= 1 << seat
    return mask


def legal_count(s: State, seat: int) -> int:
    """Count the legal actions of `seat`; reordering (C5) is not among them."""
    if not may_act(s, seat):
        return 0
    if s.phase == LOOKING:
        return s.row_size[seat] - s.looks[seat]
    if s.phase == TURN:
        return 2
    if s.phase == EFFECT:
        return 1 + effect_count(s, seat, s.effect[0])
    return 1 + s.row_size[seat]


def legal_nth(s: State, seat: int, n: int) -> int:
    """Return the legal action number `n` of `seat`, from 0. Every own card may be thrown, right or wrong (C9)."""
    if s.phase == LOOKING:
        return LOOK + n if s.looks[seat] == 0 or n < s.looked_at[seat] else LOOK + n + 1
    if s.phase == TURN:
        return DRAW + n
    if s.phase == WINDOW:
        return PASS if n == 0 else SNAP + n - 1
    if s.phase == PLACING:
        return DISCARD if n == 0 else REPLACE + n - 1
    return DECLINE if n == 0 else nth_effect(s, seat, s.effect[0], n - 1)


def rows_are_loose(s: State) -> bool:
    """C5: rows may be reordered while players act, but not while an effect's choice is pending."""
    return s.phase >= LOOKING and s.phase <= WINDOW


def may_arrange(s: State, seat: int, source: int, target: int) -> bool:
    """C5: a player may move a card of the own row to another place of it."""
    size = s.row_size[seat]
    return rows_are_loose(s) and source != target and source < size and target < size


# --- a turn --------------------------------------------------------------------------------------------------


def act(s: State, seat: int, action: int) -> None:
    if action >= ARRANGE:
        arrange(s, seat, (action - ARRANGE) // ROW, (action - ARRANGE) % ROW)
    elif s.phase == WINDOW:
        if action == PASS:
            pass_window(s, seat)
        else:
            snap(s, seat, action - SNAP)
    elif s.phase == TURN:
        if action == DRAW:
            s.phase = DRAWING
        else:
            knock(s)
    elif s.phase == PLACING:
        place(s, seat, action)
    elif s.phase == LOOKING:
        first_look(s, seat, action - LOOK)
    else:
        apply_effect(s, seat, action)


def arrange(s: State, seat: int, source: int, target: int) -> None:
    """C5: the card at `source` moves to `target`; the cards between close up."""
    row = s.row[seat]
    card = row[source]
    step = 1 if target > source else -1
    for i in range(source, target, step):
        row[i] = row[i + step]
    row[target] = card
    looked = s.looked_at[seat]
    if looked == source:
        s.looked_at[seat] = target
    elif source < looked and looked <= target:
        s.looked_at[seat] = looked - 1
    elif target <= looked and looked < source:
        s.looked_at[seat] = looked + 1


def first_look(s: State, seat: int, place: int) -> None:
    """C3: each player looks at two own cards; the first turn waits until all have looked."""
    s.looked_at[seat] = place
    s.looks[seat] += 1
    for p in range(s.players):
        if s.looks[p] < MEMORISED:
            return
    for p in range(s.players):
        s.looked_at[p] = NONE
    s.phase = TURN


def place(s: State, seat: int, action: int) -> None:
    """C8: the drawn card is discarded, or replaces an own card, which is discarded."""
    card = s.drawn
    s.drawn = NO_CARD
    if action != DISCARD:
        i = action - REPLACE
        replaced = s.row[seat][i]
        s.row[seat][i] = card
        card = replaced
    discard(s, seat, card)
    open_window(s, value(card))


def snap(s: State, seat: int, i: int) -> None:
    """C9: a card of the window's value joins the discard pile. C11: a wrong one stays and costs a penalty card."""
    card = s.row[seat][i]
    if value(card) == s.window:
        remove(s, seat, i)
        discard(s, seat, card)
        if s.row_size[seat] == 0:
            end_round(s, ROW_EMPTY)
    elif s.stock_size > 0:
        s.receiver = seat
        s.phase = PENALTY
    else:
        pass_window(s, seat)


def pass_window(s: State, seat: int) -> None:
    """C10: a pass is final; when all have passed, the window closes."""
    s.passed |= 1 << seat
    if s.passed == (1 << s.players) - 1:
        s.window = s.passed = 0
        next_effect(s)


def knock(s: State) -> None:
    """C20: the round ends at once; the knocker pays a tile unless its row has strictly the fewest points."""
    s.knocker = s.active
    end_round(s, KNOCKED)
