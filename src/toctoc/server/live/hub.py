"""All live tables of one server: each has one owner, this process, which orders everything that happens there."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import islice

import msgspec

from toctoc.games.errors import BadOption
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.live.live_table import LiveTable, Services, is_resting, shown_lobby, stop
from toctoc.server.live.open_tables import OpenTables
from toctoc.server.live.outbox import TAKEN, Done
from toctoc.storage import Head, StoreError, Write
from toctoc.table import commands, log, messages
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.start import seal
from toctoc.table.table import Table

MOST_LISTED = 100
logger = logging.getLogger("toctoc.server")


class Elsewhere(StoreError):
    """Another node has the table; `address` is where it is reached, or empty."""

    def __init__(self, table: str, address: str) -> None:
        super().__init__("store/stale", f"table {table} is at {address or 'another node'}", TAKEN)
        self.table, self.address = table, address


class Hub:
    """The registry of live tables, by id and by code; those that sleep are in the store."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, LiveTable] = {}
        self._codes: dict[str, str] = {}
        self.open_tables = OpenTables(self._encoded_list)
        self.waking: dict[str, asyncio.Future[LiveTable | None]] = {}  # those that are being read
        self._newer: set[str] = set()  # tables of a newer version that the log names already

    def open(
        self, id: str, opened: log.Opened, done: Done, first: Sequence[commands.Command] = (),
        sealed: log.Sealed | None = None,
    ) -> LiveTable:  # fmt: skip
        """Return a new table, which is there once `done` is called without an error.

        `first` is what its creator does there at once; if that is refused, there is no table. `sealed` is the seed
        of its first game, if that is not a new one.
        """
        services = self.services
        table = Table.open(opened, sealed or seal())
        for command in first:
            handle(
                table,
                ReceivedCommand(opened.creator, 0, command),
                lambda bot: services.offers_bot(bot, opened.game),
            )
        batch = table.take()
        lobby = shown_lobby(table)
        head = Head(id, opened.code, opened.game, opened.settings.listed, False, services.wall(), lobby)
        live = self._add(head, table)

        def stored(error: StoreError | None) -> None:
            if error is None:
                live.outbox.stored = batch.first + len(batch.entries) - 1
            else:
                self.drop(live)
            done(error)

        services.store.write(Write(id, batch.first, tuple(batch.entries), head), stored)
        return live

    async def find(self, id: str) -> LiveTable | None:
        """Return a table by its id, woken from the store if it sleeps.

        `HTTPError` if this server cannot play its game on, `Elsewhere` if another node has it, `StoreError` if it
        cannot be read.
        """
        live = self.tables.get(id)
        if live is not None and self.services.store.has(id):
            return live
        if live is not None:
            live.lose(lost(id))
        waking = self.waking.get(id)
        if waking is None:  # all who come at once wait for the same
            waking = self.waking[id] = asyncio.ensure_future(self._wake(id))
            waking.add_done_callback(lambda _: self.waking.pop(id))
        return await asyncio.shield(waking)

    async def _wake(self, id: str) -> LiveTable | None:
        store = self.services.store
        if (address := await store.claim(id)) is not None:
            raise Elsewhere(id, address)
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
            if id not in self._newer:
                self._newer.add(id)
                logger.warning("a newer version of Toctoc has written table %s: %s", id, bad)
            message = f"A newer version of Toctoc has written this table: {bad}."
            raise HTTPError(HTTPStatus.NOT_FOUND, "game/newer", message) from None
        return self.adopt(stored.head, table)

    def adopt(self, head: Head, table: Table) -> LiveTable:
        """Let a table go on that this node has claimed, just as it is stored."""
        live = self._add(head, table)
        live.outbox.stored = table.state.version
        return live

    async def has_code(self, code: str) -> bool:
        """Tell whether a table has this code, even one that sleeps."""
        return code in self._codes or await self.services.store.find(code) is not None

    def is_awake(self, code: str) -> bool:
        """Tell whether the table with a code is in memory."""
        return code in self._codes

    async def find_code(self, code: str) -> LiveTable | None:
        """Return a table by its code."""
        id = self._codes.get(code) or await self.services.store.find(code)
        return await self.find(id) if id is not None else None

    async def listed(self, most: int) -> list[messages.Lobby]:
        """Return listed tables where somebody is, here and at other nodes, at `most` so many."""
        found = (live for live in self.tables.values() if live.head.listed and not live.head.closed)
        here = [live.told_lobby for live in islice((live for live in found if live.connections), most)]
        elsewhere = await self.services.store.nodes.listed(most - len(here)) if len(here) < most else []
        return [*here, *(lobby for each in elsewhere if (lobby := _read_lobby(each)) is not None)]

    async def _encoded_list(self) -> bytes:
        return msgspec.json.encode({"tables": await self.listed(MOST_LISTED)})

    async def forget_idle(self, seconds: float) -> None:
        """Drop the tables where nobody has been for so long: they sleep in the store."""
        before = self.services.clock() - seconds
        for live in list(self.tables.values()):
            if live.idle_since <= before:
                await self.let_go(live)

    async def let_go(self, live: LiveTable) -> None:
        """Drop a table where nobody is; the node to which somebody comes next has it then."""
        if is_resting(live):
            self.drop(live)
            with suppress(StoreError):  # else it is free at the end of the lease
                await self.services.store.release(live.id)

    def leave_lost(self) -> None:
        """Send everybody away from the tables that other nodes have: here nothing will happen any more."""
        for id in self.services.store.nodes.lost():
            live = self.tables.get(id)
            if live is not None and not self.services.store.has(id):
                live.lose(lost(id))

    def drop(self, live: LiveTable) -> None:
        """Forget a table: nothing happens there by itself any more, and its memory is free."""
        stop(live)
        if self.tables.get(live.id) is live:  # and has not come back meanwhile
            del self.tables[live.id]
            self._codes.pop(live.head.code, None)

    def close_connections(self) -> None:
        """Close all connections, for the server ends; guests may come back to the next one."""
        for live in self.tables.values():
            for connection in tuple(live.connections):
                connection.close("server/ends", "The server is being restarted.")

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


def lost(id: str) -> StoreError:
    """Return why nothing is told of a table any more."""
    return StoreError("store/stale", f"table {id}: this node may have lost it", TAKEN)
