"""Play L'Escalier hanté, the card game, by Jacques Zeimet: the rules E1-E14 of rulebook/en.md.

Plain functions over a state of small integers. They run as Python and compiled by Numba. The caller of `act` and
`take_chance` checks the action or outcome first: nothing here validates, allocates or raises.
"""

from typing import Annotated

from toctoc.core.fields import NOBODY, PUBLIC, Row

VERSION = 1
FEWEST, SEATS = 2, 4
NONE, CHANCE = -1, -2

# E1: each place of the disc has the number of its colour; white is last.
COLOURS, PLACES = 4, 5
WHITE = 4
EMPTY = -1  # the value of the free place in `disc`; other places hold the colour of a child

# E1: the kinds of cards. A child of colour c is CHILD + c.
RIDDLE, MOVE, SWAP, CHILD = 0, 1, 2, 3
KINDS = 7
DECK = (12, 14, 14, 4, 4, 4, 4)  # E2: without the four children on the disc

# Phases. Those up to TURN_CARD wait for a chance outcome.
DRAW_START, TURN_CARD, SEARCHING, MOVING, SWAPPING, RIDDLING, ASKING, ANSWERING, NAMING, OVER = range(10)

# Actions.
DECLINE = 0
TURN = 1  # TURN + place
SHIFT = TURN + PLACES  # SHIFT + place: the ghost at `place` moves to the free place
EXCHANGE = SHIFT + PLACES  # EXCHANGE + place * PLACES + a later place
NAME = EXCHANGE + PLACES * PLACES  # NAME + colour
ASK = NAME + COLOURS  # ASK + place * SEATS + opponent
ACTIONS = ASK + PLACES * SEATS
OUTCOMES = KINDS  # an outcome is a seat or a kind of card


class State:
    players: Annotated[int, PUBLIC]
    risk: Annotated[int, PUBLIC]  # E10: 1 when the table plays the risk variant
    phase: Annotated[int, PUBLIC]
    active: Annotated[int, PUBLIC]
    seeker: Annotated[int, PUBLIC]  # E5: the seat that tries; NONE outside a search
    sought: Annotated[int, PUBLIC]  # E5: the colour sought; NONE outside a search
    tried: Annotated[int, PUBLIC]  # E5: bitmask of the places shown in this search
    pointed: Annotated[int, PUBLIC]  # E10: the place asked about; NONE outside a question
    answerer: Annotated[int, PUBLIC]  # E10: the opponent asked; NONE outside a question
    shown: Annotated[int, PUBLIC]  # E12: the colour that a wrong answer to a riddle has just shown; NONE if none
    free: Annotated[int, PUBLIC]  # the place without a ghost
    disc: Annotated[Row, NOBODY, PLACES]  # E14: the child under each ghost; EMPTY at the free place
    last: Annotated[int, PUBLIC]  # the top of the discard pile; NONE when it is empty
    discard_size: Annotated[int, PUBLIC]
    cards_won: Annotated[Row, PUBLIC, SEATS]
    stock_size: Annotated[int, PUBLIC]
    stock: Annotated[Row, NOBODY, KINDS]  # number of cards of each kind


def setup(s: State, players: int, first: int, risk: int) -> None:
    """E1-E3: set up a new game. The seat `first` starts; if it is NONE, chance draws the seat."""
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


# --- chance ------------------------------------------------------------------------------------------------


def chance_total(s: State) -> int:
    """Return the number of equally likely tickets of the next chance outcome; 0 if none is awaited."""
    if s.phase > TURN_CARD:
        return 0
    return s.stock_size if s.phase == TURN_CARD else s.players


def chance_pick(s: State, ticket: int) -> int:
    """Return the outcome of `ticket`. Tickets are numbered by kind of card, in the order of `DECK`."""
    if s.phase == DRAW_START:
        return ticket
    stock = s.stock
    kind = 0
    while ticket >= stock[kind]:
        ticket -= stock[kind]
        kind += 1
    return kind


def chance_weight(s: State, outcome: int) -> int:
    """Return the number of tickets of `outcome`."""
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


# --- legal actions -----------------------------------------------------------------------------------------


def asked(s: State) -> int:
    """Return the seat to act; CHANCE if a chance outcome is awaited, NONE if the game is over."""
    if s.phase <= TURN_CARD:
        return CHANCE
    if s.phase == SEARCHING:
        return s.seeker
    if s.phase == ANSWERING:
        return s.answerer
    return s.active if s.phase < OVER else NONE


def actors(s: State) -> int:
    """Return the seats that may act as a bitmask."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: State, seat: int) -> int:
    """Return the number of legal actions of `seat`."""
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
    """Return the `n`-th legal action of `seat`, counted from 0."""
    if s.phase == SEARCHING:
        return TURN + nth_untried(s, n)
    if s.phase == MOVING:  # E8
        return SHIFT + ghost(s, n)
    if s.phase == SWAPPING:  # E7: pairs of ghosts in the order 01 02 03 12 13 23
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
    """Return the place of the `n`-th ghost, counted from 0."""
    return n if n < s.free else n + 1


def untried(s: State) -> int:
    """E5: return the number of ghosts not yet shown in this search."""
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
    """E5, E12: start the search for `colour`. The active player tries first."""
    s.sought = colour
    s.seeker = s.active
    s.tried = 0
    s.shown = NONE
    s.phase = SEARCHING


def turn_ghost(s: State, place: int) -> None:
    """E5, E6: turn over the ghost at `place`.

    Right: the seeker wins the discard pile, and the seat on its left plays next. Wrong: that seat tries.
    """
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
    """E8: move the ghost at `place` to the free place."""
    s.disc[s.free] = s.disc[place]
    s.disc[place] = EMPTY
    s.free = place
    end_turn(s)


def swap(s: State, a: int, b: int) -> None:
    """E7: exchange the ghosts at `a` and `b`."""
    child = s.disc[a]
    s.disc[a] = s.disc[b]
    s.disc[b] = child
    end_turn(s)


def solve(s: State, colour: int) -> None:
    """E9: name the child on white. Right: the active player wins the discard pile."""
    if s.disc[WHITE] == colour:
        win(s, s.active)
    else:
        s.shown = s.disc[WHITE]
    end_turn(s)


def answer(s: State, colour: int) -> None:
    """E10: answer with `colour`. Right: the opponent asked wins the discard pile; wrong: the active player."""
    win(s, s.answerer if s.disc[s.pointed] == colour else s.active)
    s.pointed = s.answerer = NONE
    end_turn(s)


def win(s: State, p: int) -> None:
    """E11: give the discard pile to `p`, the card just turned included."""
    s.cards_won[p] += s.discard_size
    s.discard_size = 0
    s.last = NONE


def end_turn(s: State) -> None:
    """E12: if only the stock is empty, the active player names the last child; else the next seat plays."""
    if s.stock_size == 0 and s.discard_size > 0:
        s.phase = NAMING
    else:
        play_next(s, (s.active + 1) % s.players)


def play_next(s: State, p: int) -> None:
    """E4, E12: let `p` turn the next card, or end the game if the stock is empty.

    Call it with an empty stock only when the discard pile is empty, too.
    """
    s.shown = NONE
    if s.stock_size > 0:
        s.active = p
        s.phase = TURN_CARD
    else:
        s.phase = OVER


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """E13: return the number of cards that `p` has won."""
    return s.cards_won[p]


def won(s: State, p: int) -> bool:
    """E13: return whether `p` has the most cards; ties share the win."""
    for q in range(s.players):
        if s.cards_won[q] > s.cards_won[p]:
            return False
    return True
