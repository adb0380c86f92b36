"""Let players of L'Escalier hanté follow the ghosts: `memory.py` for whole tables at full speed.

Plain functions, compiled by the same means as the rules. Everybody has a mind of their own, in which they also
imagine what the others still follow.
"""

from typing import Annotated, Any

from toctoc.core.fields import PUBLIC
from toctoc.games.escalier.rules import SEATS, TURN_CARD, State
from toctoc.games.escalier.rules import act as do
from toctoc.games.escalier.rules import take_chance as happen

from . import mind

MINDS = SEATS  # at a table


class Notes:
    """Hold nothing: what is noticed is in the minds."""

    unused: Annotated[int, PUBLIC]  # a NumPy record has at least one field


def begin(s: State, notes: Any, traits: Any, rng: Any) -> None:
    """E2: let everybody know the start."""
    for p in range(s.players):
        mind.begin(s, notes[1][p], traits[p], rng)


def act(s: State, notes: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    """Take an action that everybody follows."""
    for p in range(s.players):
        mind.watch(s, notes[1][p], traits[p], seat, action, rng)
    do(s, seat, action)


def take_chance(s: State, notes: Any, traits: Any, outcome: int, rng: Any) -> None:
    """Let a card be turned: everybody forgets a little. Who begins is no card."""
    if s.phase == TURN_CARD:
        for p in range(s.players):
            mind.watch_chance(s, notes[1][p], traits[p], outcome, rng)
    happen(s, outcome)


def mind_of(seat: int) -> int:
    """Return which of the minds is that of `seat`, when it decides."""
    return seat


def come_to_mind(s: State, notes: Any, recall: Any, seat: int, rng: Any) -> None:
    """Draw nothing: players forget while they watch."""
