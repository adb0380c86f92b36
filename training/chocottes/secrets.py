"""Write what a seat of Toc Chocottes does not know: for the critic, which sees all rows and never plays."""

from typing import Any

from toctoc.games.chocottes.bots.observations import NOTICED
from toctoc.games.chocottes.rules.state import SEATS, UNKNOWN, State, worth

HELD = UNKNOWN - 1  # kinds of cards
EACH = HELD + 3  # of a seat: its cards of each kind; their points in eights; how many it knows; effects that wait
EIGHT = 8

# Each seat, steps to the left: its row. Then the pile. Who holds a card in hand is asked, and knows it.
STOCK_AT = SEATS * EACH
SECRETS = STOCK_AT + HELD


def write(s: State, notes: Any, traits: Any, seat: int, out: Any) -> None:  # noqa: ARG001  # as in other games
    """Write it to `out`."""
    for n in range(SECRETS):
        out[n] = 0
    p = seat
    for step in range(s.players):
        write_row(s, notes[1][NOTICED].knows[p], p, step * EACH, out)
        p = p + 1 if p + 1 < s.players else 0
    for kind in range(1, UNKNOWN):
        out[STOCK_AT + kind - 1] = s.stock[kind]


def write_row(s: State, knows: Any, p: int, at: int, out: Any) -> None:
    """Write the cards of a row, what they are worth, and how much of it is known to whom it belongs."""
    points = 0
    for i in range(s.row_size[p]):
        out[at + s.row[p][i] - 1] += 1
        points += worth(s.row[p][i])
        out[at + HELD + 1] += knows[i] >> p & 1
    out[at + HELD] = points // EIGHT
    for n in range(s.effects):
        if s.effect_seat[n] == p:
            out[at + HELD + 2] += 1
