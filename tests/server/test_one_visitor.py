"""One visitor stops no bot: hints, strong bots and weak ones have lanes, and nobody else waits for a compiler."""

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from tests.server.harness import FakeConnection, ServerHarness
from tests.server.local_server import AtOnce
from tests.server.test_worker_pools import Threads
from toctoc.bots import usual_opponent
from toctoc.core.game import Action, Chance, Event, Game, View
from toctoc.core.registry import GAMES
from toctoc.server import run
from toctoc.server.bot_pools.decisions import Decisions
from toctoc.server.bot_pools.fair_queue import QueueLimits, WorkerPool
from toctoc.server.bot_pools.hints import Hints
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.bot_pools.worker_pools import pools_by_name
from toctoc.server.config import ServerConfig
from toctoc.server.features.admin.token import Admin
from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable
from toctoc.server.metrics import Metrics
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.table import commands, log
from toctoc.table.log import Settings
from toctoc.table.messages import Hinted
from toctoc.table.scheduler import Scheduler

MALLORY, BEN = "192.0.2.66", "192.0.2.2"


@dataclass
class Choice:
    action: Action
    after_ms: int | None = None


class Bot:
    """Does the first thing that it may; notes whether it was let search."""

    searched: ClassVar[list[bool]] = []

    def __init__(self, name: str) -> None:
        self.searches = name == "comte"
        self.is_quick = not self.searches

    def observe(self, event: Event) -> None:
        pass

    def decide(self, view: View, legal: Sequence[Action], at_once: bool = False) -> Choice:
        if self.searches:
            Bot.searched.append(not at_once)
        return Choice(legal[0])


def make_bot(name: str, _g: Game, _p: int, _o: Mapping[str, Any], _s: int, _d: int) -> Bot:
    return Bot(name)


