"""Find the table of a request by its code, at the cost of the client's address.

A code in a link has a key, which only this server can make, for one table. A code without a key was typed, or
guessed.
"""

from collections.abc import Callable
from http import HTTPStatus

from toctoc.server.errors import HTTPError
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.storage import StoreError
from toctoc.table.codes import read_keyed

LOOKUP_REFUSAL = "lookup_refusal"  # in the state of a request: the `HTTPError` of a look-up that was counted
GuestAt = Callable[[str], str | None]  # returns the guest of a request at the table with an id
NOBODY: GuestAt = lambda _table: None  # noqa: E731  # a value of that type


class TableLookup:
    """Finds tables by code; the first request for a sleeping table pays for reading it."""

    def __init__(self, hub: Hub, access: AccessControl) -> None:
        self.hub, self._access = hub, access
        self.waking: set[str] = set()  # codes of sleeping tables that a request has paid for

    async def find(self, text: str, address: str, guest_at: GuestAt = NOBODY) -> LiveTable:
        """Return the table with the code `text`, as it stands in a link or as people type it.

        A code with the right key is never refused for the guesses of its address. With a wrong key, and with that
        of an earlier table with the code, the answer is that for an unknown code. A code without a key counts as a
        guess before it is looked up, until a table is found: so an address without guesses left cannot tell an
        existing code from another. Only the seats of an awake table are looked up then, which takes as long as
        finding none.

        Raises:
            HTTPError: There is no such table, or the address has no guesses left. Else as `Hub.find`.
        """
        code, key = read_keyed(text)
        if code and key and self._access.keys.opens(code, key):
            return _existing(await self._find(code, address, lambda id: self._access.keys.is_of(id, key)))
        is_counted = self._access.addresses.miss_code(address)
        if not is_counted and not (code and not key and self._has_seat(code, guest_at)):
            raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/guessing", "Too many wrong codes: wait a while.")
        if code is None or key:
            raise _unknown()
        is_miss = True
        try:
            found = await self._find(code, address)
            is_miss = found is None
        except StoreError:  # of a table that exists, or of all codes alike
            is_miss = False
            raise
        finally:
            if is_counted and not is_miss:
                self._access.addresses.found_code(address)
        return _existing(found)

    async def find_unlimited(self, text: str, address: str) -> LiveTable:
        """Return the table with the code `text` for the host, or for a request that another node has counted."""
        code, _ = read_keyed(text)
        return _existing(await self._find(code, address) if code else None)

    def _has_seat(self, code: str, guest_at: GuestAt) -> bool:
        """Tell whether the guest of a request has a seat at the table with a code, if it is awake, or made it."""
        live = self.hub.awake(code)
        guest = guest_at(live.id if live else "")  # it verifies a signature: also without a table
        return live is not None and live.has_part(guest)

    async def _find(
        self, code: str, address: str, accepts: Callable[[str], bool] = lambda _id: True
    ) -> LiveTable | None:
        """Return the table with a code; None also if `accepts` refuses its id, and it costs the same then."""
        live = self.hub.awake(code)
        if (live is not None and accepts(live.id)) or code in self.waking:
            return await self.hub.find_code(code, accepts)
        self.waking.add(code)
        try:
            await self._access.addresses.charge(address, Cost.WAKING)
            found: LiveTable | None = None
            try:
                found = await self.hub.find_code(code, accepts)
            finally:
                if found is None:  # there is no such table, or another node owns it
                    self._access.addresses.give_back(address, Cost.WAKING)
            return found
        finally:
            self.waking.discard(code)


def _unknown() -> HTTPError:
    return HTTPError(HTTPStatus.NOT_FOUND, "table/unknown", "There is no table with this code.")


def _existing(found: LiveTable | None) -> LiveTable:
    if found is None:
        raise _unknown()
    return found
