"""A table in this process: who is connected to it, its own time, and what happens there by itself.

A request changes the table at once, in memory; `flush` stores what came of it, and only once that is durable
anybody sees it: the others, the sender, and those who connect meanwhile.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec

from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import Asker, Lane, Loop
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.features.daily import results
from toctoc.server.features.groups import games
from toctoc.server.live.alarm import Alarm
from toctoc.server.live.connection import Connection
from toctoc.server.live.outbox import (
    TAKEN,
    Counters,
    Done,
    Outbox,
    Replies,
    close_guest,
    send_all,
    send_broadcast,
    send_replies,
)  # fmt: skip
from toctoc.server.live.turn_tracker import Turns
from toctoc.server.store_errors import public_message
from toctoc.storage import Document, Head, Store, StoreError, Write
from toctoc.table import log, messages
from toctoc.table.bots import BotDecision, PendingDecision
from toctoc.table.checks import KICKED
from toctoc.table.handlers import TALK
from toctoc.table.scheduler import Scheduler
from toctoc.table.state import is_slow
from toctoc.table.table import Batch, Table

AGAIN = 1.0  # seconds before a table whose store failed goes on by itself


@dataclass(slots=True)
class Services:
    """Hold what all live tables of a server share."""

    store: Store
    scheduler: Scheduler
    loop: Loop
    decisions: Decisions
    hints: Hints
    analyses: Lane  # where games that are over are looked through
    offers_bot: Callable[[str, str], bool]  # whether a bot, by its name, is offered for a game, by its name
    talk: tuple[int, float] = TALK  # how much anybody may say: burst, and a second
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    counters: Counters = field(default_factory=Counters)
    start: Callable[[Coroutine[Any, Any, None]], object] = asyncio.ensure_future  # keep what it returns
    slow_step: "Callable[[LiveTable], None]" = field(
        default=lambda _live: None
    )  # told what was stored at slow tables


class LiveTable:
    """A table with the connections to it; `drop` is called when it can be neither stored nor read any more."""

    def __init__(self, services: Services, head: Head, table: Table, drop: "Callable[[LiveTable], None]") -> None:
        self.services, self.head, self.table = services, head, table
        self.connections: dict[Connection, None] = {}  # in the order in which they came
        self.told_lobby = table.lobby()  # as everybody has been told
        self.outbox = Outbox(head.table, services.store, services.counters, self._give_up)
        self.warming: set[int] = set()  # the seats whose bots wait until their game is compiled
        self.idle_since = services.clock()
        self.asleep_at = table.s.at  # the table's time when it last fell asleep
        self.turns = Turns(table)
        self._drop = drop
        self._is_lost = False  # the table is being read again, or is not here any more
        self._is_dropped = False
        self._going_back: object = None
        self._is_anchored = table.s.anchor is not None
        self._awake_since: float | None = None
        self._alarm, self._grace = Alarm(services.loop), Alarm(services.loop)

    @property
    def id(self) -> str:
        """Return the id by which the store knows the table."""
        return self.head.table

    def now(self) -> int:
        """Return the table's time: it stands still while nobody is there, and until those who played are back.

        At a slow table it goes on as the wall's does, and never back.
        """
        if (anchor := self.table.s.anchor) is not None:
            return max(self.table.s.at, int(1000 * self.services.wall()) - anchor)
        if self._awake_since is None:
            return self.asleep_at
        return self.asleep_at + int(1000 * (self.services.clock() - self._awake_since))

    # --- connections -----------------------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        """Add a connection; the table wakes at the latest when those who are missed have had the time to come."""
        if not self.connections and not self._grace.is_set:
            self._grace.set(self.services.scheduler.grace / 1000, partial(self.rouse, is_patient=False))
        self.connections[connection] = None

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection; without any, the table falls asleep."""
        if connection not in self.connections:
            return
        del self.connections[connection]
        at = self.now()
        if connection.version >= 0:
            places, presence = self.table.places, self.table.presence
            presence.went(connection.guest, at, connection.guest in places)
            presence.forget(places)
        if not self.connections:
            self.asleep_at, self._awake_since, self.idle_since = at, None, self.services.clock()
        self.flush()

    def rouse(self, is_patient: bool = True) -> None:
        """Let the table's time go on once everybody who was there is back, or at once if it is not patient.

        So nobody loses time because the server was down, or because they reconnect more slowly than others.
        """
        if self._awake_since is not None or not self.connections:
            return
        missed = (seat for seat in self.table.s.seats if seat.guest is not None and not seat.away)
        # Where anybody may come, or all come when they like, nobody is missed.
        is_patient = is_patient and not self.table.s.waits and not is_slow(self.table.s)
        if not is_patient or all(self.table.presence.is_here(seat.guest) for seat in missed):
            self._awake_since = self.services.clock()
            self._plan()

    def measured(self, connection: Connection) -> None:
        """Note a connection's new credit: a race waits for slow lines, and for none longer than needed (C10)."""
        if connection.version >= 0:
            self.table.presence.credits[connection.guest] = connection.credit

    def acknowledge(self, connection: Connection, version: int) -> None:
        """Never send the connection's guest again what was shown up to `version`."""
        told = self.table.presence.told
        told[connection.guest] = max(told.get(connection.guest, 0), min(version, connection.version))

    def rehome(self, old: str, new: str, done: Done, until: int = 0) -> None:
        """Give the seats of guest `old` to guest `new`, their other device; call `done` once that is stored.

        Their token, which expires at `until`, is used up.
        """
        self.table.enter(log.Entry(self.now(), log.Rehomed(old, new, until)))
        version = self.table.s.version
        self.flush()

        def moved(error: StoreError | None) -> None:
            if error is None and old != new:
                close_guest(self.connections, old, "device/moved", "Your seats are on another device now.")
            done(error)

        self.outbox.after(version, moved)

    # --- storing, then sending -------------------------------------------------------------------------------

    def flush(self) -> None:
        """Store what is new at the table, and send it afterwards; then see what comes next."""
        table = self.table
        _anchor(self)
        batch = table.take()
        if self._is_lost:
            self.outbox.hold(partial(self._send, batch))  # with the error, soon
            return
        if batch.entries:
            snapshot = table.snapshot() if batch.snapshot else None
            entries, head = tuple(batch.entries), self._changed_head(batch)
            besides = _besides(self) if batch.record else ()
            write = Write(self.id, batch.first, entries, head, snapshot, batch.record, documents=besides)
            self.outbox.write(write, partial(self._send, batch))
        elif batch.replies or batch.looking is not None:
            self.outbox.after(table.s.version, partial(self._send, batch))
        self._plan()

    def _changed_head(self, batch: Batch) -> Head | None:
        s, head = self.table.s, self.head
        is_listed, is_closed = s.settings.listed, s.stage == "closed"
        is_shown = is_listed and any(news.lobby is not None for news in batch.broadcasts)
        if (is_listed, is_closed) == (head.listed, head.closed) and not is_shown:
            return None
        touched, lobby = self.services.wall(), shown_lobby(self.table)
        self.head = replace(head, listed=is_listed, closed=is_closed, touched=touched, lobby=lobby)
        return self.head

    def _send(self, batch: Batch, error: StoreError | None) -> None:
        if batch.looking is not None and error is None:
            send_all(self.connections, messages.Looking(batch.looking))
        for news in batch.broadcasts if error is None else ():
            send_broadcast(self.connections, news)
            if news.lobby is not None:
                self.told_lobby = news.lobby
            if news.kicked is not None:
                close_guest(self.connections, news.kicked, "table/kicked", KICKED)
        send_replies(batch.replies, error)
        is_last = batch.entries and self.outbox.stored == self.table.s.version
        if error is None and is_last and is_slow(self.table.s):
            self.services.slow_step(self)

    def _give_up(self, error: StoreError) -> None:
        """Let nothing more happen at the table until it is again as it is stored."""
        if not self._is_lost:
            self._is_lost = True
            self._alarm.cancel()
            self._going_back = self.services.start(_go_back(self, error))

    def lose(self, error: StoreError) -> None:
        """End here: the table was removed, cannot be read or is at another node. Those who come back find out."""
        self._is_lost = True
        self.outbox.close(error)
        send_replies(_thrown(self.table), error)
        self._drop(self)
        for connection in tuple(self.connections):
            connection.close(error.code, public_message(error))

    # --- what happens by itself ------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Let bots think, and set the alarm for what is due next."""
        table, scheduler = self.table, self.services.scheduler
        if self._is_lost or self._is_dropped or (not self._alarm.is_set and scheduler.is_calm(table)):
            return
        if table.is_live:
            for pending in scheduler.pending(table, self.now()):
                done, warms = partial(self._decided, table, pending), partial(_warms, self, pending.seat)
                self.services.decisions.ask(pending, self.head.game, _asker(self), done, warms)
        due = scheduler.next(table)
        if due is None:
            self._alarm.cancel()
        elif due != self._alarm.due:
            self._alarm.set(max(0, due - self.now()) / 1000, partial(look, self), due)

    def _decided(self, table: Table, pending: PendingDecision, future: "Future[BotDecision]") -> None:
        if self.table is not table or future.cancelled():
            return
        if future.exception() is not None:
            self.services.scheduler.gave_up(table, pending, self.now())
        else:
            self.services.scheduler.decided(table, pending, future.result(), self.now())
        self.flush()


