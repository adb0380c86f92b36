"""Play L'Escalier hanté, the card game, by Jacques Zeimet: the rules E1-E14 of rulebook/en.md.

Plain functions over a state of small integers: this text runs as it is, and compiled by Numba. Whoever calls
`act` and `take_chance` has checked the move before; nothing here validates, allocates or raises.
"""

from typing import Annotated

from toctoc.core.fields import NOBODY, PUBLIC, Row

VERSION = 1
FEWEST, SEATS = 2, 4
NONE, CHANCE = -1, -2

# E1: the disc's places carry the colours' numbers, white comes last.
COLOURS, PLACES = 4, 5
WHITE = 4
EMPTY = -1  # what lies at the free place; elsewhere the colour of a child

# E1: what a card is. A child of colour c is CHILD + c.
RIDDLE, MOVE, SWAP, CHILD = 0, 1, 2, 3
KINDS = 7
DECK = (12, 14, 14, 4, 4, 4, 4)  # E2: without the four children on the disc

# Phases; those up to TURN_CARD wait for chance.
DRAW_START, TURN_CARD, SEARCHING, MOVING, SWAPPING, RIDDLING, ASKING, ANSWERING, NAMING, OVER = range(10)

# Actions.
DECLINE = 0
TURN = 1  # TURN + place
SHIFT = TURN + PLACES  # SHIFT + place: that ghost moves to the free place
EXCHANGE = SHIFT + PLACES  # EXCHANGE + place * PLACES + a later place
NAME = EXCHANGE + PLACES * PLACES  # NAME + colour
ASK = NAME + COLOURS  # ASK + place * SEATS + opponent
ACTIONS = ASK + PLACES * SEATS
OUTCOMES = KINDS  # a seat, or a kind of card


class State:
    players: Annotated[int, PUBLIC]
    risk: Annotated[int, PUBLIC]  # E10: 1 when the table plays the risk variant
    phase: Annotated[int, PUBLIC]
    active: Annotated[int, PUBLIC]
    seeker: Annotated[int, PUBLIC]  # E5: whose try it is; NONE outside a search
    sought: Annotated[int, PUBLIC]  # E5: the colour sought; NONE outside a search
    tried: Annotated[int, PUBLIC]  # E5: bitmask of the places shown in this search
    pointed: Annotated[int, PUBLIC]  # E10: the place asked about; NONE when nobody is asked
    answerer: Annotated[int, PUBLIC]  # E10: the opponent asked
    shown: Annotated[int, PUBLIC]  # E12: the colour that the last riddle has just shown; NONE if none
    free: Annotated[int, PUBLIC]  # the place without a ghost
    disc: Annotated[Row, NOBODY, PLACES]  # E14: the child under each ghost; EMPTY at the free place
    last: Annotated[int, PUBLIC]  # the top of the discard pile; NONE when it is gone
    discard_size: Annotated[int, PUBLIC]
    cards_won: Annotated[Row, PUBLIC, SEATS]
    stock_size: Annotated[int, PUBLIC]
    stock: Annotated[Row, NOBODY, KINDS]  # how many of each kind


def setup(s: State, players: int, first: int, risk: int) -> None:
    """E1-E3: a new game, begun by the seat `first`, or by a seat drawn if it is NONE."""
    s.players = players
    s.risk = risk
    s.active = first
    s.seeker = s.sought = s.pointed = s.answerer = s.shown = s.last = NONE
    s.tried = 0
    for colour in range(COLOURS):
        s.disc[colour] = colour
    s.free = WHITE
    s.disc[WHITE] = EMPTY
    s.discard_size = 0
    for p in range(SEATS):
        s.cards_won[p] = 0
    s.stock_size = 0
    for kind in range(KINDS):
        s.stock[kind] = DECK[kind]
        s.stock_size += DECK[kind]
    s.phase = DRAW_START if first == NONE else TURN_CARD


# --- chance: the rules ask, and are told -------------------------------------------------------------------


def chance_total(s: State) -> int:
    """Count the equally likely tickets of the awaited chance; 0 when no chance is awaited."""
    if s.phase > TURN_CARD:
        return 0
    return s.stock_size if s.phase == TURN_CARD else s.players


