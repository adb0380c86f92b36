"""L'Armoire qui grince, the creaking wardrobe: the rules A1-A13 of rulebook/en.md.

Plain functions over a state of small integers: this text runs as it is, and compiled by Numba. Whoever calls
`act` and `take_chance` has checked the move before; nothing here validates, allocates or raises.
"""

from typing import Annotated

from toctoc.core.fields import NOBODY, OWNER, PUBLIC, Grid, Row

VERSION = 1
FEWEST, SEATS = 2, 4
NONE, CHANCE = -1, -2

# A1: what a card is. A sweet's number is also what it is worth.
GHOST, MINT, CARAMEL, CHOCOLATE = range(4)
KINDS = 4
DECK = (8, 6, 6, 4)
CARDS = 24
UNKNOWN = KINDS  # a card that a viewer has not seen; never in the referee's own state
HAND = 3  # A2

# Phases; those up to REACHING wait for chance.
DRAW_START, DEALING, REFILLING, REACHING, SLIPPING, DARING, OVER = range(7)

# Actions.
SHUT, REACH = 0, 1
SLIP = 2  # SLIP + kind
ACTIONS = SLIP + KINDS
OUTCOMES = KINDS  # a seat, or a kind of card


class State:
    players: Annotated[int, PUBLIC]
    cost: Annotated[int, PUBLIC]  # A9: what a ghost costs at this table
    phase: Annotated[int, PUBLIC]
    active: Annotated[int, PUBLIC]
    slipped: Annotated[int, PUBLIC]  # A5: how many cards have been slipped in so far
    hand_size: Annotated[Row, PUBLIC, SEATS]
    hand: Annotated[Grid, OWNER, SEATS, KINDS + 1]  # A12: how many of each kind
    inside: Annotated[Row, NOBODY, KINDS + 1]  # A12: the cards in the wardrobe
    inside_size: Annotated[int, PUBLIC]
    laid: Annotated[Row, PUBLIC, KINDS]  # A7: the sweets in front of the active player
    taken: Annotated[Grid, PUBLIC, SEATS, KINDS]  # A8, A9: what each player keeps
    stock: Annotated[Row, NOBODY, KINDS + 1]
    stock_size: Annotated[int, PUBLIC]


def setup(s: State, players: int, first: int, cost: int) -> None:
    """A1-A3: a new game, begun by the seat `first`, or by a seat drawn if it is NONE."""
    s.players = players
    s.cost = cost
    s.active = first
    s.slipped = s.inside_size = 0
    s.stock_size = CARDS
    for kind in range(KINDS + 1):
        s.stock[kind] = DECK[kind] if kind < KINDS else 0
        s.inside[kind] = 0
        for p in range(SEATS):
            s.hand[p][kind] = 0
    for kind in range(KINDS):
        s.laid[kind] = 0
        for p in range(SEATS):
            s.taken[p][kind] = 0
    for p in range(SEATS):
        s.hand_size[p] = 0
    s.phase = DRAW_START if first == NONE else DEALING


# --- chance: outcomes come from outside --------------------------------------------------------------------


def chance_total(s: State) -> int:
    """Count the equally likely tickets of the awaited chance; 0 when no chance is awaited."""
    if s.phase > REACHING:
        return 0
    if s.phase == DRAW_START:
        return s.players
    return s.inside_size if s.phase == REACHING else s.stock_size


