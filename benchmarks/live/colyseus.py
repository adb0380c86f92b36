"""Start Colyseus' server, and speak to it as its own client does: a seat is asked for by HTTP, the rest are bytes.

The first byte of a message is its kind. A patch of the state is not decoded: the active player follows from the
moves so far, which this client makes all by itself.
"""

import asyncio
from collections.abc import Callable

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from . import node
from .peer import SEATS
from .process import OneProcess, ServerFailed, ServerProcess
from .toctoc import post

ROOM = "toctoctoc"
JOINED, FAILED, DATA, STATE, PATCH = 10, 11, 13, 14, 15
READ_BUFFER = 1024


class Reserved(msgspec.Struct):
    """The server's answer to a request for a seat."""

    room: str = msgspec.field(name="roomId")
    process: str = msgspec.field(name="processId")
    session: str = msgspec.field(name="sessionId")


def message(kind: str, *arguments: object) -> bytes:
    """Write a message to a room: its name and content are MessagePack."""
    return bytes([DATA]) + msgspec.msgpack.encode(kind) + msgspec.msgpack.encode(arguments)


class Seat(WSListener):
    """Hold one player's connection."""

    def __init__(self, table: "ColyseusTable", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.BINARY:
            return
        kind = frame.get_payload_as_memoryview()[0]
        if kind == PATCH:
            self.table.updated(self.number)
        elif kind == JOINED:
            self.send(bytes([JOINED]))
        elif kind == STATE:
            self.synced.set_result(None)
        elif kind == FAILED:
            raise ServerFailed(f"Colyseus refused something: {bytes(frame.get_payload_as_memoryview())!r}")

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        if not self.synced.done():
            self.synced.set_exception(ServerFailed("Colyseus closed a connection before it was ready"))

    def send(self, said: bytes) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.BINARY, said)


class ColyseusTable:
    """Play in a room, which the first player makes."""

    def __init__(self, updated: Callable[[int], None]) -> None:
        self.updated = updated
        self.seats = [Seat(self, number) for number in range(SEATS)]
        self.moves = 0
        self.turn = 0  # the seat that offers
        self.door: int | None = None  # the seat that answers

    async def connect(self, server: ServerProcess) -> None:
        """Make the room, and connect all seats."""
        path, self.moves, self.turn, self.door = f"create/{ROOM}", 0, 0, None
        for seat in self.seats:
            seat.synced = asyncio.get_running_loop().create_future()
            url = f"{server.url}/matchmake/{path}"
            answer = await asyncio.to_thread(post, url, {"seat": seat.number})
            reserved = msgspec.convert(answer, Reserved)
            path = f"joinById/{reserved.room}"
            room = f"ws://127.0.0.1:{server.port}/{reserved.process}/{reserved.room}?sessionId={reserved.session}"
            await ws_connect(lambda seat=seat: seat, room, read_buffer_init_size=READ_BUFFER)
            await seat.synced

    def play(self) -> None:
        """Send a legal move of the active player: the targets and the answers take turns."""
        number, self.moves = self.moves, self.moves + 1
        if self.door is None:
            self.door = (self.turn + 1 + number % 3) % SEATS
            self.seats[self.turn].send(message("offer", 0, self.door))
        else:
            self.seats[self.door].send(message("answer", number % 4 == 1))
            self.turn, self.door = (self.turn + 1) % SEATS, None


class Colyseus(OneProcess):
    """Run its server with the rooms in node/colyseus.mjs, in memory."""

    title = "Colyseus"
    keeps_games = False

    async def start(self) -> None:
        self.server = await node.serve("colyseus.mjs")
        self.about = self.about or node.about("@colyseus/core")

    async def open_table(self, updated: Callable[[int], None]) -> ColyseusTable:
        table = ColyseusTable(updated)
        self.tables.append(table)
        await table.connect(self.running)
        return table

    async def come_back(self, table: ColyseusTable) -> None:
        await table.connect(self.running)