async def _go_back(live: LiveTable, error: StoreError) -> None:
    """Go back to what is stored, and say so: what could not be stored did not happen."""
    stored = None
    if error.why != TAKEN:
        with suppress(StoreError):
            stored = await live.services.store.load(live.id)
    if stored is None:
        live.lose(error)
        return
    given_up, live._is_lost = live.table, False
    live.table, live.head = Table.restore(stored.snapshot, stored.entries), stored.head
    live.table.presence = given_up.presence
    live.outbox.give_up(live.table.s.version, error)
    send_replies(_thrown(given_up), error)
    # Clocks that have run out would otherwise try again without a rest.
    live._alarm.set(AGAIN, partial(look, live))


def _thrown(table: Table) -> Replies:
    """Return the answers for which those who throw in a race still wait."""
    throws = table.race.throws
    return [(throw.sender, messages.Done(throw.request[1], 0)) for throw in throws if throw.request]


def look(live: LiveTable) -> None:
    """Let happen what is due at a table, also where nobody is: a clock of a slow table may have run out."""
    live.services.scheduler.wake(live.table, live.now())
    live.flush()


def stop(live: LiveTable) -> None:
    """Let nothing happen by itself any more at a table that the hub has dropped.

    No timer and no throw that waits to be judged keeps it in memory.
    """
    live._is_dropped = True
    live._alarm.cancel()
    live._grace.cancel()
    live.table.race.clear()