def chance_pick(s: State, ticket: int) -> int:
    """Return the outcome that a ticket stands for: tickets run over the kinds in the order of the deck."""
    if s.phase == DRAW_START:
        return ticket
    stock = s.stock
    kind = 0
    while ticket >= stock[kind]:
        ticket -= stock[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """Count the tickets of an outcome."""
    if s.phase > TURN_CARD:
        return 0
    if s.phase == DRAW_START:
        return 1 if outcome < s.players else 0
    return s.stock[outcome]


def take_chance(s: State, outcome: int) -> None:
    if s.phase == DRAW_START:  # E3
        s.active = outcome
        s.phase = TURN_CARD
        return
    s.stock[outcome] -= 1  # E4
    s.stock_size -= 1
    s.discard_size += 1
    s.last = outcome
    if outcome >= CHILD:
        search(s, outcome - CHILD)
    elif outcome == MOVE:
        s.phase = MOVING
    elif outcome == SWAP:
        s.phase = SWAPPING
    elif s.risk == 1:
        s.phase = ASKING
    elif s.free == WHITE:  # E9: white empty, the turn is over
        end_turn(s)
    else:
        s.phase = RIDDLING


# --- who may do what ---------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """Return the one seat that has to act; CHANCE while chance is awaited, NONE when the game is over."""
    if s.phase <= TURN_CARD:
        return CHANCE
    if s.phase == SEARCHING:
        return s.seeker
    if s.phase == ANSWERING:
        return s.answerer
    return s.active if s.phase < OVER else NONE


def actors(s: State) -> int:
    """Return the seats that may act now, as a bitmask."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: State, seat: int) -> int:
    """Count the different actions a seat may choose from."""
    if seat != asked(s):
        return 0
    if s.phase == SEARCHING:
        return untried(s)
    if s.phase == MOVING or s.phase == ANSWERING:
        return 4
    if s.phase == SWAPPING:
        return 6
    if s.phase == RIDDLING:
        return 5
    if s.phase == ASKING:
        return 1 + 4 * (s.players - 1)
    return COLOURS if s.shown == NONE else COLOURS - 1


def legal_nth(s: State, seat: int, n: int) -> int:
    """Return the n-th of them, counted from 0."""
    if s.phase == SEARCHING:
        return TURN + nth_untried(s, n)
    if s.phase == MOVING:  # E8
        return SHIFT + ghost(s, n)
    if s.phase == SWAPPING:  # E7: two different ghosts: 01 02 03 12 13 23
        first = 0 if n < 3 else (1 if n < 5 else 2)
        second = n + 1 if n < 3 else (n - 1 if n < 5 else 3)
        return EXCHANGE + ghost(s, first) * PLACES + ghost(s, second)
    if s.phase == ANSWERING:
        return NAME + n
    if s.phase == NAMING:  # E12
        return NAME + n if s.shown == NONE or n < s.shown else NAME + n + 1
    if n == 0:
        return DECLINE
    if s.phase == RIDDLING:  # E9
        return NAME + n - 1
    others = s.players - 1  # E10
    return ASK + ghost(s, (n - 1) // others) * SEATS + (seat + 1 + (n - 1) % others) % s.players


def ghost(s: State, n: int) -> int:
    """Return the place of the n-th ghost."""
    return n if n < s.free else n + 1


def untried(s: State) -> int:
    """E5: how many ghosts have not been shown in this search."""
    count = 0
    for n in range(4):
        if not s.tried & (1 << ghost(s, n)):
            count += 1
    return count


def nth_untried(s: State, n: int) -> int:
    place = 0
    while True:
        if place != s.free and not s.tried & (1 << place):
            if n == 0:
                return place
            n -= 1
        place += 1


# --- a turn ------------------------------------------------------------------------------------------------


def act(s: State, seat: int, action: int) -> None:
    if s.phase == SEARCHING:
        turn_ghost(s, action - TURN)
    elif s.phase == MOVING:
        move(s, action - SHIFT)
    elif s.phase == SWAPPING:
        swap(s, (action - EXCHANGE) // PLACES, (action - EXCHANGE) % PLACES)
    elif s.phase == NAMING:
        search(s, action - NAME)
    elif s.phase == ANSWERING:
        answer(s, action - NAME)
    elif action == DECLINE:
        end_turn(s)
    elif s.phase == RIDDLING:
        solve(s, action - NAME)
    else:
        s.pointed = (action - ASK) // SEATS
        s.answerer = (action - ASK) % SEATS
        s.phase = ANSWERING


def search(s: State, colour: int) -> None:
    """E5, E12: that colour is sought, beginning with the active player."""
    s.sought = colour
    s.seeker = s.active
    s.tried = 0
    s.shown = NONE
    s.phase = SEARCHING


def turn_ghost(s: State, place: int) -> None:
    """E5, E6: right, the seeker wins the discard pile and the seat at the left plays; wrong, that seat tries."""
    found = s.disc[place] == s.sought
    left = (s.seeker + 1) % s.players
    if found:
        win(s, s.seeker)
        s.seeker = s.sought = NONE
        s.tried = 0
        play_next(s, left)
    else:
        s.tried |= 1 << place
        s.seeker = left


def move(s: State, place: int) -> None:
    """E8: a ghost glides to the free place."""
    s.disc[s.free] = s.disc[place]
    s.disc[place] = EMPTY
    s.free = place
    end_turn(s)


def swap(s: State, a: int, b: int) -> None:
    """E7: two ghosts change places."""
    child = s.disc[a]
    s.disc[a] = s.disc[b]
    s.disc[b] = child
    end_turn(s)


def solve(s: State, colour: int) -> None:
    """E9: the child on white is named and shown; right wins the discard pile."""
    if s.disc[WHITE] == colour:
        win(s, s.active)
    else:
        s.shown = s.disc[WHITE]
    end_turn(s)


def answer(s: State, colour: int) -> None:
    """E10: the card is shown; right, the opponent asked wins the discard pile, wrong, the active player does."""
    win(s, s.answerer if s.disc[s.pointed] == colour else s.active)
    s.pointed = s.answerer = NONE
    end_turn(s)


def win(s: State, p: int) -> None:
    """E11: the card just turned is part of the pile that is won."""
    s.cards_won[p] += s.discard_size
    s.discard_size = 0
    s.last = NONE


def end_turn(s: State) -> None:
    """E12: with the draw pile gone and the discard pile not, the active player names the last child."""
    if s.stock_size == 0 and s.discard_size > 0:
        s.phase = NAMING
    else:
        play_next(s, (s.active + 1) % s.players)


def play_next(s: State, p: int) -> None:
    """E4, E12: that seat turns the next card; the game ends when both piles are gone."""
    s.shown = NONE
    if s.stock_size > 0:
        s.active = p
        s.phase = TURN_CARD
    else:
        s.phase = OVER


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """E13: count the cards won."""
    return s.cards_won[p]


def won(s: State, p: int) -> bool:
    """E13: most cards wins; ties share."""
    for q in range(s.players):
        if s.cards_won[q] > s.cards_won[p]:
            return False
    return True
