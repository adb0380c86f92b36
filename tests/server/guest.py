"""Somebody at a live table who comes back whenever the line breaks, and notices what a player must never notice.

A guest keeps its token, the version that it was shown last and what it has asked without an answer; it plays at
random what it may, as fast as it can.
"""

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

Message = dict[str, Any]
BUSY = 503
GLIMPSES = ("YouLookedAt", "YouExchanged")
AGAIN = "hello/first"  # refused for the moment only, as is everything with a code of the store


class Guest:
    def __init__(self, address: Callable[[], str], code: str, token: str, seat: int, rng: Random) -> None:
        self.address, self.code, self.token, self.seat, self.rng = address, code, token, seat, rng
        self.name = f"Guest {seat}"
        self.fill: str | None = None  # the bot for the free seats
        self.persons = 1
        self.is_creator = seat == 0
        self.is_fair = False  # whether it gives a part of the seed
        self.going = True  # whether another game is to follow
        self.is_quiet = False  # only looks on
        self.is_patient = False  # comes back if the server is busy
        self.tempo = 0.0  # seconds for which it thinks, on average
        self.dreaminess = 0.0  # how often it lets its clock run out
        self.hurried = asyncio.Event()  # while set it neither thinks nor dreams
        self.starts = 0
        self.checks = False  # the last game is over: whether all is as it was shown
        self.leaving = False
        self.ids = map("{}-{}".format, iter(lambda: self.seat, None), count(1))
        self.part: str | None = None
        # what it was shown
        self.version = 0
        self.heard: set[int] = set()  # versions whose events it was shown
        self.gists: dict[int, int] = {}  # of these events
        self.news = 0  # events that it was shown when they happened
        self.gaps: list[tuple[int, int]] = []  # what it had been shown when it came back, and what there was
        self.lobby: Message = {}
        self.view: Message = {}
        self.own: Message = {}
        self.legal: list[str] = []
        self.deadlines: Message = {}
        self.seated = False
        # what it asked
        self.asked: dict[str, Message] = {}
        self.done: dict[str, int] = {}
        self.refusals: Counter[str] = Counter()
        self.unstored: set[str] = set()  # what the store refused once
        self.resumed = 0
        self.compared = 0  # resumptions where nothing had changed, and so was shown
        self.line: ClientConnection | None = None
        self.is_here = False  # welcome, over a line that is not known to have broken
        self.said = 0  # the version in the last greeting

    async def stay(self) -> None:
        """Until the last game is over."""
        while not self.leaving:
            try:
                await self._visit()
            except InvalidStatus as refused:
                if not (self.is_patient and refused.response.status_code == BUSY):
                    raise AssertionError(f"{self} is not let in: {refused.response.body!r}") from refused
                await asyncio.sleep(self.rng.uniform(0, 0.5))
            except (OSError, EOFError, TimeoutError, WebSocketException):
                await asyncio.sleep(self.rng.uniform(0, 0.1))  # it is down, or the line broke: come back

    async def _visit(self) -> None:
        try:
            await self._be_there()
        finally:
            self.is_here = False

    async def _be_there(self) -> None:
        url = f"{self.address()}/api/tables/{self.code}/ws?token={self.token}"
        async with connect(
            url, compression=None, ping_interval=None, open_timeout=30, close_timeout=0.2, proxy=None
        ) as line:
            self.line, greeted = line, False
            await self.greet()
            async for text in line:
                message = json.loads(text)
                if message["type"] == "welcome":
                    greeted = self.is_here = True
                    self._welcomed(message)
                    for asked in list(self.asked.values()):
                        await self.send(asked)
                elif message["type"] == "update":
                    assert greeted, f"{self} is told something before it is welcome: {message}"
                    self._updated(message)
                else:
                    self._answered(message)
                await self._go_on(message)
                if self.leaving:
                    return

    async def greet(self) -> None:
        self.said = self.version
        await self.send({"type": "hello", "protocol": 1, "version": self.said})

    async def send(self, message: Message) -> None:
        """Send a message; over a line that has broken none is, and what had arrived before is heard first."""
        assert self.line is not None
        with suppress(WebSocketException):
            await self.line.send(json.dumps(message))

    async def ask(self, kind: str, **more: Any) -> str:
        """Ask for something; it is asked again, with the same id, until it is answered."""
        message = {"type": kind, "id": next(self.ids), **more}
        self.asked[message["id"]] = message
        await self.send(message)
        return str(message["id"])

    @property
    def is_content(self) -> bool:
        """The last game is over, and everything answered."""
        return not self.asked and self.lobby.get("stage") == "over" and self.lobby["number"] >= self.starts

    async def hang_up(self) -> None:
        self.leaving = True
        if self.line is not None:
            await self.line.close()

    def cut(self) -> None:
        """Break the line without a word; it comes back."""
        if self.line is not None:
            self.line.transport.abort()

    async def check_out(self) -> None:
        """Compare what was shown with what there is, and leave."""
        self.checks = True
        await self.greet()

    # --- messages ------------------------------------------------------------------------------------------------

    def _welcomed(self, message: Message) -> None:
        version = message["version"]
        assert version >= self.version, f"{self} was shown version {self.version}, and now there is only {version}"
        assert message["creator"] == self.is_creator, f"{self} made the table: {self.is_creator}"
        assert message["seats"] == [self.seat] or not self.seated, f"{self} lost the seat: {message['seats']}"
        for missed in message.get("missed", []):
            assert self.said < missed["version"] <= version, f"{self}, shown {self.said}, is told again: {missed}"
            # A glimpse that came while the greeting was on its way is repeated: nobody has said that it was seen.
            is_new = missed["version"] not in self.heard or any(e["type"] in GLIMPSES for e in missed["events"])
            assert is_new, f"{self}, shown {self.version}, is told again: {missed}"
            self._note(missed["version"], missed["events"])
        self.gaps.append((self.version, version))
        own: Message = next(iter(message.get("own", [])), {})
        if version == self.version:
            self._same("lobby", self.lobby, message["lobby"])
            self._same("deadlines", self.deadlines, message.get("deadlines", {}))
        if version == self.version or self.checks:
            self.compared += 1
            self._same("view", self.view, message.get("view") or {})
            self._same("own", self.own, own.get("view", {}))
            if own.get("legal"):
                self._same("legal", self.legal, own["legal"])
        self.resumed += self.version > 0
        self.version = version
        self.lobby, self.view = message["lobby"], message.get("view") or {}
        self.own, self.legal = own.get("view", {}), own.get("legal") or []
        self.deadlines = message.get("deadlines", {})
        self.seated = self.seated or message["seats"] == [self.seat]
        self.leaving = self.leaving or self.checks  # perhaps it has left while it came

    def _same(self, what: str, shown: object, now: object) -> None:
        assert shown == now, f"{self} at version {self.version} was shown another {what}: {shown} is now {now}"

    def _updated(self, message: Message) -> None:
        version, public = message["version"], message["public"]
        assert version > self.version, f"{self} is shown version {version} after {self.version}"
        assert message.get("seats") in (None, [], [self.seat]), f"{self} has other seats now: {message['seats']}"
        [own] = message.get("own") or [{"seat": self.seat}]
        assert own["seat"] == self.seat, f"{self} is shown what only seat {own['seat']} may see"
        events = own.get("events") or public.get("events")
        if events:
            self.news += 1
            self._hear(version, events)
        fold(self.view, public.get("view", {}))
        fold(self.own, own.get("view", {}))
        self.lobby = {**self.lobby, **public.get("lobby", {})}
        self.legal = own.get("legal") or self.legal
        self.deadlines = public.get("deadlines", self.deadlines)
        self.version = version

    def _hear(self, version: int, events: list[Any]) -> None:
        assert version > self.version, f"{self}, shown {self.version}, is told again of {version}: {events}"
        self._note(version, events)

    def _note(self, version: int, events: list[Any]) -> None:
        self.heard.add(version)
        if not all(event["type"] in GLIMPSES for event in events):  # they are repeated without the rest
            self.gists[version] = gist(events)

    def _answered(self, message: Message) -> None:
        id = message.get("id") or ""
        if message["type"] == "done":
            assert message["version"] == self.done.get(id, message["version"]), f"{self}: {id} was done twice"
            assert message["version"] <= self.version, f"{self} was not shown what {id} did: {message}"
            self.done[id] = message["version"]
            self.seated = self.seated or self.asked.get(id, {}).get("type") == "sit"
            self.asked.pop(id, None)
        elif message["type"] == "refused":
            self.refusals[message["code"]] += 1
            if message["code"].startswith("store/"):
                assert id, f"{self} does not know what was refused: {message}"
                self.unstored.add(id)
            elif message["code"] != AGAIN:
                refused = self.asked.pop(id, {})
                self.starts -= refused.get("type") == "start"

    # --- playing -------------------------------------------------------------------------------------------------

    async def _go_on(self, message: Message) -> None:
        if self.is_quiet:
            return
        if message["type"] in ("welcome", "update") and (message.get("own") or self.rng.random() < 0.3):
            await self.send({"type": "seen", "version": self.version})
        if message.get("code", "").startswith("store/") and message.get("id") in self.asked:
            await asyncio.sleep(0.2)
            await self.send(self.asked[message["id"]])
        if not self.asked and self.lobby:
            await self._think()
            if not self.asked and not self.is_quiet:  # it may have been told to stop while it thought
                await self.act()

    async def _think(self) -> None:
        seconds = self.rng.uniform(0, 2 * self.tempo)
        if not seconds:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):  # `wait_for` of Python 3.11 may swallow the end of the task
            async with asyncio.timeout(seconds):
                await self.hurried.wait()

    async def hurry(self) -> None:
        """Do at once whatever there is to do, until `hurried` is cleared."""
        self.hurried.set()
        if not self.asked and self.lobby and self.line is not None:
            await self.act()

    async def act(self) -> None:
        """The next thing that this guest wants, if there is any."""
        stage, number = self.lobby["stage"], self.lobby["number"]
        self.starts = max(self.starts, number)
        if not self.seated:
            await self.ask("sit", seat=self.seat, name=self.name)
        elif stage in ("lobby", "over"):
            await self._between_games(number)
        elif stage == "dealing" and self.part:
            part, self.part = self.part, None
            await self.ask("part", part=part)
        elif stage == "playing" and self.seat in self.view["to_act"] and self.legal and not self._dreams():
            await self.ask("move", action=self.rng.choice(self.legal))

    def _dreams(self) -> bool:
        has_clock = str(self.seat) in self.deadlines and not self.hurried.is_set()
        return has_clock and self.rng.random() < self.dreaminess

    async def _between_games(self, number: int) -> None:
        here = [seat for seat in self.lobby["seats"] if seat["kind"] == "person"]
        is_next = self.going or number == 0
        if is_next and self.is_fair and not self.lobby["seats"][self.seat].get("hash"):
            self.part = self.rng.randbytes(32).hex()
            await self.ask("ready", hash=hashlib.sha256(bytes.fromhex(self.part)).hexdigest())
        elif is_next and self.is_creator and self.starts == number and self._all_there(here):
            self.starts += 1
            await self.ask("start", **({"fill": self.fill} if self.fill else {}))
        elif any(seat.get("creator") and seat.get("again") for seat in here) and not self._is_ready():
            await self.ask("again")

    def _is_ready(self) -> bool:
        return bool(self.lobby["seats"][self.seat].get("again"))

    def _all_there(self, here: list[Message]) -> bool:
        return len(here) == self.persons and all(seat.get("hash") for seat in here if self.is_fair)

    def __str__(self) -> str:
        return f"{self.code} seat {self.seat}"


def gist(events: list[Any]) -> int:
    """Return a number that stands for these events, in this process."""
    return hash(json.dumps(events, sort_keys=True))


def fold(view: Message, changes: Message) -> None:
    """Take over what changed: whole fields, or parts of them, `name/2` being the third."""
    for name, value in changes.items():
        field, slash, part = name.rpartition("/")
        if slash:
            view[field] = [*view[field]]
            view[field][int(part)] = value
        else:
            view[name] = value
