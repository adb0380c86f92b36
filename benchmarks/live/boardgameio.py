"""Start boardgame.io's server, and speak to it as its own client does, by Socket.IO 4.

Packets of Socket.IO are texts in websocket frames. The first digit is Engine.IO's (0 open, 2 ping, 3 pong, 4
message), the second, of a message, Socket.IO's (0 connect, 2 event, 4 connect error). A namespace other than /
follows, with a comma.
"""

import asyncio
from collections.abc import Callable
from enum import Enum, auto

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from . import node
from .peer import SEATS
from .process import OneProcess, ServerFailed

PATH = "/socket.io/?EIO=4&transport=websocket"
PONG = b"3"


class Packet(Enum):
    OPEN = auto()
    CONNECTED = auto()
    REFUSED = auto()
    EVENT = auto()
    PING = auto()
    OTHER = auto()


KINDS = {
    b"0{": Packet.OPEN,
    b"40": Packet.CONNECTED,
    b"44": Packet.REFUSED,
    b"42": Packet.EVENT,
    b"2": Packet.PING,
}


class Namespace:
    """Write and read the packets of one namespace."""

    def __init__(self, name: str) -> None:
        self.connect = f"40/{name},".encode()
        self._event = f"42/{name},".encode()

    def kind(self, packet: memoryview) -> Packet:
        return KINDS.get(bytes(packet[:2]), Packet.OTHER)

    def event(self, name: str, *arguments: object) -> bytes:
        """Write the packet of an event."""
        return self._event + msgspec.json.encode([name, *arguments])

    def opening(self, name: str) -> bytes:
        """Return the first bytes of an event's packet, which name the event: most need no more."""
        return self._event + f'["{name}"'.encode()

    def said(self, packet: memoryview) -> memoryview:
        """Return the JSON of an event's packet: a list of its name and its arguments."""
        return packet[len(self._event) :]


GAME = "toctoctoc"
PACKETS = Namespace(GAME)
UPDATE, SYNC = PACKETS.opening("update"), PACKETS.opening("sync")
READ_BUFFER = 4096  # a message has some two thousand bytes


class Shown(msgspec.Struct):
    """The fields of the state that a player needs."""

    to_act: int
    phase: str
    hand: list[str]


class State(msgspec.Struct):
    shown: Shown = msgspec.field(name="G")
    version: int = msgspec.field(name="_stateID")


class Update(msgspec.Struct, array_like=True):
    event: str
    match: str
    state: State


class SyncInfo(msgspec.Struct):
    state: State


class Sync(msgspec.Struct, array_like=True):
    event: str
    match: str
    info: SyncInfo


read_update = msgspec.json.Decoder(Update).decode
read_sync = msgspec.json.Decoder(Sync).decode


class Seat(WSListener):
    """Hold one player's connection."""

    def __init__(self, table: "BoardgameIOTable", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        packet = frame.get_payload_as_memoryview()
        if packet[: len(UPDATE)] == UPDATE:
            self.table.shown(self.number, read_update(PACKETS.said(packet)).state)
        elif packet[: len(SYNC)] == SYNC:
            self.table.shown(self.number, read_sync(PACKETS.said(packet)).info.state)
            self.synced.set_result(None)
        else:
            self.greet(PACKETS.kind(packet))

    def greet(self, kind: Packet) -> None:
        if kind is Packet.OPEN:
            self.send(PACKETS.connect)
        elif kind is Packet.CONNECTED:
            self.send(PACKETS.event("sync", self.table.match, str(self.number), None, SEATS))
        elif kind is Packet.PING:
            self.send(PONG)
        elif kind is Packet.REFUSED:
            self.synced.set_exception(ServerFailed("boardgame.io refused a connection"))

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        if not self.synced.done():
            self.synced.set_exception(ServerFailed("boardgame.io closed a connection before it was ready"))

    def send(self, packet: bytes) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, packet)


class BoardgameIOTable:
    """Play a match, which begins to exist when its first player asks for it."""

    def __init__(self, match: str, updated: Callable[[int], None]) -> None:
        self.match = match
        self.updated = updated
        self.seats = [Seat(self, number) for number in range(SEATS)]
        self.seen: list[State | None] = [None] * SEATS

    async def connect(self, port: int) -> None:
        """Connect all seats, one after the other: two at once would make the match twice."""
        self.seen = [None] * SEATS
        for seat in self.seats:
            seat.synced = asyncio.get_running_loop().create_future()
            await ws_connect(
                lambda seat=seat: seat, f"ws://127.0.0.1:{port}{PATH}", read_buffer_init_size=READ_BUFFER
            )
            await seat.synced

    def shown(self, seat: int, state: State) -> None:
        self.seen[seat] = state
        self.updated(seat)

    def play(self) -> None:
        """Send any legal move in that player's view; the cards, the targets and the answers take turns."""
        state = self.seen[0]
        assert state is not None
        seat, version = state.shown.to_act, state.version
        own = self.seen[seat]
        assert own is not None
        assert own.version == version
        if state.shown.phase == "offer":
            self.send(seat, version, "offer", version % len(own.shown.hand), (seat + 1 + version % 3) % SEATS)
        else:
            self.send(seat, version, "answer", version % 4 == 1)

    def send(self, seat: int, version: int, move: str, *arguments: object) -> None:
        payload = {"type": move, "args": arguments, "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.seats[seat].send(PACKETS.event("update", action, version, self.match, str(seat)))


class BoardgameIO(OneProcess):
    """Run its server with the game in node/boardgameio.mjs, in memory."""

    title = "boardgame.io"
    keeps_games = False

    async def start(self) -> None:
        self.server = await node.serve("boardgameio.mjs")
        self.about = self.about or node.about("boardgame.io")

    async def open_table(self, updated: Callable[[int], None]) -> BoardgameIOTable:
        table = BoardgameIOTable(f"table-{len(self.tables)}", updated)
        self.tables.append(table)
        await table.connect(self.running.port)
        return table

    async def come_back(self, table: BoardgameIOTable) -> None:
        await table.connect(self.running.port)
