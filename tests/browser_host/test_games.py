"""Whole games on a device: over lines, without a server."""

import asyncio
import hashlib
import json
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.browser_host.device import Tab
from toctoc.core.game import Event
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.record import read, verify
from toctoc.server.bot_pools.lazy_bot import LazyBot
from toctoc.storage import StoreError
from toctoc.table.table import Table

GENTLE = {"name": "Anna", "start": True, "fill": "petit-fantome"}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def table_of(tab: Tab) -> Table:
    [live] = tab.host.hub.tables.values()
    return live.table


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_goes_on_after_a_reload_and_is_kept_at_its_end(game: str) -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made(game, host={**GENTLE, "fill": "voyante"})
        assert code.startswith("local-")
        player = await tab.player(code)
        await player.play(moves=2)
        version = player.version
        tab.end()
        tab = Tab(tab)
        player = await tab.player(code)
        assert player.version >= version, "what was shown was stored"
        assert player.seats == [0]
        assert await player.play() > 0
        tab.end()
        tab = Tab(tab)
        status, lobby = await tab.ask("GET", f"/api/tables/{code}")
        assert (status, lobby["stage"], lobby["game"]) == (200, "over", game)
        _, record = await tab.ask("GET", f"/api/tables/{code}/record?game=1")
        verify(read(json.dumps(record)))
        status, shown = await tab.ask("GET", f"/api/tables/{code}/replay")
        assert (status, len(shown["frames"]) > 2) == (200, True)
        assert (await tab.ask("GET", f"/api/tables/{code}/deal"))[0] == 200
        assert (await tab.ask("GET", f"/api/tables/{code}/turn"))[1]["stage"] == "over"
        player = await tab.player(code)
        assert (await player.do("start"))["type"] == "done"
        async with asyncio.timeout(60):
            while player.lobby["number"] < 2:
                await player.get("update")

    run(test())


def test_both_parts_of_a_fair_shuffle_come_from_this_device() -> None:
    part = bytes(range(32))

    async def test() -> None:
        tab = Tab()
        code = await tab.made("toctoctoc", host={**GENTLE, "hash": hashlib.sha256(part).hexdigest()})
        player = await tab.player(code)
        assert player.lobby["stage"] == "dealing"
        assert (await player.do("part", part=part.hex()))["type"] == "done"
        await player.play()
        _, record = await tab.ask("GET", f"/api/tables/{code}/record")
        assert part.hex() in json.dumps(record["fair"])
        verify(read(json.dumps(record)))

    run(test())


def test_several_people_share_the_device_and_no_bot_is_needed() -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("escalier", settings={"players": 2})
        player = await tab.player(code)
        assert (await player.do("sit", seat=0, name="Anna"))["type"] == "done"
        assert (await player.do("sit", seat=1, name="Ben", also=True))["type"] == "done"
        assert (await player.do("start"))["type"] == "done"
        await player.play()
        assert player.own_seats == {0, 1}

    run(test())


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_lesson_has_arranged_chance(game: str) -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made(game, lesson=True, host=GENTLE)
        player = await tab.player(code)
        assert player.lobby["lesson"] is True
        await player.play()
        _, record = await tab.ask("GET", f"/api/tables/{code}/record")
        assert (record["lesson"], "fair" in record) == (True, False)

    run(test())


def test_a_bot_observes_the_events_of_its_seat_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    observed: dict[int, list[Event]] = {}
    observe = LazyBot.observe

    def noting(bot: LazyBot, event: Event) -> None:
        observed.setdefault(bot.seat_info.seat, []).append(event)
        observe(bot, event)

    monkeypatch.setattr(LazyBot, "observe", noting)

    async def test() -> None:
        tab = Tab()
        player = await tab.player(await tab.made("toctoctoc", host=GENTLE))
        await player.play()
        match = table_of(tab).game.match  # type: ignore[union-attr]  # there was one
        assert player.own_seats == {0}
        assert observed.keys() == {1, 2}
        for seat, events in observed.items():
            history = match.history(seat)
            assert events == history[: len(events)]
            assert len(events) > len(history) / 2

    run(test())


