"""The daily deal: the same for everybody, tried once, counted once, sealed until its day is over."""

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.scale import each
from tests.server.daily_server import BOTS, NEXT_DAY, NOON, TODAY, TOMORROW, DailyServer, daily_server, secrets_of
from tests.storage.postgres import Cluster, cluster
from toctoc.bots import usual_opponent
from toctoc.core.registry import BUILT_IN
from toctoc.server.features.daily import results
from toctoc.server.features.daily.days import DAY_SECONDS, Days, later
from toctoc.server.features.daily.deals import DEAL_DOCUMENT as DEAL
from toctoc.storage import Document, StoreError

__all__ = ["cluster"]

GAME = "escalier"
Test = Callable[[DailyServer], Coroutine[Any, Any, None]]


@pytest.fixture
def at(tmp_path: Path) -> Callable[..., None]:
    """Runs what a test does at a server."""

    def run(test: Test, **more: Any) -> None:
        async def main() -> None:
            async with daily_server(str(tmp_path / "toctoc.db"), **more) as server:
                await test(server)

        asyncio.run(main())

    return run


def test_all_tries_of_a_day_have_the_same_deal_bots_and_dice(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        for game in BUILT_IN:
            codes = [await server.browser().begin(game) for _ in range(3)]
            tables = [(await server.live(code)).table for code in codes]
            assert len(set(codes)) == 3
            steps = [[str(step) for step in table.game.match.steps] for table in tables if table.game]
            assert steps[0]
            assert steps == [steps[0]] * 3
            assert len({(table.state.secret, table.state.bots, table.state.drawn) for table in tables}) == 1
            assert {seat.bot for table in tables for seat in table.state.seats[1:]} == {usual_opponent(game)}
            assert [seat.name for seat in tables[0].state.seats[:1]] == ["Anna"]

    at(test)


def test_another_day_and_another_game_have_another_deal(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        await server.browser().daily()
        secrets = await secrets_of(server)
        assert set(secrets) == {f"{day}/{game}" for day in (TODAY, TOMORROW) for game in BUILT_IN}
        assert len(set(secrets.values())) == len(secrets)

    at(test)


def test_a_deal_is_sealed_the_day_before_and_opened_the_day_after(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        server.now = NOON - DAY_SECONDS
        promised = (await anna.of(GAME))["next_commitment"]
        server.now = NOON
        today = await anna.of(GAME)
        assert today["commitment"] == promised
        assert today["before"] is not None, "the day before was sealed when it was first asked for"
        server.now = NEXT_DAY
        before = (await anna.of(GAME))["before"]
        assert (before["day"], before["commitment"]) == (TODAY, promised)
        assert hashlib.sha256(bytes.fromhex(before["secret"])).hexdigest() == promised

    at(test)


def test_a_secret_is_opened_a_minute_after_its_day(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        assert (await anna.of(GAME))["before"] is None
        end = (await anna.daily())["ends"]
        assert end == Days().end(TODAY)
        server.now = end - 0.001
        assert (await anna.daily())["day"] == TODAY
        for now, is_open in ((end, False), (end + 59.9, False), (end + 60, True)):
            server.now = now
            found = await anna.daily()
            assert found["day"] == TOMORROW
            assert (found["games"][0]["before"] is not None) == is_open

    at(test)


def test_one_try_is_found_again_and_counted_once(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        code = await anna.begin(GAME)
        assert await anna.begin(GAME) == code
        assert (await anna.of(GAME))["mine"] == {"code": code}
        assert (await bert.of(GAME))["mine"] is None
        await anna.play(code, 2)
        assert await anna.begin(GAME) == code
        await anna.play(code)
        found = await anna.of(GAME)
        assert found["played"] == 1
        assert found["mine"]["code"] == code
        assert found["curve"] == {"scores": [found["mine"]["score"]], "counts": [1]}
        assert await anna.begin(GAME) == code
        assert (await bert.of(GAME))["curve"] is None, "who has not tried is told no scores"
        other = await bert.begin(GAME)
        await bert.play(other)
        both = await bert.of(GAME)
        assert both["played"] == 2
        assert sum(both["curve"]["counts"]) == 2
        assert set(both["curve"]["scores"]) == {found["mine"]["score"], both["mine"]["score"]}
        again, found = (await anna.of(GAME))["mine"], both["mine"]
        assert again.get("worse", 0) + again.get("equal", 0) + found.get("worse", 0) in (1, 2)
        assert again.get("equal", 0) == found.get("equal", 0)

    at(test)


def test_places_are_by_winners_first_then_by_scores() -> None:
    assert results.result_of("toctoctoc", (3, 9, 5), (1,)) == results.TryResult(3, 3)
    assert results.result_of("toctoctoc", (5, 9, 5), (1,)) == results.TryResult(5, 2)
    assert results.result_of("chocottes", (7, 9, 5), (2,)) == results.TryResult(7, 2), "few points are good (C24)"
    assert results.result_of("chocottes", (7, 9, 5), (0,)) == results.TryResult(7, 1), "C25"


def test_requests_of_one_browser_at_the_same_time_get_one_table(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        await anna.ask("POST", "/api/guest")
        codes = await asyncio.gather(*(anna.begin(GAME) for _ in range(5)))
        assert len(set(codes)) == 1
        assert await server.documents.count("daily-try") == 1

    at(test)


# --- deleting, and what the host wants ------------------------------------------------------------------------


def test_a_try_is_deleted_with_its_table_and_result_and_not_tried_again(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna, bert = server.browser(), server.browser()
        code = await anna.begin(GAME)
        await anna.play(code)
        for who in (bert, server.browser()):
            answer = await who.ask("DELETE", f"/api/tables/{code}/daily")
            assert (answer.status_code, answer.json()["code"]) == (403, "daily/not-yours")
        assert (await anna.ask("DELETE", f"/api/tables/{code}/daily")).status_code == 204
        found = await anna.of(GAME)
        assert (found["mine"], found["played"]) == ({}, 0)
        assert (await anna.ask("GET", f"/api/tables/{code}")).status_code == 404
        again = await anna.ask("POST", f"/api/daily/{GAME}", json={"name": "Anna"})
        assert (again.status_code, again.json()["code"]) == (400, "daily/one-try")
        kept = [each for kind in ("daily-try", "daily-result") for each in await server.documents.some(kind)]
        assert [(each.kind, each.body) for each in kept] == [("daily-try", b"{}")], "that there was one, only"

    at(test)


def test_an_ordinary_table_is_not_deleted_that_way(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        made = await anna.ask("POST", "/api/tables", json={"game": GAME})
        answer = await anna.ask("DELETE", f"/api/tables/{made.json()['code']}/daily")
        assert (answer.status_code, answer.json()["code"]) == (403, "daily/not-yours")

    at(test)


def test_stored_results_have_no_names(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        code = await anna.begin(GAME)
        await anna.play(code)
        guest = (await server.live(code)).table.state.creator
        for kind in ("daily-try", "daily-result"):
            [kept] = await server.documents.some(kind)
            assert guest not in kept.id
            assert not re.search(rb"Anna|owl", kept.body)
            assert kept.expires == Days().end(TODAY) + 2 * DAY_SECONDS

    at(test)


def test_a_host_can_switch_it_off(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        for method, path in (("GET", "/api/daily"), ("POST", f"/api/daily/{GAME}")):
            answer = await anna.ask(method, path, **({"json": {"name": "Anna"}} if method == "POST" else {}))
            assert (answer.status_code, answer.json()["code"]) == (404, "daily/off")
        assert (await anna.ask("GET", "/api/games")).json()["without"] == ["daily-deal"]
        assert await server.documents.count(DEAL) == 0

    at(test, without=("daily-deal",))


@each(
    "game, wish, status, code",
    [
        ("nonsense", {"name": "Anna"}, 404, "game/unknown"),
        (GAME, {"name": ""}, 400, "name/empty"),
        (GAME, {"name": "Anna", "avatar": "dragon"}, 400, "avatar/unknown"),
        (GAME, {"name": "Anna", "seat": 2}, 400, "http/400"),
        (GAME, {}, 400, "http/400"),
    ],
)
def test_a_wrong_request_costs_no_try(
    at: Callable[..., None], game: str, wish: dict[str, Any], status: int, code: str
) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        await anna.ask("POST", "/api/guest")
        answer = await anna.ask("POST", f"/api/daily/{game}", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert await anna.begin(GAME)

    at(test)


def test_days_begin_when_the_host_says() -> None:
    assert Days().day(NOON) == TODAY
    late = Days(13 * 3600)
    assert late.day(NOON) == later(TODAY, -1)
    assert late.end(late.day(NOON)) == NOON + 3600
    assert late.day(NOON + 3600) == TODAY


# --- crashes ----------------------------------------------------------------------------------------------------


def test_a_crash_before_the_table_was_made_costs_no_try(tmp_path: Path) -> None:
    async def test() -> None:
        url = str(tmp_path / "toctoc.db")
        async with daily_server(url) as server:
            anna = server.browser()
            await anna.ask("POST", "/api/guest")
            server.hub.open = lambda *_: (_ for _ in ()).throw(StoreError("store/busy", "killed"))  # type: ignore[method-assign]
            await anna.ask("POST", f"/api/daily/{GAME}", json={"name": "Anna"})
            [begun] = await server.documents.some("daily-try")
            first = await server.browser().of(GAME)
        async with daily_server(url) as server:
            code = await anna.at(server).begin(GAME)
            assert code == json.loads(begun.body)["code"]
            assert (await anna.at(server).of(GAME))["commitment"] == first["commitment"]

    asyncio.run(test())


def test_a_code_that_was_given_away_after_a_crash_is_replaced(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        code = await anna.begin(GAME)
        [begun] = await server.documents.some("daily-try")
        taken = (await (server.browser()).ask("POST", "/api/tables", json={"game": GAME})).json()["code"]
        body = json.dumps({"code": taken, "table": "0" * 16}).encode()
        await server.documents.put(Document(begun.kind, begun.id, body, expires=begun.expires))
        other = await anna.begin(GAME)
        assert other not in (code, taken)
        assert await anna.begin(GAME) == other
        assert (await server.live(other)).id == "0" * 16

    at(test)


def test_a_deal_survives_restarts_and_nodes_draw_it_once(tmp_path: Path) -> None:
    async def test() -> None:
        url = str(tmp_path / "toctoc.db")
        async with daily_server(url) as server:
            first = await server.browser().daily()
        async with daily_server(url) as server:
            assert (await server.browser().daily())["games"] == first["games"]
            from toctoc.server.bot_pools.offered_bots import bot_facts
            from toctoc.server.features.daily.deals import make_deals

            nodes = [make_deals(server.documents, bot_facts(BOTS), 0) for _ in range(4)]
            drawn = await asyncio.gather(*(node.of("2030-01-01", GAME) for node in nodes))
            assert len({deal.secret for deal in drawn}) == 1

    asyncio.run(test())


def test_a_server_without_bots_draws_deals_all_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        from toctoc.server.features.daily.deals import make_deals

        async with daily_server(str(tmp_path / "toctoc.db")) as server:
            deal = await make_deals(server.documents, [], 0).of("2030-01-01", GAME)
            assert deal.bot == usual_opponent(GAME)

    asyncio.run(test())


def test_nodes_of_a_database_have_one_deal_and_one_try(cluster: Cluster) -> None:
    async def test() -> None:
        url = cluster.new_store()
        async with daily_server(url) as here, daily_server(url) as there:
            anna = here.browser()
            await anna.ask("POST", "/api/guest")
            deals = await asyncio.gather(anna.daily(), anna.at(there).daily())
            assert deals[0]["games"] == deals[1]["games"]
            codes = await asyncio.gather(anna.begin(GAME), anna.at(there).begin(GAME))
            assert codes[0] == codes[1]
            node = here if here.hub.tables else there
            await anna.at(node).play(codes[0])
            told = [await anna.at(each).of(GAME) for each in (here, there)]
            assert told[0] == told[1]
            assert told[0]["played"] == 1

    asyncio.run(test())
