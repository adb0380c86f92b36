"""What a host may know of tables, and do to them."""

import asyncio

from toctoc.server.access import Access
from toctoc.server.http.bodies import HostLoad, HostTable, HostTables
from toctoc.server.hub import Hub
from toctoc.server.live_table import LiveTable
from toctoc.server.metrics import lanes
from toctoc.server.outbox import Done, send_all
from toctoc.storage import StoreError, Write
from toctoc.table import messages
from toctoc.table.checks import check_open
from toctoc.table.handlers import close

MOST_SHOWN = 500
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
    shown.sort(key=lambda table: (table.people == 0, table.quiet_seconds))
    return HostTables(shown[:MOST_SHOWN], max(0, len(shown) - MOST_SHOWN))


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


async def tell_all(hub: Hub, text: str) -> int:
    """Show everybody at every table a text of the host; return how many tables there were."""
    notice = messages.Notice(text)
    awake = [live for live in hub.tables.values() if live.connections]
    for number, live in enumerate(awake, 1):
        send_all(live.connections, notice)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return len(awake)
