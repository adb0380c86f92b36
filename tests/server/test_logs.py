"""The log of a server at its most talkative holds nothing that is anybody's secret."""

import asyncio
import json
import logging
import re
import sys
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from litestar import Litestar, get
from litestar.params import FromPath
from litestar.testing import TestClient

from tests.server.raw_socket import SECRET, RawSocket, Server, handshake, played, run, served
from toctoc.games.chocottes.words import CARDS as CHOCOTTES
from toctoc.games.toctoctoc.words import CARDS as TOCTOCTOC
from toctoc.server.http.problems import ERROR_HANDLERS
from toctoc.server.logs import JsonLines
from toctoc.table import log


@pytest.mark.parametrize(("game", "cards"), [("toctoctoc", TOCTOCTOC), ("chocottes", CHOCOTTES[14:])])
def test_a_whole_game_leaves_no_secret_in_the_log(game: str, cards: tuple[str, ...], tmp_path: Path) -> None:
    with served(tmp_path, log="debug") as server:
        secrets = run(whole_game(server, game))
        server.ask("/api/games")
    log = server.log
    assert "open at port" in log
    assert all(json.loads(line) for line in log.splitlines())
    for secret in (SECRET, *secrets, *cards, "snap", "offer"):
        assert secret not in log


def test_an_error_is_logged_with_its_place_and_without_its_text() -> None:
    try:
        raise KeyError("the ghost is red")
    except KeyError:
        record = logging.LogRecord("toctoc", logging.ERROR, "", 0, "a request failed", None, sys.exc_info())
    line = json.loads(JsonLines().format(record))
    assert line["error"] == "KeyError"
    (where,) = line["where"]
    assert re.search(r"test_logs\.py:\d+ test_an_error", where)
    assert "red" not in json.dumps(line)


def test_a_request_that_fails_is_logged_by_its_route(caplog: pytest.LogCaptureFixture) -> None:
    @get("/api/tables/{code:str}/odd")
    async def fail(code: FromPath[str]) -> None:
        raise AttributeError(code)

    with TestClient(Litestar([fail], exception_handlers=ERROR_HANDLERS, logging_config=None)) as http:
        assert http.get("/api/tables/hibou-lampe-42/odd").json()["code"] == "server/error"
    (record,) = [record for record in caplog.records if record.name == "toctoc.server"]
    assert record.getMessage() == "a request failed: GET /api/tables/{code}/odd"
    assert "hibou" not in JsonLines().format(record)


async def whole_game(server: Server, game: str) -> list[str]:
    """Three programs play to the end, while others do what is refused; whatever nobody else may know."""
    request = urllib.request.Request(
        f"{server.url}/api/tables", json.dumps({"game": game, "settings": {"players": 3}}).encode()
    )
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        code = json.load(answer)["code"]
        cookie = SimpleCookie(answer.headers["Set-Cookie"])["toctoc-guest"].value
    creator = await RawSocket.at(server, f"/api/tables/{code}/ws", f"Cookie: toctoc-guest={cookie}")
    await creator.say({"type": "hello", "protocol": 1})
    players = [asyncio.create_task(played(server, code, seat)) for seat in range(3)]
    seated = 0
    while seated < 3:
        seats = (await creator.until("update"))["public"].get("lobby", {}).get("seats", [])
        seated = sum(seat["kind"] == "person" for seat in seats)
    await creator.say({"type": "start", "id": "start"})
    token = server.ask(f"/api/tables/{code}/token", method="POST")["token"]
    await refused(server, code, token, cookie)
    while not any(player.done() for player in players):
        await creator.say({"type": "move", "id": "x", "action": "offer vamp to 1"})
        await creator.until("refused")
        await asyncio.sleep(0.05)
    await asyncio.gather(*players)
    entries = [log.read(entry) for entry in server.stored(code).entries]
    sealed = [entry.change.secret for entry in entries if isinstance(entry.change, log.Sealed)]
    guests = [entry.guest for entry in entries if entry.guest]
    return [token, cookie, token.split(".")[2], cookie.split(".")[1], *sealed, *guests]


async def refused(server: Server, code: str, token: str, cookie: str) -> None:
    for request in (
        handshake(f"/api/tables/{code}/ws?token={token}x"),
        handshake(f"/elsewhere?token={token}", f"Cookie: toctoc-guest={cookie}"),
        handshake(f"/api/tables/{code}/ws?token={token}", f"Cookie: toctoc-guest={cookie}", key=False),
        f"GET /{token} HTTP/9\r\nCookie: {cookie}\r\n\r\n".encode(),
    ):
        socket = await RawSocket.to(server)
        await socket.ask(request)
        await socket.close()
    with pytest.raises(urllib.error.HTTPError):
        server.ask(f"/api/tables/{code}/device", method="POST", Authorization=f"Bearer {token}")
