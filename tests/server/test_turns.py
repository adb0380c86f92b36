"""A table is at two servers, one of which has lost it and does not know: its bots and clocks are due there, too,
and still each turn is taken once and told once.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.scale import spread
from tests.server.full_tables import retold
from tests.server.local_server import TABLE, Line
from tests.server.nodes import HELLO, OPENED, Node, nodes
from tests.storage.postgres import Cluster, cluster, execute
from tests.table.harness import SEAL
from toctoc.server.live import hub
from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable
from toctoc.table import commands
from toctoc.table.log import Moved, Settings, read

__all__ = ["cluster"]  # a fixture

BOT, CLOCK = (1, "player"), (0, "clock")  # whose turn is first, and who takes it
SETTINGS = {BOT: Settings(2, {"creator": 1}), CLOCK: Settings(2, clock="fast")}
LONG = 16.0  # seconds: longer than a bot pauses, and than the fast clock runs


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "seal", lambda: SEAL)


class Anna(Line):
    """Her connection to one of the servers; she does nothing but play against a bot."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__("anna")
        self.told: dict[int, Any] = {}  # what happened, by version
        live.connect(self)
        receive(live, self, HELLO)

    def send(self, message: bytes) -> None:
        super().send(message)
        update = json.loads(message)
        if update["type"] == "update" and (events := update["public"].get("events")):
            [own] = update.get("own") or [{}]
            assert update["version"] not in self.told, "it was told before"
            self.told[update["version"]] = own.get("events") or events


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)


async def begin(node: Node, settings: Settings) -> tuple[LiveTable, Anna]:
    live = await node.open(msgspec.structs.replace(OPENED, settings=settings))
    anna = Anna(live)
    receive(live, anna, commands.Sit("sits", 0, "Anna"))
    receive(live, anna, commands.Start("starts", "petit-fantome"))
    await until(lambda: anna.told)
    return live, anna


def is_planned(live: LiveTable, mover: tuple[int, str]) -> bool:
    """Whether the bot has decided on its move, or the clock runs, and only time has to pass."""
    game = live.table.game
    assert game is not None
    return bool(live.table.bots.due(game.moment) if mover == BOT else live.table.state.deadlines)


async def stored(node: Node) -> list[bytes]:
    rows = await execute(node.url, f"SELECT entry FROM entries WHERE table_id = '{TABLE}' ORDER BY number")
    return [bytes(entry) for (entry,) in rows]


def check(lines: list[bytes], *tellers: Anna) -> list[tuple[int, str]]:
    """What anybody was told is what is stored; who has moved."""
    happened = retold(lines)
    for anna in tellers:
        for version, events in anna.told.items():
            assert events == happened[version].get(0, happened[version][None])
    changes = [read(line).change for line in lines]
    return [(change.seat, change.by) for change in changes if isinstance(change, Moved)]


@pytest.mark.parametrize(
    ("mover", "is_first"), spread([(BOT, True), (CLOCK, True), (CLOCK, False), (BOT, False)], 2)
)
def test_a_server_that_was_replaced_takes_no_turn(
    cluster: Cluster, mover: tuple[int, str], is_first: bool
) -> None:
    """`is_first`: whether it wakes up before its heir has taken that turn."""

    async def play() -> None:
        async with nodes(cluster) as (one, two):
            old, new = one.hourglass(), two.hourglass()
            live, anna = await begin(one, SETTINGS[mover])
            await until(lambda: is_planned(live, mover))
            await one.falls_silent()
            before = {**anna.told}
            heir = await two.hub.find(TABLE)
            assert heir is not None
            again = Anna(heir)
            await until(lambda: is_planned(heir, mover))
            if is_first:
                old.turn(LONG)
                await until(lambda: not anna.is_open)
            new.turn(LONG)
            await until(lambda: again.told)
            if not is_first:
                old.turn(LONG)
                await until(lambda: not anna.is_open)
            assert check(await stored(two), anna, again) == [mover]
            assert anna.told == before, "what it could not store it has told nobody"
            assert anna.heard.endswith(b"bye store/stale")

    asyncio.run(play())


@pytest.mark.parametrize("mover", [BOT, CLOCK])
def test_a_turn_that_a_silent_server_still_took_is_not_taken_by_its_heir(
    cluster: Cluster, mover: tuple[int, str]
) -> None:
    async def play() -> None:
        async with nodes(cluster) as (one, two):
            old, new = one.hourglass(), two.hourglass()
            live, anna = await begin(one, SETTINGS[mover])
            await until(lambda: is_planned(live, mover))
            await one.falls_silent()
            began = len(anna.told)
            old.turn(LONG)  # nobody has claimed the table yet
            await until(lambda: len(anna.told) > began)
            heir = await two.hub.find(TABLE)
            assert heir is not None
            again = Anna(heir)
            if mover == CLOCK:  # the bot is next
                await until(lambda: is_planned(heir, BOT))
            new.turn(LONG)
            if mover == CLOCK:
                await until(lambda: again.told)
            moves = check(await stored(two), anna, again)
            assert moves == ([CLOCK, BOT] if mover == CLOCK else [BOT])

    asyncio.run(play())
