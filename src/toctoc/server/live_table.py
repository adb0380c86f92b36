"""A table in this process: the table itself, who is connected to it, and what waits to be stored."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from toctoc.storage import Head, StoreError
from toctoc.table import messages
from toctoc.table.table import Table

Tell = Callable[[StoreError | None], None]  # once something is stored; or when it could not be


class Connection(Protocol):
    """Somebody's line to a table."""

    guest: str
    version: int  # up to which everything was sent; -1 before hello
    credit: int  # milliseconds that its throws are credited

    def send(self, message: bytes) -> None: ...
    def close(self, code: str, message: str) -> None: ...


class Loop(Protocol):
    """What a hub needs of an event loop."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Any: ...
    def call_soon_threadsafe(self, callback: Callable[[], None], /) -> Any: ...


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table in this process, with the connections to it and what waits to be stored."""

    id: str
    head: Head
    table: Table
    base: int  # the table's time when it last fell asleep
    awake_since: float | None = None
    connections: dict[Connection, None] = field(default_factory=dict)  # in the order in which they came
    waiting: deque[tuple[int, Tell]] = field(default_factory=deque)  # until a version is stored
    stored: int = 0
    alarm: Any = None
    alarm_at: int | None = None
    idle_since: float = 0.0
    shown: dict[str, int] = field(default_factory=dict)  # what each guest has acknowledged
    told_lobby: messages.Lobby | None = None  # as everybody has been told
