"""The log of a server at its most talkative holds nothing that is anybody's secret."""

import asyncio
import json
import logging
import re
import sys
from pathlib import Path
from random import Random

import pytest
from litestar import Litestar, get
from litestar.params import FromPath
from litestar.testing import TestClient

from tests.scale import spread
from tests.server.full_tables import full_tables, until
from tests.server.hosting import Server
from tests.server.raw_socket import RawSocket, handshake, run
from toctoc.games.chocottes.words import CARDS as CHOCOTTES
from toctoc.games.toctoctoc.words import CARDS as TOCTOCTOC
from toctoc.server.http.problems import ERROR_HANDLERS
from toctoc.server.logs import JsonLines
from toctoc.table import log

SECRET = "the secret of a test, and long enough"
CARDS = {"toctoctoc": TOCTOCTOC, "chocottes": CHOCOTTES[14:]}


@pytest.mark.parametrize("game", spread(CARDS, 1))
def test_a_whole_game_leaves_no_secret_in_the_log(game: str, tmp_path: Path) -> None:
    with Server(tmp_path, "--log", "debug", TOCTOC_SECRET=SECRET) as server:
        secrets = run(whole_game(server, game))
        server.interrupt()
    log = server.log
    assert "open at port" in log
    assert all(json.loads(line) for line in log.splitlines())
    for secret in (SECRET, *secrets, *CARDS[game], "snap", "offer"):
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
    """Let people play to the end, while others do what is refused; return all secrets of the table."""
    [party] = full_tables(server, Random(1), 1, tables=((game, 3, 3, "none", False),))
    with server.http() as http:
        http.post("/api/guest")
        cookie = http.cookies["toctoc-guest"]
    token = server.token(party.code)
    async with asyncio.TaskGroup() as tasks:
        for guest in party.guests:
            tasks.create_task(guest.stay())
        await until(lambda: party.moves > 10)
        await refused(server, party.code, token, cookie)
        tasks.create_task(party.end())
    entries = [log.read(entry) for entry in server.stored(party.code).entries]
    sealed = [entry.change.secret for entry in entries if isinstance(entry.change, log.Sealed)]
    guests = [entry.guest for entry in entries if entry.guest]
    tokens = [token, *(guest.token for guest in party.guests)]
    signatures = [*(each.split(".")[2] for each in tokens), cookie.split(".")[1]]
    return [*tokens, cookie, *signatures, *sealed, *guests]


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
    watcher = await RawSocket.at(server, f"/api/tables/{code}/ws?token={token}")
    await watcher.say({"type": "hello", "protocol": 1})
    await watcher.say({"type": "move", "id": "x", "action": "offer vamp to 1"})
    await watcher.until("refused")
    await watcher.close()
    with server.http(headers={"Authorization": f"Bearer {token}"}) as http:
        assert http.post(f"/api/tables/{code}/device").status_code == 400
