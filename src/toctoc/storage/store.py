"""The interface of a store: it keeps the logs of tables, and never loses an acknowledged write."""

import time
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from toctoc.storage.commit_timing import CommitTiming


@dataclass(frozen=True, slots=True)
class Head:
    """The properties of a table that can be queried without its log."""

    table: str  # an opaque id
    code: str  # the spoken code, unique
    game: str
    listed: bool
    closed: bool
    touched: float  # seconds since 1970, of the last write
    lobby: bytes = b""  # of a listed table: its public lobby, which other nodes show as well


class WriteChain:
    """Writes that build on each other: once one of them has failed, the store refuses all behind it.

    The numbers of entries do not show this. A node that has stood still may hold a table twice for a moment. If
    one copy has taken the number of the write that failed, the next write of the other copy would fit.
    """

    __slots__ = ("is_broken",)

    def __init__(self) -> None:
        self.is_broken = False


class Write(NamedTuple):
    """The entries of one step of a table, written all or nothing."""

    table: str
    first: int  # number of the first entry; entries are numbered 1, 2, 3...
    entries: tuple[bytes, ...]
    head: Head | None = None  # of a new table, or when it changed
    snapshot: bytes | None = None  # the table as it is after the last of these entries
    record: tuple[int, str] | None = None  # the number of a game that ended, and its line
    removes: bool = False  # remove the table with its records, and ignore the other fields
    documents: "tuple[Document, ...]" = ()  # inserted, unless documents with these ids exist
    chain: WriteChain | None = None

    @property
    def follows_failure(self) -> bool:
        """Tell whether an earlier write of its chain has failed."""
        return self.chain is not None and self.chain.is_broken

    def fail(self) -> None:
        """Let the store refuse all later writes of its chain."""
        if self.chain is not None:
            self.chain.is_broken = True


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last committed: its snapshot, and the entries since."""

    head: Head
    number: int  # of the entry after which the snapshot was taken; 0 without a snapshot
    snapshot: bytes | None
    entries: tuple[bytes, ...]  # those after it


class StoreError(Exception):
    """A store cannot be used, or a write was not stored.

    `code` is for the writer. "store/full": no space is left. "store/busy": another process uses the store, or it
    does not answer. "store/stale": the write does not follow the last entry of its table, another table has the
    code, or another node owns the table (`why` is "taken"). "store/broken": anything else. `why` selects the
    translated message, which may use `details`; the text is in English.
    """

    def __init__(self, code: str, message: str, why: str = "", **details: object) -> None:
        super().__init__(message)
        self.code, self.details = code, details
        self.why = why or code.removeprefix("store/")


class Health(NamedTuple):
    """The state of a store, found without writing to it."""

    is_there: bool  # whether the file is still the one that was opened
    free_bytes: int | None  # on its disk; None if unknown
    last_commit: float | None  # seconds since 1970; None before the first
    is_leased: bool = True  # whether the lease holds, so that no other node can own this node's tables


Done = Callable[[StoreError | None], None]
Deliver = Callable[[Callable[[], None]], object]  # runs a function in the event loop that takes the answers


class NodeStatus(NamedTuple):
    """The lease of a node, by the clock of the store."""

    last_seen: float  # seconds since 1970, of the last heartbeat
    remaining: float  # seconds until the lease expires


class Nodes(Protocol):
    """The nodes that share a store."""

    @property
    def own(self) -> str:
        """Return the address at which the other nodes reach this one."""

    def wall(self) -> float:
        """Return seconds since 1970, by a clock that all nodes share."""

    def lost(self) -> list[str]:
        """Return the tables that this node has lost since the last call.

        Other nodes have claimed them, or may claim them since the lease of this node has expired.
        """

    async def living(self) -> dict[str, NodeStatus]:
        """Return the living nodes by address. Any other node owns no table any more."""

    async def take_over(self, tables: Collection[str]) -> dict[str, int]:
        """Claim those of `tables` that no living node owns; return the last entry number of each."""

    async def hand_over(self) -> None:
        """Finish the queued writes, and give up all tables, so that other nodes can claim them at once."""

    async def listed(self, most: int) -> list[bytes]:
        """Return the lobbies of at `most` so many listed tables of other nodes."""


class SingleNode:
    """The `Nodes` of a store that one process owns."""

    own = ""

    def wall(self) -> float:
        return time.time()

    def lost(self) -> list[str]:
        return []

    async def living(self) -> dict[str, NodeStatus]:
        return {}

    async def take_over(self, tables: Collection[str]) -> dict[str, int]:  # noqa: ARG002  # there is no other node
        return {}

    async def hand_over(self) -> None:
        pass

    async def listed(self, most: int) -> list[bytes]:  # noqa: ARG002  # there is no other node
        return []


class Document(NamedTuple):
    """A small versioned value beside the tables, identified by kind and id."""

    kind: str
    id: str
    body: bytes  # opaque to the store
    version: int = 1  # one more with every change
    expires: float | None = None  # seconds since 1970; None: never
    table: str | None = None  # id of a table; its removal removes this document as well


class Documents(Protocol):
    """Reads and changes documents. A change returns when it is durable, or raises `StoreError`."""

    async def put(self, document: Document, replaces: int | None = None) -> int:
        """Store `document`, ignoring its `version`; return the version that it has now.

        `replaces` is the expected stored version: 0 for none, None for any. If another version is stored, raise
        "store/stale" and change nothing.
        """

    async def get(self, kind: str, id: str) -> Document | None:
        """Return a document as it was last committed."""

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        """Return at `most` so many documents of `kind`, ordered by id, from the first id after `after`."""

    async def count(self, kind: str, prefix: str = "") -> int:
        """Return the number of documents of `kind` with ids that begin with `prefix`."""

    async def delete(self, kind: str, id: str) -> bool:
        """Remove a document, and tell whether it was there."""

    async def expire(self) -> int:
        """Remove all expired documents; return their number."""


class Store(Protocol):
    """Stores tables. All methods are called in one event loop, and none blocks it."""

    nodes: Nodes
    documents: Documents

    @property
    def commits(self) -> int:
        """Return the number of committed transactions."""

    @property
    def commit_timing(self) -> CommitTiming:
        """Return the histogram of their durations."""

    def write(self, write: Write, done: Done) -> None:
        """Return at once; `done` is called when the write is durable, or has failed."""

    def probe(self, done: Done) -> None:
        """Return at once; `done` is called when a commit that changes nothing is durable, or has failed."""

    def health(self) -> Health: ...

    async def claim(self, table: str) -> str | None:
        """Claim a table for writing; return None, or the address of the node that owns it."""

    async def owner_elsewhere(self, table: str) -> str | None:
        """Return the address of another living node that owns a table, without a claim; None without any."""

    def has(self, table: str) -> bool:
        """Tell whether this node owns a table and its lease holds."""

    async def release(self, table: str) -> None:
        """Give up the ownership of a table, so that another node can claim it at once."""

    async def load(self, table: str) -> StoredTable | None:
        """Return a table as it was last committed."""

    async def find(self, code: str) -> str | None:
        """Return the table with a code, open or closed."""

    async def heads(self, listed: bool | None = None) -> list[Head]:
        """Return the tables that are not closed: all, only listed ones (True), or only others (False)."""

    async def record(self, table: str, game: int) -> str | None:
        """Return the record of game number `game` of a table."""

    def records(self) -> AsyncIterator[str]:
        """Yield the records of all finished games, in the order in which they ended."""

    async def close(self) -> None:
        """Close the store, after writing the queued jobs."""
