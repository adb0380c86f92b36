"""Attacks on a server from one address, each as fast as it goes."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from typing import Any

from .line import Line

SLOW_LINES = 700  # connections with headers that never end
TABLES = 12  # at which hints are asked for
STEADY_TABLES, STEADY_MOVES = (
    18,
    60,
)  # for hints within the limits, and the moves played there
STEADY_PAUSE = 0.05  # seconds between two hints of a table
BATCH = 50  # messages that are sent without waiting


class Attacker:
    """An attacker at one address; counts the answers."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.answers: Counter[str] = Counter()
        self.prepared: Any = None

    async def dial(self) -> Line:
        return await Line.dial(self.port, self.source)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        with closing(await self.dial()) as line:
            return await line.ask(method, path, body)

    async def table(self, game: str = "escalier", **settings: Any) -> dict[str, str]:
        wanted = {"game": game, "program": True, "settings": {"players": 2, **settings}}
        status, body = await self.ask("POST", "/api/tables", wanted)
        assert status == 201, body
        made: dict[str, str] = json.loads(body)
        return made


Act = Callable[[Attacker], Awaitable[None]]  # once, or until the line breaks; it is done again and again


async def pages(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        while True:
            status, _ = await line.ask("GET", "/")
            who.answers[str(status)] += 1


async def handshakes(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        who.answers[str(await line.upgrade(who.prepared["socket"]))] += 1


async def junk(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        who.answers[str(await line.upgrade(who.prepared["socket"]))] += 1
        for _ in range(BATCH):
            line.say(b"{junk")
        who.answers["messages"] += BATCH
        await line.writer.drain()
        await line.reader.read(65_536)


async def hellos(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        who.answers[str(await line.upgrade(who.prepared["socket"]))] += 1
        while True:
            for _ in range(BATCH):
                line.say({"type": "hello", "protocol": 1})
            who.answers["messages"] += BATCH
            await line.writer.drain()
            if not await line.reader.read(65_536):
                return


async def replays(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        while True:
            status, _ = await line.ask("GET", f"/api/tables/{who.prepared['code']}/replay?game=1")
            who.answers[str(status)] += 1


async def headers(who: Attacker) -> None:
    with closing(await who.dial()) as line:
        line.writer.write(b"GET / HTTP/1.1\r\n")
        who.answers["connections"] += 1
        for number in range(100):
            await asyncio.sleep(0.5)
            line.writer.write(f"X-{number}: slow\r\n".encode())
            await line.writer.drain()


async def hints(who: Attacker) -> None:
    made = who.prepared.pop() if who.prepared else await who.table("toctoctoc", players=3, hints=True)
    with closing(await who.dial()) as line:
        if await line.upgrade(f"{made['socket']}?token={made['token']}") != 101:
            who.answers["not in"] += 1
            return
        line.say({"type": "hello", "protocol": 1})
        line.say({"type": "sit", "id": "sit", "seat": 0, "name": "Mallory"})
        line.say({"type": "start", "id": "start", "fill": "petit-fantome"})
        for number in count():
            line.say({"type": "hint", "id": f"h{number}"})
            heard = await line.hear()
            who.answers[heard.get("code", heard["type"]) if heard else "ping"] += 1
        who.prepared.append(made)


async def steady_hints(who: Attacker) -> None:
    line, seat = who.prepared.pop()

    async def listen() -> None:
        while True:
            heard = await line.hear()
            who.answers[heard.get("code", heard["type"]) if heard else "ping"] += 1

    listening = asyncio.create_task(listen())
    try:
        for number in count():
            line.say({"type": "hint", "id": f"h{number}", "seat": seat})
            await asyncio.sleep(STEADY_PAUSE)
    finally:
        listening.cancel()
        line.close()


async def tables(who: Attacker) -> None:
    host = {"name": "Mallory", "start": True, "fill": "comte"}
    with closing(await who.dial()) as line:
        while True:
            status, _ = await line.ask("POST", "/api/tables", {"game": "toctoctoc", "host": host})
            who.answers[str(status)] += 1


async def a_table(who: Attacker) -> None:
    who.prepared = await who.table()


async def some_tables(who: Attacker) -> None:
    who.prepared = [await who.table("toctoctoc", players=3, hints=True) for _ in range(TABLES)]


async def a_finished_game(who: Attacker) -> None:
    """Play alone in both seats, always the first legal move."""
    made = who.prepared = await who.table()
    line = await who.dial()
    await play_alone(line, made, 2)
    line.close()


async def games_in_progress(who: Attacker) -> None:
    """Play alone in all seats for a while, at many tables; keep each connection, with the seat that is to act."""

    async def one() -> tuple[Line, int]:
        made, line = await who.table("toctoctoc", players=3, hints=True), await who.dial()
        return line, await play_alone(line, made, 3, STEADY_MOVES)

    who.prepared = await asyncio.gather(*(one() for _ in range(STEADY_TABLES)))


async def play_alone(line: Line, made: dict[str, str], seats: int, moves: int | None = None) -> int:
    """Play the first legal move in every seat, to the end or until `moves` are made; return the seat to act."""
    assert await line.upgrade(f"{made['socket']}?token={made['token']}") == 101
    line.say({"type": "hello", "protocol": 1})
    for seat in range(seats):
        line.say({"type": "sit", "id": f"sit{seat}", "seat": seat, "name": f"P{seat}", "also": bool(seat)})
    line.say({"type": "start", "id": "start"})
    ids = count()
    while True:
        heard = await line.hear() or {}
        if heard.get("public", {}).get("view", {}).get("winners") is not None:
            return 0
        for own in heard.get("own", []):
            if own.get("legal"):
                number, seat = next(ids), own.get("seat", 0)
                if number == moves:
                    return int(seat)
                await asyncio.sleep(0.06)  # within the budget of a guest
                line.say({"type": "move", "id": f"m{number}", "seat": seat, "action": own["legal"][0]})


async def nothing(_: Attacker) -> None:
    await asyncio.sleep(1)


# By name: the preparation, the attack, and how many at the same time.
ATTACKS: dict[str, tuple[Act, Act, int]] = {
    "nothing": (nothing, nothing, 1),
    "page flood": (nothing, pages, 64),
    "handshake flood": (a_table, handshakes, 64),
    "junk and reconnect": (a_table, junk, 32),
    "repeated hello": (a_table, hellos, 40),
    "replay flood": (a_finished_game, replays, 32),
    "slow headers": (nothing, headers, SLOW_LINES),
    "hint flood": (some_tables, hints, TABLES),
    "hints within the limits": (games_in_progress, steady_hints, STEADY_TABLES),
    "table flood": (nothing, tables, 16),
}


async def attack(name: str, who: Attacker, seconds: float) -> None:
    """Attack for so many seconds, whether or not the server answers."""
    _, act, at_once = ATTACKS[name]

    async def again() -> None:
        while True:
            try:
                await act(who)
            except (OSError, asyncio.IncompleteReadError, AssertionError, ValueError):
                who.answers["hung up on"] += 1
                await asyncio.sleep(0.001)

    tasks = [asyncio.create_task(again()) for _ in range(at_once)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
