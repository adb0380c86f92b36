"""Toc Toc Toc!, by Bruno Faidutti and Gwenaël Bouquin: the rules T1-T23 of docs/rules/toctoctoc.en.md.

Plain functions over a state of small integers: this text runs as it is, and compiled by Numba. Whoever calls
`act` and `take_chance` has checked the move before; nothing here validates, allocates or raises.
"""

from typing import Annotated

from toctoc.games.fields import ACTIVE, NOBODY, OWNER, PUBLIC, Grid, Row

VERSION = 1
FEWEST, SEATS = 3, 5
HAND = 5  # T4

# T1: what a card is. A card of creature c is PLAIN + c, BRUTE + c, MUSICIAN + c or VAMP + c.
CREATURES = 3
PLAIN, BRUTE, MUSICIAN, SCARECROW, VAMP, CHILD, TAXI = 0, 3, 6, 9, 10, 13, 14
KINDS = 15
GUESTS = 10  # the kinds below this one stay in a party
DECK = (7, 7, 7, 2, 2, 2, 1, 1, 1, 2, 5, 5, 5, 5, 3)
FIRST_GUESTS, GUEST_POOL = 2, 4  # T3: a player gets 2, out of 4 plain guests of each creature
NONE, CHANCE = -1, -2
UNKNOWN = KINDS  # a card that a world with holes does not know (knowledge.py); never in a real game

# Phases; those up to NEXT_TOP wait for chance.
DRAW_START, DEAL_GUEST, DEAL_HAND, FIRST_TOP, NEXT_TOP, OFFERING, ANSWERING, LURING, CHASING, OVER = range(10)

# Actions.
OPEN, REFUSE, LURE, CHASE, OFFER = (
    0,
    1,
    2,
    5,
    8,
)  # LURE + rank, CHASE + creature, OFFER + kind * SEATS + target
ACTIONS = OFFER + KINDS * SEATS
OUTCOMES = KINDS  # a seat, or a kind of card


class State:
    players: Annotated[int, PUBLIC]
    phase: Annotated[int, PUBLIC]
    dealt: Annotated[int, PUBLIC]  # cards dealt so far, while dealing
    active: Annotated[int, PUBLIC]
    target: Annotated[int, PUBLIC]
    revealer: Annotated[int, PUBLIC]
    rival: Annotated[int, PUBLIC]
    offered: Annotated[int, ACTIVE]  # the card at the door, NONE when there is none
    revealed: Annotated[int, PUBLIC]  # the card whose effect waits for a choice, NONE when there is none
    top: Annotated[int, PUBLIC]  # T5: the face-up top of the pile, NONE when the pile is gone
    hand_size: Annotated[Row, PUBLIC, SEATS]
    hand: Annotated[Grid, OWNER, SEATS, KINDS + 1]  # how many of each kind; UNKNOWN last
    held: Annotated[Grid, OWNER, SEATS, HAND]  # the different kinds in hand, in no order; NONE beyond
    held_size: Annotated[Row, OWNER, SEATS]
    party: Annotated[Grid, PUBLIC, SEATS, GUESTS]  # how many of each kind
    out: Annotated[Row, PUBLIC, KINDS]  # cards out of the game
    stock_size: Annotated[int, PUBLIC]  # cards under the top
    stock: Annotated[Row, NOBODY, KINDS + 1]  # how many of each kind; UNKNOWN last


def setup(s: State, players: int, first: int) -> None:
    """T1-T6: a new game for so many players, begun by the seat `first`, or by a seat drawn if it is NONE."""
    s.players = players
    s.active = first
    s.dealt = 0
    s.target = s.revealer = s.rival = s.offered = s.revealed = s.top = NONE
    for p in range(SEATS):
        s.hand_size[p] = s.held_size[p] = 0
        for kind in range(KINDS + 1):
            s.hand[p][kind] = 0
        for i in range(HAND):
            s.held[p][i] = NONE
        for kind in range(GUESTS):
            s.party[p][kind] = 0
    for kind in range(KINDS):
        s.out[kind] = 0
        s.stock[kind] = GUEST_POOL if kind < CREATURES else 0
    s.stock[UNKNOWN] = 0
    s.stock_size = GUEST_POOL * CREATURES
    s.phase = DRAW_START if first == NONE else DEAL_GUEST


# --- chance: the rules ask, and are told -----------------------------------------------------------------


def chance_total(s: State) -> int:
    """How many equally likely tickets the awaited chance has; 0 when no chance is awaited."""
    if s.phase > NEXT_TOP:
        return 0
    return s.stock_size if s.phase != DRAW_START else s.players


