"""Change documents of an SQLite store, in a transaction that the caller begins and ends."""

import sqlite3
from dataclasses import dataclass

from toctoc.storage.removal import overwriting
from toctoc.storage.store import Document, StoreError

VERSION = "SELECT version FROM documents WHERE kind = ? AND id = ? AND (expires IS NULL OR expires > ?)"
PUT = "INSERT OR REPLACE INTO documents (kind, id, version, expires, table_id, body) VALUES (?, ?, ?, ?, ?, ?)"
DELETE = "DELETE FROM documents WHERE kind = ? AND id = ?"
EXPIRE = "DELETE FROM documents WHERE expires <= ?"


class Stale(Exception):
    """A write does not fit what is there."""


@dataclass(slots=True)
class Change:
    """What is asked of one document, and what came of it."""

    kind: str
    id: str
    document: Document | None  # None removes it
    replaces: int | None
    version: int = 0  # that it has now, or had before it was removed; 0 if it was not there

    def apply(self, db: sqlite3.Connection, now: float) -> None:
        """Change it; after an exception the transaction must be undone."""
        found = db.execute(VERSION, (self.kind, self.id, now)).fetchall()
        self.version = found[0][0] if found else 0
        if self.replaces not in (None, self.version):
            raise Stale
        if self.document is None:
            with overwriting(db):
                db.execute(DELETE, (self.kind, self.id))
            return
        _, _, body, _, expires, table = self.document
        self.version += 1
        db.execute(PUT, (self.kind, self.id, self.version, expires, table, body))

    def refusal(self, error: Exception) -> StoreError:
        """Return why it was not changed."""
        if isinstance(error, Stale):
            return changed(self.kind, self.id)
        return StoreError("store/broken", f"{self.kind} {self.id}: this cannot be stored ({error})")


@dataclass(slots=True)
class Expire(Change):
    """Removes everything whose time is over; its version is how many there were."""

    def apply(self, db: sqlite3.Connection, now: float) -> None:
        with overwriting(db):
            self.version = db.execute(EXPIRE, (now,)).rowcount


def changed(kind: str, id: str) -> StoreError:
    """Return what is said of a document that is not what its writer took it for."""
    return StoreError("store/stale", f"{kind} {id}: it has changed meanwhile", "changed")
