"""Define the cards, actions and state of a game; set it up and move single cards (T1-T6)."""

from typing import Annotated

from toctoc.core.fields import ACTIVE, NOBODY, OWNER, PUBLIC, Grid, Row

VERSION = 1
FEWEST, SEATS = 3, 5
HAND = 5  # T4

# T1: kinds of card. A card of creature c is PLAIN + c, BRUTE + c, MUSICIAN + c or VAMP + c.
CREATURES = 3
PLAIN, BRUTE, MUSICIAN, SCARECROW, VAMP, CHILD, TAXI = 0, 3, 6, 9, 10, 13, 14
KINDS = 15
GUESTS = 10  # the kinds below this one stay in a party
DECK = (7, 7, 7, 2, 2, 2, 1, 1, 1, 2, 5, 5, 5, 5, 3)
MUSIC, SCARE = 2, 3  # T21: a guest with a musician counts 2, a scarecrow 3
FIRST_GUESTS, GUEST_POOL = 2, 4  # T3: a player gets 2, out of 4 plain guests of each creature
NONE, CHANCE = -1, -2
UNKNOWN = KINDS  # an unknown card of a partial world (knowledge.py); never in a real game

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
    dealt: Annotated[int, PUBLIC]  # cards dealt so far to parties, or to hands
    active: Annotated[int, PUBLIC]
    target: Annotated[int, PUBLIC]
    revealer: Annotated[int, PUBLIC]
    rival: Annotated[int, PUBLIC]
    offered: Annotated[int, ACTIVE]  # the card at the door, or NONE
    revealed: Annotated[int, PUBLIC]  # the card with an effect that waits for the rival's choice, or NONE
    top: Annotated[int, PUBLIC]  # T5: the face-up top card of the pile, NONE when the pile is empty
    hand_size: Annotated[Row, PUBLIC, SEATS]
    hand: Annotated[Grid, OWNER, SEATS, KINDS + 1]  # cards of each kind; UNKNOWN last
    held: Annotated[Grid, OWNER, SEATS, HAND]  # the different kinds in hand, in no order, padded with NONE
    held_size: Annotated[Row, OWNER, SEATS]
    party: Annotated[Grid, PUBLIC, SEATS, GUESTS]  # guests of each kind
    out: Annotated[Row, PUBLIC, KINDS]  # cards out of the game
    stock_size: Annotated[int, PUBLIC]  # cards under the top card
    stock: Annotated[Row, NOBODY, KINDS + 1]  # those cards, of each kind; UNKNOWN last


def setup(s: State, players: int, first: int) -> None:
    """T1-T6: set up a game; the seat `first` starts, or a seat drawn at random if it is NONE."""
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


def dealt_to(s: State) -> int:
    """T3, T4: return the seat that is dealt the next card: seat 0 gets all its cards, then seat 1, and so on."""
    return s.dealt // FIRST_GUESTS if s.phase == DEAL_GUEST else s.dealt // HAND


def shuffle_the_rest(s: State) -> None:
    """T2, T4: the other cards become the stock; with 3 players, one brute of each creature is left out."""
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


def guests(s: State, p: int, creature: int) -> int:
    party = s.party[p]
    return party[PLAIN + creature] + party[BRUTE + creature] + party[MUSICIAN + creature]
