"""Record observations of Toc Toc Toc!, and sample recall: the compiled form of `memory.py`, for bulk play.

Plain functions, compiled like the rules. All players see the same draws (T5) at the same time, so one record of
notes serves the whole table.
"""

from typing import Annotated, Any

from toctoc.bots.act_r import comes_back_once
from toctoc.core.fields import PUBLIC, Grid, Row
from toctoc.games.toctoctoc.rules import HAND, KINDS, LURE, NONE, OFFER, OPEN, SEATS, State
from toctoc.games.toctoctoc.rules import act as do
from toctoc.games.toctoctoc.rules import take_chance as happen

from .mind import SECONDS

MINDS = 1  # per table: the mind of the deciding player


class Notes:
    """Hold the observed draws with their times, and the answers at the door."""

    clock: Annotated[int, PUBLIC]  # in decisions of SECONDS each
    drawn: Annotated[Grid, PUBLIC, SEATS, HAND]  # cards seen drawn and not played, oldest first
    drawn_at: Annotated[Grid, PUBLIC, SEATS, HAND]
    drawn_size: Annotated[Row, PUBLIC, SEATS]
    opened: Annotated[Row, PUBLIC, SEATS]  # doors opened by each seat
    refused: Annotated[Row, PUBLIC, SEATS]  # doors refused by each seat


def begin(s: State, notes: Any, traits: Any, rng: Any) -> None:
    """Clear the notes for a new game."""
    n = notes[0][0]
    n.clock = 0
    for p in range(SEATS):
        n.drawn_size[p] = n.opened[p] = n.refused[p] = 0


def act(s: State, notes: Any, traits: Any, seat: int, action: int, rng: Any) -> None:
    """Apply an action, and record an answer, the card that it reveals, and the card drawn."""
    n = notes[0][0]
    active, top = s.active, s.top
    if action < LURE:
        n.clock += 1
        played(n, active, s.offered)
        if action == OPEN:
            n.opened[seat] += 1
        else:
            n.refused[seat] += 1
    elif action >= OFFER:
        n.clock += 1
    do(s, seat, action)
    if top != NONE and s.top == NONE:  # T10
        size = n.drawn_size[active]
        n.drawn[active][size] = top
        n.drawn_at[active][size] = n.clock
        n.drawn_size[active] = size + 1


def played(n: Notes, p: int, kind: int) -> None:
    """Remove the oldest recorded draw of `kind` by `p`, if there is one: the card was played."""
    drawn, drawn_at = n.drawn[p], n.drawn_at[p]
    last = n.drawn_size[p] - 1
    for i in range(last + 1):
        if drawn[i] == kind:
            for later in range(i, last):
                drawn[later] = drawn[later + 1]
                drawn_at[later] = drawn_at[later + 1]
            n.drawn_size[p] = last
            return


def take_chance(s: State, notes: Any, traits: Any, outcome: int, rng: Any) -> None:
    """Apply an outcome; there is nothing to record."""
    happen(s, outcome)


def mind_of(seat: int) -> int:
    """Return the index of the mind that `seat` decides with."""
    return 0


def come_to_mind(s: State, notes: Any, recall: Any, seat: int, rng: Any) -> None:
    """Fill the mind of `seat`: its own draws, a sample of the others' draws by recall, and all answers."""
    n, m = notes[0][0], notes[1][0]
    for p in range(s.players):
        m.opened[p], m.refused[p] = n.opened[p], n.refused[p]
        for kind in range(KINDS):
            m.seen[p][kind] = 0
        for i in range(n.drawn_size[p]):
            age = float(SECONDS * (n.clock - n.drawn_at[p][i]))
            if p == seat or comes_back_once(age, recall, rng):
                m.seen[p][n.drawn[p][i]] += 1
