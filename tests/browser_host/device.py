"""A device in memory: its database, its tabs, and a page whose lines a test drives."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from toctoc.browser.analysis import analyse
from toctoc.browser.host import Host
from toctoc.storage import StoreError
from toctoc.table.commands import PROTOCOL

Message = dict[str, Any]
IDS = count(1)  # of commands: a table does nothing twice, also after a reload


class DictDatabase:
    """The stored keys and locks of a device. Each tab has one, with the same `values` and `locks`."""

    def __init__(self, other: "DictDatabase | None" = None) -> None:
        self.values: dict[str, bytes] = other.values if other else {}
        self.locks: dict[str, DictDatabase] = other.locks if other else {}
        self.is_closed = False  # the tab was closed: nothing that it does counts any more
        self.fault: Exception | None = None  # raised by all commits
        self.commits = 0

    async def read(self, key: str) -> bytes | None:
        await asyncio.sleep(0)
        return self.values.get(key)

    async def scan(self, prefix: str) -> list[tuple[str, bytes]]:
        await asyncio.sleep(0)
        return sorted((key, value) for key, value in self.values.items() if key.startswith(prefix))

    async def commit(self, puts: list[tuple[str, bytes]], deletes: list[str], delete_prefixes: list[str]) -> None:
        await asyncio.sleep(0)
        if self.fault is not None or self.is_closed:
            raise self.fault or StoreError("store/broken", "the tab is closed")
        assert not {key for key, _ in puts} & set(deletes)
        assert not delete_prefixes
        assert all(type(value) is bytes for _, value in puts)
        for key in deletes:
            self.values.pop(key, None)
        self.values.update(puts)
        self.commits += 1

    async def lock(self, name: str) -> bool:
        await asyncio.sleep(0)
        if self.is_closed or name in self.locks:  # also where this tab has it, as the browser's own locks
            return False
        self.locks[name] = self
        return True

    async def unlock(self, name: str) -> None:
        for _ in range(3):  # later than a request for the same lock that comes after it
            await asyncio.sleep(0)
        if self.locks.get(name) is self:
            del self.locks[name]

    def end(self) -> None:
        """Close the tab: its locks are free."""
        self.is_closed = True
        for name in [name for name, owner in self.locks.items() if owner is self]:
            del self.locks[name]


class Tab:
    """A tab of a browser: a host, and lines to it."""

    def __init__(self, other: "Tab | None" = None, **how: Any) -> None:
        self.other = other  # its tasks end with the loop: none is collected while it waits
        self.database: DictDatabase = DictDatabase(other.database if other else None)
        self.lines: dict[int, TestLine] = {}
        self.host = Host(self.database, self, **{"pause": (0, 0), **how})
        self.numbers = count(1)

    def end(self) -> None:
        self.database.end()

    # --- called by the host ----------------------------------------------------------------------------------

    def opened(self, line: int) -> None:
        self.lines[line].note({"type": "opened"})

    def send(self, line: int, text: str) -> None:
        self.lines[line].note(json.loads(text))

    def close(self, line: int) -> None:
        self.lines[line].note({"type": "closed"})

    async def analyse(self, text: str, seat: int, all_open: bool, report: Callable[[float], None]) -> str:
        await asyncio.sleep(0)
        return analyse(text, seat, all_open, report)

    # --- for tests -------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        status, text = await self.host.request(method, path, "" if body is None else json.dumps(body))
        return status, json.loads(text) if text else None

    async def made(self, game: str, **how: Any) -> str:
        """The code of a new table."""
        status, answer = await self.ask("POST", "/api/tables", {"game": game, **how})
        assert status == 201, answer
        assert answer["socket"] == f"/api/tables/{answer['code']}/ws"
        return str(answer["code"])

    def line(self, code: str, query: str = "") -> "TestLine":
        number = next(self.numbers)
        line = self.lines[number] = TestLine(self, number)
        self.host.open(number, f"/api/tables/{code}/ws{query}")
        return line

    async def player(self, code: str, **how: Any) -> "Player":
        """A line that has said hello."""
        number = next(self.numbers)
        line = Player(self, number, **how)
        self.lines[number] = line
        self.host.open(number, f"/api/tables/{code}/ws")
        await line.get("opened")
        line.send(type="hello", protocol=PROTOCOL)
        await line.get("welcome")
        return line


class TestLine:
    """One line: everything that came over it, in order."""

    __test__ = False

    def __init__(self, tab: Tab, number: int) -> None:
        self.tab, self.number = tab, number
        self.heard: list[Message] = []
        self.read = 0  # messages that `get` has passed
        self.changed = asyncio.Event()

    def note(self, message: Message) -> None:
        self.heard.append(message)
        self.changed.set()

    def send(self, **message: Any) -> None:
        self.tab.host.receive(self.number, json.dumps(message))

    def hang_up(self) -> None:
        self.tab.host.hang_up(self.number)

    async def get(self, *kinds: str, where: Callable[[Message], bool] = lambda _: True) -> Message:
        """The next message of one of these types."""
        async with asyncio.timeout(60):
            while True:
                while self.read < len(self.heard):
                    self.read += 1
                    found = self.heard[self.read - 1]
                    if found["type"] in kinds and where(found):
                        return found
                self.changed.clear()
                await self.changed.wait()


class Player(TestLine):
    """A line that plays at random for all its seats."""

    def __init__(self, tab: Tab, number: int, seed: int = 1) -> None:
        super().__init__(tab, number)
        self.rng = Random(seed)
        self.lobby: Message = {}
        self.view: Message = {}
        self.seats: list[int] = []
        self.legal: dict[int, list[str]] = {}
        self.version = 0
        self.own_seats: set[int] = set()  # of which something private came

    def note(self, message: Message) -> None:
        if message["type"] == "welcome":
            self.legal.clear()
        if message["type"] in ("welcome", "update"):
            self.version = message["version"]
            public = message.get("public", {})
            self.lobby |= message.get("lobby", {}) | (public.get("lobby") or {})
            self.view |= message.get("view") or public.get("view") or {}
            self.seats = message["seats"] if message.get("seats") is not None else self.seats
            for own in message.get("own", []):
                self.own_seats.add(own["seat"])
                if "legal" in own:
                    self.legal[own["seat"]] = own["legal"]
            asyncio.get_running_loop().call_soon(self.show)
        super().note(message)

    def show(self) -> None:
        """Say that everything so far was shown."""
        self.send(type="shown", version=self.version)
        self.send(type="seen", version=self.version)

    def command(self, type: str, **fields: Any) -> str:
        id = f"c{next(IDS)}"
        self.send(type=type, id=id, **fields)
        return id

    async def do(self, type: str, **fields: Any) -> Message:
        """The answer to a command."""
        id = self.command(type, **fields)
        return await self.get("done", "refused", where=lambda message: message.get("id") == id)

    @property
    def is_over(self) -> bool:
        return self.lobby.get("stage") == "over"

    async def play(self, moves: int = 10**9) -> int:
        """Play until the game is over, or for so many moves; how many it made."""
        made = 0
        async with asyncio.timeout(60):
            while not self.is_over and made < moves:
                acting = set(self.seats) & set(self.view.get("to_act", ()))
                seat = next((seat for seat in sorted(acting) if self.legal.get(seat)), None)
                if seat is None:
                    self.changed.clear()
                    await self.changed.wait()
                    continue
                action = self.rng.choice(self.legal[seat])
                await self.do("move", action=action, seat=seat)
                made += 1
        return made
