"""A table that the hub drops is freed at once: no cycle of references keeps it until the collector comes."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.scale import spread
from tests.server.harness import FakeConnection, ServerHarness
from tests.server.local_server import CODE
from tests.server.socket_harness import SocketHarness
from tests.server.test_one_visitor import BEN, ask
from tests.server.test_one_visitor import Server as Visited
from toctoc.bots import LevelBot
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.core.errors import Refused
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools.fair_queue import PoolJob
from toctoc.server.bot_pools.lazy_bot import LazyBot
from toctoc.server.live.alarm import Alarm
from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import Outbox, OwnedElsewhere
from toctoc.server.transport.websocket import WebSocket
from toctoc.storage import Done, StoreError, Write
from toctoc.table import commands, log
from toctoc.table.bots import DecisionRequest
from toctoc.table.game import LiveGame
from toctoc.table.log import Settings
from toctoc.table.snap import Throw
from toctoc.table.table import Table

KINDS = (
    LiveTable, Table, Outbox, Alarm, Match, LiveGame, LevelBot, LazyBot, SeatInputs, FakeConnection, WebSocket,
    PoolJob, DecisionRequest,
)  # fmt: skip
Left = Callable[[], Counter[str]]
OVER = 500  # moves: to the end of the game


@pytest.fixture
def left() -> Iterator[Left]:
    """How many objects of each kind are there that were not before, with the collector switched off."""
    gc.collect()
    gc.disable()
    before = {id(each): each for each in found()}  # kept, so that no other object gets the id of one of them
    yield lambda: Counter(type(each).__name__ for each in found() if id(each) not in before)
    gc.enable()


def found() -> list[Any]:
    return [each for each in gc.get_objects() if issubclass(type(each), KINDS)]


class Churn(ServerHarness):
    """A hub at whose tables guests come, play and leave."""

    def __init__(self, folder: Path, game: str = "toctoctoc", bot: str = "voyante", **opened: Any) -> None:
        self.game, self.bot, self.rng = game, bot, Random(1)
        super().__init__(folder, game, Settings(2, hints=True))
        self.hub.services.wall = lambda: self.now
        self.hub.drop(self.live)
        self.live = self.lay("a table", **opened)

    @property
    def is_busy(self) -> bool:
        return any(live.outbox.stored < live.table.state.version for live in self.hub.tables.values())

    def lay(self, id: str, **opened: Any) -> LiveTable:
        options = {"memory_aid": True} if GAMES[self.game].is_memory else {}
        settings = opened.pop("settings", Settings(3, options, hints=True, free_text=True))
        about = log.Opened(f"code of {id}", self.game, GAMES[self.game].rules.VERSION, "anna", settings, **opened)
        live = self.hub.open(id, about, lambda _error: None)
        self.settle()
        return live

    def play(self, moves: int, hints: int = 0) -> None:
        """Let Anna, who has come, play so many moves, with a word each, and hints; her bots play theirs."""
        for made in range(moves):
            match = self.live.table.game.match  # type: ignore[union-attr]
            while self.live.table.is_live and 0 not in match.actors:
                self.wait(1)
            if not self.live.table.is_live:
                return
            if made < hints:
                self.tell("anna", commands.Hint(f"hint-{made}"))
            if made < 2:
                self.tell("anna", commands.Say(f"say-{made}", text="Boo!"))
            action = str(self.rng.choice(match.legal(0)))
            self.tell("anna", commands.Move(f"{len(match.steps)} {made}", action, 0))
            self.wait(1)  # a throw is judged

    def begin(self, id: str = "start") -> None:
        self.tell("anna", commands.Sit(f"sit for {id}", 0, "Anna"))
        self.tell("anna", commands.Start(id, self.bot))
        self.wait(5)

    def leave(self) -> None:
        """All go, and a minute later the table sleeps."""
        for guest in list(self.connections):
            self.go(guest)
        self.wait(100)
        self.ask(self.hub.forget_idle(60))
        self.forget()

    def forget(self) -> None:
        """Let nothing of the harness itself refer to a table; what is left is what the server keeps."""
        assert not self.hub.tables
        del self.live
        self.connections.clear()


@pytest.mark.parametrize(("bot", "game"), spread(product(["voyante", "comte"], GAMES), 2))
def test_a_table_that_everybody_left_in_the_middle_of_a_game(
    tmp_path: Path, left: Left, game: str, bot: str
) -> None:
    churn = Churn(tmp_path, game, bot)
    churn.come("anna")
    churn.begin()
    churn.play(3, hints=2)
    churn.come("ben")
    churn.go("anna")
    churn.wait(30)  # a stand-in plays
    churn.come("anna")
    churn.play(2)
    churn.leave()
    assert left() == {}


@pytest.mark.parametrize("game", spread(GAMES, 1))
def test_a_table_after_a_game_and_a_rematch(tmp_path: Path, left: Left, game: str) -> None:
    churn = Churn(tmp_path, game)
    churn.come("anna")
    churn.begin()
    churn.play(OVER)
    assert churn.live.table.state.stage == "over"
    churn.begin("rematch")
    churn.play(2)
    churn.leave()
    assert left() == {}


DAILY = log.DailyDeal("2026-11-17", "an id", 10**9, 10**9)
KINDS_OF_TABLES: dict[str, dict[str, Any]] = {
    "of a lesson": {"lesson": True},
    "of a group": {"group": "a group"},
    "of the daily deal": {"daily": DAILY},
    "that waits for anybody": {"waits": 20_000},
    "with clocks": {"settings": Settings(3, clock="relaxed", hints=True, free_text=True)},
    "with clocks of a day": {"settings": Settings(3, clock="day", hints=True, free_text=True)},
}


@pytest.mark.parametrize("kind", spread(KINDS_OF_TABLES, 3))
def test_a_table(tmp_path: Path, left: Left, kind: str) -> None:
    churn = Churn(tmp_path, **KINDS_OF_TABLES[kind])
    churn.come("anna")
    churn.begin()
    churn.play(3)
    churn.leave()
    assert left() == {}


def test_a_table_that_was_woken_from_the_store(tmp_path: Path, left: Left) -> None:
    churn = Churn(tmp_path)
    churn.come("anna")
    churn.begin()
    churn.play(2)
    churn.leave()
    woken = churn.ask(churn.hub.find("a table"))
    assert woken is not None
    churn.live = woken
    del woken
    churn.come("anna")
    churn.play(2)
    churn.leave()
    assert left() == {}


def test_a_table_that_could_not_be_opened(tmp_path: Path, left: Left) -> None:
    churn = Churn(tmp_path)
    churn.leave()
    fail_to_write(churn)
    failed = churn.lay("another")
    assert not churn.hub.tables
    del failed
    with pytest.raises(Refused):
        churn.hub.open("third", opened(), lambda _error: None, [commands.Start("start", "nobody")])
    assert left() == {}


def opened() -> log.Opened:
    return log.Opened("a code", "toctoctoc", GAMES["toctoctoc"].rules.VERSION, "anna", Settings(3))


def fail_to_write(churn: Churn) -> None:
    """Let the next write fail, as on a full disk."""
    store, write = churn.store, churn.store.write

    def fail(_: Write, done: Done) -> None:
        churn.queue.put(lambda: done(StoreError("store/full", "no space is left")))
        store.write = write  # type: ignore[method-assign]

    store.write = fail  # type: ignore[method-assign, assignment]


def in_a_game(tmp_path: Path) -> Churn:
    churn = Churn(tmp_path)
    churn.come("anna")
    churn.begin()
    churn.play(2)
    return churn


def hang_up(churn: Churn, live: LiveTable) -> None:
    """Let the connections break that the table has closed."""
    for connection in churn.connections.pop("anna"):
        live.disconnect(connection)
    churn.settle()
    churn.forget()


def test_a_table_as_it_was_before_a_write_failed(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    fail_to_write(churn)
    churn.tell("anna", commands.Say("say", text="Boo!"))
    churn.wait(10)
    counted = left()
    assert (counted["LiveTable"], counted["Table"], counted["LiveGame"]) == (1, 1, 1)
    churn.leave()
    assert left() == {}


def test_a_table_that_can_neither_be_stored_nor_read(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    fail_to_write(churn)

    async def fail(_: str) -> None:
        raise StoreError("store/broken", "the disk is gone")

    load, churn.store.load = churn.store.load, fail  # type: ignore[method-assign, assignment]
    churn.tell("anna", commands.Say("say", text="Boo!"))
    hang_up(churn, churn.live)
    churn.store.load = load  # type: ignore[method-assign]
    assert left() == {}


def test_a_table_that_another_node_has_taken(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    churn.live.lose(OwnedElsewhere("a table"))
    receive(churn.live, churn.connections["anna"][0], commands.Hello(commands.PROTOCOL, 0))
    receive(churn.live, churn.connections["anna"][0], commands.Say("say", text="Boo!"))  # came too late
    hang_up(churn, churn.live)
    assert left() == {}


def test_a_table_that_is_removed_while_people_play(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    removed: list[StoreError | None] = []
    churn.hub.remove(churn.live, removed.append)
    while not removed:
        churn.queue.get(timeout=60)()
    hang_up(churn, churn.live)
    assert left() == {}


def test_a_table_that_is_closed(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    churn.tell("anna", commands.Close("close"))
    churn.leave()
    assert left() == {}


def test_a_table_whose_players_left_before_a_throw_was_judged(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    table = churn.live.table
    assert table.game is not None
    [action, *_] = table.game.match.legal(table.game.match.actors[0])
    table.race.add(Throw(0, action, 0, 0, churn.connections["anna"][0], ("anna", "throw")))
    del table, action, _
    churn.leave()
    assert left() == {}


def test_the_connections_of_a_guest_who_was_kicked(tmp_path: Path, left: Left) -> None:
    churn = Churn(tmp_path)
    churn.come("anna")
    churn.come("ben")
    churn.tell("ben", commands.Sit("sit", 1, "Ben"))
    churn.tell("anna", commands.Clear("kick", 1))
    assert any(b"table/kicked" in message for _, _, message in churn.heard["ben"])
    churn.go("ben")  # the line breaks that the table has closed
    assert left()["FakeConnection"] == 1, "Anna's"
    churn.leave()
    assert left() == {}


def test_a_table_that_was_dropped_while_a_hint_was_computed(tmp_path: Path, left: Left) -> None:
    server = Visited(tmp_path)
    server.hub.drop(server.live)
    live = server.open_table(1, BEN, "petit-fantome", seated=True)
    server.wait(4)
    ask(server, live, "guest 1", "hint")
    assert len(server.hint.begun) == 1
    live.disconnect(server.connections.pop("guest 1")[0])
    server.hub.drop(live)
    del live, server.live
    server.note = lambda *_: None  # type: ignore[method-assign]
    server.finish(server.hint)
    assert left() == {}
    assert server.hub.services.hints._guests == set()


def test_a_table_that_was_asked_for_over_http(tmp_path: Path, left: Left) -> None:
    churn = in_a_game(tmp_path)
    for path in ("", "/record", "/replay", "/deal", "/turn", "/analysis", "/invitation"):
        churn.get(f"/api/tables/{churn.live.head.code}{path}")
    churn.get(f"/t/{churn.live.head.code}")
    churn.leave()
    assert left() == {}


def test_a_table_to_which_websockets_came_and_went(tmp_path: Path, left: Left) -> None:
    harness = SocketHarness(tmp_path, "toctoctoc", Settings(3))
    for guest in ("anna", "ben", "anna"):
        harness.come(guest)
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    harness.tell("anna", commands.Start("start", "voyante"))
    harness.wait(10)
    for path in (f"/api/tables/{CODE}", f"/api/tables/{CODE}/record", f"/api/tables/{CODE}/ws", f"/t/{CODE}"):
        harness.get(path)
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{harness.port}/api/tables/{CODE}/ws?token=wrong", proxy=None).close()
    harness.go("anna")
    harness.go("ben")
    harness._in_loop(lambda: harness.hub.drop(harness.live))
    del harness.live
    harness.sockets.clear()
    while left() and harness._in_loop(lambda: harness.access.connections.open):
        pass  # the last bytes of a connection
    assert left() == {}
    harness.live = None  # type: ignore[assignment]
