"""All tables of one server: each has one owner, this process, which orders everything that happens there.

A message changes its table at once, in memory; what came of it is stored, and only once that is durable anybody
sees it: the others, the sender, and whoever connects meanwhile.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from toctoc.games.errors import Refused
from toctoc.server.live_table import Connection, LiveTable, Loop, Tell
from toctoc.server.store_errors import excuse
from toctoc.storage import Head, Store, StoreError, Write
from toctoc.table import commands, log, messages
from toctoc.table.bots import Decision, PendingDecision
from toctoc.table.checks import own_seat
from toctoc.table.handlers import TALK, Request, acknowledge, handle
from toctoc.table.resync import resync
from toctoc.table.scheduler import Scheduler, back
from toctoc.table.start import seal
from toctoc.table.table import Batch, Table

AGAIN = 1.0  # seconds before a table whose store failed goes on by itself


class Hub:
    def __init__(
        self, store: Store, scheduler: Scheduler, loop: Loop, thinkers: Executor,
        is_bot: Callable[[str, str], bool],  # whether a bot is offered for a game
        clock: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self.store, self.scheduler, self.loop, self.thinkers, self.is_bot = (
            store,
            scheduler,
            loop,
            thinkers,
            is_bot,
        )
        self.clock, self.wall = clock, wall
        self.tables: dict[str, LiveTable] = {}
        self.codes: dict[str, str] = {}
        self.talk = TALK  # how much anybody may say
        self.writes = 0
        self.failures = 0
        self.hinting: set[str] = set()  # guests for whom a hint is being thought of
        self.hint: Callable[[Table, int], Callable[[], messages.Hinted]] | None = None

    # --- tables ----------------------------------------------------------------------------------------------

    def open(self, id: str, opened: log.Opened, done: Tell) -> LiveTable:
        """A new table, known once `done` is told that it is stored."""
        head = Head(id, opened.code, opened.game, opened.settings.listed, False, self.wall())
        live = LiveTable(id, head, Table.open(opened, seal()), 0, idle_since=self.clock())
        live.told_lobby = live.table.lobby()
        self.tables[id] = live
        self.codes[opened.code] = id
        batch = live.table.take()
        self.store.write(
            Write(id, batch.first, tuple(batch.entries), head),
            lambda error: self._opened(live, batch, done, error),
        )
        return live

    def _opened(self, live: LiveTable, batch: Batch, done: Tell, error: StoreError | None) -> None:
        if error is not None:
            self._drop(live)
        else:
            live.stored = batch.first + len(batch.entries) - 1
            live.told_lobby = batch.broadcasts[-1].lobby
        done(error)

    def find(self, id: str) -> LiveTable | None:
        """A table, woken from the store if it sleeps."""
        live = self.tables.get(id)
        if live is None:
            stored = self.store.load(id)
            if stored is None:
                return None
            table = Table.restore(stored.snapshot, stored.entries)
            live = LiveTable(id, stored.head, table, table.s.at, stored=table.s.version, idle_since=self.clock())
            live.told_lobby = table.lobby()
            self.tables[id] = live
            self.codes[stored.head.code] = id
        return live

    def find_code(self, code: str) -> LiveTable | None:
        """The table that people call so."""
        id = self.codes.get(code) or self.store.find(code)
        return self.find(id) if id is not None else None

    def listed(self, most: int) -> list[LiveTable]:
        """Tables that everybody may find, where somebody is."""
        found = (h for h in self.tables.values() if h.head.listed and not h.head.closed and h.connections)
        return list(islice(found, most))

    def forget_idle(self, seconds: float) -> None:
        """Tables where nobody is left sleep in the store."""
        before = self.clock() - seconds
        for live in list(self.tables.values()):
            is_stored = not live.waiting and live.stored == live.table.s.version
            if is_stored and not live.connections and live.idle_since <= before:
                self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        self.codes.pop(live.head.code, None)

    def now(self, live: LiveTable) -> int:
        """The table's time: it stands still while nobody is there, and until those who played are back."""
        if live.awake_since is None:
            return live.base
        return live.base + int(1000 * (self.clock() - live.awake_since))

    # --- connections -----------------------------------------------------------------------------------------

    def connect(self, live: LiveTable, connection: Connection) -> None:
        if not live.connections:
            self.loop.call_later(self.scheduler.grace / 1000, partial(self._rouse, live, patient=False))
        live.connections[connection] = None

    def _rouse(self, live: LiveTable, patient: bool = True) -> None:
        """The table's time goes on once everybody who was there is back, or has had the time to come: nobody loses
        any because the server was down, or because they reconnect more slowly than others."""
        if live.awake_since is not None or not live.connections:
            return
        missed = (seat for seat in live.table.s.seats if seat.guest is not None and not seat.away)
        if not patient or all(live.table.presence.is_here(seat.guest) for seat in missed):
            live.awake_since = self.clock()
            self._plan(live)

    def disconnect(self, live: LiveTable, connection: Connection) -> None:
        if connection not in live.connections:
            return
        del live.connections[connection]
        at = self.now(live)
        if connection.version >= 0:
            is_seated = connection.guest in live.table.places
            live.table.presence.went(connection.guest, at, is_seated)
            if not is_seated:
                live.shown.pop(connection.guest, None)
        if not live.connections:
            live.base, live.awake_since, live.idle_since = at, None, self.clock()
        self._plan(live)

    def receive(self, live: LiveTable, connection: Connection, command: commands.Command) -> None:
        """A message came: it is done or refused. Nothing of it is seen before it is stored."""
        identity = getattr(command, "id", None)
        try:
            if isinstance(command, commands.Hello):
                self._hello(live, connection, command)
            elif connection.version < 0:
                raise Refused("hello/first", "H2", "The first message is hello.")
            elif isinstance(command, commands.Hint):
                self._hint(live, connection, command)
            else:
                if isinstance(command, commands.Seen):
                    self.acknowledge(live, connection, command.version)
                at, credit = self.now(live), connection.credit
                request = Request(connection.guest, at, command, connection, credit, self.talk)
                back(live.table, request.guest, at)  # whoever is here plays
                game = live.head.game
                handle(live.table, request, lambda name: self.is_bot(name, game))
        except Refused as why:
            refused = messages.Refused(why.code, why.message, identity, why.clause, why.details)
            live.table.batch.replies.append((connection, refused))
        self._flush(live)

    def measured(self, live: LiveTable, connection: Connection) -> None:
        """A line was measured again: a race waits for slow ones, and for none longer than it has to (C10)."""
        if connection.version >= 0:
            live.table.presence.credits[connection.guest] = connection.credit

    def acknowledge(self, live: LiveTable, connection: Connection, version: int) -> None:
        """A guest has been shown everything up to a version: it is never sent to them again."""
        shown = live.shown
        shown[connection.guest] = max(shown.get(connection.guest, 0), min(version, connection.version))

    def rehome(self, live: LiveTable, old: str, new: str, done: Tell) -> None:
        """Somebody's seats go to another device, once `done` is told that it is stored."""
        live.table.enter(log.Entry(self.now(live), log.Rehomed(old, new)))
        version = live.table.s.version
        self._flush(live)

        def moved(error: StoreError | None) -> None:
            for connection in tuple(live.connections) if error is None else ():
                if connection.guest == old:
                    connection.close("device/moved", "Your seats are on another device now.")
            done(error)

        self._after(live, version, moved)

    def _hello(self, live: LiveTable, connection: Connection, hello: commands.Hello) -> None:
        if hello.protocol != commands.PROTOCOL:
            connection.close(
                "hello/protocol", f"This server speaks protocol {commands.PROTOCOL}; reload the page."
            )
            return
        table, guest = live.table, connection.guest
        if connection.version < 0:
            table.presence.came(guest)
            self._rouse(live)
        acknowledge(table, guest, self.now(live), hello.version)
        # Whoever is new here is shown nothing from before: no reload, restart or other device repeats anything.
        shown = max(min(hello.version, table.s.version), live.shown.get(guest, table.s.version))
        live.shown[guest] = shown
        # What this very connection was sent is on its way: a second hello does not bring it again.
        self._greet(live, connection, min(hello.version, shown), max(shown, connection.version))
        back(table, guest, self.now(live))

    def _greet(self, live: LiveTable, connection: Connection, since: int, arrived: int) -> None:
        """How all is now, for somebody who was shown everything up to a version, and sent up to another one."""
        told = resync(live.table, connection.guest, since, arrived)
        told = msgspec.structs.replace(told, at=self.now(live))
        message = messages.write(told)

        def tell(error: StoreError | None) -> None:
            if error is None:
                connection.send(message)
            elif connection in live.connections:
                self._greet(live, connection, since, arrived)  # at the table as it is stored

        connection.version = told.version
        self._after(live, told.version, tell)

    def _hint(self, live: LiveTable, connection: Connection, command: commands.Hint) -> None:
        table = live.table
        seat = own_seat(table, connection.guest, command.seat)
        if not table.s.settings.hints or self.hint is None:
            raise Refused("hint/off", "H2", "This table gives no hints.")
        if not table.is_live or table.game is None or seat not in table.game.match.actors:
            raise Refused("hint/not-now", "H2", "Hints are given to whoever is to act.")
        if connection.guest in self.hinting:  # nobody shall keep all bots from thinking
            raise Refused("hint/thinking", "H2", "One hint after the other.")
        think = self.hint(table, seat)
        self.hinting.add(connection.guest)

        def told(future: "Future[messages.Hinted]") -> None:
            self.loop.call_soon_threadsafe(partial(self._hinted, connection, command.id, future))

        self.thinkers.submit(think).add_done_callback(told)

    def _hinted(self, connection: Connection, id: str, future: "Future[messages.Hinted]") -> None:
        self.hinting.discard(connection.guest)
        if not future.cancelled() and future.exception() is None:
            answer = messages.Hinted(id, *msgspec.structs.astuple(future.result())[1:])
            connection.send(messages.write(answer))

    def close_connections(self) -> None:
        """The server ends: everybody may come back to the next one."""
        for live in self.tables.values():
            for connection in tuple(live.connections):
                connection.close("server/ends", "The server is being restarted.")

    # --- storing, then telling -------------------------------------------------------------------------------

    def _flush(self, live: LiveTable) -> None:
        """Store what is new; tell it afterwards. Then see what comes next."""
        table = live.table
        batch = table.take()
        if batch.entries:
            self.writes += 1
            head = self._changed_head(live)
            snapshot = table.snapshot() if batch.snapshot else None
            write = Write(live.id, batch.first, tuple(batch.entries), head, snapshot, batch.record)
            live.waiting.append((table.s.version, partial(self._tell, live, batch)))
            self.store.write(write, partial(self._stored, live, table, table.s.version))
        elif batch.replies:
            self._after(live, table.s.version, partial(self._reply, batch.replies))
        self._plan(live)

    def _changed_head(self, live: LiveTable) -> Head | None:
        s, head = live.table.s, live.head
        if (s.settings.listed, s.stage == "closed") == (head.listed, head.closed):
            return None
        live.head = replace(head, listed=s.settings.listed, closed=s.stage == "closed", touched=self.wall())
        return live.head

    def _after(self, live: LiveTable, version: int, tell: Tell) -> None:
        """Once that version is stored."""
        if live.stored >= version:
            tell(None)
        else:
            live.waiting.append((version, tell))

    def _stored(self, live: LiveTable, table: Table, version: int, error: StoreError | None) -> None:
        if live.table is not table:
            return  # of a past that was given up
        if error is not None:
            self._give_up(live, error)
            return
        live.stored = version
        while live.waiting and live.waiting[0][0] <= version:
            live.waiting.popleft()[1](None)

    def _tell(self, live: LiveTable, batch: Batch, error: StoreError | None) -> None:
        if error is not None:
            self._reply(batch.replies, error)
            return
        for told in batch.broadcasts:
            encoded: dict[tuple[int, ...], bytes] = {}
            for connection in tuple(live.connections):
                if not 0 <= connection.version < told.version:
                    continue
                seats = told.places.get(connection.guest, ())
                message = encoded.get(seats)
                if message is None:
                    own = [told.own[seat] for seat in seats if seat in told.own]
                    update = messages.Update(told.version, told.at, told.public, own)
                    message = encoded[seats] = messages.write(update)
                connection.version = told.version
                connection.send(message)
            if told.lobby is not None:
                live.told_lobby = told.lobby
            if told.kicked is not None:
                self._show_out(live, told.kicked)
        self._reply(batch.replies, None)

    def _show_out(self, live: LiveTable, guest: str) -> None:
        for connection in tuple(live.connections):
            if connection.guest == guest:
                connection.close("table/kicked", "Whoever made the table has sent you away.")

    def _reply(self, replies: Iterable[tuple[Any, messages.Message]], error: StoreError | None) -> None:
        for connection, notice in replies:
            if error is not None and isinstance(notice, messages.Done):
                notice = messages.Refused(error.code, excuse(error), notice.id)
            connection.send(messages.write(notice))

    def _give_up(self, live: LiveTable, error: StoreError) -> None:
        """What could not be stored did not happen: the table goes back to what is stored, and says so."""
        self.failures += 1
        given_up, waiting = live.table, live.waiting
        try:
            stored = self.store.load(live.id)
        except StoreError:
            stored = None
        if stored is not None:
            live.table, live.head = Table.restore(stored.snapshot, stored.entries), stored.head
            live.table.presence = given_up.presence
            live.stored = live.table.s.version
        live.waiting = deque()
        for _, tell in waiting:
            tell(error)
        throws = [
            (throw.sender, messages.Done(throw.request[1], 0)) for throw in given_up.race.throws if throw.request
        ]
        self._reply(throws, error)
        if stored is None:  # the table was removed or cannot be read: whoever comes back finds out
            self._drop(live)
            for connection in tuple(live.connections):
                connection.close(error.code, excuse(error))
            return
        # Clocks that have run out would otherwise try again without a rest.
        if live.alarm is not None:
            live.alarm.cancel()
        live.alarm_at, live.alarm = None, self.loop.call_later(AGAIN, partial(self._wake, live))

    # --- what happens by itself ------------------------------------------------------------------------------

    def _plan(self, live: LiveTable) -> None:
        """Let bots think, and set the alarm for what is due next."""
        table = live.table
        if live.alarm is None and self.scheduler.is_calm(table):
            return
        if table.is_live:
            for thought in self.scheduler.thoughts(table, self.now(live)):
                self._think(live, table, thought)
        due = self.scheduler.next(table)
        if due == live.alarm_at:
            return
        if live.alarm is not None:
            live.alarm.cancel()
        live.alarm_at, live.alarm = due, None
        if due is not None:
            delay = max(0, due - self.now(live)) / 1000
            live.alarm = self.loop.call_later(delay, partial(self._wake, live))

    def _wake(self, live: LiveTable) -> None:
        live.alarm, live.alarm_at = None, None
        self.scheduler.wake(live.table, self.now(live))
        self._flush(live)

    def _think(self, live: LiveTable, table: Table, thought: PendingDecision) -> None:
        def thought_over(future: "Future[Decision]") -> None:
            self.loop.call_soon_threadsafe(partial(self._decided, live, table, thought, future))

        self.thinkers.submit(thought.think).add_done_callback(thought_over)

    def _decided(
        self, live: LiveTable, table: Table, thought: PendingDecision, future: "Future[Decision]"
    ) -> None:
        if live.table is not table or future.cancelled():
            return
        if future.exception() is not None:
            self.scheduler.gave_up(table, thought, self.now(live))
        else:
            self.scheduler.decided(table, thought, future.result(), self.now(live))
        self._flush(live)
