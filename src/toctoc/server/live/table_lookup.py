"""Find the table of a request by its code, at the cost of the client's address."""

from http import HTTPStatus

from toctoc.server.errors import HTTPError
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.table.codes import read_code


class TableLookup:
    """Finds tables by code; the first request for a sleeping table pays for reading it."""

    def __init__(self, hub: Hub, access: AccessControl) -> None:
        self.hub, self._access = hub, access
        self.waking: set[str] = set()  # codes of sleeping tables that a request has paid for

    async def find(self, text: str, address: str) -> LiveTable:
        """Return the table with the code `text`, as people type it.

        `HTTPError` if there is none; an address that guesses codes is stopped. Else as `Hub.find`.
        """
        code = read_code(text)
        found = await self._find(code, address) if code else None
        if found is not None:
            return found
        if not self._access.addresses.miss_code(address):
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/guessing", "Too many wrong codes: wait a while.")
        raise HTTPError(HTTPStatus.NOT_FOUND, "table/unknown", "There is no table with this code.")

    async def _find(self, code: str, address: str) -> LiveTable | None:
        if self.hub.is_awake(code) or code in self.waking:
            return await self.hub.find_code(code)
        self.waking.add(code)
        try:
            await self._access.addresses.charge(address, Cost.WAKING)
            found: LiveTable | None = None
            try:
                found = await self.hub.find_code(code)
            finally:
                if found is None:  # there is no such table, or another node owns it
                    self._access.addresses.give_back(address, Cost.WAKING)
            return found
        finally:
            self.waking.discard(code)
