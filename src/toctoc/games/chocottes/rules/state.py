"""Define the cards and the state of a game, and move single cards (C1-C6)."""

from typing import Annotated

from toctoc.core.fields import ACTIVE, NOBODY, PUBLIC, Grid, Row

VERSION = 1
FEWEST, SEATS = 2, 5
NONE, CHANCE = -1, -2

# C1: the code of a card is its value; that of a dream (10 to 13) is its value + DREAM.
VALUES, COPIES, DREAM = 14, 4, 5
NO_CARD, UNKNOWN = 0, 19  # UNKNOWN only in a partial world (knowledge.py)
KINDS = 20
FIRST_DREAM, LAST_DREAM = 10, 13
FAILLE, LOOKOOKY, MORGANE, VAN_PEER, NOEL, FAUCHEUSE = 7, 10, 11, 12, 13, 14
TILES = 3  # C2
DEAL = 4  # C3
ROW = 54  # longest row: of 56 cards, one is in another row and one on the discard pile
QUEUE = 24  # the cards of a deck that have an effect
GOAL = 50  # C24
MEMORISED = 2  # C3: cards that a player looks at before the first turn

# Phases; in those up to DRAWING_TILE a chance outcome is pending.
DRAW_START, DEALING, DRAWING, PENALTY, GIVING, MIXING, DRAWING_TILE = range(7)
LOOKING, TURN, PLACING, WINDOW, EFFECT, OVER = range(7, 13)

# How a round ended (C20-C22).
KNOCKED, ROW_EMPTY, PILE_EMPTY = 1, 2, 3

# Actions.
DRAW, KNOCK, DISCARD, PASS, DECLINE, FEED = range(6)
LOOK = 6  # LOOK + place; the next three likewise
REPLACE = LOOK + ROW
SNAP = REPLACE + ROW
REAP = SNAP + ROW
GIVE = REAP + ROW  # GIVE + seat
MIX = GIVE + SEATS  # MIX + (seat * ROW + place) * ROW + a later place
EXCHANGE = MIX + SEATS * ROW * ROW  # EXCHANGE + (seat * ROW + that seat's place) * ROW + own place
ACTIONS = EXCHANGE + SEATS * ROW * ROW
ARRANGE = ACTIONS  # ARRANGE + from * ROW + to: C5, accepted but never among the legal actions
OUTCOMES = KINDS - 1  # a seat, a kind of card, a tile, or whether two cards changed places


class State:
    players: Annotated[int, PUBLIC]
    dreams: Annotated[int, PUBLIC]  # C1: dreams among the four cards of each value from 10 to 13
    tiles: Annotated[Row, PUBLIC, TILES]  # C2: the penalties of the three tiles
    phase: Annotated[int, PUBLIC]
    round: Annotated[int, PUBLIC]  # counted from 1
    starter: Annotated[int, PUBLIC]
    active: Annotated[int, PUBLIC]
    dealt: Annotated[int, PUBLIC]  # cards dealt so far in this round
    looks: Annotated[Row, PUBLIC, SEATS]  # C3: cards looked at before the first turn
    looked_at: Annotated[Row, PUBLIC, SEATS]  # C3: the last place looked at; NONE before and in other phases
    row_size: Annotated[Row, PUBLIC, SEATS]
    row: Annotated[Grid, NOBODY, SEATS, ROW]  # C27: secret from the owner too; NO_CARD beyond row_size
    drawn: Annotated[int, ACTIVE]  # C8: the card that the active player has drawn
    stock_size: Annotated[int, PUBLIC]
    stock: Annotated[Row, NOBODY, KINDS]  # cards of each kind; UNKNOWN last
    discard_size: Annotated[int, PUBLIC]
    discard_top: Annotated[int, PUBLIC]
    discard: Annotated[Row, NOBODY, KINDS]  # cards of each kind; C4: only top and size are public
    window: Annotated[int, PUBLIC]  # C9: the value that may be thrown; 0 if no window is open
    passed: Annotated[int, PUBLIC]  # C10: bitmask of the seats that have passed
    effect: Annotated[Row, PUBLIC, QUEUE]  # C12: values of the pending effects, first in, first out
    effect_seat: Annotated[Row, PUBLIC, QUEUE]  # the seats that discarded their cards
    effects: Annotated[int, PUBLIC]  # number of pending effects
    receiver: Annotated[int, PUBLIC]  # the seat that gets the next card of the stock
    mixed: Annotated[Row, PUBLIC, 3]  # C16: seat and two places while the shuffle is pending
    ended: Annotated[int, PUBLIC]  # how the last round ended; 0 before
    knocker: Annotated[int, PUBLIC]  # the seat that ended the last round by a knock, or NONE
    tile: Annotated[int, PUBLIC]  # the penalty drawn at the end of the last round; 0 if none
    points: Annotated[Row, PUBLIC, SEATS]  # scored in the last round, tile included
    total: Annotated[Row, PUBLIC, SEATS]


