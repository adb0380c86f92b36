"""Who wants to be told: for a guest at a table, where to push; a document until a month after the last visit.

It is removed when the player or the push service does not want it any more, and with the table.
"""

from hashlib import sha256

import msgspec

from toctoc.storage import Document, Documents

KIND = "push"
KEPT = 30 * 24 * 3_600  # seconds after the last visit
MOST = 16  # at one table


class Subscription(msgspec.Struct, frozen=True):
    """Where to push, which is secret: whoever has it and the server's key can push there."""

    endpoint: str
    site: str  # where the player found this server

    def __repr__(self) -> str:
        return "Subscription(…)"  # never in a log


_read = msgspec.json.Decoder(Subscription).decode


def subscription_id(table: str, guest: str) -> str:
    """Return the id of a guest's subscription at a table, by which nobody knows the guest."""
    return f"{table}/{sha256(f'push {table} {guest}'.encode()).hexdigest()[:32]}"


async def subscribe(documents: Documents, table: str, guest: str, wanted: Subscription, now: float) -> bool:
    """Keep where to push, instead of what was there; tell whether there was room."""
    id = subscription_id(table, guest)
    if await documents.get(KIND, id) is None and await documents.count(KIND, f"{table}/") >= MOST:
        return False
    await documents.put(Document(KIND, id, msgspec.json.encode(wanted), expires=now + KEPT, table=table))
    return True


async def find(documents: Documents, table: str, guest: str) -> Subscription | None:
    """Return where to push for a guest at a table, if they want to be told."""
    found = await documents.get(KIND, subscription_id(table, guest))
    return _read(found.body) if found else None


async def unsubscribe(documents: Documents, table: str, guest: str) -> None:
    """Forget where to push."""
    await documents.delete(KIND, subscription_id(table, guest))


async def forget_table(documents: Documents, table: str) -> None:
    """Forget everybody who wanted to be told of a table: it was closed."""
    for each in await documents.some(KIND, f"{table}/"):
        await documents.delete(KIND, each.id)
