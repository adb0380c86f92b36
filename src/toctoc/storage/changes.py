"""Change documents that others may change at the same time."""

from collections.abc import Callable

from toctoc.storage.store import Document, Documents, StoreError

MAX_ATTEMPTS = 20  # to store a change, while others change the same document


async def change(
    documents: Documents, kind: str, id: str, to: Callable[[Document | None], Document | None]
) -> Document | None:
    """Store the document that `to` makes of the stored one, and return it; again if it was changed meanwhile.

    `to` is called with None if there is no document; if it returns None, nothing is stored.
    """
    for _ in range(MAX_ATTEMPTS):
        found = await documents.get(kind, id)
        changed = to(found)
        if changed is None or await put_unchanged(documents, changed, found.version if found else 0):
            return changed
    raise busy(kind, id)


async def put_unchanged(documents: Documents, document: Document, replaces: int) -> bool:
    """Store a changed document; return False if it was changed since version `replaces`."""
    try:
        await documents.put(document, replaces)
    except StoreError as error:
        if error.code != "store/stale":
            raise
        return False
    return True


def busy(kind: str, id: str) -> StoreError:
    """Return the error for a document that others change again and again."""
    return StoreError("store/busy", f"{kind} {id}: too many change it at once")