def setup(s: State, players: int, first: int, dreams: int, tile_1: int, tile_2: int, tile_3: int) -> None:
    """C1-C6: set up a new game that the seat `first` starts; NONE: a seat drawn at random."""
    s.players = players
    s.dreams = dreams
    s.tiles[0] = tile_1
    s.tiles[1] = tile_2
    s.tiles[2] = tile_3
    s.round = s.ended = s.tile = 0
    s.knocker = NONE
    for p in range(SEATS):
        s.points[p] = s.total[p] = 0
    new_round(s, first)
    if first == NONE:
        s.phase = DRAW_START


def new_round(s: State, starter: int) -> None:
    """C3, C4: all cards return to the stock; 4 will be dealt to each player."""
    s.round += 1
    s.starter = s.active = starter
    s.dealt = s.passed = s.window = s.discard_size = s.effects = 0
    s.drawn = s.discard_top = NO_CARD
    s.receiver = NONE
    s.mixed[0] = s.mixed[1] = s.mixed[2] = NONE
    for p in range(SEATS):
        for i in range(s.row_size[p]):
            s.row[p][i] = NO_CARD
        s.row_size[p] = s.looks[p] = 0
        s.looked_at[p] = NONE
    for i in range(QUEUE):
        s.effect[i] = s.effect_seat[i] = 0
    for kind in range(KINDS):
        s.discard[kind] = 0
        s.stock[kind] = copies(s, kind)
    s.stock_size = VALUES * COPIES
    s.phase = DEALING


def copies(s: State, kind: int) -> int:
    """C1: return the number of cards of `kind` in the deck."""
    if kind == NO_CARD or kind == UNKNOWN:
        return 0
    if kind > VALUES:
        return s.dreams
    return COPIES - s.dreams if kind >= FIRST_DREAM and kind <= LAST_DREAM else COPIES


def value(card: int) -> int:
    return card if card <= VALUES else card - DREAM


def worth(card: int) -> int:
    """C23: a struck-out value is worth 0."""
    return card if card <= VALUES else 0


def take_from_stock(s: State, card: int) -> None:
    s.stock[card] -= 1
    s.stock_size -= 1


def receive(s: State, p: int, card: int) -> None:
    """Move a card of the stock to the right end of the row of `p`."""
    take_from_stock(s, card)
    s.row[p][s.row_size[p]] = card
    s.row_size[p] += 1


def remove(s: State, p: int, i: int) -> None:
    """Remove the card at place `i` from the row of `p`, which closes up."""
    last = s.row_size[p] - 1
    row = s.row[p]
    while i < last:
        row[i] = row[i + 1]
        i += 1
    row[last] = NO_CARD
    s.row_size[p] = last


def trade(s: State, p: int, i: int, q: int, j: int) -> None:
    """Swap the cards at two places."""
    card = s.row[p][i]
    s.row[p][i] = s.row[q][j]
    s.row[q][j] = card


def drop_effect(s: State) -> None:
    """Remove the first effect from the queue."""
    s.effects -= 1
    for i in range(s.effects):
        s.effect[i] = s.effect[i + 1]
        s.effect_seat[i] = s.effect_seat[i + 1]
    s.effect[s.effects] = s.effect_seat[s.effects] = 0
