"""A table in memory: its connections, its clock, and the actions that happen by themselves.

A command changes the table in memory at once. `flush` stores the change; only once it is durable it is sent: to
the other clients, to the sender, and to clients that connect meanwhile.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec

from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import Loop, Requester
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.errors import public_message
from toctoc.server.live.alarm import Alarm
from toctoc.server.live.connection import Connection
from toctoc.server.live.outbox import (
    Counters,
    Done,
    Outbox,
    OwnedElsewhere,
    Replies,
    close_guest,
    send_all,
    send_replies,
    send_update,
)
from toctoc.server.live.turn_tracker import TurnTracker
from toctoc.storage import Document, Head, Store, StoreError, Write
from toctoc.table import log, messages
from toctoc.table.bots import BotDecision, DecisionRequest
from toctoc.table.checks import KICKED, OffersBot, check_open
from toctoc.table.codes import keyed
from toctoc.table.handlers import EXTRA_LIMIT, TALK_LIMIT, close
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Batch, Table
from toctoc.table.throttle import Throttle

logger = logging.getLogger("toctoc.server")

MAX_CHANGES_PER_HOUR = 20_000
RESUME_SECONDS = 1.0  # after which a table goes on by itself after a failed write
RecordDocuments = Callable[[Table, str, float], tuple[Document, ...]]  # of a table, its id and the time


@dataclass(slots=True)
class TableServices:
    """The objects that all live tables of a server share; only modules of `live` use them."""

    store: Store
    scheduler: Scheduler
    loop: Loop
    decisions: Decisions
    hints: Hints
    offers_bot: OffersBot
    talk: tuple[int, float] = TALK_LIMIT  # limit of table talk: burst, and messages per second
    extras: tuple[int, float] = EXTRA_LIMIT  # limit of changes besides the moves of a turn, in the same form
    changes_per_hour: int = MAX_CHANGES_PER_HOUR  # at one table
    may_change: Callable[[str], bool] = lambda _address: True  # counts a change for a client's address
    record_documents: tuple[RecordDocuments, ...] = ()  # functions that return documents to store with a record
    link_key: Callable[[str, str], str] = lambda _code, _id: ""  # returns the key of the links to a table
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    counters: Counters = field(default_factory=Counters)
    start: Callable[[Coroutine[Any, Any, None]], object] = asyncio.ensure_future  # the result is kept
    is_ending: bool = False  # whether the server ends: commands are left to the next one
    slow_step: "Callable[[LiveTable], None]" = field(
        default=lambda _live: None
    )  # called after each stored step of a slow table


class LiveTable:
    """A table with its connections; `drop` is called when it can be neither stored nor read any more."""

    def __init__(
        self, services: TableServices, head: Head, table: Table, drop: "Callable[[LiveTable], None]"
    ) -> None:
        self.services, self.head, self.table = services, head, table
        self.connections: dict[Connection, None] = {}  # in the order in which they came
        self.key = services.link_key(head.code, head.table)
        self.sent_lobby = self.with_key(table.lobby())  # as it was sent last
        self.outbox = Outbox(head.table, services.store, services.counters, self._give_up)
        self.warming: set[int] = set()  # the seats of bots that wait until their game is compiled
        self._sent_absences: list[messages.Absence] | None = []  # None: the last ones were not sent
        self.idle_since = services.clock()
        self.asleep_at = table.state.at  # the table's time when it last fell asleep
        self.kicked_from: set[str] = set()  # addresses of kicked guests: no new guest comes from there
        self.turns = TurnTracker(table)
        self.growth = Throttle(services.changes_per_hour, services.changes_per_hour / 3_600)  # of the log
        self._drop = drop
        self._is_suspended = False  # while the table is read again, and after it has left this node
        self._is_dropped = False
        self._going_back: object = None
        self._is_anchored = table.state.anchor is not None
        self._awake_since: float | None = None
        self._alarm, self._grace = Alarm(services.loop), Alarm(services.loop)

    @property
    def id(self) -> str:
        """Return the id of the table in the store."""
        return self.head.table

    @property
    def keyed_code(self) -> str:
        """Return the code with its key, as it stands in links."""
        return keyed(self.head.code, self.key)

    @property
    def host_address(self) -> str | None:
        """Return the address of the connected person with part in the table that came first; None without any.

        That of a spectator says nothing: one could come to each table of others, and be counted as its host.
        """
        return next((each.address for each in self.connections if self.has_part(each.guest)), None)

    def has_part(self, guest: str | None) -> bool:
        """Tell whether `guest` has a seat at the table, or made it."""
        return guest is not None and (guest in self.table.places or guest == self.table.state.creator)

    def waits_for(self, guest: str) -> bool:
        """Tell whether the game waits for a decision of `guest`."""
        game = self.table.game if self.table.is_live else None
        return game is not None and any(self.table.state.seats[p].guest == guest for p in game.match.actors)

    def with_key(self, lobby: messages.Lobby) -> messages.Lobby:
        """Return the table's lobby with the key of its links, which the table itself does not know."""
        return msgspec.structs.replace(lobby, key=self.key)

    @property
    def is_here(self) -> bool:
        """Tell whether this node still serves the table: it was not dropped, and the lease holds."""
        return not self._is_dropped and self.services.store.has(self.id)

    def now(self) -> int:
        """Return the table's time: it stands still while no client is connected, and until the players are back.

        At a slow table it follows the wall clock, and never goes back.
        """
        if (anchor := self.table.state.anchor) is not None:
            return max(self.table.state.at, int(1000 * self.services.wall()) - anchor)
        if self._awake_since is None:
            return self.asleep_at
        return self.asleep_at + int(1000 * (self.services.clock() - self._awake_since))

    # --- connections -----------------------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        """Add a connection; the table wakes at the latest after the grace period for missing players."""
        if not self.connections and not self._grace.is_set:
            self._grace.set(self.services.scheduler.grace / 1000, partial(self.rouse, is_patient=False))
        self.connections[connection] = None
        self._send_screens(connection)

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection; without any, the table falls asleep."""
        if connection not in self.connections:
            return
        del self.connections[connection]
        at = self.now()
        if connection.version >= 0:
            places, presence = self.table.places, self.table.presence
            if connection.is_screen:  # nobody stands at a door for it
                self.table.reveals.drop_screen(connection)
            else:
                presence.went(connection.guest, at, connection.guest in places)
            presence.forget(places)
        if not self.connections:
            self.asleep_at, self._awake_since, self.idle_since = at, None, self.services.clock()
        self._send_screens(connection)
        self.flush()

    @property
    def screens(self) -> int:
        """Return the number of big screens that show the table."""
        return sum(connection.is_screen for connection in self.connections)

    def _send_screens(self, changed: Connection) -> None:
        """Tell all clients how many big screens there are, if `changed` is one that came or went."""
        if changed.is_screen:
            send_all(self.connections, messages.Screens(self.screens))

    def rouse(self, is_patient: bool = True) -> None:
        """Let the table's time go on once all players are back; at once if not `is_patient`.

        So no player loses time because the server was down, or because of a slow reconnection.
        """
        if self._awake_since is not None or not self.connections:
            return
        missed = (seat for seat in self.table.state.seats if seat.guest is not None and not seat.away)
        # Open tables and slow tables wait for no player.
        is_patient = is_patient and not self.table.state.waits and not self.table.state.is_slow_table
        if not is_patient or all(self.table.presence.is_here(seat.guest) for seat in missed):
            self._awake_since = self.services.clock()
            self._plan()

    def measured(self, connection: Connection) -> None:
        """Note a connection's new credit: a race waits for slow lines, and for none longer than needed."""
        if connection.version >= 0:
            self.table.presence.credits[connection.guest] = connection.credit

    def acknowledge(self, connection: Connection, version: int) -> None:
        """Never send the connection's guest again the events up to `version`."""
        acknowledged = self.table.presence.acknowledged
        acknowledged[connection.guest] = max(
            acknowledged.get(connection.guest, 0), min(version, connection.version)
        )

    def rehome(self, old: str, new: str, done: Done, until: int = 0) -> None:
        """Give the seats of guest `old` to guest `new`, their other device; call `done` once that is stored.

        The token of the move, which expires at `until`, is used up.
        """
        self.table.enter(log.Entry(self.now(), log.Rehomed(old, new, until)))
        version = self.table.state.version
        self.flush()

        def moved(error: StoreError | None) -> None:
            if error is None and old != new:
                close_guest(self.connections, old, "device/moved", "Your seats are on another device now.")
            done(error)

        self.outbox.after(version, moved)

    def close(self, done: Done) -> None:
        """Close the table for good; call `done` once that is stored, and all clients are informed."""
        check_open(self.table)
        close(self.table, self.now())
        version = self.table.state.version
        self.flush()
        self.outbox.after(version, done)

    # --- storing, then sending -------------------------------------------------------------------------------

    def flush(self) -> None:
        """Store the new entries of the table, and send them afterwards; then plan the next action."""
        table = self.table
        self._anchor()
        batch = table.take()
        if self._is_suspended:
            self.outbox.hold(partial(self._send, batch))  # called soon, with the error
            return
        if batch.entries:
            snapshot = table.snapshot() if batch.snapshot else None
            entries, head = tuple(batch.entries), self._changed_head(batch)
            documents = self._documents() if batch.record else ()
            write = Write(self.id, batch.first, entries, head, snapshot, batch.record, documents=documents)
            self.outbox.write(write, partial(self._send, batch))
        elif batch.replies or batch.revealing is not None or batch.visitors is not None:
            self.outbox.after(table.state.version, partial(self._send, batch))
        self._send_absences()
        self._plan()

    @property
    def absences(self) -> list[messages.Absence]:
        """Return the players without a connection."""
        return self.services.scheduler.absences(self.table, self._awake_since is not None)

    def _send_absences(self) -> None:
        """Send the players without a connection, if they have changed, once the seats are as they are stored."""
        absent = self.absences
        if absent == self._sent_absences:
            return
        self._sent_absences = absent

        def send(error: StoreError | None) -> None:
            if error is None:
                send_all(self.connections, messages.Absent(self.now(), absent))
            else:
                self._sent_absences = None

        self.outbox.after(self.table.state.version, send)

    def _anchor(self) -> None:
        """Let the time of a slow table follow the wall clock from now on, and that of others no longer."""
        s, services = self.table.state, self.services
        was, self._is_anchored = self._is_anchored, s.anchor is not None
        if s.is_slow_table and s.anchor is None and not self._is_suspended:
            at = self.now()
            self.table.enter(log.Entry(at, log.Anchored(int(1000 * services.wall()) - at)))
            self._is_anchored = True
        elif was and s.anchor is None:
            self.asleep_at = s.at
            self._awake_since = services.clock() if self.connections else None

    def _changed_head(self, batch: Batch) -> Head | None:
        s, head = self.table.state, self.head
        is_listed, is_closed = is_listed_now(self.table), s.stage == "closed"
        is_shown = is_listed and any(update.lobby is not None for update in batch.updates)
        if (s.game, is_listed, is_closed) == (head.game, head.listed, head.closed) and not is_shown:
            return None
        touched, lobby = self.services.wall(), listed_lobby(self.table, self.key)
        self.head = replace(head, game=s.game, listed=is_listed, closed=is_closed, touched=touched, lobby=lobby)
        return self.head

    def _documents(self) -> tuple[Document, ...]:
        """Return the documents that features store with the record of a finished game."""
        now = self.services.wall()
        return tuple(each for make in self.services.record_documents for each in make(self.table, self.id, now))

    def _send(self, batch: Batch, error: StoreError | None) -> None:
        if batch.revealing is not None and error is None:
            send_all(self.connections, batch.revealing)
        if batch.visitors is not None and error is None:
            creator = self.table.state.creator
            hosts = [connection for connection in self.connections if connection.guest == creator]
            send_all(hosts, messages.Visitors(batch.visitors))
        for update in batch.updates if error is None else ():
            send_update(self.connections, update)
            if update.lobby is not None:
                self.sent_lobby = self.with_key(update.lobby)
            if update.kicked is not None:
                self._note_kicked(update.kicked)
                close_guest(self.connections, update.kicked, "table/kicked", KICKED)
        send_replies(batch.replies, error)
        is_last = batch.entries and self.outbox.stored == self.table.state.version
        if error is None and is_last and self.table.state.is_slow_table:
            self.services.slow_step(self)

    def _note_kicked(self, guest: str) -> None:
        """Keep the addresses of a kicked guest while the table is awake; not the creator's own, as in a family."""
        addresses: dict[str, set[str]] = {}
        for connection in self.connections:
            addresses.setdefault(connection.guest, set()).add(connection.address)
        self.kicked_from |= addresses.get(guest, set()) - addresses.get(self.table.state.creator, set())

    def _give_up(self, error: StoreError) -> None:
        """Suspend the table until it is again as it is stored."""
        if not self._is_suspended:
            self._is_suspended = True
            self._alarm.cancel()
            self._going_back = self.services.start(self._go_back(error))

    async def _go_back(self, error: StoreError) -> None:
        """Restore the stored table, and send `error` to all clients that wait for a write: it did not happen."""
        stored = None
        if not isinstance(error, OwnedElsewhere):
            with suppress(StoreError):
                stored = await self.services.store.load(self.id)
        if self._is_dropped:
            return
        if stored is None:
            self.lose(error)
            return
        try:
            table = Table.restore(stored.snapshot, stored.entries)
        except Exception:  # damaged data may raise anything; clients that reconnect receive the reason
            logger.exception("the stored data of table %s (%s) cannot be read", self.id, stored.head.code)
            self.lose(error)
            return
        given_up, self._is_suspended = self.table, False
        self.table, self.head = table, stored.head
        self.table.presence = given_up.presence
        self.outbox.discard(self.table.state.version, error)
        send_replies(_pending_throws(given_up), error)
        # Clocks that have run out would otherwise try again without a pause.
        self._alarm.set(RESUME_SECONDS, self.run_due)

    def lose(self, error: StoreError) -> None:
        """End the table here: it was removed, cannot be read or is owned by another node. Clients reconnect."""
        self._is_suspended = True
        self.outbox.close(error)
        send_replies(_pending_throws(self.table), error)
        self._drop(self)
        for connection in tuple(self.connections):
            connection.close(error.code, public_message(error))

    def stop(self) -> None:
        """Cancel all timers of a table that the hub has dropped.

        Neither a timer nor a throw that waits to be judged keeps the table in memory.
        """
        self._is_dropped = True
        self._alarm.cancel()
        self._grace.cancel()
        self.table.race.clear()

    @property
    def is_resting(self) -> bool:
        """Tell whether no client is connected and nothing is pending: the table may sleep in the store."""
        is_busy = self.connections or self._alarm.is_set or self.table.bots.are_thinking
        return not is_busy and self.outbox.is_idle(self.table.state.version)

    # --- actions without a command ---------------------------------------------------------------------------

    def run_due(self) -> None:
        """Execute the actions that are due, also without connections: a clock of a slow table may have run out."""
        self.services.scheduler.wake(self.table, self.now())
        self.flush()

    def _plan(self) -> None:
        """Let bots think, and set the alarm for the next due action."""
        table, scheduler = self.table, self.services.scheduler
        if self._is_suspended or self._is_dropped or (not self._alarm.is_set and scheduler.is_calm(table)):
            return
        if table.is_live:
            for pending in scheduler.decision_requests(table, self.now()):
                done, warms = partial(self._decided, table, pending), partial(self._warms, pending.seat)
                self.services.decisions.ask(pending, table.state.game, self._requester(), done, warms)
        due = scheduler.next(table)
        if due is None:
            self._alarm.cancel()
        elif due != self._alarm.due:
            self._alarm.set(max(0, due - self.now()) / 1000, self.run_due, due)

    def _decided(self, table: Table, pending: DecisionRequest, future: "Future[BotDecision]") -> None:
        if self.table is not table or future.cancelled():
            return
        if future.exception() is not None:
            self.services.scheduler.gave_up(table, pending, self.now())
        else:
            self.services.scheduler.decided(table, pending, future.result(), self.now())
        self.flush()

    def _warms(self, seat: int, is_warming: bool) -> None:
        """Tell all clients that the bot of `seat` waits for its game to be compiled, or no longer does."""
        if is_warming != (seat in self.warming):
            self.warming ^= {seat}
            send_all(self.connections, messages.Warming(sorted(self.warming)))

    def _requester(self) -> Requester:
        """Return the requester for the table's bots: of the players' addresses, the one with the fewest jobs."""
        search, players = self.services.decisions.search, self.table.places
        everybody = [connection.address for connection in self.connections]
        playing = [connection.address for connection in self.connections if connection.guest in players]
        return Requester(min(playing or everybody, key=search.waiting_from, default=""), self.id)


def _pending_throws(table: Table) -> Replies:
    """Return the replies to the throws of a race that is not judged yet."""
    throws = table.race.throws
    return [(throw.sender, messages.Done(throw.command[1], 0)) for throw in throws if throw.command]


def is_listed_now(table: Table) -> bool:
    """Tell whether a table is in the list of open tables: quick matches, also for strangers, need no list."""
    return table.state.settings.listed and not table.state.quick


def listed_lobby(table: Table, key: str) -> bytes:
    """Return the encoded lobby for the lists of other nodes; empty unless the table is listed."""
    if not is_listed_now(table):
        return b""
    return msgspec.json.encode(msgspec.structs.replace(table.lobby(), key=key))
