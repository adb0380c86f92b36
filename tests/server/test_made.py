"""A table is made, sat down at, filled and started in one request; what is refused makes no table."""

import hashlib
from collections.abc import Iterator

import httpx
import pytest

from tests.scale import each
from tests.server.hosting import Server, problem
from tests.server.test_http import BOT
from toctoc.core.registry import GAMES

PART = "0f" * 32
HASH = hashlib.sha256(bytes.fromhex(PART)).hexdigest()
ANNA = {"name": "Anna", "avatar": "owl", "hash": HASH, "start": True, "fill": BOT}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--limit=cost_burst=100000") as server:
        yield server


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with server.http() as client:
        yield client


@each("game", GAMES)
def test_one_request_makes_seats_fills_and_starts(http: httpx.Client, game: str) -> None:
    made = http.post("/api/tables", json={"game": game, "host": ANNA})
    assert made.status_code == 201, made.text
    shown = http.get(f"/api/tables/{made.json()['code']}").json()
    assert shown["stage"] == "dealing"  # until the device opens its part; time goes on when it is here
    first, *others = shown["seats"]
    assert first == {"kind": "person", "name": "Anna", "creator": True, "hash": HASH, "avatar": "owl"}
    assert {seat["bot"] for seat in others} == {BOT}
    assert len(shown["commitment"]) == 64


def test_without_a_part_the_cards_are_dealt_at_once(http: httpx.Client) -> None:
    host = {"name": "Anna", "start": True, "fill": BOT}
    made = http.post("/api/tables", json={"game": "escalier", "host": host}).json()
    assert http.get(f"/api/tables/{made['code']}").json()["stage"] == "playing"


def test_one_may_sit_down_and_wait_for_friends(http: httpx.Client) -> None:
    wish = {"game": "toctoctoc", "settings": {"players": 5}, "host": {"name": "Anna", "seat": 2, "hash": HASH}}
    made = http.post("/api/tables", json=wish).json()
    shown = http.get(f"/api/tables/{made['code']}").json()
    assert shown["stage"] == "lobby"
    assert [seat["kind"] for seat in shown["seats"]] == ["free", "free", "person", "free", "free"]


@each(
    "wrong, code",
    [
        ({"name": ""}, "name/empty"),
        ({"avatar": "dragon"}, "avatar/unknown"),
        ({"seat": 4}, "seat/no-such"),
        ({"fill": "nobody"}, "bot/unknown"),
        ({"fill": None}, "start/free-seats"),
    ],
)
def test_a_refused_request_makes_no_table(http: httpx.Client, wrong: dict[str, object], code: str) -> None:
    before = open_tables(http)
    assert problem(http.post("/api/tables", json={"game": "escalier", "host": {**ANNA, **wrong}}), 400) == code
    assert open_tables(http) == before


def open_tables(http: httpx.Client) -> str:
    """How many tables the server has in memory, as it tells its host."""
    return next(line for line in http.get("/metrics").text.splitlines() if line.startswith("toctoc_tables "))
