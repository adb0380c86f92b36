"""Model the beliefs of players of L'Armoire qui grince: the cards that they know to be in the wardrobe.

Plain functions, compiled by the same means as the rules.
"""

from typing import Annotated, Any

from toctoc.bots.bot import Traits
from toctoc.core.compile.playout import LOW, roll
from toctoc.core.fields import PUBLIC, Grid

from armoire.rules import GHOST, KINDS, REACHING, SEATS, SLIP, State

# What can be set of a player, in the order of `policy.TRAITS`.
_, ATTENTION, DARING, SPITE, SUSPICION = range(5)


class Mind:
    known: Annotated[Grid, PUBLIC, SEATS, KINDS]  # by seat: at least so many cards of each kind are inside


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Remember, just before it goes in, which card one slips in oneself; or be thinking of something else."""
    if action >= SLIP and roll(rng, LOW) < traits[seat][ATTENTION] * LOW:
        m.known[seat][action - SLIP] += 1


def watch_chance(s: State, m: Mind, traits: Traits, outcome: int, rng: Any) -> None:
    """See which card comes out, and which sweets fall back in with a ghost."""
    if s.phase != REACHING:
        return
    for p in range(s.players):
        if m.known[p][outcome] > 0:
            m.known[p][outcome] -= 1
        if outcome == GHOST:
            for kind in range(KINDS):
                m.known[p][kind] += s.laid[kind]
