"""Bots play the daily deal in the seat of a person: the same deal, once, and told after the person's own try."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.scale import spread
from tests.server.daily_server import BOTS, SOME_TRIES, TODAY, DailyServer
from tests.server.test_daily import GAME, at
from tests.server.test_worker_pools import Threads
from toctoc.core.match import Match
from toctoc.core.registry import BUILT_IN
from toctoc.server.bot_pools.fair_queue import PoolJob, QueueLimits, Requester, WorkerPool
from toctoc.server.features.daily.bot_tries import (
    BOT_TRIES,
    BOT_TRIES_DOCUMENT,
    OPTIONS,
    BotTries,
    TriesProcess,
    WantedTries,
    play_tries,
)
from toctoc.server.features.daily.days import Days
from toctoc.server.features.daily.deals import SealedDeal
from toctoc.server.features.daily.results import TryResult, compare
from toctoc.table.start import sealed_dice

__all__ = ["at"]

DEAL = SealedDeal("5a" * 32, 4, "chasseur")


async def sealed(server: DailyServer, game: str) -> SealedDeal:
    [found] = [each for each in await server.documents.some("daily-deal") if each.id == f"{TODAY}/{game}"]
    return SealedDeal(**json.loads(found.body))


@pytest.mark.parametrize("game", BUILT_IN)
def test_bots_get_the_deal_of_the_table(at: Callable[..., None], game: str) -> None:
    async def test(server: DailyServer) -> None:
        table = (await server.live(await server.browser().begin(game))).table
        assert table.game is not None
        deal = await sealed(server, game)
        match = Match(game, deal.players, OPTIONS, chance=sealed_dice(deal.sealed(), deal.players))
        assert match.steps
        assert [str(step) for step in match.steps] == [str(step) for step in table.game.match.steps]
        assert match.options == table.game.match.options

    at(test)


@pytest.mark.parametrize("game", spread(BUILT_IN, 1))
def test_the_tries_differ_and_are_the_same_again(game: str) -> None:
    wanted = WantedTries(game, "chasseur", DEAL)
    tries = play_tries(wanted, 0, 4)
    assert len(set(tries)) > 1
    assert [*play_tries(wanted, 0, 1), *play_tries(wanted, 1, 3)] == tries
    assert DEAL.secret not in repr(wanted)


@pytest.mark.nightly
def test_a_process_of_its_own_plays_a_hundred_times(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        with ThreadPoolExecutor(1) as threads:
            player = TriesProcess(WorkerPool(asyncio.get_running_loop(), threads, 1), 19)
            bots = BotTries(server.documents, Days(), BOTS, player)
            assert await bots.get(TODAY, GAME, DEAL) == []
            await bots.settled()
            found = await bots.get(TODAY, GAME, DEAL)
            await bots.close()
        assert found is not None
        assert len(found) == BOT_TRIES
        assert found[8:12] == play_tries(WantedTries(GAME, "chasseur", DEAL), 8, 4)

    at(test)


def test_the_tries_of_bots_give_way_to_all_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to work that is wanted after their first batch has begun."""
    order: list[str] = []

    async def settle() -> None:
        for _ in range(5):  # until the next batch is queued
            await asyncio.sleep(0)

    def analyse(name: str) -> PoolJob:
        return PoolJob(Requester("192.0.2.1", name), partial(order.append, name), lambda _: None, lambda: None)

    def played(_process: TriesProcess, _wanted: WantedTries, first: int) -> list[TryResult]:
        order.append(f"tries {first}")
        return [TryResult(0, 1)] * (BOT_TRIES // 2)

    async def scene() -> None:
        threads = Threads()
        pool = WorkerPool(asyncio.get_running_loop(), threads, 1, QueueLimits(waiting=2))
        playing = asyncio.create_task(TriesProcess(pool, 19).play(WantedTries(GAME, "chasseur", DEAL)))
        await settle()
        for name in ("one", "two"):
            pool.submit(analyse(name))
        while threads.begun:
            threads.finish()
            await settle()
            if order[-1] == "one":
                pool.submit(analyse("three"))
        assert len(await playing) == BOT_TRIES

    monkeypatch.setattr(TriesProcess, "_play_batch", played)
    asyncio.run(scene())
    assert order == ["tries 0", "one", "two", "three", f"tries {BOT_TRIES // 2}"]


def test_results_of_bots_are_sent_only_after_the_own_try(
    at: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: DailyServer) -> None:
        caplog.set_level(0)
        anna, bert, stranger = server.browser(), server.browser(), server.browser()
        codes = [await who.begin(GAME) for who in (anna, bert)]
        server.bots.may_play.set()
        await server.bot_tries.settled()
        [stored] = await server.documents.some(BOT_TRIES_DOCUMENT)
        assert len(json.loads(stored.body)) == SOME_TRIES, "the bots have played before anybody is told"
        for who in (anna, bert, stranger):
            assert (await who.of(GAME))["bots"] is None

        await anna.play(codes[0])
        mine, bots = (await anna.of(GAME))["mine"], (await anna.of(GAME))["bots"]
        tries = [TryResult(**each) for each in json.loads(stored.body)]
        own = TryResult(mine["score"], mine["place"])
        assert bots["tries"] == SOME_TRIES == sum(bots["curve"]["counts"])
        assert bots.get("worse", 0) == sum(compare(GAME, Counter([each]), own)[0] for each in tries)
        assert bots["par"] == sorted(each.score for each in tries)[SOME_TRIES // 2]
        for who in (bert, stranger):
            assert (await who.of(GAME))["bots"] is None, "who has not finished is told nothing"
        assert server.bots.played == [GAME], "once for all, and no deal that nobody tries"

        await bert.ask("DELETE", f"/api/tables/{codes[1]}/daily")
        assert (await bert.of(GAME))["bots"] is None, "nor is who gave up"
        said = b"\n".join([*server.heard, caplog.text.encode()])
        assert (await sealed(server, GAME)).secret.encode() not in said

    at(test)


def test_there_are_no_results_while_bots_play(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        await anna.play(await anna.begin(GAME))
        assert (await anna.of(GAME))["bots"] == {}
        server.bots.may_play.set()
        await server.bot_tries.settled()
        assert (await anna.of(GAME))["bots"]["tries"] == SOME_TRIES

    at(test)


def test_bots_that_search_or_fail_play_nothing(at: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: DailyServer) -> None:
        async def fail(_: WantedTries) -> list[TryResult]:
            raise OSError

        monkeypatch.setattr(server.bots, "play", fail)
        bots = BotTries(server.documents, Days(), {**BOTS, "slow": "nemesis:voyante"}, server.bots)
        assert await bots.get(TODAY, GAME, SealedDeal("5a" * 32, 4, "slow")) is None
        assert await bots.get(TODAY, GAME, SealedDeal("5a" * 32, 4, "gone")) is None
        assert await bots.get(TODAY, GAME, DEAL) == []
        await bots.settled()
        assert await bots.get(TODAY, GAME, DEAL) is None

    at(test)


def test_the_end_of_a_server_does_not_wait_for_bots(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        await server.browser().begin(GAME)
        await asyncio.sleep(0)
        await server.bot_tries.close()  # they wait for `may_play` for ever

    at(test)
