"""Coucou: the rules K1-K8 of rulebook/en.md, as plain functions over small integers, which Numba compiles too."""

from typing import Annotated

from toctoc.core.default_rules import complete_rules
from toctoc.core.fields import NOBODY, OWNER, PUBLIC, Row

FEWEST, SEATS = 2, 4
NONE = -1
KINDS, COPIES = 5, 4  # K1
ROUNDS, LOWEST_WINS = 4, True  # K7

PHASES = ("chance", "chance", "swap", "over")
STARTING, DEALING, SWAPPING, OVER = range(4)
KEEP, SWAP = 0, 1  # SWAP + seat
ACTIONS = SWAP + SEATS
START, DEAL = 0, SEATS  # START + seat, DEAL + kind of card
OUTCOMES = DEAL + KINDS


class State:
    players: Annotated[int, PUBLIC]
    phase: Annotated[int, PUBLIC]
    active: Annotated[int, PUBLIC]
    round: Annotated[int, PUBLIC]  # how many are over
    turn: Annotated[int, PUBLIC]  # cards dealt in this round, then turns taken
    card: Annotated[Row, OWNER, SEATS]  # K8
    shown: Annotated[Row, PUBLIC, SEATS]  # K6: the cards of the last round
    points: Annotated[Row, PUBLIC, SEATS]
    stock: Annotated[Row, NOBODY, KINDS]  # how many of each kind are left to be dealt


def setup(s: State, players: int, first: int) -> None:
    """K3: a new game, begun by the seat `first`, or by a seat drawn if it is NONE."""
    s.players, s.active, s.round = players, first, 0
    for p in range(SEATS):
        s.shown[p], s.points[p] = NONE, 0
    shuffle(s)
    s.phase = STARTING if first == NONE else DEALING


def shuffle(s: State) -> None:
    """K2: all cards are in the pile again."""
    s.phase, s.turn = DEALING, 0
    for p in range(SEATS):
        s.card[p] = NONE
    for kind in range(KINDS):
        s.stock[kind] = COPIES


def chance_weight(s: State, outcome: int) -> int:
    """K2, K3: any seat may begin; each card that is left may be dealt."""
    if s.phase == STARTING:
        return 1 if outcome < s.players else 0
    return s.stock[outcome - DEAL] if s.phase == DEALING and outcome >= DEAL else 0


def take_chance(s: State, outcome: int) -> None:
    if s.phase == STARTING:
        s.active, s.phase = outcome, DEALING
        return
    s.card[s.active] = outcome - DEAL
    s.stock[outcome - DEAL] -= 1
    pass_on(s)
    if s.turn == s.players:
        s.turn, s.phase = 0, SWAPPING


def is_legal(s: State, seat: int, action: int) -> bool:
    """K4: keep the card, or swap it with any other player."""
    return action < SWAP + s.players and action - SWAP != seat


def act(s: State, seat: int, action: int) -> None:
    """K4, K6: keep or swap; when everybody had a turn, the cards are shown."""
    if action >= SWAP:
        other = action - SWAP
        s.card[seat], s.card[other] = s.card[other], s.card[seat]
    pass_on(s)
    if s.turn == s.players:
        show(s)


def pass_on(s: State) -> None:
    """K3: the next seat is that on the left."""
    s.turn += 1
    s.active = (s.active + 1) % s.players


def show(s: State) -> None:
    """K6, K7: the lowest cards cost a point; the next round begins one seat further on."""
    lowest = KINDS
    for p in range(s.players):
        lowest = min(lowest, s.card[p])
    for p in range(s.players):
        s.shown[p] = s.card[p]
        s.points[p] += 1 if s.card[p] == lowest else 0
    s.round += 1
    s.active = (s.active + 1) % s.players
    shuffle(s)
    if s.round == ROUNDS:
        s.phase = OVER


complete_rules(globals())
