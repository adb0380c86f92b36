"""The series of a group: each game counts once, and looking at a thousand costs what looking at fifty does."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec

from tests.server.daily_server import Browser, DailyServer
from tests.server.test_daily import at
from tests.server.test_groups import joins, laid, made, play, seen
from toctoc.server.features.groups import games
from toctoc.server.features.groups.group import (
    GROUP_DOCUMENT,
    MAX_LISTED_GAMES,
    PlayedGame,
    SeriesPlayer,
    pseudonym,
)
from toctoc.storage import Document

__all__ = ["at"]


async def guest_of(server: DailyServer, group: str, chair: int) -> str:
    kept = await server.documents.get(GROUP_DOCUMENT, group)
    return str(msgspec.json.decode(kept.body)["members"][chair]["guest"])


async def has_played(server: DailyServer, group: str, first: int, many: int) -> list[Document]:
    """Store games as tables do at their end: Anna wins each second one against a bot."""
    anna = pseudonym(group, await guest_of(server, group, 0))
    found = []
    for nth in range(first, first + many):
        players = [SeriesPlayer("Anna", "owl", who=anna), SeriesPlayer("voyante", bot="voyante")]
        game = PlayedGame("escalier", server.now + nth, players, [20, 10], [nth % 2], "", nth, "7ab1e")
        found.append(Document(games.GAME_DOCUMENT, f"{group}/{nth:015}/table/1", msgspec.json.encode(game)))
        await server.documents.put(found[-1])
    return found


async def cost(server: DailyServer, browser: Browser, group: str) -> tuple[int, int, int]:
    """How many bytes a look reads, how many documents besides the group's, and how many bytes it sends."""
    await seen(browser, group)  # counts what is new
    many = await server.documents.count(games.GAME_DOCUMENT)
    answer = await browser.ask("GET", f"/api/groups/{group}")
    return len((await server.documents.get(GROUP_DOCUMENT, group)).body) // 1000, many, len(answer.content) // 1000


def test_a_series_of_many_games_reads_and_sends_as_much_as_one_of_fifty(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        await has_played(server, group, 0, MAX_LISTED_GAMES)
        after_some = await cost(server, anna, group)
        await has_played(server, group, MAX_LISTED_GAMES, 6 * MAX_LISTED_GAMES)
        assert await cost(server, anna, group) == after_some
        found = await seen(anna, group)
        assert (found["played"], len(found["games"])) == (7 * MAX_LISTED_GAMES, MAX_LISTED_GAMES)
        me = found["members"][0]
        assert (me["played"], me["won"]) == (7 * MAX_LISTED_GAMES, 7 * MAX_LISTED_GAMES // 2)
        times = [game["at"] for game in found["games"]]
        assert times[0] == server.now + 7 * MAX_LISTED_GAMES - 1
        assert times == sorted(times, reverse=True), "the newest first"

    at(test)


def test_a_game_counts_once_despite_simultaneous_requests_and_kills(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        stored = await has_played(server, group, 0, 9)
        looks: list[Any] = await asyncio.gather(*(seen(server.browser(), group) for _ in range(5)))
        assert [look["played"] for look in looks] == [9] * 5
        for each in stored:  # as after a kill between counting and removing
            await server.documents.put(each)
        await has_played(server, group, 9, 1)
        assert (await seen(anna, group))["played"] == 10
        assert await server.documents.count(games.GAME_DOCUMENT) == 0

    at(test)


def test_a_look_beside_one_that_counts_misses_no_game(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        group = (await made(server.browser()))["id"]
        await has_played(server, group, 0, 9)

        class Beside:
            """The documents, which another request counts between the two reads of this one."""

            get = server.documents.get

            async def some(self, *arguments: Any, **more: Any) -> Any:
                await games.counted(server.documents, group, server.now)
                return await server.documents.some(*arguments, **more)

        found = await games.counted(cast("Any", Beside()), group, server.now)
        assert found is not None
        assert found.played == 9

    at(test)


def test_a_leaving_member_s_name_is_removed_from_the_games(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        group = (await made(anna, "Owls"))["id"]
        await joins(bert, group, "Bert")
        await play(anna, await laid(anna, group))
        assert (await seen(bert, group))["games"][0]["players"][0]["name"] == "Anna"
        await anna.ask("DELETE", f"/api/groups/{group}/members")
        found = await seen(bert, group)
        assert (found["played"], found["games"][0]["players"][0]) == (1, {"name": ""})
        for kind in (GROUP_DOCUMENT, games.GAME_DOCUMENT):
            assert not any(b"Anna" in each.body for each in await server.documents.some(kind))

    at(test)


def test_nothing_stays_of_a_game_that_ends_after_its_group_was_closed(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        group = (await made(anna))["id"]
        code = await laid(anna, group)
        await anna.ask("DELETE", f"/api/groups/{group}")
        await play(anna, code)
        answer = await anna.ask("GET", f"/api/groups/{group}")  # as the result does
        assert (answer.status_code, answer.json()["code"]) == (404, "group/unknown")
        assert [await server.documents.count(kind) for kind in (GROUP_DOCUMENT, games.GAME_DOCUMENT)] == [0, 0]

    at(test)
