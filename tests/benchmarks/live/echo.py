"""A server that tells all four seats of a table what one of them said: the least that can be put under load."""

import os
import time
from collections.abc import Callable

from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    ws_connect,
    ws_create_server,
)

from benchmarks.live.peer import SEATS
from benchmarks.live.process import resident_bytes


class Said(WSListener):
    """The server's end of a connection."""

    def __init__(self, room: list[WSTransport]) -> None:
        self.room = room

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.room.append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        said = frame.get_payload_as_bytes()
        for seat in self.room:
            seat.send(WSMsgType.TEXT, said)


class Heard(WSListener):
    """A seat's end."""

    def __init__(self, seat: int, table: "EchoTable") -> None:
        self.seat = seat
        self.table = table

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.table.updated(self.seat)


class EchoTable:
    def __init__(self, name: int, updated: Callable[[int], None]) -> None:
        self.name, self.updated = name, updated
        self.moves = 0
        self.seats: list[WSTransport] = []

    def play(self) -> None:
        self.seats[self.moves % SEATS].send(WSMsgType.TEXT, b"toc")
        self.moves += 1


class Echo:
    """A peer whose server runs in this very process."""

    title = "echo"
    about = "four times the same"
    keeps_games = False

    def __init__(self) -> None:
        self.rooms: dict[str, list[WSTransport]] = {}
        self.tables: list[EchoTable] = []
        self.stopped = False
        self.kills = 0

    async def start(self) -> None:
        self.server = await ws_create_server(self.enter, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    def enter(self, request: WSUpgradeRequest) -> WSListener:
        return Said(self.rooms.setdefault(request.path.decode(), []))

    async def open_table(self, updated: Callable[[int], None]) -> EchoTable:
        table = EchoTable(len(self.tables), updated)
        self.tables.append(table)
        await self.come_back(table)
        return table

    async def come_back(self, table: EchoTable) -> None:
        table.seats.clear()
        for seat in range(SEATS):
            url = f"ws://127.0.0.1:{self.port}/{table.name}"
            transport, _ = await ws_connect(lambda seat=seat: Heard(seat, table), url)
            table.seats.append(transport)

    async def kill(self) -> None:
        await self.stop()
        self.rooms.clear()
        self.kills += 1

    def cpu_seconds(self) -> float:
        return time.process_time()

    def resident_bytes(self) -> int:
        return resident_bytes(os.getpid())

    async def stop(self) -> None:
        self.stopped = True
        for transport in [seat for table in self.tables for seat in table.seats]:
            transport.disconnect()
            await transport.wait_disconnected()
        self.server.close()
        await self.server.wait_closed()
