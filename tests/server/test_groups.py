"""A group: made, joined, left and closed without an account; a chair each, and a series of games."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.scale import each
from tests.server.daily_server import Browser, DailyServer, daily_server
from tests.server.local_server import Line
from tests.server.test_daily import at
from toctoc.server.features.groups import games
from toctoc.server.features.groups.group import GROUP_KEPT_SECONDS, MAX_MEMBERS
from toctoc.server.live.dispatch import receive
from toctoc.server.security.limits import Limits
from toctoc.table import commands as c

__all__ = ["at"]

GAME = "escalier"


async def made(browser: Browser, name: str = "The owls") -> Any:
    wish = {"group": name, "name": "Anna", "avatar": "owl"}
    answer = await browser.ask("POST", "/api/groups", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def joins(browser: Browser, group: str, name: str, **more: Any) -> Any:
    answer = await browser.ask("POST", f"/api/groups/{group}/members", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def seen(browser: Browser, group: str) -> Any:
    answer = await browser.ask("GET", f"/api/groups/{group}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def laid(browser: Browser, group: str, game: str = GAME) -> str:
    answer = await browser.ask("POST", f"/api/groups/{group}/table", json={"game": game})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def play(browser: Browser, code: str) -> None:
    """Start with bots in the free chairs, and play to the end."""
    live = await browser.server.live(code)
    line = Line(live.table.state.creator)
    live.connect(line)
    receive(live, line, c.Hello(c.PROTOCOL, 0))
    receive(live, line, c.Start(f"start-{live.table.state.number}", "voyante"))
    await browser.server.settle(live)
    assert live.table.is_live, line.messages[-1]
    live.disconnect(line)
    await browser.play(code)


def names(group: Any) -> list[str]:
    return [member["name"] for member in group["members"]]


def test_names_and_faces_are_remembered_in_the_order_of_the_chairs(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert, eve = (server.browser() for _ in range(3))
        group = await made(anna)
        assert group["name"] == "The owls"
        assert (group["yours"], group["played"], group["table"]) == (True, 0, "")
        assert group["members"] == [{"name": "Anna", "avatar": "owl", "creator": True, "you": True}]
        joined = await joins(bert, group["id"], "Bert", avatar="cat")
        assert joined["yours"] is False
        assert joined["members"][1] == {"name": "Bert", "avatar": "cat", "you": True}
        await joins(bert, group["id"], "Bertie")  # who joins twice has another name, and the same chair
        assert names(await seen(eve, group["id"])) == ["Anna", "Bertie"]
        assert not any(member.get("you") for member in (await seen(eve, group["id"]))["members"])

    at(test)


def test_a_table_has_a_chair_for_each_and_the_series_counts_its_games(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        group = (await made(anna))["id"]
        for nth in range(3):
            await joins(bert if nth == 0 else server.browser(), group, f"Member {nth}")
        code = await laid(anna, group)
        live = await server.live(code)
        assert [seat.name for seat in live.table.state.seats] == ["Anna", "", "", ""]
        assert (await seen(bert, group))["table"] == code
        for number in (1, 2):  # and once more at the same table
            await play(anna, code)
            found = await seen(bert, group)
            assert found["played"] == number
        match = live.table.game.match  # type: ignore[union-attr]
        last = found["games"][0]
        assert (last["game"], last["scores"], last["winners"]) == (
            GAME,
            list(match.scores),
            list(match.winners or ()),
        )
        assert last["players"][0] == {"name": "Anna", "avatar": "owl"}
        me, other, *_ = found["members"]
        assert me["played"] == 2
        assert me.get("won", 0) == sum(0 in game["winners"] for game in found["games"])
        assert "played" not in other, "who was not there has not played"

    at(test)


def test_a_member_sits_in_their_own_chair(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        group = (await made(anna))["id"]
        await joins(bert, group, "Bert")
        live = await server.live(await laid(bert, group))
        assert [seat.name for seat in live.table.state.seats] == ["", "Bert"]

    at(test)


def test_members_leave_and_the_creator_closes_a_group(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        group = (await made(anna))["id"]
        await joins(bert, group, "Bert")
        await play(anna, await laid(anna, group))
        answer = await bert.ask("DELETE", f"/api/groups/{group}")
        assert (answer.status_code, answer.json()["code"]) == (403, "group/creator-only")
        left = await bert.ask("DELETE", f"/api/groups/{group}/members")
        assert names(left.json()) == ["Anna"]
        again = await bert.ask("DELETE", f"/api/groups/{group}/members")
        assert (again.status_code, again.json()["code"]) == (403, "group/not-in")
        assert (await anna.ask("DELETE", f"/api/groups/{group}")).status_code == 204
        assert (await anna.ask("GET", f"/api/groups/{group}")).json()["code"] == "group/unknown"
        assert [await server.documents.count(kind) for kind in ("group", games.GAME_DOCUMENT)] == [0, 0]

    at(test)


def test_messages_have_neither_guests_of_members_nor_the_link_of_the_group(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert, eve = (server.browser() for _ in range(3))
        group = (await made(anna))["id"]
        await joins(bert, group, "Bert")
        code = await laid(anna, group)
        guests = [
            member["guest"] for member in json.loads((await server.documents.get("group", group)).body)["members"]
        ]
        server.heard.clear()
        await play(anna, code)
        for what in ("", "/record", "/replay", "/deal", "/invitation"):
            await eve.ask("GET", f"/api/tables/{code}{what}")
        assert not any(group.encode() in told for told in server.heard), (
            "whoever watches a table does not learn it"
        )
        await seen(eve, group)
        for guest in guests:
            assert not any(guest.encode() in told for told in server.heard)
            for game in await server.documents.some(games.GAME_DOCUMENT):
                assert guest.encode() not in game.body

    at(test)


def test_members_that_join_at_the_same_time_all_have_a_chair(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        await asyncio.gather(*(joins(server.browser(), group, f"Guest {n}") for n in range(8)))
        assert len(names(await seen(anna, group))) == 9
        for nth in range(9, MAX_MEMBERS):
            await joins(server.browser(f"192.0.2.{nth}"), group, f"Guest {nth}")
        late = server.browser("192.0.2.99")
        answer = await late.ask("POST", f"/api/groups/{group}/members", json={"name": "Late"})
        assert (answer.status_code, answer.json()["code"]) == (400, "group/full")
        await joins(anna, group, "Anna again")

    at(test)


@each(
    "method, path, wish, status, code",
    [
        ("POST", "", {"group": "", "name": "Anna"}, 400, "name/empty"),
        ("POST", "", {"group": "Owls", "name": "x" * 100}, 400, "name/too-long"),
        ("POST", "", {"group": "Owls", "name": "Anna", "avatar": "dragon"}, 400, "avatar/unknown"),
        ("POST", "", {"group": "Owls"}, 400, "http/400"),
        ("GET", "/nonsense", None, 404, "group/unknown"),
        ("POST", "/nonsense/members", {"name": "Anna"}, 404, "group/unknown"),
        ("DELETE", "/nonsense", None, 404, "group/unknown"),
        ("POST", "/nonsense/table", {"game": GAME}, 404, "group/unknown"),
        ("GET", "/nonsense/invitation", None, 404, "group/unknown"),
        ("POST", "/GROUP/table", {"game": "nonsense"}, 400, "game/unknown"),
    ],
)
def test_wrong_requests_are_refused_with_a_code(
    at: Callable[..., None], method: str, path: str, wish: Any, status: int, code: str
) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        where = f"/api/groups{path}".replace("GROUP", group)
        answer = await anna.ask(method, where, **({"json": wish} if wish is not None else {}))
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    at(test)


def test_a_stranger_lays_no_table(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        group = (await made(server.browser()))["id"]
        answer = await server.browser().ask("POST", f"/api/groups/{group}/table", json={"game": GAME})
        assert (answer.status_code, answer.json()["code"]) == (403, "group/not-in")

    at(test)


def test_a_link_has_a_picture(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        found = (await anna.ask("GET", f"/api/groups/{group}/invitation")).json()
        assert found["link"].endswith(f"/g/{group}")
        assert found["qr"].startswith("<svg")

    at(test)


def test_a_host_can_switch_it_off(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        answer = await server.browser().ask("POST", "/api/groups", json={"group": "Owls", "name": "Anna"})
        assert (answer.status_code, answer.json()["code"]) == (404, "group/off")

    at(test, without=("groups",))


def test_a_group_is_there_after_a_restart_and_is_kept_for_a_year(tmp_path: Path) -> None:
    async def test() -> None:
        url = str(tmp_path / "toctoc.db")
        async with daily_server(url) as server:
            anna = server.browser()
            group = (await made(anna))["id"]
            code = await laid(anna, group)
        async with daily_server(url) as server:
            found = await seen(anna.at(server), group)
            assert (found["yours"], found["table"]) == (True, code)
            kept = await server.documents.get("group", group)
            assert kept.expires == server.now + GROUP_KEPT_SECONDS

    asyncio.run(test())


def test_a_removed_member_cannot_join_again(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert, eve = (server.browser() for _ in range(3))
        group = (await made(anna))["id"]
        await joins(bert, group, "Bert")
        await joins(eve, group, "Eve")
        [mine, bert_shown, eve_shown] = (await seen(anna, group))["members"]
        assert "who" not in mine
        for other in (bert, eve, server.browser()):
            assert not any("who" in member for member in (await seen(other, group))["members"])
            answer = await other.ask("DELETE", f"/api/groups/{group}/members/{eve_shown['who']}")
            assert (answer.status_code, answer.json()["code"]) == (403, "group/creator-only")
        answer = await anna.ask("DELETE", f"/api/groups/{group}/members/{eve_shown['who']}")
        assert names(answer.json()) == ["Anna", "Bert"]
        answer = await anna.ask("DELETE", f"/api/groups/{group}/members/{eve_shown['who']}")
        assert (answer.status_code, answer.json()["code"]) == (400, "group/no-member")
        answer = await eve.ask("POST", f"/api/groups/{group}/members", json={"name": "Eve again"})
        assert (answer.status_code, answer.json()["code"]) == (400, "group/removed")
        assert names(await seen(bert, group)) == ["Anna", "Bert"]
        assert bert_shown["who"] == (await seen(anna, group))["members"][1]["who"]

    at(test)


def test_one_visitor_cannot_fill_a_group(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        for number in range(Limits().group_joins_per_hour):
            await joins(server.browser(), group, f"Guest {number}")
        answer = await server.browser().ask("POST", f"/api/groups/{group}/members", json={"name": "One more"})
        assert (answer.status_code, answer.json()["code"]) == (429, "group/too-many")
        await joins(anna, group, "Annie")  # who is a member may still change the name

    at(test)
