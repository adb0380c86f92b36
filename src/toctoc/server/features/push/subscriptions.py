"""Push subscriptions: a document for each guest and table, until a month after the last visit.

It is removed when the player or the push service cancels it, and with the table.
"""

from hashlib import sha256

import msgspec

from toctoc.storage import Document, Documents

SUBSCRIPTION_DOCUMENT = "push"
SUBSCRIPTION_KEPT_SECONDS = 30 * 24 * 3_600  # after the last visit
MAX_SUBSCRIPTIONS = 16  # at one table


class Subscription(msgspec.Struct, frozen=True):
    """The endpoint of a browser. It is secret: with it and the server's key, anybody can push there."""

    endpoint: str
    site: str  # the URL of this server as the player used it

    def __repr__(self) -> str:
        return "Subscription(…)"  # never in a log


_read = msgspec.json.Decoder(Subscription).decode


def subscription_id(table: str, guest: str) -> str:
    """Return the id of a guest's subscription at a table, which does not reveal the guest."""
    return f"{table}/{sha256(f'push {table} {guest}'.encode()).hexdigest()[:32]}"


async def subscribe(documents: Documents, table: str, guest: str, wanted: Subscription, now: float) -> bool:
    """Store or replace a subscription; return False if the table has too many."""
    id = subscription_id(table, guest)
    if (
        await documents.get(SUBSCRIPTION_DOCUMENT, id) is None
        and await documents.count(SUBSCRIPTION_DOCUMENT, f"{table}/") >= MAX_SUBSCRIPTIONS
    ):
        return False
    await documents.put(
        Document(
            SUBSCRIPTION_DOCUMENT,
            id,
            msgspec.json.encode(wanted),
            expires=now + SUBSCRIPTION_KEPT_SECONDS,
            table=table,
        )
    )
    return True


async def find(documents: Documents, table: str, guest: str) -> Subscription | None:
    """Return the subscription of a guest at a table; None without one."""
    found = await documents.get(SUBSCRIPTION_DOCUMENT, subscription_id(table, guest))
    return _read(found.body) if found else None


async def unsubscribe(documents: Documents, table: str, guest: str) -> None:
    """Remove the subscription of a guest at a table."""
    await documents.delete(SUBSCRIPTION_DOCUMENT, subscription_id(table, guest))


async def forget_table(documents: Documents, table: str) -> None:
    """Remove all subscriptions of a closed table."""
    for each in await documents.some(SUBSCRIPTION_DOCUMENT, f"{table}/"):
        await documents.delete(SUBSCRIPTION_DOCUMENT, each.id)
