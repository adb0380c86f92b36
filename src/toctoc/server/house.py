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
from toctoc.server.hosted import Connection, Hosted, Loop, Tell
from toctoc.server.trouble import excuse
from toctoc.storage import Head, Store, StoreError, Write
from toctoc.table import commands, lines, notices
from toctoc.table.acting import seal
from toctoc.table.asking import TALK, Asked, ask, own_seat, seen
from toctoc.table.company import Decision, Thought
from toctoc.table.table import Batch, Table
from toctoc.table.timing import Timing, back
from toctoc.table.welcome import welcome

AGAIN = 1.0  # seconds before a table whose store failed goes on by itself


class House:
    def __init__(
        self, store: Store, timing: Timing, loop: Loop, thinkers: Executor, is_bot: Callable[[str], bool],
        clock: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self.store, self.timing, self.loop, self.thinkers, self.is_bot = store, timing, loop, thinkers, is_bot
        self.clock, self.wall = clock, wall
        self.tables: dict[str, Hosted] = {}
        self.codes: dict[str, str] = {}
        self.talk = TALK  # how much anybody may say
        self.writes = 0
        self.failures = 0
        self.hinting: set[str] = set()  # guests for whom a hint is being thought of
        self.hint: Callable[[Table, int], Callable[[], notices.Hinted]] | None = None

    # --- tables ----------------------------------------------------------------------------------------------

    def open(self, id: str, opened: lines.Opened, done: Tell) -> Hosted:
        """A new table, known once `done` is told that it is stored."""
        head = Head(id, opened.code, opened.game, opened.settings.listed, False, self.wall())
        hosted = Hosted(id, head, Table.open(opened, seal()), 0, idle_since=self.clock())
        hosted.told_lobby = hosted.table.lobby()
        self.tables[id] = hosted
        self.codes[opened.code] = id
        batch = hosted.table.take()
        self.store.write(
            Write(id, batch.first, tuple(batch.lines), head),
            lambda error: self._opened(hosted, batch, done, error),
        )
        return hosted

    def _opened(self, hosted: Hosted, batch: Batch, done: Tell, error: StoreError | None) -> None:
        if error is not None:
            self._drop(hosted)
        else:
            hosted.stored = batch.first + len(batch.lines) - 1
            hosted.told_lobby = batch.told[-1].lobby
        done(error)

    def find(self, id: str) -> Hosted | None:
        """A table, woken from the store if it sleeps."""
        hosted = self.tables.get(id)
        if hosted is None:
            stored = self.store.load(id)
            if stored is None:
                return None
            table = Table.restore(stored.snapshot, stored.entries)
            hosted = Hosted(id, stored.head, table, table.s.at, stored=table.s.version, idle_since=self.clock())
            hosted.told_lobby = table.lobby()
            self.tables[id] = hosted
            self.codes[stored.head.code] = id
        return hosted

    def find_code(self, code: str) -> Hosted | None:
        """The table that people call so."""
        id = self.codes.get(code) or self.store.find(code)
        return self.find(id) if id is not None else None

    def listed(self, most: int) -> list[Hosted]:
        """Tables that everybody may find, where somebody is."""
        found = (h for h in self.tables.values() if h.head.listed and not h.head.closed and h.connections)
        return list(islice(found, most))

    def forget_idle(self, seconds: float) -> None:
        """Tables where nobody is left sleep in the store."""
        before = self.clock() - seconds
        for hosted in list(self.tables.values()):
            is_stored = not hosted.waiting and hosted.stored == hosted.table.s.version
            if is_stored and not hosted.connections and hosted.idle_since <= before:
                self._drop(hosted)

    def _drop(self, hosted: Hosted) -> None:
        self.tables.pop(hosted.id, None)
        self.codes.pop(hosted.head.code, None)

    def now(self, hosted: Hosted) -> int:
        """The table's time: it stands still while nobody is there, and until those who played are back."""
        if hosted.awake_since is None:
            return hosted.base
        return hosted.base + int(1000 * (self.clock() - hosted.awake_since))

    # --- connections -----------------------------------------------------------------------------------------

    def connect(self, hosted: Hosted, connection: Connection) -> None:
        if not hosted.connections:
            self.loop.call_later(self.timing.grace / 1000, partial(self._rouse, hosted, patient=False))
        hosted.connections[connection] = None

    def _rouse(self, hosted: Hosted, patient: bool = True) -> None:
        """The table's time goes on once everybody who was there is back, or has had the time to come: nobody loses
        any because the server was down, or because they reconnect more slowly than others."""
        if hosted.awake_since is not None or not hosted.connections:
            return
        missed = (seat for seat in hosted.table.s.seats if seat.guest is not None and not seat.away)
        if not patient or all(hosted.table.present.is_here(seat.guest) for seat in missed):
            hosted.awake_since = self.clock()
            self._plan(hosted)

    def disconnect(self, hosted: Hosted, connection: Connection) -> None:
        if connection not in hosted.connections:
            return
        del hosted.connections[connection]
        at = self.now(hosted)
        if connection.version >= 0:
            is_seated = connection.guest in hosted.table.places
            hosted.table.present.went(connection.guest, at, is_seated)
            if not is_seated:
                hosted.shown.pop(connection.guest, None)
        if not hosted.connections:
            hosted.base, hosted.awake_since, hosted.idle_since = at, None, self.clock()
        self._plan(hosted)

    def receive(self, hosted: Hosted, connection: Connection, command: commands.Asked) -> None:
        """A message came: it is done or refused. Nothing of it is seen before it is stored."""
        identity = getattr(command, "id", None)
        try:
            if isinstance(command, commands.Hello):
                self._hello(hosted, connection, command)
            elif connection.version < 0:
                raise Refused("hello/first", "H2", "The first message is hello.")
            elif isinstance(command, commands.Hint):
                self._hint(hosted, connection, command)
            else:
                if isinstance(command, commands.Seen):
                    self.acknowledge(hosted, connection, command.version)
                asked = Asked(connection.guest, self.now(hosted), connection, connection.credit, self.talk)
                back(hosted.table, asked.guest, asked.at)  # whoever is here plays
                ask(hosted.table, asked, command, self.is_bot)
        except Refused as why:
            refused = notices.Refused(why.code, why.message, identity, why.clause, why.details)
            hosted.table.batch.replies.append((connection, refused))
        self._flush(hosted)

    def measured(self, hosted: Hosted, connection: Connection) -> None:
        """A line was measured again: a race waits for slow ones, and for none longer than it has to (C10)."""
        if connection.version >= 0:
            hosted.table.present.credits[connection.guest] = connection.credit

    def acknowledge(self, hosted: Hosted, connection: Connection, version: int) -> None:
        """A guest has been shown everything up to a version: it is never sent to them again."""
        shown = hosted.shown
        shown[connection.guest] = max(shown.get(connection.guest, 0), min(version, connection.version))

    def rehome(self, hosted: Hosted, old: str, new: str, done: Tell) -> None:
        """Somebody's seats go to another device, once `done` is told that it is stored."""
        hosted.table.enter(lines.Line(self.now(hosted), lines.Rehomed(old, new)))
        version = hosted.table.s.version
        self._flush(hosted)

        def moved(error: StoreError | None) -> None:
            for connection in tuple(hosted.connections) if error is None else ():
                if connection.guest == old:
                    connection.close("device/moved", "Your seats are on another device now.")
            done(error)

        self._after(hosted, version, moved)

    def _hello(self, hosted: Hosted, connection: Connection, hello: commands.Hello) -> None:
        if hello.protocol != commands.PROTOCOL:
            connection.close(
                "hello/protocol", f"This server speaks protocol {commands.PROTOCOL}; reload the page."
            )
            return
        table, guest = hosted.table, connection.guest
        if connection.version < 0:
            table.present.came(guest)
            self._rouse(hosted)
        seen(table, Asked(guest, self.now(hosted)), commands.Seen(hello.version))
        # Whoever is new here is shown nothing from before: no reload, restart or other device repeats anything.
        shown = max(min(hello.version, table.s.version), hosted.shown.get(guest, table.s.version))
        hosted.shown[guest] = shown
        # What this very connection was sent is on its way: a second hello does not bring it again.
        self._greet(hosted, connection, min(hello.version, shown), max(shown, connection.version))
        back(table, guest, self.now(hosted))

    def _greet(self, hosted: Hosted, connection: Connection, since: int, arrived: int) -> None:
        """How all is now, for somebody who was shown everything up to a version, and sent up to another one."""
        told = welcome(hosted.table, connection.guest, since, arrived)
        told = msgspec.structs.replace(told, at=self.now(hosted))
        message = notices.write(told)

        def tell(error: StoreError | None) -> None:
            if error is None:
                connection.send(message)
            elif connection in hosted.connections:
                self._greet(hosted, connection, since, arrived)  # at the table as it is stored

        connection.version = told.version
        self._after(hosted, told.version, tell)

    def _hint(self, hosted: Hosted, connection: Connection, command: commands.Hint) -> None:
        table = hosted.table
        seat = own_seat(table, connection.guest, command.seat)
        if not table.s.settings.hints or self.hint is None:
            raise Refused("hint/off", "H2", "This table gives no hints.")
        if not table.is_live or table.playing is None or seat not in table.playing.match.actors:
            raise Refused("hint/not-now", "H2", "Hints are given to whoever is to act.")
        if connection.guest in self.hinting:  # nobody shall keep all bots from thinking
            raise Refused("hint/thinking", "H2", "One hint after the other.")
        think = self.hint(table, seat)
        self.hinting.add(connection.guest)

        def told(future: "Future[notices.Hinted]") -> None:
            self.loop.call_soon_threadsafe(partial(self._hinted, connection, command.id, future))

        self.thinkers.submit(think).add_done_callback(told)

    def _hinted(self, connection: Connection, id: str, future: "Future[notices.Hinted]") -> None:
        self.hinting.discard(connection.guest)
        if not future.cancelled() and future.exception() is None:
            answer = notices.Hinted(id, *msgspec.structs.astuple(future.result())[1:])
            connection.send(notices.write(answer))

    def close_connections(self) -> None:
        """The server ends: everybody may come back to the next one."""
        for hosted in self.tables.values():
            for connection in tuple(hosted.connections):
                connection.close("server/ends", "The server is being restarted.")

    # --- storing, then telling -------------------------------------------------------------------------------

    def _flush(self, hosted: Hosted) -> None:
        """Store what is new; tell it afterwards. Then see what comes next."""
        table = hosted.table
        batch = table.take()
        if batch.lines:
            self.writes += 1
            head = self._changed_head(hosted)
            snapshot = table.snapshot() if batch.snapshot else None
            write = Write(hosted.id, batch.first, tuple(batch.lines), head, snapshot, batch.record)
            hosted.waiting.append((table.s.version, partial(self._tell, hosted, batch)))
            self.store.write(write, partial(self._stored, hosted, table, table.s.version))
        elif batch.replies:
            self._after(hosted, table.s.version, partial(self._reply, batch.replies))
        self._plan(hosted)

    def _changed_head(self, hosted: Hosted) -> Head | None:
        s, head = hosted.table.s, hosted.head
        if (s.settings.listed, s.stage == "closed") == (head.listed, head.closed):
            return None
        hosted.head = replace(head, listed=s.settings.listed, closed=s.stage == "closed", touched=self.wall())
        return hosted.head

    def _after(self, hosted: Hosted, version: int, tell: Tell) -> None:
        """Once that version is stored."""
        if hosted.stored >= version:
            tell(None)
        else:
            hosted.waiting.append((version, tell))

    def _stored(self, hosted: Hosted, table: Table, version: int, error: StoreError | None) -> None:
        if hosted.table is not table:
            return  # of a past that was given up
        if error is not None:
            self._give_up(hosted, error)
            return
        hosted.stored = version
        while hosted.waiting and hosted.waiting[0][0] <= version:
            hosted.waiting.popleft()[1](None)

    def _tell(self, hosted: Hosted, batch: Batch, error: StoreError | None) -> None:
        if error is not None:
            self._reply(batch.replies, error)
            return
        for told in batch.told:
            encoded: dict[tuple[int, ...], bytes] = {}
            for connection in tuple(hosted.connections):
                if not 0 <= connection.version < told.version:
                    continue
                seats = told.places.get(connection.guest, ())
                message = encoded.get(seats)
                if message is None:
                    own = [told.own[seat] for seat in seats if seat in told.own]
                    update = notices.Update(told.version, told.at, told.public, own)
                    message = encoded[seats] = notices.write(update)
                connection.version = told.version
                connection.send(message)
            if told.lobby is not None:
                hosted.told_lobby = told.lobby
            if told.kicked is not None:
                self._show_out(hosted, told.kicked)
        self._reply(batch.replies, None)

    def _show_out(self, hosted: Hosted, guest: str) -> None:
        for connection in tuple(hosted.connections):
            if connection.guest == guest:
                connection.close("table/kicked", "Whoever made the table has sent you away.")

    def _reply(self, replies: Iterable[tuple[Any, notices.Told]], error: StoreError | None) -> None:
        for connection, notice in replies:
            if error is not None and isinstance(notice, notices.Done):
                notice = notices.Refused(error.code, excuse(error), notice.id)
            connection.send(notices.write(notice))

    def _give_up(self, hosted: Hosted, error: StoreError) -> None:
        """What could not be stored did not happen: the table goes back to what is stored, and says so."""
        self.failures += 1
        given_up, waiting = hosted.table, hosted.waiting
        try:
            stored = self.store.load(hosted.id)
        except StoreError:
            stored = None
        if stored is not None:
            hosted.table, hosted.head = Table.restore(stored.snapshot, stored.entries), stored.head
            hosted.table.present = given_up.present
            hosted.stored = hosted.table.s.version
        hosted.waiting = deque()
        for _, tell in waiting:
            tell(error)
        throws = [(throw.sender, notices.Done(throw.asked[1], 0)) for throw in given_up.race.throws if throw.asked]
        self._reply(throws, error)
        if stored is None:  # the table was removed or cannot be read: whoever comes back finds out
            self._drop(hosted)
            for connection in tuple(hosted.connections):
                connection.close(error.code, excuse(error))
            return
        # Clocks that have run out would otherwise try again without a rest.
        if hosted.alarm is not None:
            hosted.alarm.cancel()
        hosted.alarm_at, hosted.alarm = None, self.loop.call_later(AGAIN, partial(self._wake, hosted))

    # --- what happens by itself ------------------------------------------------------------------------------

    def _plan(self, hosted: Hosted) -> None:
        """Let bots think, and set the alarm for what is due next."""
        table = hosted.table
        if hosted.alarm is None and self.timing.is_calm(table):
            return
        if table.is_live:
            for thought in self.timing.thoughts(table, self.now(hosted)):
                self._think(hosted, table, thought)
        due = self.timing.next(table)
        if due == hosted.alarm_at:
            return
        if hosted.alarm is not None:
            hosted.alarm.cancel()
        hosted.alarm_at, hosted.alarm = due, None
        if due is not None:
            delay = max(0, due - self.now(hosted)) / 1000
            hosted.alarm = self.loop.call_later(delay, partial(self._wake, hosted))

    def _wake(self, hosted: Hosted) -> None:
        hosted.alarm, hosted.alarm_at = None, None
        self.timing.wake(hosted.table, self.now(hosted))
        self._flush(hosted)

    def _think(self, hosted: Hosted, table: Table, thought: Thought) -> None:
        def thought_over(future: "Future[Decision]") -> None:
            self.loop.call_soon_threadsafe(partial(self._decided, hosted, table, thought, future))

        self.thinkers.submit(thought.think).add_done_callback(thought_over)

    def _decided(self, hosted: Hosted, table: Table, thought: Thought, future: "Future[Decision]") -> None:
        if hosted.table is not table or future.cancelled():
            return
        if future.exception() is not None:
            self.timing.gave_up(table, thought, self.now(hosted))
        else:
            self.timing.decided(table, thought, future.result(), self.now(hosted))
        self._flush(hosted)
