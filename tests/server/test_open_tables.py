"""The list of open tables tells its news by itself: who has it waits for another one, all for one look."""

import asyncio
import json
import signal
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.forks import PROCESS_TIMEOUT_S
from tests.server.harness import ServerHarness
from tests.server.hosting import Guest, Server
from tests.server.local_server import Line
from toctoc.core.registry import GAMES
from toctoc.server.live.hub import MAX_LISTED_OF_ADDRESS, MAX_LISTED_TABLES
from toctoc.server.live.open_tables import ANSWER_BATCH, OpenTables
from toctoc.server.security.limits import SITE_SHARE
from toctoc.table import log
from toctoc.table.log import Settings


class Board:
    """A list that counts how often it is looked at."""

    def __init__(self) -> None:
        self.shown, self.looks = b"[]", 0

    async def look(self) -> bytes:
        self.looks += 1
        return self.shown


def test_one_query_answers_all_waiting_requests() -> None:
    async def wait() -> None:
        board = Board()
        lists = OpenTables(board.look, every=0.01)
        first = await lists.now()
        waiting = [asyncio.ensure_future(lists.after(first.tag, 25)) for _ in range(100)]
        await asyncio.sleep(0)
        board.shown = b"[1]"
        told = await asyncio.gather(*waiting)
        assert {one.body for one in told} == {b"[1]"}
        assert told[0].tag != first.tag
        assert board.looks < 10

    asyncio.run(wait())


def test_waiting_requests_are_answered_in_small_batches() -> None:
    async def wait() -> None:
        board, answered, most = Board(), 0, 0
        lists = OpenTables(board.look, every=0.01)
        first = await lists.now()

        async def one() -> None:
            nonlocal answered
            await lists.after(first.tag, 25)
            answered += 1

        waiting = asyncio.gather(*(one() for _ in range(100)))
        await asyncio.sleep(0)
        board.shown = b"[1]"
        await lists.now()  # somebody else asks first
        while not waiting.done():
            before = answered
            await asyncio.sleep(0)
            most = max(most, answered - before)
        assert answered == 100
        assert most <= ANSWER_BATCH

    asyncio.run(wait())


def test_without_waiting_requests_there_are_no_queries() -> None:
    async def wait() -> None:
        board = Board()
        lists = OpenTables(board.look, every=0.001)
        first = await lists.now()
        assert await lists.after(first.tag, 0.01) == first
        await asyncio.sleep(0.01)  # the last look is over
        looks = board.looks
        await asyncio.sleep(0.02)
        assert board.looks == looks

    asyncio.run(wait())


def test_a_request_with_an_old_tag_is_answered_at_once() -> None:
    async def wait() -> None:
        lists = OpenTables(Board().look, every=3600)
        assert (await lists.after('"old"', 25)).body == b"[]"

    asyncio.run(wait())


def test_a_waiting_request_receives_a_new_table_and_the_end_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http, closing(ask_later(server)) as waiting:
        empty = http.get("/api/tables")
        assert empty.json() == {"tables": []}
        assert http.get("/api/tables", headers={"If-None-Match": empty.headers["etag"]}).status_code == 304
        waiting.request(
            "GET", "/api/tables", headers={"If-None-Match": empty.headers["etag"], "Prefer": "wait=20"}
        )
        table = server.make("escalier", players=2, listed=True)
        with Guest(server, table):
            heard = waiting.getresponse()
            assert [one["code"] for one in json.load(heard)["tables"]] == [table["code"]]
            waiting.request(
                "GET", "/api/tables", headers={"If-None-Match": heard.headers["etag"], "Prefer": "wait=20"}
            )
            assert http.get("/healthz").text == "well\n"  # by now the server has heard the other question, too
            server.interrupt(signal.SIGTERM)
            assert waiting.getresponse().status in (200, 304)


def test_one_address_cannot_hide_the_tables_of_others(tmp_path: Path) -> None:
    """The list has few tables of each address, the newest first; spectators do not count as their hosts."""
    harness = ServerHarness(tmp_path, "escalier", Settings(2, listed=True))
    few = 3

    def table(number: int, address: str, *visitors: str) -> str:
        code, host = f"hibou-lampe-{number}", f"host{number}"
        opened = log.Opened(code, "escalier", GAMES["escalier"].rules.VERSION, host, Settings(2, listed=True))
        live = harness.hub.open(f"t{number}", opened, lambda error: None)
        harness.settle()
        for guest, come_from in [*((visitor, visitor) for visitor in visitors), (host, address)]:
            line = Line(guest)
            line.address = come_from
            live.connect(line)
        return code

    async def listed() -> list[str]:
        return [lobby.code for lobby in await harness.hub.listed(MAX_LISTED_TABLES)]

    first = table(10, "192.0.2.1", "198.51.100.7")  # visited by the one who hides others
    many = [table(number, "198.51.100.7") for number in range(11, 11 + MAX_LISTED_OF_ADDRESS + few)]
    last = table(90, "192.0.2.2", "198.51.100.7")
    assert harness.ask(listed()) == [last, *reversed(many[few:]), first]
    networks = [f"2001:db8:1:{nth}::/64" for nth in range(1, SITE_SHARE + few)]
    some = [
        table(1_000 + 100 * place + number, network)
        for place, network in enumerate(networks)
        for number in range(MAX_LISTED_OF_ADDRESS)
    ]
    most = SITE_SHARE * MAX_LISTED_OF_ADDRESS
    assert harness.ask(listed()) == [*reversed(some[-most:]), last, *reversed(many[few:]), first]
    harness.close()


def ask_later(server: Server) -> HTTPConnection:
    """A line on which one asks now and reads the answer when one likes."""
    return HTTPConnection(server.url.removeprefix("http://"), timeout=PROCESS_TIMEOUT_S)
