"""Model each player's beliefs about the children of L'Escalier hanté, with the limits of human memory.

A player follows a few ghosts at once, may lose one when it moves or a card is turned, and may miss a child that is
shown. Plain functions, compiled by the same means as the rules.
"""

from typing import Annotated, Any

from toctoc.bots.bot import Traits
from toctoc.core.compile.playout import LOW, roll
from toctoc.core.fields import PUBLIC, Grid
from toctoc.games.escalier.rules import (
    ANSWERING,
    COLOURS,
    EMPTY,
    EXCHANGE,
    MOVING,
    NAME,
    NONE,
    PLACES,
    RIDDLING,
    SEARCHING,
    SEATS,
    SHIFT,
    SWAPPING,
    TURN,
    WHITE,
    State,
)

# Columns of a player's traits, in the order of `policy.TRAITS`.
_, CAPACITY, SWAP_LOSS, TURN_LOSS, MISSED, SHYNESS, CARE, CONFUSION, DENIAL = range(9)


class Mind:
    """Hold the beliefs of all players."""

    belief: Annotated[Grid, PUBLIC, SEATS, PLACES]  # the child that each seat believes is there; NONE: unknown


def begin(s: State, m: Mind, traits: Traits, rng: Any) -> None:
    """E2: all players learn the start, each up to their capacity."""
    for p in range(s.players):
        for place in range(PLACES):
            m.belief[p][place] = NONE
        for place in range(PLACES):
            if s.disc[place] != EMPTY:
                learn(m, traits, p, place, s.disc[place], rng)


def watch(s: State, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Update all beliefs with an action. Call it before the rules' `act`."""
    if s.phase == SEARCHING:
        show(s, m, traits, action - TURN, rng)
    elif s.phase == MOVING:
        follow(s, m, traits, action - SHIFT, s.free, 0.5, rng)
    elif s.phase == SWAPPING:
        follow(s, m, traits, (action - EXCHANGE) // PLACES, (action - EXCHANGE) % PLACES, 1.0, rng)
    elif s.phase == ANSWERING:
        show(s, m, traits, s.pointed, rng)
    elif s.phase == RIDDLING and action >= NAME:
        show(s, m, traits, WHITE, rng)


def watch_chance(s: State, m: Mind, traits: Traits, outcome: int, rng: Any) -> None:
    """Forget each ghost with probability TURN_LOSS, at every card that is turned."""
    for p in range(s.players):
        for place in range(PLACES):
            if m.belief[p][place] != NONE and happens(traits[p][TURN_LOSS], rng):
                m.belief[p][place] = NONE


def happens(chance: float, rng: Any) -> bool:
    """Return True with probability `chance`."""
    return roll(rng, LOW) < chance * LOW


def follow(s: State, m: Mind, traits: Traits, a: int, b: int, effort: float, rng: Any) -> None:
    """E7, E8: exchange the beliefs about two places. Each is lost with probability `effort` × SWAP_LOSS."""
    for p in range(s.players):
        loss = effort * traits[p][SWAP_LOSS]
        belief = m.belief[p]
        first = belief[a] if not happens(loss, rng) else NONE
        second = belief[b] if not happens(loss, rng) else NONE
        belief[a] = second
        belief[b] = first


def show(s: State, m: Mind, traits: Traits, place: int, rng: Any) -> None:
    """E5, E9, E10: show a child to all players. Each misses it with probability MISSED."""
    for p in range(s.players):
        if not happens(traits[p][MISSED], rng):
            learn(m, traits, p, place, s.disc[place], rng)


def learn(m: Mind, traits: Traits, p: int, place: int, child: int, rng: Any) -> None:
    """Let `p` follow a child. Beyond the capacity of `p`, another one is forgotten."""
    belief = m.belief[p]
    held = 0
    for other in range(PLACES):
        if belief[other] == child and other != place:
            belief[other] = NONE  # a child is at one place only
        elif belief[other] != NONE and other != place:
            held += 1
    belief[place] = child
    room = int(traits[p][CAPACITY])
    if happens(traits[p][CAPACITY] - room, rng):
        room += 1
    if held + 1 > room:
        dropped = roll(rng, held)
        for other in range(PLACES):
            if other != place and belief[other] != NONE:
                if dropped == 0:
                    belief[other] = NONE
                    return
                dropped -= 1


def deduced(s: State, m: Mind, p: int, place: int) -> int:
    """Return the child that `p` believes is at `place`, remembered or the only one left; NONE if unknown."""
    belief = m.belief[p]
    if place == s.free:
        return NONE
    if belief[place] != NONE:
        return belief[place]
    open_places, last = 0, NONE
    for other in range(PLACES):
        if other != s.free and belief[other] == NONE:
            open_places += 1
    if open_places > 1:
        return NONE
    for colour in range(COLOURS):
        if found(s, m, p, colour) == NONE:
            last = colour
    return last


def found(s: State, m: Mind, p: int, colour: int) -> int:
    """Return the place where `p` remembers the child of `colour`; NONE if unknown."""
    for place in range(PLACES):
        if m.belief[p][place] == colour and place != s.free:
            return place
    return NONE
