"""Dispatch the commands of clients to a live table: each is executed or refused, and then answered."""

import msgspec

from toctoc.core.errors import Refused
from toctoc.server.live.connection import Connection
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.storage import StoreError
from toctoc.table import commands, messages
from toctoc.table.handlers import TOO_MANY_CHANGES, ReceivedCommand, acknowledge, handle
from toctoc.table.scheduler import end_stand_in

PONG = messages.write(messages.Pong())
# Commands that are never refused because a table changes too often.
WITHOUT_CHANGE = frozenset({commands.Seen, commands.Shown, commands.Pace, commands.Visit, commands.Back})


def receive(live: LiveTable, connection: Connection, command: commands.Command) -> None:
    """Execute or refuse a command that came in over `connection`.

    A command for a table that may be at another node by now gets no reply: the client repeats it there.
    """
    if live.services.is_ending:
        return
    if not live.is_here:
        live.lose(OwnedElsewhere(live.id))
        return
    try:
        if isinstance(command, commands.Hello):
            _hello(live, connection, command)
        elif connection.version < 0:
            raise Refused("hello/first", "H2", "The first message is hello.")
        elif isinstance(command, commands.Ping):
            connection.send(PONG)  # not queued behind pending writes: a slow disk is no dead connection
            return
        elif isinstance(command, commands.Hint):
            live.services.hints.request(live.table, live.id, connection, command)
        else:
            _request(live, connection, command)
    except Refused as why:
        id = getattr(command, "id", None)
        refused = messages.Refusal(why.code, why.message, id, why.clause, why.details)
        live.table.batch.replies.append((connection, refused))
    live.flush()


def _request(live: LiveTable, connection: Connection, command: commands.Command) -> None:
    if connection.is_screen and isinstance(command, commands.Shown):
        live.table.reveals.acknowledge_screen(connection, min(command.version, live.table.version))
        return
    if isinstance(command, commands.Seen):
        live.acknowledge(connection, command.version)
    guest, at, services = connection.guest, live.now(), live.services
    if type(command) not in WITHOUT_CHANGE:
        _check_growth(live, connection)
    request = ReceivedCommand(guest, at, command, connection, connection.credit, services.talk, services.extras)
    # A stand-in plays no longer than it has to.
    end_stand_in(live.table, guest, at, is_person=type(command) not in commands.BY_DEVICE)
    handle(live.table, request, services.offers_bot)
    if live.table.batch.entries:
        live.growth.take(services.clock())


def _check_growth(live: LiveTable, connection: Connection) -> None:
    """Refuse a change if the log of the table or the client's address had too many: a disk is finite."""
    services = live.services
    if not live.growth.has(services.clock()) or not services.may_change(connection.address):
        raise Refused("change/too-many", "H2", TOO_MANY_CHANGES)


def _hello(live: LiveTable, connection: Connection, hello: commands.Hello) -> None:
    if hello.protocol != commands.PROTOCOL:
        connection.close("hello/protocol", f"This server speaks protocol {commands.PROTOCOL}; reload the page.")
        return
    table, guest = live.table, connection.guest
    if connection.version < 0:
        if not connection.is_screen:
            table.presence.came(guest)
        live.rouse()
    acknowledge(table, guest, live.now(), hello.version)
    acknowledged = table.presence.acknowledged.get(guest)
    if acknowledged is None:
        # A new guest gets no earlier events: neither a reload nor another device repeats any. A player from
        # before a restart says which version was shown; the log knows which one has arrived.
        acknowledged = 0 if hello.version and table.seats_of(guest) else table.state.version
    shown = table.presence.acknowledged[guest] = max(min(hello.version, table.state.version), acknowledged)
    # Updates that were sent over this connection are on their way: a second hello does not repeat them.
    _greet(live, connection, min(hello.version, shown), max(shown, connection.version))
    end_stand_in(table, guest, live.now())


def _greet(live: LiveTable, connection: Connection, since: int, arrived: int) -> None:
    """Send a welcome once its content is stored; `since` and `arrived` are as in `Table.welcome`."""
    welcome = live.table.welcome(connection.guest, since, arrived)
    welcome = msgspec.structs.replace(
        welcome,
        lobby=live.with_key(welcome.lobby),
        at=live.now(),
        warming=sorted(live.warming),
        absent=live.absences,
        screens=live.screens,
    )
    message = messages.write(welcome)

    def send(error: StoreError | None) -> None:
        if error is None:
            connection.send(message)
        elif connection in live.connections and not live.outbox.is_closed:
            _greet(live, connection, since, arrived)  # with the table as it is stored

    connection.version = welcome.version
    live.outbox.after(welcome.version, send)
