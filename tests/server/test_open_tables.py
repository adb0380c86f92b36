"""The list of open tables tells its news by itself: who has it waits for another one, all for one look."""

import asyncio
import signal
import threading
from pathlib import Path

import httpx

from tests.server.hosting import Guest, Server
from toctoc.server.live.open_tables import OpenTables


class Board:
    """A list that counts how often it is looked at."""

    def __init__(self) -> None:
        self.shown, self.looks = b"[]", 0

    async def look(self) -> bytes:
        self.looks += 1
        return self.shown


def test_all_who_wait_are_told_by_one_look() -> None:
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


def test_nobody_looks_while_nobody_waits_and_without_news_the_old_list_is_told() -> None:
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


def test_who_has_an_old_list_is_told_at_once() -> None:
    async def wait() -> None:
        lists = OpenTables(Board().look, every=3600)
        assert (await lists.after('"old"', 25)).body == b"[]"

    asyncio.run(wait())


def test_a_table_that_opens_comes_to_those_who_look_and_an_ending_server_waits_for_nobody(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        empty = http.get("/api/tables")
        assert empty.json() == {"tables": []}
        waits = {"If-None-Match": empty.headers["etag"], "Prefer": "wait=20"}
        assert http.get("/api/tables", headers={"If-None-Match": empty.headers["etag"]}).status_code == 304
        heard: list[httpx.Response] = []
        asking = threading.Thread(target=lambda: heard.append(http.get("/api/tables", headers=waits)))
        asking.start()
        table = server.make("escalier", players=2, listed=True)
        with Guest(server, table):
            asking.join()
            assert [one["code"] for one in heard[0].json()["tables"]] == [table["code"]]
            waits["If-None-Match"] = heard[0].headers["etag"]
            asking = threading.Thread(target=lambda: heard.append(http.get("/api/tables", headers=waits)))
            asking.start()
            server.interrupt(signal.SIGTERM)
            asking.join()
