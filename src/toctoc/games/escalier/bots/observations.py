"""Update the memories of all bots at a table of L'Escalier hanté: the compiled counterpart of `memory.py`.

Plain functions, compiled by the same means as the rules. Each seat has its own `Mind`, which also models the
beliefs of the others.
"""

from typing import Annotated, Any

from toctoc.core.fields import PUBLIC
from toctoc.games.escalier.rules import SEATS, TURN_CARD, State
from toctoc.games.escalier.rules import act as do
from toctoc.games.escalier.rules import take_chance as happen

from . import mind

MINDS = SEATS  # minds at a table


class Notes:
    """Hold nothing: the minds hold all that players observe."""

    unused: Annotated[int, PUBLIC]  # a NumPy record has at least one field


def begin(s: State, notes: Any, traits: Any, rng: Any) -> None:
    """E2: let all players learn the start."""
    for p in range(s.players):
        mind.begin(s, notes[1][p], traits[p], rng)


def act(s: State, notes: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    """Update all minds with an action, then take it."""
    for p in range(s.players):
        mind.watch(s, notes[1][p], traits[p], seat, action, rng)
    do(s, seat, action)


def take_chance(s: State, notes: Any, traits: Any, outcome: int, rng: Any) -> None:
    """Take a chance outcome. If it is a card, all players may first forget; a drawn start changes no mind."""
    if s.phase == TURN_CARD:
        for p in range(s.players):
            mind.watch_chance(s, notes[1][p], traits[p], outcome, rng)
    happen(s, outcome)


def mind_of(seat: int) -> int:
    """Return the index of the mind with which `seat` decides."""
    return seat


def come_to_mind(s: State, notes: Any, recall: Any, seat: int, rng: Any) -> None:
    """Do nothing: the minds forget as they observe."""
