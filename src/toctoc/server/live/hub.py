"""The registry of live tables. Each table has one owner, this process, which orders all changes of it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus

import msgspec

from toctoc.core.errors import BadOption
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.live.live_table import LiveTable, TableServices, is_listed_now, listed_lobby
from toctoc.server.live.open_tables import OpenTables
from toctoc.server.live.outbox import Counters, Done, OwnedElsewhere
from toctoc.server.security.limits import SITE_SHARE, site_of
from toctoc.storage import Head, Store, StoreError, Write
from toctoc.table import commands, log, messages
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.start import seal
from toctoc.table.table import Table

MAX_LISTED_TABLES = 100
MAX_LISTED_OF_ADDRESS = 10  # of them; else one address could hide the tables of all others
SERVER_ENDS = "The server is being restarted."
logger = logging.getLogger("toctoc.server")


class Hub:
    """Finds live tables by id and by code; sleeping tables are read from the store."""

    def __init__(self, services: TableServices) -> None:
        self.services = services
        self.tables: dict[str, LiveTable] = {}
        self._codes: dict[str, str] = {}
        self.open_tables = OpenTables(self._encoded_list)
        self.waking: dict[str, asyncio.Future[LiveTable | None]] = {}  # tables that are being read
        self._unreadable: set[str] = set()  # tables that were logged already

    @property
    def store(self) -> Store:
        """Return the store of the tables."""
        return self.services.store

    @property
    def counters(self) -> Counters:
        """Return the counters of writes."""
        return self.services.counters

    def clock(self) -> float:
        """Return the time of a clock that never goes back, in seconds."""
        return self.services.clock()

    def wall(self) -> float:
        """Return the wall clock, in seconds since 1970."""
        return self.services.wall()

    def offers_bot(self, bot: str, game: str) -> bool:
        """Tell whether the bot of that name is offered for the game of that name."""
        return self.services.offers_bot(bot, game)

    def open(
        self, id: str, opened: log.Opened, done: Done, first: Sequence[commands.Command] = (),
        sealed: log.Sealed | None = None,
    ) -> LiveTable:  # fmt: skip
        """Return a new table; it exists once `done` is called without an error.

        `first` are commands of its creator; if one is refused, there is no table. `sealed` is the seed of its
        first game; a new one by default.
        """
        table = Table.open(opened, sealed or seal())
        for command in first:
            handle(table, ReceivedCommand(opened.creator, 0, command), self.offers_bot)
        batch = table.take()
        lobby = listed_lobby(table, self.services.link_key(opened.code, id))
        head = Head(id, opened.code, opened.game, is_listed_now(table), False, self.wall(), lobby)
        live = self._add(head, table)

        def stored(error: StoreError | None) -> None:
            if error is None:
                live.outbox.stored = batch.first + len(batch.entries) - 1
            else:
                self.drop(live)
            done(error)

        self.store.write(Write(id, batch.first, tuple(batch.entries), head), stored)
        return live

    async def find(self, id: str) -> LiveTable | None:
        """Return a table by its id; a sleeping one is read from the store.

        `HTTPError` if this server does not have its game, `OwnedElsewhere` if another node owns it, `StoreError`
        if it cannot be read.
        """
        live = self.tables.get(id)
        if live is not None and self.store.has(id):
            return live
        if live is not None:
            live.lose(OwnedElsewhere(id))
        waking = self.waking.get(id)
        if waking is None:  # concurrent requests share one read
            waking = self.waking[id] = asyncio.ensure_future(self._wake(id))
            waking.add_done_callback(lambda _: self.waking.pop(id))
        return await asyncio.shield(waking)

    async def _wake(self, id: str) -> LiveTable | None:
        store = self.store
        if (owner := await store.claim(id)) is not None:
            raise OwnedElsewhere(id, owner)
        stored = await store.load(id)
        if stored is None:
            return None
        if stored.head.game not in GAMES:
            await store.release(id)
            message = f"This server no longer has the game {stored.head.game}."
            raise HTTPError(HTTPStatus.NOT_FOUND, "game/gone", message)
        try:
            table = Table.restore(stored.snapshot, stored.entries)
        except (BadOption, msgspec.ValidationError) as bad:
            await store.release(id)
            if id not in self._unreadable:
                self._unreadable.add(id)
                logger.warning("a newer version of Toctoc has written table %s: %s", id, bad)
            message = f"A newer version of Toctoc saved this table: {bad}."
            raise HTTPError(HTTPStatus.NOT_FOUND, "game/newer", message) from None
        except Exception as bad:  # damaged data may raise anything
            await store.release(id)
            if id not in self._unreadable:
                self._unreadable.add(id)
                logger.exception("the stored data of table %s (%s) cannot be read", id, stored.head.code)
            message = "The stored data of this table is damaged; the host finds the reason in the log."
            raise HTTPError(HTTPStatus.NOT_FOUND, "table/damaged", message) from bad
        return self.adopt(stored.head, table)

    def adopt(self, head: Head, table: Table) -> LiveTable:
        """Add a table that this node has claimed, in the state in which it is stored."""
        live = self._add(head, table)
        live.outbox.stored = table.state.version
        return live

    async def has_code(self, code: str) -> bool:
        """Tell whether a table has this code, even a sleeping one."""
        return code in self._codes or await self.store.find(code) is not None

    def is_awake(self, code: str) -> bool:
        """Tell whether the table with this code is in memory."""
        return code in self._codes

    def awake(self, code: str) -> LiveTable | None:
        """Return the table with this code if it is in memory."""
        return self.tables.get(self._codes.get(code, ""))

    async def find_code(self, code: str, accepts: Callable[[str], bool] = lambda _id: True) -> LiveTable | None:
        """Return a table by its code, as `find` does; None also if `accepts` refuses its id."""
        id = self._codes.get(code) or await self.store.find(code)
        return await self.find(id) if id is not None and accepts(id) else None

    async def listed(self, most: int) -> list[messages.Lobby]:
        """Return up to `most` lobbies of listed tables with a connected player, first those of this node."""
        here = self._listed_here(most)
        elsewhere = await self.store.nodes.listed(most - len(here)) if len(here) < most else []
        return [*here, *(lobby for each in elsewhere if (lobby := _read_lobby(each)) is not None)]

    def _listed_here(self, most: int) -> list[messages.Lobby]:
        """Return the lobbies of listed tables, the newest first, and few of one address."""
        lobbies, listed = list[messages.Lobby](), Counter[str]()
        for live in reversed(self.tables.values()):
            address = live.host_address if live.head.listed and not live.head.closed else None
            if address is None or listed[address] >= MAX_LISTED_OF_ADDRESS:
                continue
            site = site_of(address)
            if site is not None and listed[site] >= SITE_SHARE * MAX_LISTED_OF_ADDRESS:
                continue
            listed.update([address] if site is None else [address, site])
            lobbies.append(live.sent_lobby)
            if len(lobbies) >= most:
                break
        return lobbies

    async def _encoded_list(self) -> bytes:
        return msgspec.json.encode({"tables": await self.listed(MAX_LISTED_TABLES)})

    async def forget_idle(self, seconds: float) -> int:
        """Drop the tables that had no connection for so long: they sleep in the store. Return their number."""
        before, dropped = self.clock() - seconds, 0
        for live in list(self.tables.values()):
            if live.idle_since <= before:
                dropped += await self.let_go(live)
        return dropped

    async def let_go(self, live: LiveTable) -> bool:
        """Drop and release a table without connections; tell whether it had none.

        The node of the next request will own it.
        """
        if not live.is_resting:
            return False
        self.drop(live)
        with suppress(StoreError):  # else it is free at the end of the lease
            await self.store.release(live.id)
        return True

    def leave_lost(self) -> None:
        """Disconnect the clients of tables that other nodes own now, or may own since the lease has expired."""
        for id in self.store.nodes.lost():
            live = self.tables.get(id)
            if live is not None and not self.store.has(id):
                live.lose(OwnedElsewhere(id))

    def remove(self, live: LiveTable, done: Done) -> None:
        """Remove a closed table with its log and its records; call `done` once that is stored."""

        def removed(error: StoreError | None) -> None:
            if error is None:
                self.drop(live)
                for connection in tuple(live.connections):
                    connection.close("table/closed", "This table is closed.")
            done(error)

        self.store.write(Write(live.id, 0, (), removes=True), removed)

    def drop(self, live: LiveTable) -> None:
        """Forget a table: its timers are cancelled and its memory is freed."""
        live.stop()
        if self.tables.get(live.id) is live:  # and has not come back meanwhile
            del self.tables[live.id]
            self._codes.pop(live.head.code, None)

    async def hand_over(self) -> None:
        """Give all tables to other nodes, and close all connections: the server ends.

        Commands that arrive meanwhile are not executed; the clients repeat them at the next node.
        """
        self.services.is_ending = True
        self.open_tables.end()
        await self.store.nodes.hand_over()
        self.close_connections()

    def close_connections(self) -> None:
        """Close all connections: clients reconnect to the next server."""
        for live in self.tables.values():
            for connection in tuple(live.connections):
                connection.close("server/ends", SERVER_ENDS)

    def _add(self, head: Head, table: Table) -> LiveTable:
        live = LiveTable(self.services, head, table, self.drop)
        self.tables[head.table] = live
        self._codes[head.code] = head.table
        return live


def _read_lobby(written: bytes) -> messages.Lobby | None:
    """Return the lobby that another node has written; None if it is of another version."""
    try:
        return msgspec.json.decode(written, type=messages.Lobby)
    except msgspec.MsgspecError:
        return None
