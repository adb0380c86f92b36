"""Test the host in a page, games aside: other tabs, bad messages, paths that need a server, idle tables."""

import asyncio
from typing import Any

from tests.browser_host.device import Tab
from tests.browser_host.test_games import GENTLE, run
from toctoc.table.commands import PROTOCOL


def test_a_table_is_open_in_one_tab_and_moves_when_that_is_closed() -> None:
    async def test() -> None:
        one = Tab()
        code = await one.made("escalier", host=GENTLE)
        other = Tab(one)
        status, problem = await other.ask("GET", f"/api/tables/{code}")
        assert (status, problem["code"]) == (409, "local/other-tab")
        line = other.line(code)
        await line.get("closed")
        assert [message["type"] for message in line.heard] == ["closed"]
        player = await one.player(code)
        await player.play(moves=1)
        one.end()
        player = await other.player(code)
        await player.play()

    run(test())


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_its_lock() -> None:
    async def test() -> None:
        tab = Tab(idle=0.01)
        code = await tab.made("escalier", host=GENTLE)
        player = await tab.player(code)
        await player.play(moves=1)
        assert tab.database.locks
        await asyncio.sleep(0.05)
        assert tab.host.hub.tables, "a player is there"
        player.hang_up()
        async with asyncio.timeout(60):
            while tab.host.hub.tables or tab.database.locks:
                await asyncio.sleep(0.01)
        other = Tab(tab)
        assert (await other.ask("GET", f"/api/tables/{code}"))[0] == 200
        other.end()
        await (await tab.player(code)).play()

    run(test())


def test_a_line_refuses_what_is_no_message_of_the_protocol() -> None:
    async def test() -> None:
        tab = Tab()
        line = tab.line(await tab.made("escalier"))
        await line.get("opened")
        refused = []
        for text in ("", "{", "[]", '{"type": "jump", "id": "a"}', '{"type": "start", "id": "b"}', '"\ud800"'):
            tab.host.receive(line.number, text)
            refused.append(await line.get("refused"))
        assert [each["code"] for each in refused] == ["message/bad"] * 4 + ["hello/first", "message/bad"]
        assert [each.get("id") for each in refused[3:5]] == ["a", "b"]
        line.send(type="hello", protocol=PROTOCOL + 1)
        assert (await line.get("bye"))["code"] == "hello/protocol"
        await line.get("closed")
        await asyncio.sleep(0)
        assert not next(iter(tab.host.hub.tables.values())).connections
        line.send(type="ping")
        line.hang_up()

    run(test())


def test_a_line_to_no_table_is_closed_and_one_may_leave_before_it_opens() -> None:
    async def test() -> None:
        tab = Tab()
        for path in ("local-hibou-lampe-42", "hibou-lampe-42", "nonsense"):
            await tab.line(path).get("closed")
        line = tab.line(await tab.made("escalier"))
        line.hang_up()
        again = tab.line("local-hibou-lampe-42")
        again.hang_up()
        await asyncio.sleep(0.01)
        assert line.heard == again.heard == []

    run(test())


def test_a_big_screen_has_no_seat() -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("toctoctoc", host=GENTLE)
        screen = tab.line(code, "?screen=1")
        await screen.get("opened")
        screen.send(type="hello", protocol=PROTOCOL)
        welcome = await screen.get("welcome")
        assert (welcome["seats"], welcome["creator"], welcome.get("own")) == ([], False, None)
        await (await tab.player(code)).play()
        assert not any(message.get("own") for message in screen.heard)

    run(test())


def test_paths_that_need_a_server_say_so() -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("escalier")
        for method, path in (
            ("GET", "/api/daily"), ("POST", f"/api/tables/{code}/device"), ("GET", "/api/contacts"),
            ("GET", f"/api/tables/{code}/invitation"), ("DELETE", f"/api/tables/{code}"), ("GET", "/elsewhere"),
        ):  # fmt: skip
            status, problem = await tab.ask(method, path)
            assert (status, problem["code"]) == (404, "local/needs-server")

    run(test())


def test_requests_are_answered_as_by_the_server() -> None:
    async def answers(tab: Tab) -> list[tuple[int, Any]]:
        code = await tab.made("escalier")
        asked = [
            ("POST", "/api/guest", None),
            ("GET", "/api/tables", None),
            ("GET", "/api/tables/hibou-lampe-42", None),
            ("GET", f"/api/tables/{code}/record", None),
            ("GET", f"/api/tables/{code}/record?game=0", None),
            ("POST", "/api/tables", {"game": "chess"}),
            ("POST", "/api/tables", {"game": "escalier", "colour": "red"}),
            ("POST", "/api/tables", {"game": "escalier", "settings": {"players": 9}}),
            (
                "POST",
                "/api/tables",
                {"game": "escalier", "host": {"name": "Anna", "fill": "nobody", "start": True}},
            ),
            ("GET", "/api/games/escalier/words/xx", None),
            ("GET", "/api/games/chess/rules/en", None),
        ]
        return [await tab.ask(*each) for each in asked]

    async def test() -> None:
        tab = Tab()
        assert [(status, body and body.get("code")) for status, body in await answers(tab)] == [
            (204, None), (200, None), (404, "table/unknown"), (409, "record/not-over"), (400, "http/400"),
            (400, "game/unknown"), (400, "http/400"), (400, "settings/players"), (400, "bot/unknown"),
            (404, "path/unknown"), (404, "game/unknown"),
        ]  # fmt: skip
        status, texts = await tab.ask("GET", "/api/games/escalier/words/fr")
        assert (status, len(texts["texts"]) > 50) == (200, True)
        status, rules = await tab.ask("GET", "/api/games/escalier/rules/de")
        assert (status, "#" in rules["text"]) == (200, True)

    run(test())