def chance_pick(s: State, ticket: int) -> int:
    """Return the outcome of a ticket: tickets run over the kinds in the order of the deck."""
    if s.phase == DRAW_START:
        return ticket
    heap = s.inside if s.phase == REACHING else s.stock
    kind = 0
    while ticket >= heap[kind]:
        ticket -= heap[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """Count the tickets of an outcome."""
    if s.phase > REACHING:
        return 0
    if s.phase == DRAW_START:
        return 1 if outcome < s.players else 0
    return s.inside[outcome] if s.phase == REACHING else s.stock[outcome]


def take_chance(s: State, outcome: int) -> None:
    if s.phase == DRAW_START:  # A3
        s.active = outcome
        s.phase = DEALING
    elif s.phase == REACHING:
        come_out(s, outcome)
    else:
        draw(s, receiver(s), outcome)


def receiver(s: State) -> int:
    """A2, A10: who gets the next card of the pile."""
    return s.active if s.phase == REFILLING else (s.active + CARDS - s.stock_size) % s.players


def draw(s: State, p: int, kind: int) -> None:
    """A2, A10: a card of the pile goes into a hand."""
    s.stock[kind] -= 1
    s.stock_size -= 1
    s.hand[p][kind] += 1
    s.hand_size[p] += 1
    if s.phase == REFILLING:
        pass_on(s)
    elif CARDS - s.stock_size == HAND * s.players:
        s.phase = SLIPPING


# --- who may do what ---------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """Return the one seat that has to act; CHANCE while chance is awaited, NONE when the game is over."""
    if s.phase <= REACHING:
        return CHANCE
    return s.active if s.phase < OVER else NONE


def actors(s: State) -> int:
    """Return the seats that may act now, as a bitmask."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: State, seat: int) -> int:
    """Count the different actions that a seat may choose from."""
    if seat != asked(s):
        return 0
    if s.phase == DARING:
        return 2 if s.inside_size > 0 else 1
    count = 0
    for kind in range(KINDS):
        if s.hand[seat][kind] > 0:
            count += 1
    return count


def legal_nth(s: State, seat: int, n: int) -> int:
    """Return the n-th of them, counted from 0: A6 shut or reach, A5 a kind of card in the hand."""
    if s.phase == DARING:
        return SHUT if n == 0 else REACH
    kind = 0
    while True:
        if s.hand[seat][kind] > 0:
            if n == 0:
                return SLIP + kind
            n -= 1
        kind += 1


# --- a turn ------------------------------------------------------------------------------------------------


def act(s: State, seat: int, action: int) -> None:
    if action == REACH:  # A7
        s.phase = REACHING
    elif action == SHUT:
        keep(s, seat)
    else:
        slip(s, seat, action - SLIP)


def slip(s: State, seat: int, kind: int) -> None:
    """A5, A4: a card goes into the wardrobe; in the first round that is the whole turn."""
    s.hand[seat][kind] -= 1
    s.hand_size[seat] -= 1
    s.inside[kind] += 1
    s.inside_size += 1
    s.slipped += 1
    if s.slipped > s.players:
        s.phase = DARING
    else:
        end_turn(s)


def come_out(s: State, kind: int) -> None:
    """A7: a sweet lies in front of the player, who may go on; a ghost scares."""
    s.inside[kind] -= 1
    s.inside_size -= 1
    if kind == GHOST:
        scare(s)
    else:
        s.laid[kind] += 1
        s.phase = DARING


def keep(s: State, p: int) -> None:
    """A8: the door is shut; the sweets in front of the player are kept."""
    for kind in range(KINDS):
        s.taken[p][kind] += s.laid[kind]
        s.laid[kind] = 0
    end_turn(s)


def scare(s: State) -> None:
    """A9: the ghost stays with the player, the sweets of this turn fall back into the wardrobe."""
    s.taken[s.active][GHOST] += 1
    for kind in range(KINDS):
        s.inside[kind] += s.laid[kind]
        s.inside_size += s.laid[kind]
        s.laid[kind] = 0
    end_turn(s)


def end_turn(s: State) -> None:
    """A10: the hand is filled up, as long as the pile lasts."""
    if s.stock_size > 0:
        s.phase = REFILLING
    else:
        pass_on(s)


def pass_on(s: State) -> None:
    """A10, A11: the seat at the left is next; without a card for it the game is over."""
    s.active = (s.active + 1) % s.players
    s.phase = SLIPPING if s.hand_size[s.active] > 0 else OVER


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """A13: what the sweets are worth, less what the ghosts cost."""
    total = -s.cost * s.taken[p][GHOST]
    for kind in range(MINT, KINDS):
        total += kind * s.taken[p][kind]
    return total


def won(s: State, p: int) -> bool:
    """A13: most points win; ties share."""
    for q in range(s.players):
        if score(s, q) > score(s, p):
            return False
    return True
