"""Run a peer's server as one process, with the tables that were opened at it."""

from collections.abc import Iterable
from typing import Any

from .process import ServerProcess


class Served:
    """Be a peer whose server is one process."""

    def __init__(self) -> None:
        self.about = ""
        self.server: ServerProcess | None = None
        self.tables: list[Any] = []

    @property
    def running(self) -> ServerProcess:
        """Return the server, which has been started."""
        assert self.server is not None
        return self.server

    async def kill(self) -> None:
        await self.running.kill()

    def cpu_seconds(self) -> float:
        return self.running.cpu_seconds()

    def resident_bytes(self) -> int:
        return self.running.resident_bytes()

    async def stop(self) -> None:
        hang_up(self.tables)
        if self.server is not None:
            await self.server.stop()


def hang_up(tables: Iterable[Any]) -> None:
    """Disconnect everybody."""
    for seat in (seat for table in tables for seat in table.seats):
        if seat.transport is not None:
            seat.transport.disconnect(graceful=False)
