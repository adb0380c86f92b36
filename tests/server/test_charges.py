"""A request is charged before its work begins; a delayed one again when it is answered."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.harness import ServerHarness, answered
from tests.server.local_server import CODE, TABLE
from toctoc.server import app
from toctoc.server.cluster.forwarding import Forwarding
from toctoc.server.errors import HTTPError
from toctoc.server.http.brief_cache import BriefCache
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.pages import links
from toctoc.server.security.limits import TOO_MANY_REQUESTS, Addresses
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables import records
from toctoc.table import replay
from toctoc.table.log import Settings

MALLORY, BEN = "192.0.2.66", "192.0.2.2"


class Ledger(ServerHarness):
    """A server that notes, in order, its charges, the tables that it reads and the pictures that it draws."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.noted: list[Any] = []
        self.broke: set[str] = set()  # addresses whose budget is spent
        super().__init__(folder, "escalier", Settings(2, listed=True))
        picture, load = links.qr_code, self.store.load

        async def charge(_: Addresses, address: str, cost: float) -> None:
            self.noted.append(cost)
            if address in self.broke and cost != Cost.REQUEST:
                raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "request/too-many", TOO_MANY_REQUESTS)

        async def read(table: str) -> Any:
            self.noted.append("read")
            return await load(table)

        def draw(link: str) -> bytes:
            self.noted.append("draw")
            return picture(link)

        monkeypatch.setattr(Addresses, "charge", charge)
        monkeypatch.setattr(links, "qr_code", draw)
        self.store.load = read  # type: ignore[method-assign]

    def charged(self, path: str) -> list[Any]:
        self.noted.clear()
        self.get(path)
        return self.noted

    def found(self, *addresses: str) -> list[Any]:
        """What comes of asking for the table from these addresses at the same time."""

        async def ask() -> list[Any]:
            asked = (self.lookup.find(CODE, address) for address in addresses)
            return await asyncio.gather(*asked, return_exceptions=True)

        self.noted.clear()
        return self.ask(ask())


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Ledger(tmp_path, monkeypatch)
    yield made
    made.close()


def test_a_qr_code_is_charged_then_drawn_and_the_next_time_neither(ledger: Ledger) -> None:
    path = f"/api/tables/{CODE}/invitation"
    assert ledger.charged(path) == [Cost.REQUEST, Cost.PICTURE, "draw"]
    assert ledger.charged(path) == [Cost.REQUEST]
    ledger.broke.add("127.0.0.1")
    assert ledger.charged(f"{path}?lang=fr") == [Cost.REQUEST, Cost.PICTURE], "who cannot pay has nothing drawn"


