"""Lead people who look for anybody to the same table: one node does so for a game, from memory.

What it forgets when it ends costs nobody a seat: the tables are in the store, and begin by themselves.
"""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.table.waiting import GONE

WAITS = 20_000  # milliseconds for which a table waits for people
SHY = GONE / 1000  # seconds in which somebody who was sent to a table sits down there, or their seat is free again
LAST = 3.0  # seconds before a table begins in which nobody is sent there any more


@dataclass(slots=True)
class Waiting:
    """A table that waits for people."""

    id: str
    code: str
    seats: int
    until: float
    sent: dict[str, float] = field(default_factory=dict)  # guests, and when they were last sent there


class Matching:
    """Remembers the tables that wait, by game, and who was sent there."""

    def __init__(self, hub: Hub, clock: Callable[[], float], waits: int = WAITS) -> None:
        self.waits = waits
        self._hub, self._clock = hub, clock
        self.turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by game: one asks after the other
        self._waiting: dict[str, list[Waiting]] = {}

    def find(self, game: str, guest: str, besides: str = "") -> Waiting | None:
        """Return the table to which somebody is sent, if one waits: the one where they were, or the oldest.

        `besides` is the code of a table at which they found no seat.
        """
        now = self._clock()
        waiting = self._waiting[game] = [one for one in self._waiting.get(game, ()) if self._is_open(one, now)]
        there = [one for one in waiting if one.code != besides]
        mine = next((one for one in there if guest in one.sent), None)
        found = mine or next((one for one in there if self._free(one, now) > 0), None)
        if found is not None:
            found.sent[guest] = now
        return found

    def add(self, game: str, live: LiveTable, guest: str) -> Waiting:
        """Let others be sent to a new table, which `guest` has asked for, and return it."""
        now = self._clock()
        made = Waiting(live.id, live.head.code, len(live.table.s.seats), now + self.waits / 1000 - LAST)
        made.sent[guest] = now
        self._waiting.setdefault(game, []).append(made)
        return made

    def _is_open(self, one: Waiting, now: float) -> bool:
        live = self._hub.tables.get(one.id)
        return now < one.until and (live is None or live.table.s.stage == "lobby")

    def _free(self, one: Waiting, now: float) -> int:
        """Return how many seats nobody has, or is on the way to; at another node's table, nobody was sent to."""
        live = self._hub.tables.get(one.id)
        if live is None:
            return one.seats - len(one.sent)
        places = live.table.places
        coming = [guest for guest, at in one.sent.items() if guest not in places and now - at < SHY]
        return sum(seat.is_free for seat in live.table.s.seats) - len(coming)


def chosen(nodes: Collection[str], game: str) -> str | None:
    """Return the node, by its address, that leads people together for a game: all nodes choose the same."""
    return max(nodes, key=lambda node: hashlib.sha256(f"{game} {node}".encode()).digest(), default=None)
