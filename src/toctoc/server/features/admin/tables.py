"""What a host may know of tables, and do to them."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence

from toctoc.server.http.bodies import HostLoad, HostTable, HostTables
from toctoc.server.live.hub import Elsewhere, Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import Done, send_all
from toctoc.server.metrics import LANES, lanes
from toctoc.server.transport.access import Access
from toctoc.storage import Store, StoreError, Write
from toctoc.table import messages
from toctoc.table.checks import check_open
from toctoc.table.handlers import close

MOST_SHOWN = 500
COUNTED = tuple(name for name in HostLoad.__struct_fields__ if name not in ("at", "waiting"))
AT_ONCE = 100  # tables that are told something before others have their turn


async def overview(hub: Hub) -> HostTables:
    """Return the tables that are not closed: those with somebody first, then those that were last played at."""
    heads, now = await hub.services.store.heads(), hub.services.wall()

    def people(table: str) -> int:
        live = hub.tables.get(table)
        return len({connection.guest for connection in live.connections}) if live else 0

    shown = [
        HostTable(head.code, head.game, people(head.table), max(0, int(now - head.touched)), head.listed)
        for head in heads
    ]
    return HostTables(_sorted(shown)[:MOST_SHOWN], max(0, len(shown) - MOST_SHOWN))


def merged(found: Sequence[HostTables]) -> HostTables:
    """Return what several nodes know of the same tables: each is awake at one of them at most."""
    tables: dict[str, HostTable] = {}
    for table in (table for each in found for table in each.tables):
        if table.code not in tables or table.people > tables[table.code].people:
            tables[table.code] = table
    more = max((each.more for each in found), default=0)
    return HostTables(_sorted(tables.values())[:MOST_SHOWN], more)


def added(at: float, found: Sequence[HostLoad]) -> HostLoad:
    """Return the load of several nodes together."""
    counts = Counter[str]()
    waiting = Counter[str](dict.fromkeys(LANES, 0))
    for each in found:
        counts.update({name: getattr(each, name) for name in COUNTED})
        waiting.update(each.waiting)
    return HostLoad(at=at, waiting=dict(waiting), **{name: counts[name] for name in COUNTED})


def _sorted(tables: Iterable[HostTable]) -> list[HostTable]:
    return sorted(tables, key=lambda table: (table.people == 0, table.quiet_seconds))


def load(access: Access) -> HostLoad:
    """Return how much goes on; whatever is counted is counted since the start."""
    services = access.hub.services
    awake = [live for live in access.hub.tables.values() if live.connections]
    return HostLoad(
        at=services.clock(),
        people=len({connection.guest for live in awake for connection in live.connections}),
        connections=access.addresses.connections,
        sockets=access.door.open,
        tables=len(access.hub.tables),
        tables_awake=len(awake),
        games=sum(live.table.is_live for live in awake),
        steps=services.counters.writes,
        failed=services.counters.failures,
        commits=services.store.commits,
        waiting={name: lane.figures().waiting for name, lane in lanes(services).items()},
    )


def shut(live: LiveTable, done: Done) -> None:
    """Close a table for good; call `done` once that is stored, and so everybody there is told."""
    check_open(live.table)
    close(live.table, live.now())
    version = live.table.s.version
    live.flush()
    live.outbox.after(version, done)


def remove(hub: Hub, live: LiveTable, done: Done) -> None:
    """Remove a table that is closed, with its log and its records; call `done` when nothing is left of it."""

    def removed(error: StoreError | None) -> None:
        if error is None:
            hub.drop(live)
            for connection in tuple(live.connections):
                connection.close("table/closed", "This table is closed.")
        done(error)

    hub.services.store.write(Write(live.id, 0, (), removes=True), removed)


async def remove_unreadable(store: Store, code: str, done: Done) -> None:
    """Remove a stored table that this server cannot read; call `done` when nothing is left of it."""
    id = await store.find(code)
    if id is None:
        done(None)  # another request has removed it
    elif (address := await store.claim(id)) is not None:
        raise Elsewhere(id, address)
    else:
        store.write(Write(id, 0, (), removes=True), done)


async def tell_all(hub: Hub, text: str) -> int:
    """Show everybody at every table a text of the host; return how many tables there were."""
    notice = messages.Notice(text)
    awake = [live for live in hub.tables.values() if live.connections]
    for number, live in enumerate(awake, 1):
        send_all(live.connections, notice)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return len(awake)
