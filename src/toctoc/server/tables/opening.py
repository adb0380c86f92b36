"""Open new tables, with the checks and the answer that all handlers share."""

from collections.abc import Sequence
from http import HTTPStatus

from litestar import Response

from toctoc.server.errors import HTTPError
from toctoc.server.http.client import Client
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.new_table import Made, made, new_table_id, unused_code
from toctoc.table import commands, log


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
        return await unused_code(self._hub, language)

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


def made_for_guest(client: Client, code: str, table: str, guest: str) -> Response[Made]:
    """Return the answer that leads a browser to the table with a code and an id, with the cookie of `guest`."""
    return Response(made(code, client.key_of(code, table)), cookies=[client.cookie(guest)])
