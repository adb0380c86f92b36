"""Define the interface of a server under load, ours or another."""

from collections.abc import Callable
from typing import Any, Protocol

SEATS = 4


class PeerTable(Protocol):
    """Play at a table with four connected players."""

    updated: Callable[[int], None]  # called when a seat has heard of the last move

    def play(self) -> None:
        """Send a move of the active player; called only when all seats have seen the move before."""


class Peer(Protocol):
    """Run a server in a process of its own, and speak to it."""

    @property
    def title(self) -> str:
        """Return its name in the reports."""

    @property
    def about(self) -> str:
        """Describe its version, runtime and storage; known once it has started."""

    async def start(self) -> None:
        """Start the server; it is ready for tables."""

    async def open_table(self, updated: Callable[[int], None]) -> PeerTable:
        """Make a table and connect its seats. `updated(seat)` is called when a seat has heard of the last move."""

    def cpu_seconds(self) -> float:
        """Return the CPU time that the server has used so far."""

    def resident_bytes(self) -> int:
        """Return the memory that the server occupies."""

    async def stop(self) -> None:
        """Disconnect every seat and end the server."""


class MortalPeer(Peer, Protocol):
    """Run a server that can also be killed, and be started again."""

    @property
    def keeps_games(self) -> bool:
        """Tell whether games go on after a restart."""

    async def kill(self) -> None:
        """Kill the server at once: its store stays."""

    async def come_back(self, table: Any) -> None:
        """Connect all seats of one of its tables after a restart; where games are not kept, to a new one."""
