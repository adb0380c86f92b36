"""What each outcome of chance was picked from, for a reader who checks a fair shuffle and knows no rules.

The record says what was picked; `docs/reference/record.md` describes how. It is made from the record, and is as
public.
"""

from functools import lru_cache

import msgspec

from toctoc import record
from toctoc.games.match import Match

KEPT = 16  # of those that were asked for: people who played together check the same one


class Tickets(msgspec.Struct, frozen=True):
    outcome: str  # in notation
    tickets: int  # in a row, after those of the outcomes before


class Pick(msgspec.Struct, frozen=True):
    """What one outcome of chance was picked from."""

    step: int  # of the record, counted from 1
    of: list[Tickets]


class Deal(msgspec.Struct, frozen=True):
    """All chance of a game, to be checked against its record."""

    picks: list[Pick]


@lru_cache(KEPT)
def encoded(line: str) -> bytes:
    """Return the picks of a record, as JSON; raise `BadRecord` for one that this program cannot read."""
    picks = [
        Pick(step, tickets(match))
        for step, (match, _) in enumerate(record.replay(record.read(line)), 1)
        if match.chance_awaited
    ]
    return msgspec.json.encode(Deal(picks))


def tickets(match: Match) -> list[Tickets]:
    """Return all that the awaited chance may bring, in the order of the tickets."""
    game, state = match.game, match.state
    found, first = [], 0
    while first < game.rules.chance_total(state):
        code = game.rules.chance_pick(state, first)
        count = int(game.rules.chance_weight(state, code))
        found.append(Tickets(str(game.outcome(state, code)), count))
        first += count
    return found