def test_a_finished_game_is_analysed_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.browser.analysis.EFFORT", 0.01)

    async def test() -> None:
        tab = Tab()
        code = await tab.made("chocottes", lesson=True, host=GENTLE)  # a short game
        await (await tab.player(code)).play()
        path = f"/api/tables/{code}/analysis"
        assert (await tab.ask("GET", f"{path}?seat=0&open=false"))[1]["code"] == "analysis/not-wanted"
        status, progress = await tab.ask("POST", f"{path}?game=1", {"seat": 0})
        assert (status, progress["state"]) == (202, "working")
        async with asyncio.timeout(60):
            while (answer := await tab.ask("GET", f"{path}?game=1&seat=0&open=false"))[0] == 202:
                await asyncio.sleep(0)
        assert answer[0] == 200
        assert answer[1]["analysis"]["game"] == "chocottes"
        async with asyncio.timeout(60):
            while any(key.startswith("document/analysis-wanted/") for key in tab.database.values):
                await asyncio.sleep(0)
        tab.end()
        tab = Tab(tab)
        assert await tab.ask("POST", f"{path}?game=1", {"seat": 0}) == answer
        assert (await tab.ask("POST", path, {"seat": 4}))[1]["code"] == "analysis/no-seat"

    run(test())


def test_a_hint_is_given_without_a_budget() -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("toctoctoc", settings={"players": 3, "hints": True}, host=GENTLE)
        player = await tab.player(code)
        while 0 not in player.view["to_act"]:
            await player.get("update")
        for _ in range(3):
            id = player.command("hint")
            hinted = await player.get("hinted", where=lambda message, id=id: message["id"] == id)  # type: ignore[misc]
            assert hinted["action"] in player.legal[0]

    run(test())


def test_a_move_is_stored_and_answered_before_bots_think(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("toctoctoc", settings={"players": 3, "options": {"creator": 0}}, host=GENTLE)
        player = await tab.player(code)
        while 0 not in player.view["to_act"]:
            await player.get("update")
        decide, answered = LazyBot.decide, list[bool]()

        def noting(bot: LazyBot, *how: Any) -> Any:
            answered.append(any(message.get("id") == id for message in player.heard))
            return decide(bot, *how)

        monkeypatch.setattr(LazyBot, "decide", noting)
        id = player.command("move", action=player.legal[0][0], seat=0)
        while not answered:
            await player.get("update")
        assert all(answered)

    run(test())


def test_a_move_that_cannot_be_stored_is_not_shown_and_can_be_sent_again() -> None:
    async def test() -> None:
        tab = Tab()
        code = await tab.made("toctoctoc", host=GENTLE)
        player = await tab.player(code)
        while 0 not in player.view["to_act"]:
            await player.get("update")
        version, heard = player.version, len(player.heard)
        tab.database.fault = StoreError("store/full", "no space")
        move = {"action": player.legal[0][0], "seat": 0}
        refused = await player.do("move", **move)
        assert (refused["type"], refused["code"]) == ("refused", "store/full")
        assert [message["type"] for message in player.heard[heard:] if message["type"] == "update"] == []
        assert table_of(tab).state.version == version
        status, problem = await tab.ask("POST", "/api/tables", {"game": "toctoctoc"})
        assert (status, problem["code"]) == (503, "store/full")
        tab.database.fault = None
        assert (await player.do("move", **move))["type"] == "done"
        await player.play()

    run(test())


def test_games_of_the_registry_are_offered_with_their_bots() -> None:
    async def test() -> None:
        status, games = await Tab().ask("GET", "/api/games")
        assert status == 200
        assert [game["name"] for game in games["games"]] == list(GAMES)
        assert "comte" in games["bots"]
        assert set(games["without"]) == {"quick-match", "slow-tables", "daily-deal", "groups", "web-push"}

    run(test())
