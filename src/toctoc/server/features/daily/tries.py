"""Tries of daily deals: one for each guest, day and game, at a table of its own."""

from hashlib import sha256

import msgspec

from toctoc.server.features.daily.days import Days
from toctoc.server.features.daily.results import TRY_KEPT_SECONDS
from toctoc.storage import Document, Documents, StoreError

TRY_DOCUMENT = "daily-try"


class Try(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a guest's try; empty once it was deleted."""

    code: str = ""
    table: str = ""


class StoredTry(msgspec.Struct, frozen=True):
    """A try with the version of its document."""

    at: Try
    version: int


_read = msgspec.json.Decoder(Try).decode


def try_id(day: str, game: str, guest: str) -> str:
    """Return the id of a guest's try and of its result.

    It reveals neither the guest nor two tries of one guest.
    """
    return f"{day}/{game}/{sha256(f'{day} {game} {guest}'.encode()).hexdigest()[:32]}"


async def find(documents: Documents, id: str) -> StoredTry | None:
    """Return a try; None if it was not begun."""
    found = await documents.get(TRY_DOCUMENT, id)
    return StoredTry(_read(found.body), found.version) if found else None


async def keep(documents: Documents, days: Days, id: str, at: Try, replaces: int) -> StoredTry:
    """Store a try, unless another was stored since version `replaces`; return the stored one."""
    expires = days.end(id.partition("/")[0]) + TRY_KEPT_SECONDS
    document = Document(TRY_DOCUMENT, id, msgspec.json.encode(at), expires=expires, table=at.table or None)
    try:
        return StoredTry(at, await documents.put(document, replaces))
    except StoreError as error:
        found = await find(documents, id) if error.code == "store/stale" else None
        if found is None:
            raise
        return found
