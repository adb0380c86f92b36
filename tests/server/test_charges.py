"""A request is charged before its work begins; a delayed one again when it is answered."""

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerHarness
from tests.server.local_server import CODE
from toctoc.server.errors import HTTPError
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
