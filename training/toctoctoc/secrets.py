"""Write what a seat of Toc Toc Toc! does not know: for the critic, which sees all hands and never plays."""

from typing import Any

from toctoc.games.toctoctoc.rules import ANSWERING, KINDS, SEATS, State

SECRETS = SEATS * KINDS  # the hand of each other seat, steps to the left, and the card at the door


def write(s: State, notes: Any, traits: Any, seat: int, out: Any) -> None:  # noqa: ARG001  # as in other games
    """Write it to `out`."""
    for n in range(SECRETS):
        out[n] = 0
    p = seat
    for step in range(s.players - 1):
        p = p + 1 if p + 1 < s.players else 0
        for kind in range(KINDS):
            out[step * KINDS + kind] = s.hand[p][kind]
    if s.phase == ANSWERING:
        out[(SEATS - 1) * KINDS + s.offered] = 1