def chance_pick(s: State, ticket: int) -> int:
    """The outcome that a ticket stands for: tickets run over the kinds in the order of the deck."""
    if s.phase == DRAW_START:
        return ticket
    stock = s.stock
    kind = 0
    while ticket >= stock[kind]:
        ticket -= stock[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """How many tickets an outcome has."""
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


def dealt_to(s: State) -> int:
    """T3, T4: whom the next card is dealt to: seat 0 gets all of its cards, then seat 1, and so on."""
    return s.dealt // FIRST_GUESTS if s.phase == DEAL_GUEST else s.dealt // HAND


def shuffle_the_rest(s: State) -> None:
    """T2, T4: all other cards, less one brute of each creature with three players."""
    for kind in range(KINDS):
        count = DECK[kind]
        if kind < CREATURES:
            count -= GUEST_POOL
        elif s.players == 3 and kind >= BRUTE and kind < MUSICIAN:
            count -= 1
        s.stock[kind] += count
        s.stock_size += count
    s.dealt = 0
    s.phase = DEAL_HAND


# --- who may do what ---------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """The one seat that has to act; CHANCE while chance is awaited, NONE when the game is over."""
    if s.phase == OFFERING:
        return s.active
    if s.phase == ANSWERING:
        return s.target
    if s.phase <= NEXT_TOP:
        return CHANCE
    return s.rival if s.phase < OVER else NONE


def actors(s: State) -> int:
    """The seats that may act now, as a bitmask."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: State, seat: int) -> int:
    """How many different actions a seat may choose from."""
    if s.phase == OFFERING:
        return s.held_size[seat] * (s.players - 1) if seat == s.active else 0
    if s.phase == ANSWERING:
        return 2 if seat == s.target else 0
    if seat != asked(s):
        return 0
    return lurable(s, s.revealed - VAMP) if s.phase == LURING else tied(s)


def legal_nth(s: State, seat: int, n: int) -> int:
    """The n-th of them, counted from 0."""
    if s.phase == OFFERING:  # T7: any card to any other player
        others = s.players - 1
        return OFFER + s.held[seat][n // others] * SEATS + (seat + 1 + n % others) % s.players
    if s.phase == ANSWERING:  # T8
        return OPEN + n
    if s.phase == LURING:
        return LURE + nth_rank(s, s.revealed - VAMP, n)
    return CHASE + nth_tied(s, n)


def lurable(s: State, creature: int) -> int:
    """T13: how many kinds of guest of that creature the revealer has."""
    party = s.party[s.revealer]
    return (
        (1 if party[PLAIN + creature] > 0 else 0)
        + (1 if party[BRUTE + creature] > 0 else 0)
        + (1 if party[MUSICIAN + creature] > 0 else 0)
    )


def nth_rank(s: State, creature: int, n: int) -> int:
    """T13: the n-th rank (0 plain, 1 brute, 2 musician) among the revealer's guests of that creature."""
    rank = 0
    while True:
        if s.party[s.revealer][rank * CREATURES + creature] > 0:
            if n == 0:
                return rank
            n -= 1
        rank += 1


def guests(s: State, p: int, creature: int) -> int:
    party = s.party[p]
    return party[PLAIN + creature] + party[BRUTE + creature] + party[MUSICIAN + creature]


def chased(s: State, creature: int) -> int:
    """T14-T17: guests of the revealer that a child or taxi may chase; none where a brute protects."""
    party = s.party[s.revealer]
    if party[BRUTE + creature] > 0:
        return 0
    return party[PLAIN + creature] + party[MUSICIAN + creature]


def tied(s: State) -> int:
    """T16: how many creatures are the most numerous that may be chased."""
    most = 1
    count = 0
    for creature in range(CREATURES):
        chasable = chased(s, creature)
        if chasable > most:
            most = chasable
            count = 1
        elif chasable == most:
            count += 1
    return count


def nth_tied(s: State, n: int) -> int:
    most = max(chased(s, 0), chased(s, 1), chased(s, 2))
    creature = 0
    while True:
        if chased(s, creature) == most:
            if n == 0:
                return creature
            n -= 1
        creature += 1


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
    """T7: a card is laid face down at another player's door."""
    take_from_hand(s, seat, kind)
    s.offered = kind
    s.target = target
    s.phase = ANSWERING


def reveal(s: State, opened: bool) -> None:
    """T9: opened, the target reveals the card; refused, the active player does. The other is the rival."""
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


def lure(s: State, creature: int, rank: int) -> None:
    """T13: one guest leaves for the rival's party; a brute does not protect."""
    kind = rank * CREATURES + creature
    s.party[s.revealer][kind] -= 1
    s.party[s.rival][kind] += 1


def chase(s: State, creature: int) -> None:
    """T14, T15: all guests of a creature flee to the rival, or leave the game by taxi."""
    for rank in range(3):
        kind = rank * CREATURES + creature
        count = s.party[s.revealer][kind]
        s.party[s.revealer][kind] = 0
        if s.revealed == CHILD:
            s.party[s.rival][kind] += count
        else:
            s.out[kind] += count


def end_turn(s: State) -> None:
    """T10: the played card is done with; the active player draws the top card."""
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
    """T7, T20: the next seat that has a card plays; when nobody has one the game is over."""
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


# --- hands and scores --------------------------------------------------------------------------------------


def add_to_hand(s: State, p: int, kind: int) -> None:
    s.hand_size[p] += 1
    hand = s.hand[p]
    hand[kind] += 1
    if hand[kind] == 1:
        s.held[p][s.held_size[p]] = kind
        s.held_size[p] += 1


def take_from_hand(s: State, p: int, kind: int) -> None:
    s.hand_size[p] -= 1
    hand = s.hand[p]
    hand[kind] -= 1
    if hand[kind] == 0:
        held = s.held[p]
        last = s.held_size[p] - 1
        i = 0
        while held[i] != kind:
            i += 1
        held[i] = held[last]
        held[last] = NONE
        s.held_size[p] = last


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """T21: 1 a guest, doubled by a musician of the same creature; 3 a scarecrow."""
    points = 3 * s.party[p][SCARECROW]
    for creature in range(CREATURES):
        count = guests(s, p, creature)
        points += 2 * count if s.party[p][MUSICIAN + creature] > 0 else count
    return points


def won(s: State, p: int) -> bool:
    """T22: the highest total wins; tied players share."""
    mine = score(s, p)
    for q in range(s.players):
        if score(s, q) > mine:
            return False
    return True