def is_resting(live: LiveTable) -> bool:
    """Tell whether nobody is at a table and nothing is under way there: it may sleep in the store."""
    is_busy = live.connections or live._alarm.is_set or live.table.bots.are_thinking
    return not is_busy and live.outbox.is_idle(live.table.s.version)


def _warms(live: LiveTable, seat: int, is_warming: bool) -> None:
    """Note, and tell everybody, that a seat's bot waits until its game is compiled, or no longer does."""
    if is_warming != (seat in live.warming):
        live.warming ^= {seat}
        send_all(live.connections, messages.Warming(sorted(live.warming)))


def _anchor(live: LiveTable) -> None:
    """Let the time of a slow table go on with the wall's from now on, and that of others no longer."""
    s, services = live.table.s, live.services
    was, live._is_anchored = live._is_anchored, s.anchor is not None
    if is_slow(s) and s.anchor is None and not live._is_lost:
        at = live.now()
        live.table.enter(log.Entry(at, log.Anchored(int(1000 * services.wall()) - at)))
        live._is_anchored = True
    elif was and s.anchor is None:
        live.asleep_at = s.at
        live._awake_since = services.clock() if live.connections else None


def _besides(live: LiveTable) -> tuple[Document, ...]:
    """Return what is stored with the record of a game: the result of a daily deal, a game of a group."""
    told = (live.table, live.id, live.services.wall())
    return results.documents_of(*told) + games.documents_of(*told)


def shown_lobby(table: Table) -> bytes:
    """Return what the lists of other nodes show of a table: nothing unless it is listed."""
    return msgspec.json.encode(table.lobby()) if table.s.settings.listed else b""


def _asker(live: LiveTable) -> Asker:
    """Return at whose cost bots think at a table: of those who play there, the address that waits least."""
    search, players = live.services.decisions.search, live.table.places
    here = [c.address for c in live.connections if c.guest in players] or [c.address for c in live.connections]
    return Asker(min(here, key=search.waiting_from, default=""), live.id)
