"""What a store does: keep the logs of tables, and lose nothing that it has said to be stored."""

from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from toctoc.storage.durations import Durations


@dataclass(frozen=True, slots=True)
class Head:
    """What the store knows of a table without reading its log."""

    table: str  # an opaque id
    code: str  # the spoken code, unique
    game: str
    listed: bool
    closed: bool
    touched: float  # seconds since 1970, of the last write
    lobby: bytes = b""  # of a listed table, what everybody may see of it; kept where other nodes show it, too


class Write(NamedTuple):
    """Hold what one step of a table writes, all or nothing."""

    table: str
    first: int  # number of the first entry; entries are numbered 1, 2, 3...
    entries: tuple[bytes, ...]
    head: Head | None = None  # for a new table, or when something in it changed
    snapshot: bytes | None = None  # the table as it is after the last of these entries
    record: tuple[int, str] | None = None  # the number of a game that ended, and its line
    removes: bool = False  # everything of the table, its records too, instead of all this
    documents: "tuple[Document, ...]" = ()  # kept with it, unless there are such already


@dataclass(frozen=True, slots=True)
class Stored:
    """Hold enough to rebuild a table."""

    head: Head
    number: int  # of the entry after which the snapshot was taken; 0 without one
    snapshot: bytes | None
    entries: tuple[bytes, ...]  # those after it


class StoreError(Exception):
    """A store cannot be used, or something was not stored.

    `code` says what it means to the writer. "store/full": there is no space. "store/busy": another process has the
    store, or it does not answer. "store/stale": the write does not follow the last entry of its table, its code is
    another table's, or another node has the table (`why` is "taken").
    "store/broken": anything else. `why` is one word more for those who translate, and the text is for people.
    """

    def __init__(self, code: str, message: str, why: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.why = why or code.removeprefix("store/")


class Health(NamedTuple):
    """Hold what can be said of a store without writing to it."""

    is_there: bool  # whether its file is still the one that was opened
    free_bytes: int | None  # on its disk; None where that cannot be known
    last_commit: float | None  # seconds since 1970; None before the first
    is_leased: bool = True  # whether nobody else can have been given this node's tables


Done = Callable[[StoreError | None], None]
Deliver = Callable[[Callable[[], None]], object]  # runs a function where the answers are wanted: in the event loop


class Life(NamedTuple):
    """Say how long a node lives, by the store's clock."""

    heard: float  # when it was last heard of, in seconds
    left: float  # seconds for which it lives if it is not heard of again


class Nodes(Protocol):
    """The other nodes of a store, and what they have."""

    @property
    def own(self) -> str:
        """Return where the others reach this one."""

    def lost(self) -> list[str]:
        """Return the tables that another node was given, since this was last asked."""

    async def living(self) -> dict[str, Life]:
        """Return the nodes that live, by their addresses: who is not among them has no table any more."""

    async def inherit(self, tables: Collection[str]) -> dict[str, int]:
        """Own those of these tables that nobody who lives has; return the number of each one's last entry."""

    async def listed(self, most: int) -> list[bytes]:
        """Return the lobbies of listed tables that other nodes have, at `most` so many."""


class Alone:
    """Where there is one node only."""

    own = ""

    def lost(self) -> list[str]:
        return []

    async def living(self) -> dict[str, Life]:
        return {}

    async def inherit(self, tables: Collection[str]) -> dict[str, int]:  # noqa: ARG002  # nobody has left any
        return {}

    async def listed(self, most: int) -> list[bytes]:  # noqa: ARG002  # nobody has any
        return []


class Document(NamedTuple):
    """Hold a small thing that is no table, known by its kind and its id."""

    kind: str
    id: str
    body: bytes  # which the store does not read
    version: int = 1  # one more with every change
    expires: float | None = None  # seconds since 1970, from when on it is not there any more; never without
    table: str | None = None  # the id of a table whose removal removes this, too


class Documents(Protocol):
    """Keeps documents. Whatever changes one returns when the change is durable, or raises a `StoreError`."""

    async def put(self, document: Document, replaces: int | None = None) -> int:
        """Keep a document, whatever version it says; return the version that it has now.

        `replaces` is the version that must be there now, 0 if there may be none; with None any is replaced. If
        another is there, that is "store/stale", and nothing has changed.
        """

    async def get(self, kind: str, id: str) -> Document | None:
        """Return a document as it was last committed."""

    async def some(self, kind: str, prefix: str = "", after: str = "", most: int = 1000) -> list[Document]:
        """Return documents of a kind in the order of their ids, from after one on, and at most so many."""

    async def count(self, kind: str, prefix: str = "") -> int:
        """Return how many documents of a kind have ids that begin so."""

    async def delete(self, kind: str, id: str) -> bool:
        """Remove a document, and tell whether it was there."""

    async def expire(self) -> int:
        """Remove all documents whose time is over, and return how many."""


class Store(Protocol):
    """Keeps tables. It is used from one event loop, and keeps that waiting for nothing."""

    nodes: Nodes
    documents: Documents

    @property
    def commits(self) -> int:
        """Return how many transactions were committed, so far."""

    @property
    def durations(self) -> Durations:
        """Return how long they took."""

    def write(self, write: Write, done: Done) -> None:
        """Return at once; `done` is called when the write is durable, or has failed."""

    def probe(self, done: Done) -> None:
        """Return at once; `done` is called when a commit that changes nothing is durable, or has failed."""

    def health(self) -> Health: ...

    async def claim(self, table: str) -> str | None:
        """Own a table, so that it can be written; return the address of the node that has it, if another does."""

    def has(self, table: str) -> bool:
        """Tell whether a table is owned, so that nobody else can have been given it."""

    async def release(self, table: str) -> None:
        """Own a table no longer, so that another node can have it at once."""

    async def load(self, table: str) -> Stored | None:
        """Return a table as it was last committed."""

    async def find(self, code: str) -> str | None:
        """Return the table with a code, open or closed."""

    async def heads(self, listed: bool | None = None) -> list[Head]:
        """Return the tables that are not closed: all, or the listed, or the others."""

    async def record(self, table: str, game: int) -> str | None:
        """Return the line of a game that ended at a table."""

    def records(self) -> AsyncIterator[str]:
        """Yield the line of every game that ended, in that order."""

    async def close(self) -> None:
        """Close the store, once everything accepted is written."""
