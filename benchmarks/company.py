"""Measure tables at which one person plays with bots, paced as people see them: `python -m benchmarks.company`."""

import asyncio
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.request import urlopen

import click
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.live.process import ServerProcess, machine_seconds
from benchmarks.live.toctoc import GAME, READ_BUFFER, Message, post, read, serve
from toctoc.bots.registry import short_name

from .strength import table

TURNED_AWAY = re.compile(r'^toctoc_pool_jobs_rejected_total\{pool="search"\} ([\d.e+]+)', re.MULTILINE)
WARMING = 60.0  # seconds in which the search may be compiled, and all games begin


class Person(WSListener):
    """Sit at a table with bots, and decide at once."""

    def __init__(self, players: int, bot: str) -> None:
        self.players, self.bot = players, bot
        self.moves = self.sent = 0
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.send({"type": "hello", "protocol": 1})

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = read(frame.get_payload_as_memoryview())
        if message.type == "welcome":
            self.ask("sit", seat=0, name="Anna")
            self.ask("start", fill=self.bot)
        elif message.type == "update":
            self.receive(message)

    def receive(self, message: Message) -> None:
        """Count a move, and answer it; after a game play another."""
        view = message.public.view if message.public else None
        if view is not None:
            self.moves += 1
            if view.winners is not None:
                self.ask("start")
                return
        for own in message.own:
            if own.legal:
                self.ask("move", action=own.legal[self.sent % len(own.legal)])

    def ask(self, kind: str, **what: object) -> None:
        self.sent += 1
        self.send({"type": kind, "id": str(self.sent), **what})

    def send(self, message: object) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))


@click.command(name="company")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    default=("comte",),
    show_default=True,
    help="A bot at three seats of each table; repeatable.",
)
@click.option("--tables", default=200, show_default=True, help="Tables, each with one person and three bots.")
@click.option("--seconds", default=60.0, show_default=True, help="Seconds of the measurement.")
def main(bots: tuple[str, ...], tables: int, seconds: float) -> None:
    """Let people play with bots at many tables of one server, and print its CPU time and delays."""
    rows = [asyncio.run(measured(bot, tables, seconds)) for bot in bots]
    header = [
        "bots",
        "tables",
        "moves a second",
        "CPU ms a move",
        "cores",
        "without search",
        "other processes, cores",
    ]
    click.echo(table(header, rows))


async def measured(bot: str, tables: int, seconds: float) -> list[str]:
    """Play at all tables; return the figures of some seconds in the middle."""
    own = ["--bot", str(Path(bot).resolve())] if bot.endswith(".toml") else []
    with TemporaryDirectory() as folder:
        server = await serve(Path(folder), *own)
        try:
            people = [await sat_down(server, short_name(bot)) for _ in range(tables)]
            await asyncio.sleep(WARMING)
            began, cpu, all_cpu = monotonic(), server.cpu_seconds(), machine_seconds()
            before, turned = sum(person.moves for person in people), await turned_away(server)
            await asyncio.sleep(seconds)
            took, used = monotonic() - began, server.cpu_seconds() - cpu
            others = machine_seconds() - all_cpu - used
            moves = sum(person.moves for person in people) - before
            missed = await turned_away(server) - turned
        finally:
            await server.stop()
    figures = (f"{moves / took:.1f}", f"{1000 * used / max(moves, 1):.2f}", f"{used / took:.2f}")
    return [short_name(bot), str(tables), *figures, f"{missed:.0f}", f"{others / took:.2f}"]


async def sat_down(server: ServerProcess, bot: str, players: int = 4) -> Person:
    """Open a table, and begin there."""
    new = {"game": GAME, "program": True, "settings": {"players": players}}
    made = await asyncio.to_thread(post, f"{server.url}/api/tables", new)
    person = Person(players, bot)
    address = f"ws{server.url.removeprefix('http')}/api/tables/{made['code']}/ws?token={made['token']}"
    await ws_connect(lambda: person, address, read_buffer_init_size=READ_BUFFER)
    return person


async def turned_away(server: ServerProcess) -> float:
    """Return how many bots could not search so far, since too many wanted to."""

    def fetch() -> str:
        with urlopen(f"{server.url}/metrics") as answer:
            found: bytes = answer.read()
        return found.decode()

    found = TURNED_AWAY.search(await asyncio.to_thread(fetch))
    return float(found[1]) if found else 0.0


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.company"))
