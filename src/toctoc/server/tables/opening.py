"""Open new tables, with the checks and the answer that all handlers share."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated

import msgspec
from litestar import Response

from toctoc.server.errors import HTTPError
from toctoc.server.http.client import Client
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.table import commands, log
from toctoc.table.codes import new_code


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat of the creator of a table, and whether the game starts at once."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    seat: commands.Seat = 0
    hash: commands.Hex | None = None  # of this device's part of the first seed: as `ready`
    start: bool = False
    fill: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # the bot for the other seats: as `start`


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    socket: str  # the path of the table's websocket
    token: str | None = None


class TableOpener:
    """Opens tables within the limits of the server.

    With `is_clustered`, a new table is released at once: a load balancer decides to which node its code leads.
    """

    def __init__(self, hub: Hub, access: AccessControl, is_clustered: bool) -> None:
        self._hub, self._access, self._is_clustered = hub, access, is_clustered

    async def check_room(self, client: Client) -> None:
        """Charge `client` for a table; `HTTPError` if it has made too many, or the server is full."""
        if not self._access.addresses.make_table(client.address):
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/too-many", "Too many tables: wait a while.")
        await client.charge(Cost.TABLE)
        self.check_full()

    def check_full(self) -> None:
        """Raise `HTTPError` if the server has no room for another table."""
        if len(self._hub.tables) >= self._access.limits.tables:
            message = "All tables are taken: try again later."
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/full", message)

    async def unused_code(self, language: str) -> str:
        """Return a code for a table, in words of `language`, that no table has."""
        dice = SystemRandom()
        code = new_code(dice, language)
        while await self._hub.has_code(code):
            code = new_code(dice, language)
        return code

    async def open(
        self,
        opened: log.Opened,
        first: Sequence[commands.Command] = (),
        id: str = "",
        sealed: log.Sealed | None = None,
    ) -> LiveTable:
        """Return a new table once it is stored; as `Hub.open`, with a new id by default."""
        stored = StoredFuture()
        live = self._hub.open(id or new_table_id(), opened, stored.done, first, sealed)
        await stored.wait()
        if self._is_clustered:
            await self._hub.let_go(live)
        return live


def new_table_id() -> str:
    """Return a random id for a table."""
    return secrets.token_hex(8)


def first_commands(host: Host) -> list[commands.Command]:
    """Return the first commands of a host, as they could be sent over the websocket."""
    first: list[commands.Command] = [commands.Sit("made-sit", host.seat, host.name, avatar=host.avatar)]
    if host.hash is not None:
        first.append(commands.Ready("made-ready", host.hash))
    if host.start:
        first.append(commands.Start("made-start", host.fill))
    return first


def made(code: str, token: str | None = None) -> Made:
    """Return the body that leads a client to the table with a code."""
    return Made(code, f"/api/tables/{code}/ws", token)


def made_for_guest(client: Client, code: str, guest: str) -> Response[Made]:
    """Return the answer that leads a browser to a table, with the cookie of `guest`."""
    return Response(made(code), cookies=[client.cookie(guest)])
