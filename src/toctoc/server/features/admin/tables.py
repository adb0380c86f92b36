"""The tables and the load of a server as its host sees them: no names, no cards."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from toctoc.server.bot_pools.fair_queue import WorkerPool
from toctoc.server.bot_pools.worker_pools import POOL_NAMES
from toctoc.server.live.hub import Hub
from toctoc.server.live.outbox import Done, OwnedElsewhere, send_all
from toctoc.server.security.access_control import AccessControl
from toctoc.storage import Store, Write
from toctoc.table import messages

MAX_SHOWN_TABLES = 500
NOTICES_AT_ONCE = 100  # tables that are sent a notice before other tasks have their turn


class HostTable(msgspec.Struct, frozen=True):
    """A table as the host sees it: no names, no cards."""

    code: str
    game: str
    people: int  # connected guests; 0: it sleeps
    quiet_seconds: int  # since the last stored step
    listed: bool


class HostTables(msgspec.Struct, frozen=True):
    tables: list[HostTable]  # those with connections first, then by their last step
    more: int  # number of tables that are not in this list


class HostLoad(msgspec.Struct, frozen=True):
    """The current load; `steps`, `failed` and `commits` are counted since the start."""

    at: float  # seconds, of a clock of the server
    people: int
    connections: int
    sockets: int
    tables: int  # in memory
    tables_awake: int
    games: int
    steps: int  # stored steps of tables
    failed: int
    commits: int
    waiting: dict[str, int]  # jobs, by worker pool


SUMMED_FIELDS = tuple(name for name in HostLoad.__struct_fields__ if name not in ("at", "waiting"))


@dataclass(frozen=True, slots=True)
class LoadMeter:
    """Measures the load of this node; `pools` are its worker pools by name."""

    hub: Hub
    access: AccessControl
    pools: dict[str, WorkerPool]

    def load(self) -> HostLoad:
        """Return the current load."""
        hub = self.hub
        awake = [live for live in hub.tables.values() if live.connections]
        return HostLoad(
            at=hub.clock(),
            people=len({connection.guest for live in awake for connection in live.connections}),
            connections=self.access.addresses.connections,
            sockets=self.access.connections.open,
            tables=len(hub.tables),
            tables_awake=len(awake),
            games=sum(live.table.is_live for live in awake),
            steps=hub.counters.writes,
            failed=hub.counters.failures,
            commits=hub.store.commits,
            waiting={name: pool.figures().waiting for name, pool in self.pools.items()},
        )


async def overview(hub: Hub) -> HostTables:
    """Return the tables that are not closed: those with connections first, then by the time of the last step."""
    heads, now = await hub.store.heads(), hub.wall()

    def people(table: str) -> int:
        live = hub.tables.get(table)
        return len({connection.guest for connection in live.connections}) if live else 0

    shown = [
        HostTable(head.code, head.game, people(head.table), max(0, int(now - head.touched)), head.listed)
        for head in heads
    ]
    return HostTables(_sorted(shown)[:MAX_SHOWN_TABLES], max(0, len(shown) - MAX_SHOWN_TABLES))


def merged(found: Sequence[HostTables]) -> HostTables:
    """Merge the overviews of several nodes: each table is awake at one of them at most."""
    tables: dict[str, HostTable] = {}
    for table in (table for each in found for table in each.tables):
        if table.code not in tables or table.people > tables[table.code].people:
            tables[table.code] = table
    more = max((each.more for each in found), default=0)
    return HostTables(_sorted(tables.values())[:MAX_SHOWN_TABLES], more)


def summed(at: float, found: Sequence[HostLoad]) -> HostLoad:
    """Return the sum of the loads of several nodes, at the time `at`."""
    counts = Counter[str]()
    waiting = Counter[str](dict.fromkeys(POOL_NAMES, 0))
    for each in found:
        counts.update({name: getattr(each, name) for name in SUMMED_FIELDS})
        waiting.update(each.waiting)
    return HostLoad(at=at, waiting=dict(waiting), **{name: counts[name] for name in SUMMED_FIELDS})


def _sorted(tables: Iterable[HostTable]) -> list[HostTable]:
    return sorted(tables, key=lambda table: (table.people == 0, table.quiet_seconds))


async def remove_unreadable(store: Store, code: str, done: Done) -> None:
    """Remove a stored table that this server cannot read; call `done` once that is stored."""
    id = await store.find(code)
    if id is None:
        done(None)  # another request has removed it
    elif (owner := await store.claim(id)) is not None:
        raise OwnedElsewhere(id, owner)
    else:
        store.write(Write(id, 0, (), removes=True), done)


async def send_notice(hub: Hub, text: str) -> int:
    """Send a text of the host to all connected clients; return the number of tables."""
    notice = messages.Notice(text)
    awake = [live for live in hub.tables.values() if live.connections]
    for number, live in enumerate(awake, 1):
        send_all(live.connections, notice)
        if number % NOTICES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return len(awake)
