"""Tries of daily deals: one for each guest, at a table of its own, which is found again."""

from hashlib import sha256

import msgspec

from toctoc.server.features.daily.days import Days
from toctoc.server.features.daily.results import KEPT
from toctoc.storage import Document, Documents, StoreError

KIND = "daily-try"


class Try(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a guest's try is; nowhere once it was deleted."""

    code: str = ""
    table: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A try as it is kept."""

    at: Try
    version: int


_read = msgspec.json.Decoder(Try).decode


def try_id(day: str, game: str, guest: str) -> str:
    """Return the id of a guest's try and of its result, by which nobody knows the guest, nor two tries of one."""
    return f"{day}/{game}/{sha256(f'{day} {game} {guest}'.encode()).hexdigest()[:32]}"


async def find(documents: Documents, id: str) -> Kept | None:
    """Return a try, if it was begun."""
    found = await documents.get(KIND, id)
    return Kept(_read(found.body), found.version) if found else None


async def keep(documents: Documents, days: Days, id: str, at: Try, replaces: int) -> Kept:
    """Keep where a try is, unless it is somewhere already; return where it is now."""
    expires = days.end(id.partition("/")[0]) + KEPT
    document = Document(KIND, id, msgspec.json.encode(at), expires=expires, table=at.table or None)
    try:
        return Kept(at, await documents.put(document, replaces))
    except StoreError as error:
        found = await find(documents, id) if error.code == "store/stale" else None
        if found is None:
            raise
        return found
