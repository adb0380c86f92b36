"""How much of a server one address may have, and what it is told when that is too much."""

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.hosting import Guest, Server, made, problem


def test_too_many_requests_wrong_codes_and_tables_are_refused(tmp_path: Path) -> None:
    limits = {"requests_burst": 12, "requests_per_second": 0.01, "missed_codes_per_hour": 2, "tables_per_hour": 2}
    options = [f"--limit={name}={number}" for name, number in limits.items()]
    with Server(tmp_path, *options) as server, server.http() as http:
        made(http)
        made(http)
        assert problem(http.post("/api/tables", json={"game": "escalier"}), 429) == "table/too-many"
        codes = [problem(http.get("/api/tables/hibou-lampe-42"), status) for status in (404, 404, 429)]
        assert codes == ["table/unknown", "table/unknown", "table/guessing"]
        asked = [http.get("/nowhere.txt") for _ in range(7)]
        assert [answer.status_code for answer in asked] == [404] * 6 + [429]
        assert problem(asked[-1], 429) == "request/too-many"
        assert http.get("/t/hibou-lampe-42").headers["content-type"].startswith("text/html"), "pages are free"


def test_a_full_house_says_so(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=tables=1", "--limit=connections=1") as server, server.http() as http:
        table = server.make("escalier")
        assert problem(http.post("/api/tables", json={"game": "escalier"}), 503) == "server/full"
        with Guest(server, table), pytest.raises(InvalidStatus) as refused, Guest(server, table):
            pass
        assert json.loads(refused.value.response.body or b"")["code"] == "server/full"


def test_requests_with_too_much_of_a_head_are_refused_and_nobody_waits_for_them(tmp_path: Path) -> None:
    """The standard library's reading of cookies took twelve seconds for these."""
    long = "; ".join(f'a{number}="' for number in range(8_000))
    with Server(tmp_path) as server, server.http() as http:
        table = server.make("escalier")
        assert problem(http.get("/api/games", headers={"Cookie": long}), 431) == "request/headers"
        fits = long[:7_000]
        assert http.get("/api/games", headers={"Cookie": fits}).status_code == 200
        longer = {"Cookie": long[:9_000]}  # what is much longer is hung up on
        with pytest.raises(InvalidStatus) as refused, Guest(server, table, additional_headers=longer):
            pass
        assert json.loads(refused.value.response.body or b"")["code"] == "request/headers"


def test_our_cookie_is_found_among_others(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        code = made(http)
        ours = http.cookies["toctoc-guest"]
        for before in ("", 'a="b;c"; theme=dark;', "x;;"):
            cookies = {"Cookie": f"{before}toctoc-guest={ours} ; z"}
            answer = httpx.post(f"{server.url}/api/tables/{code}/device", headers=cookies, trust_env=False)
            assert answer.status_code == 201, cookies


def test_requests_for_websockets_are_requests(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=requests_burst=3", "--limit=requests_per_second=0.01") as server:
        table = server.make("escalier")
        for _ in range(2):
            with Guest(server, table):
                pass
        with pytest.raises(InvalidStatus) as refused, Guest(server, table):
            pass
        assert refused.value.response.status_code == 429


def test_a_second_websocket_lets_nobody_say_more_nor_does_coming_back(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=messages_burst=6", "--limit=messages_per_second=0.01") as server:
        table = server.make("escalier")
        with Guest(server, table) as one, Guest(server, table) as other:
            answers = [socket.say("ping", "pong").get("code") for socket in (one, other) * 3]
            assert answers == [None] * 4 + ["message/too-many"] * 2
        with Guest(server, table) as again:
            assert again.welcome["code"] == "message/too-many"
        with Guest(server, server.make("escalier")) as somebody:
            assert somebody.welcome["type"] == "welcome"
