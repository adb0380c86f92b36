"""Lead all players that look for a match to the same table. One node does so for each game, from memory.

The state that is lost when this node ends costs no player a seat: the tables are in the store, and begin by
themselves.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.table.start import FREE_SEAT_MS

MATCH_WAIT_MS = 20_000  # for which a table waits for players
ARRIVAL_SECONDS = FREE_SEAT_MS / 1000  # for which the seat of a player on the way to a table is reserved
CLOSING_SECONDS = 3.0  # before the beginning of a table, in which no player is sent there any more


@dataclass(slots=True)
class WaitingTable:
    """A table that waits for players."""

    id: str
    code: str
    seats: int
    until: float
    sent: dict[str, float] = field(default_factory=dict)  # guests, with the time when they were last sent there


class Matching:
    """Remembers the waiting tables of each game, and the guests that were sent there."""

    def __init__(self, hub: Hub, clock: Callable[[], float], waits: int = MATCH_WAIT_MS) -> None:
        self.waits = waits
        self._hub, self._clock = hub, clock
        self.locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by game
        self._waiting: dict[str, list[WaitingTable]] = {}

    def find(self, game: str, guest: str, besides: str = "") -> WaitingTable | None:
        """Return the waiting table for `guest`: the one to which the guest was sent before, or the oldest.

        `besides` is the code of a table that was full.
        """
        now = self._clock()
        waiting = self._waiting[game] = [one for one in self._waiting.get(game, ()) if self._is_open(one, now)]
        there = [one for one in waiting if one.code != besides]
        mine = next((one for one in there if guest in one.sent), None)
        found = mine or next((one for one in there if self._free(one, now) > 0), None)
        if found is not None:
            found.sent[guest] = now
        return found

    def add(self, game: str, live: LiveTable, guest: str) -> WaitingTable:
        """Add a new table, to which `guest` is sent, and return it."""
        now = self._clock()
        added = WaitingTable(
            live.id, live.head.code, len(live.table.state.seats), now + self.waits / 1000 - CLOSING_SECONDS
        )
        added.sent[guest] = now
        self._waiting.setdefault(game, []).append(added)
        return added

    def _is_open(self, one: WaitingTable, now: float) -> bool:
        live = self._hub.tables.get(one.id)
        return now < one.until and (live is None or live.table.state.stage == "lobby")

    def _free(self, one: WaitingTable, now: float) -> int:
        """Return the number of seats that are neither taken nor reserved; at other nodes all sent guests count."""
        live = self._hub.tables.get(one.id)
        if live is None:
            return one.seats - len(one.sent)
        places = live.table.places
        coming = [guest for guest, at in one.sent.items() if guest not in places and now - at < ARRIVAL_SECONDS]
        return sum(seat.is_free for seat in live.table.state.seats) - len(coming)