class Compiling(AtOnce):
    """What compiles, and takes as long as the test wants."""

    def __init__(self) -> None:
        self.games: list[tuple[Future[Any], str]] = []

    def submit(self, _fn: Any, /, *args: Any, **_kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.games.append((future, args[0]))
        return future

    def finish(self) -> None:
        for future, _ in self.games:
            future.set_result(None)


class Server(ServerHarness):
    """Many tables, where bots play each other before somebody who watches; threads think when the test wants."""

    def __init__(self, folder: Path, compiling: AtOnce | None = None) -> None:
        self.quick, self.search, self.hint = Threads(), Threads(), Threads()
        self.compiling = compiling or AtOnce()
        Bot.searched.clear()
        super().__init__(folder, "toctoctoc", Settings(3, hints=True))

    def _open(self) -> None:
        super()._open()
        warmup = Warmup(self, self.compiling, lambda _game: None)
        quick = WorkerPool(self, self.quick, 1, clock=lambda: self.now)
        search = WorkerPool(self, self.search, 1, QueueLimits(40, 5, 5.0), lambda: self.now)
        services = self.hub.services
        services.scheduler = Scheduler(make_bot, usual_opponent, Random(1))
        services.decisions = Decisions(quick, search, warmup)
        hints = WorkerPool(self, self.hint, 1, QueueLimits(5, 3), lambda: self.now)
        services.hints = Hints(hints, warmup, self.access.addresses.hint, lambda *_: lambda: ADVICE)

    @property
    def is_busy(self) -> bool:
        return any(live.outbox.stored < live.table.state.version for live in self.hub.tables.values())

    def open_table(self, number: int, address: str, fill: str, seated: bool = False) -> LiveTable:
        """A table where the game has begun."""
        guest, code = f"guest {number}", f"hibou-lampe-{number}"
        opened = log.Opened(code, "toctoctoc", GAMES["toctoctoc"].rules.VERSION, guest, Settings(3, hints=True))
        live = self.hub.open(f"{number:04x}", opened, lambda error: None)
        self.settle()
        connection = FakeConnection(self, guest)
        connection.address = address
        self.connections[guest] = [connection]
        live.connect(connection)
        said: list[commands.Command] = [commands.Hello(commands.PROTOCOL, 0)]
        said += [commands.Sit("sit", 0, "Guest")] if seated else []
        for command in [*said, commands.Start("start", fill)]:
            receive(live, connection, command)
            self.settle()
        return live

    def finish(self, threads: Threads) -> None:
        threads.finish()
        self.settle()

    def messages_to(self, guest: str) -> list[dict[str, Any]]:
        return [json.loads(message) for _, _, message in self.heard.get(guest, [])]


ADVICE = Hinted("", "offer taxi to 1", "offer-open", {})


def moves(live: LiveTable) -> int:
    assert live.table.game is not None
    return sum(not isinstance(step, Chance) for step in live.table.game.match.steps)


@pytest.fixture
def flooded(tmp_path: Path) -> Any:
    """Mallory's ten tables of the strongest bots, all of which want to search; one is at it, for ever."""
    server = Server(tmp_path)
    for number in range(10):
        server.open_table(number, MALLORY, "comte")
    while server.hub.services.decisions.search.waiting < 5:
        server.wait(0.1)  # until all is dealt
    assert len(server.search.begun) == 1
    yield server
    server.close()


def test_weak_bots_move_while_every_search_stands_still(flooded: Server) -> None:
    anna = flooded.open_table(100, BEN, "petit-fantome")
    flooded.wait(4)
    for turn in range(12):
        assert moves(anna) >= turn // 3  # Mallory's that could not search come between, two at most
        flooded.finish(flooded.quick)
        flooded.wait(2)
    assert len(flooded.search.begun) == 1  # still


def test_strong_bots_of_another_address_search_next_however_many_wait(flooded: Server) -> None:
    ben = flooded.open_table(100, BEN, "comte")
    while not flooded.hub.services.decisions.search.waiting_from(BEN):
        flooded.wait(0.1)
    for _ in range(3):  # the one that was begun, one more of Mallory's at most, and Ben's
        flooded.finish(flooded.search)
    flooded.wait(2)
    assert moves(ben) == 1


def test_a_strong_bot_that_waits_too_long_plays_by_its_policy(flooded: Server) -> None:
    ben = flooded.open_table(100, BEN, "comte")
    flooded.wait(10)
    Bot.searched.clear()
    while flooded.quick.begun:
        flooded.finish(flooded.quick)
    flooded.wait(2)
    assert moves(ben) == 1
    assert Bot.searched
    assert not any(Bot.searched)


def test_one_address_cannot_take_all_places_of_the_hints(tmp_path: Path) -> None:
    server = Server(tmp_path)
    tables = [server.open_table(number, MALLORY, "petit-fantome", seated=True) for number in range(8)]
    ben = server.open_table(100, BEN, "petit-fantome", seated=True)
    server.wait(4)
    for number, live in enumerate(tables):
        ask(server, live, f"guest {number}", f"hint {number}")
    refused = [
        said for number in range(8) for said in server.messages_to(f"guest {number}") if said["type"] == "refused"
    ]
    assert [(said["code"], said["id"]) for said in refused] == [("hint/busy", f"hint {n}") for n in range(4, 8)]
    ask(server, ben, "guest 100", "please")
    for _ in range(3):
        server.finish(server.hint)
    assert [said["id"] for said in server.messages_to("guest 100") if said["type"] == "hinted"] == ["please"]


def ask(server: Server, live: LiveTable, guest: str, id: str) -> None:
    receive(live, server.connections[guest][-1], commands.Hint(id))
    server.settle()


def test_an_address_has_a_budget_of_hints(tmp_path: Path) -> None:
    server = Server(tmp_path)
    live = server.open_table(1, MALLORY, "petit-fantome", seated=True)
    server.wait(4)
    burst = server.access.limits.hints_burst
    for number in range(burst + 1):
        ask(server, live, "guest 1", f"hint {number}")
        if server.hint.begun:
            server.finish(server.hint)
    last = server.messages_to("guest 1")[-1]
    assert (last["type"], last["code"], last["id"]) == ("refused", "hint/too-many", f"hint {burst}")


def test_a_hint_that_fails_or_comes_too_late_is_refused_by_its_id(tmp_path: Path) -> None:
    server = Server(tmp_path)
    live = server.open_table(1, MALLORY, "petit-fantome", seated=True)
    other = server.open_table(2, BEN, "petit-fantome", seated=True)
    server.wait(4)
    ask(server, live, "guest 1", "fails")
    ask(server, other, "guest 2", "late")
    assert other.table.game is not None
    [move, *_] = other.table.game.match.legal(0)
    receive(other, server.connections["guest 2"][-1], commands.Move("move", str(move)))
    server.settle()
    future, _ = server.hint.begun.pop(0)
    future.set_exception(RuntimeError())
    server.settle()
    refusals = {said["id"]: said["code"] for guest in ("guest 1", "guest 2") for said in server.messages_to(guest)
                if said["type"] == "refused"}  # fmt: skip
    assert refusals == {"fails": "server/error", "late": "hint/not-now"}
    assert not server.hint.begun
    ask(server, live, "guest 1", "again")
    assert len(server.hint.begun) == 1


def test_a_hint_by_a_net_waits_for_no_compiler(tmp_path: Path) -> None:
    compiling = Compiling()
    server = Server(tmp_path, compiling)
    hinted = server.open_table(3, BEN, "petit-fantome", seated=True)
    server.wait(8)
    ask(server, hinted, "guest 3", "hint")
    assert len(server.hint.begun) == 1
    assert not compiling.games


def test_only_the_table_of_a_game_that_is_being_compiled_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.server.bot_pools.hints.hint_searches", lambda _: True)
    compiling = Compiling()
    server = Server(tmp_path, compiling)
    strong = server.open_table(1, BEN, "comte")
    weak = server.open_table(2, BEN, "petit-fantome")
    hinted = server.open_table(3, BEN, "petit-fantome", seated=True)
    server.wait(8)
    ask(server, hinted, "guest 3", "hint")
    assert [game for _, game in compiling.games] == ["toctoctoc"]  # once
    server.finish(server.quick)
    server.wait(2)
    assert moves(weak) == 1
    assert not server.search.begun
    assert not server.hint.begun
    [warming] = [said for said in server.messages_to("guest 1") if said["type"] == "warming"]
    assert len(warming["seats"]) == 1
    receive(strong, server.connections["guest 1"][-1], commands.Hello(commands.PROTOCOL, 0))
    server.settle()
    assert server.messages_to("guest 1")[-1]["warming"] == warming["seats"]  # who comes meanwhile is told, too
    assert not any(said["type"] == "warming" for said in server.messages_to("guest 2"))
    compiling.finish()
    server.settle()
    assert [said["seats"] for said in server.messages_to("guest 1") if said["type"] == "warming"] == [
        warming["seats"],
        [],
    ]
    server.finish(server.search)
    server.finish(server.hint)
    server.wait(2)
    assert moves(strong) == 1
    assert server.messages_to("guest 3")[-1]["type"] == "hinted"


def test_the_nets_of_bots_use_one_core_unless_the_host_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {"OMP_NUM_THREADS": "4"}
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.setattr(run, "listen", unable)
    config = ServerConfig(store=str(tmp_path / "toctoc.db"))
    setup = run.ServerSetup(config=config, keys=Keys("s" * 32), limits=Limits(), bots={})
    with pytest.raises(run.CannotListen):
        run.serve(setup)
    assert (environ["OMP_NUM_THREADS"], environ["OPENBLAS_NUM_THREADS"]) == ("4", "1")


def unable(host: str, port: int) -> None:
    raise run.CannotListen(OSError(), host, port)


def test_a_short_compilation_is_not_announced(tmp_path: Path) -> None:
    compiling = Compiling()
    server = Server(tmp_path, compiling)
    server.open_table(1, BEN, "comte")
    while not compiling.games:
        server.wait(0.1)
    compiling.finish()
    server.settle()
    server.wait(10)
    assert not any(said["type"] == "warming" for said in server.messages_to("guest 1"))


def figures_of(server: Server) -> bytes:
    services = server.hub.services
    pools = pools_by_name(services.decisions, services.hints, server.replays, server.background)
    return Metrics(server.hub, server.access, pools, services.decisions.warmup, Admin()).exposition()


def test_the_queues_are_among_the_figures(flooded: Server) -> None:
    figures = figures_of(flooded).decode()
    assert 'toctoc_pool_jobs_waiting{pool="search"} 5.0' in figures
    assert 'toctoc_pool_jobs_rejected_total{pool="search"} 4.0' in figures
    assert 'toctoc_pool_jobs_total{pool="quick"}' in figures
    assert "toctoc_warming 0.0" in figures
    pools = {line.split('"')[1] for line in figures.splitlines() if line.startswith("toctoc_pool_jobs_total{")}
    assert pools == {"quick", "search", "hint", "replay", "background"}


def test_the_figures_are_sampled_too_seldom_to_tell_how_long_a_bot_thinks(flooded: Server) -> None:
    before = figures_of(flooded)
    flooded.finish(flooded.search)
    assert figures_of(flooded) == before
    flooded.wait(10)
    assert figures_of(flooded) != before


def test_a_bot_moves_after_its_pause_however_long_it_has_thought(tmp_path: Path) -> None:
    def seconds(thought: float) -> float:
        folder = tmp_path / str(thought)
        folder.mkdir()
        server = Server(folder)
        live = server.open_table(1, BEN, "comte")
        while not server.search.begun:
            server.wait(0.1)
        asked = server.now
        server.wait(thought)
        server.finish(server.search)
        while not moves(live):
            server.wait(0.01)
        server.close()
        return round(server.now - asked, 1)

    assert seconds(0.0) == seconds(0.4) == seconds(0.8)
