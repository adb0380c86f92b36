"""Run our own server as `toctoc serve` starts it: durable, with all that protects it, only the limits raised."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from .peer import SEATS
from .process import OneProcess, ServerFailed, ServerProcess

GAME = "toctoctoc"
LIMITS = {
    "TABLES": 100_000, "CONNECTIONS": 400_000, "CONNECTIONS_PER_ADDRESS": 400_000, "TABLES_PER_HOUR": 1_000_000,
    "SOCKETS": 400_000, "SOCKETS_PER_ADDRESS": 400_000, "COST_PER_SECOND": 100_000,
    "MESSAGES_PER_SECOND": 10_000, "CHANGES_PER_MINUTE": 10_000_000,
    "TABLE_CHANGES_PER_HOUR": 1_000_000,
}  # fmt: skip
READ_BUFFER = 4096


class View(msgspec.Struct):
    to_act: list[int] | None = None
    winners: list[int] | None = None


class Public(msgspec.Struct):
    view: View | None = None


class Own(msgspec.Struct):
    legal: list[str] | None = None


class Message(msgspec.Struct):
    type: str
    version: int = 0
    public: Public | None = None
    own: list[Own] = []
    seats: list[int] = []


read = msgspec.json.Decoder(Message).decode


class Seat(WSListener):
    """Hold one player's connection."""

    def __init__(self, table: "ToctocTable", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.legal: list[str] = []
        self.sent = 0
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.send({"type": "hello", "protocol": 1})

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = read(frame.get_payload_as_memoryview())
        if message.type == "update":
            self.table.receive(self, message)
        elif message.type == "welcome":
            if not message.seats:
                self.send({"type": "sit", "id": self.next_id(), "seat": self.number, "name": f"P{self.number}"})
            for own in message.own:
                self.legal = own.legal or self.legal
            self.welcomed.set_result(None)
        elif message.type == "refused":
            raise ServerFailed(bytes(frame.get_payload_as_memoryview()).decode())

    def next_id(self) -> str:
        self.sent += 1
        return str(self.sent)

    def send(self, message: object) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))


class ToctocTable:
    """Play a game after the other with four people."""

    def __init__(
        self, code: str, tokens: list[str], updated: Callable[[int], None], source: str | None = None
    ) -> None:
        self.code, self.tokens, self.updated = code, tokens, updated
        self.source = source  # the address that its players come from, if not just any
        self.seats = [Seat(self, number) for number in range(SEATS)]
        self.to_act = 0
        self.is_over = True
        self.has_played = False

    async def connect(self, server: str) -> None:
        """Connect all seats, one after the other; again after the server was away."""
        for seat, token in zip(self.seats, self.tokens, strict=True):
            seat.welcomed = asyncio.get_running_loop().create_future()
            await ws_connect(
                lambda seat=seat: seat,
                f"ws{server.removeprefix('http')}/api/tables/{self.code}/ws?token={token}",
                read_buffer_init_size=READ_BUFFER,
                local_addr=(self.source, 0) if self.source else None,
            )
            await seat.welcomed

    def receive(self, seat: Seat, message: Message) -> None:
        for own in message.own:
            seat.legal = own.legal if own.legal is not None else seat.legal
        view = message.public.view if message.public else None
        if view is None:
            return  # the lobby
        if seat.number == 0:
            self.to_act = view.to_act[0] if view.to_act else self.to_act
            self.is_over = view.winners is not None
        self.updated(seat.number)

    def play(self) -> None:
        """Send any legal move in that player's view; after a game, all are ready for the next one."""
        if self.is_over:
            for seat in self.seats if self.has_played else self.seats[:1]:
                seat.send({"type": "again" if self.has_played else "start", "id": seat.next_id()})
            self.has_played = True
        else:
            seat = self.seats[self.to_act]
            action = seat.legal[seat.sent % len(seat.legal)]
            seat.send({"type": "move", "id": seat.next_id(), "action": action})


class Toctoc(OneProcess):
    """Run `toctoc serve`."""

    title = "Toctoc"
    keeps_games = True

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()

    async def start(self) -> None:
        python = ".".join(map(str, sys.version_info[:3]))
        self.about = f"{self.title} on Python {python}, stored in SQLite, durable"
        self.server = await serve(Path(self.folder.name))

    async def open_table(self, updated: Callable[[int], None]) -> ToctocTable:
        table = await new_table(self.url, updated)
        self.tables.append(table)
        await table.connect(self.url)
        return table

    @property
    def url(self) -> str:
        return self.running.url

    async def come_back(self, table: ToctocTable) -> None:
        await table.connect(self.url)

    async def stop(self) -> None:
        await super().stop()
        self.folder.cleanup()


async def serve(folder: Path, *options: str) -> ServerProcess:
    """Start a server in a folder of its own, with limits that no load reaches."""
    limits = {f"TOCTOC_LIMIT_{name}": str(number) for name, number in LIMITS.items()}
    env = {**os.environ, **limits}
    return await ServerProcess.start(
        [sys.executable, "-m", "toctoc", "serve", "--port", "0", *options], env, folder
    )


async def new_table(server: str, updated: Callable[[int], None]) -> ToctocTable:
    """Make a table, with a token for each of its four players."""
    new = {"game": GAME, "program": True, "settings": {"players": SEATS}}
    made = await asyncio.to_thread(post, f"{server}/api/tables", new)
    path = f"{server}/api/tables/{made['code']}/token"
    tokens = [made["token"], *[(await asyncio.to_thread(post, path))["token"] for _ in range(SEATS - 1)]]
    return ToctocTable(made["code"], tokens, updated)


def post(url: str, body: object = None) -> dict[str, str]:
    data = msgspec.json.encode(body) if body is not None else b""
    request = Request(url, data, {"content-type": "application/json"}, method="POST")
    with urlopen(request) as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, str])