@pytest.mark.parametrize("kind", ["replay", "deal"])
def test_a_replay_is_charged_then_rendered_and_the_next_time_neither(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def record(*_: Any) -> str:
        return "a record"

    def render(_: str) -> bytes:
        ledger.noted.append("render")
        return b"{}"

    monkeypatch.setattr(records, "record_of", record)
    monkeypatch.setattr(replay, {"replay": "encoded_replay", "deal": "encoded_picks"}[kind], render)
    path = f"/api/tables/{CODE}/{kind}"
    ledger.broke.add("127.0.0.1")
    assert ledger.charged(path) == [Cost.REQUEST, Cost.REPLAY], "who cannot pay has nothing rendered"
    ledger.broke.clear()
    assert ledger.charged(path) == [Cost.REQUEST, Cost.REPLAY, "render"]
    assert ledger.charged(path) == [Cost.REQUEST]


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """That of a server with two workers, whose metrics say nothing."""

    async def living() -> dict[str, None]:
        return {"one": None, "two": None}

    async def collect(*_: Any) -> list[str | None]:
        ledger.noted.append("collect")
        await asyncio.sleep(0)
        return ["", None]

    clock, state = Clock(), ledger.app.app.state
    monkeypatch.setattr(app, "node_texts", collect)
    state.has_siblings = True
    state.services[Forwarding] = SimpleNamespace(nodes=SimpleNamespace(living=living))
    state.services[BriefCache] = BriefCache(app.METRICS_SECONDS, clock)
    return clock


def test_the_metrics_of_all_workers_are_charged_then_collected_once_a_second(ledger: Ledger, clock: Clock) -> None:
    ledger.broke.add("127.0.0.1")
    assert ledger.charged("/metrics") == [Cost.REQUEST, 2 * Cost.METRICS], "who cannot pay has nothing collected"
    ledger.broke.clear()
    assert ledger.charged("/metrics") == [Cost.REQUEST, 2 * Cost.METRICS, "collect"]
    assert ledger.charged("/metrics") == [Cost.REQUEST]
    clock.now += app.METRICS_SECONDS
    assert ledger.charged("/metrics") == [Cost.REQUEST, 2 * Cost.METRICS, "collect"]


def test_requests_for_metrics_at_the_same_time_share_one_collection(ledger: Ledger, clock: Clock) -> None:
    async def several() -> None:
        await asyncio.gather(*(answered(ledger.app, "/metrics") for _ in range(5)))

    asyncio.run(several())
    assert ledger.noted.count("collect") == 1


def test_metrics_that_could_not_be_collected_are_not_kept() -> None:
    cache = BriefCache(app.METRICS_SECONDS, Clock())

    async def fail() -> bytes:
        raise OSError("gone")

    async def make() -> bytes:
        return b"well"

    async def scene() -> None:
        with pytest.raises(OSError, match="gone"):
            await cache.get(fail)
        assert not cache.is_fresh
        assert await cache.get(make) == b"well"
        assert cache.is_fresh

    asyncio.run(scene())


def test_a_list_that_was_waited_for_is_charged_when_it_is_sent(ledger: Ledger) -> None:
    lists, noted = ledger.hub.open_tables, ledger.noted
    after = lists.after

    async def waited(tag: str, seconds: float) -> Any:
        noted.append("waited")
        return await after(tag, seconds)

    lists.after = waited  # type: ignore[method-assign]
    assert ledger.charged("/api/tables") == [Cost.REQUEST]
    noted.clear()
    headers = [(b"if-none-match", b'"old"'), (b"prefer", b"wait=20")]
    asyncio.run(answered(ledger.app, "/api/tables", headers))
    assert noted == [Cost.REQUEST, "waited", Cost.REQUEST]


def test_a_table_that_sleeps_is_paid_for_before_it_is_read_and_once(ledger: Ledger) -> None:
    assert ledger.found(MALLORY) == [ledger.live]
    assert ledger.noted == [], "it is awake"
    ledger.hub.drop(ledger.live)
    ledger.broke.add(MALLORY)
    [refused] = ledger.found(MALLORY)
    assert isinstance(refused, HTTPError)
    assert ledger.noted == [Cost.WAKING]
    first, second = ledger.found(BEN, MALLORY)
    assert first is second is ledger.hub.tables[TABLE]
    assert ledger.noted == [Cost.WAKING, "read"]
    assert ledger.lookup.waking == set()


def test_a_table_of_another_node_costs_nothing_here(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, float]] = []
    monkeypatch.setattr(Addresses, "give_back", lambda _, *what: given.append(what))
    ledger.hub.drop(ledger.live)

    async def claim(_: str) -> str:
        return "10.0.0.2:8080"

    ledger.store.claim = claim  # type: ignore[method-assign, assignment]
    [elsewhere] = ledger.found(BEN)
    assert isinstance(elsewhere, OwnedElsewhere)
    assert (ledger.noted, given) == ([Cost.WAKING], [(BEN, Cost.WAKING)])
    with pytest.raises(HTTPError):
        ledger.ask(ledger.lookup.find("hibou-lampe-43", BEN))
    assert given == [(BEN, Cost.WAKING)] * 2, "nor does one that there is not"
