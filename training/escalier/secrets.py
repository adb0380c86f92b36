"""Write what a seat of L'Escalier hanté does not know: for the critic, which reads minds and never plays."""

from typing import Any

from toctoc.games.escalier.bots.mind import MISSED, SWAP_LOSS, TURN_LOSS
from toctoc.games.escalier.rules import NONE, PLACES, SEATS, State

LOSSES = (SWAP_LOSS, TURN_LOSS, MISSED)  # traits: how a player loses a ghost, each in hundredths
EACH = PLACES + len(LOSSES)
SECRETS = (SEATS - 1) * EACH  # each other seat, steps to the left: ghosts that it follows, how it loses them


def write(s: State, notes: Any, traits: Any, seat: int, out: Any) -> None:
    """Write it to `out`."""
    for n in range(SECRETS):
        out[n] = 0
    p = seat
    for step in range(s.players - 1):
        p = p + 1 if p + 1 < s.players else 0
        belief = notes[1][p].belief[p]
        for place in range(PLACES):
            if place != s.free and belief[place] != NONE:
                out[step * EACH + place] = 1
        for n in range(len(LOSSES)):
            out[step * EACH + PLACES + n] = int(traits[p][p][LOSSES[n]] * 100)
