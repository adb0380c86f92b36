"""Nobody learns a daily deal before its day is over, by any answer, log or end of a game; then everybody can."""

import json
from collections.abc import Callable

import pytest

from tests.scale import spread
from tests.server.daily_server import NEXT_DAY, TODAY, Browser, DailyServer, secrets_of
from tests.server.test_daily import GAME, at
from toctoc import record
from toctoc.core.registry import BUILT_IN
from toctoc.record import verify
from toctoc.server.features.daily.days import Days

__all__ = ["at"]


def test_no_answer_and_no_log_has_the_secret_of_a_deal_before_its_day_is_over(
    at: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: DailyServer) -> None:
        caplog.set_level(0)
        anna, stranger = server.browser(), server.browser()
        games = spread(BUILT_IN, 2)
        for game in games:
            code = await anna.begin(game)
            await anna.play(code)
            for who in (anna, stranger):
                await who.daily()
                for what in ("record", "replay", "deal", "record?game=1", "analysis", "analysis?game=1"):
                    answer = await who.ask("GET", f"/api/tables/{code}/{what}")
                    assert (answer.status_code, answer.json()["code"]) == (409, "daily/sealed")
                answer = await who.ask("POST", f"/api/tables/{code}/analysis", json={"seat": 0, "open": True})
                assert (answer.status_code, answer.json()["code"]) == (409, "daily/sealed")
                await who.ask("GET", f"/api/tables/{code}")
                await who.ask("GET", f"/api/tables/{code}/invitation")
                await who.ask("POST", f"/api/tables/{code}/device")
                await who.ask("POST", f"/api/tables/{code}/token")
                await who.ask("POST", "/api/daily/nonsense", json={"name": "x"})
        secrets = await secrets_of(server)
        bots = {(await server.live(code)).table.state.bots for code in (await _codes(anna))}
        said = b"\n".join([*server.heard, caplog.text.encode(), repr(server.hub.tables).encode()]).lower()
        for secret in (*secrets.values(), *bots):
            assert secret.encode() not in said
            assert bytes.fromhex(secret) not in said
        assert len(bots) == len(games)

    at(test)


async def _codes(browser: Browser) -> list[str]:
    return [each["mine"]["code"] for each in (await browser.daily())["games"] if each["mine"]]


def test_the_day_after_everything_can_be_checked(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        games = spread(BUILT_IN, 1)
        for game in games:
            code = await anna.begin(game)
            await anna.play(code)
            played = (await server.live(code)).table.game
            assert played is not None
            mine = (await anna.of(game))["mine"]
            assert mine["score"] == played.match.scores[0]
            assert (mine["place"] == 1) == (0 in (played.match.winners or ()))
        promised = {each["game"]: each["commitment"] for each in (await anna.daily())["games"]}
        server.now = NEXT_DAY
        for each in [await anna.of(game) for game in games]:
            before = each["before"]
            line = (await anna.ask("GET", f"/api/tables/{before['mine']['code']}/record")).text
            read = record.read(line)
            assert read.fair is not None
            assert read.fair.secret.hex() == before["secret"]
            assert read.fair.commitment == promised[each["game"]]
            assert verify(read).over, "every outcome of chance is what the secret gives"
            assert (await anna.ask("GET", f"/api/tables/{before['mine']['code']}/replay")).status_code == 200
            assert each["mine"] is None, "today is another try"

    at(test)


def test_a_try_that_ends_after_its_day_does_not_count(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        anna = server.browser()
        code = await anna.begin(GAME)
        await anna.play(code, 1)
        server.now = Days().end(TODAY)
        await anna.play(code)
        server.now += 60
        before = (await anna.of(GAME))["before"]
        assert (before["played"], before["mine"]) == (0, {"code": code})
        assert (await anna.ask("GET", f"/api/tables/{code}/record")).status_code == 200

    at(test)


def test_the_table_of_a_try_admits_only_its_player(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        from toctoc.server.errors import HTTPError
        from toctoc.server.transport.admission import Admissions

        code = await server.browser().begin(GAME)
        with pytest.raises(HTTPError) as caught:
            await Admissions(server.lookup, server.access).admit(f"/api/tables/{code}/ws", {}, "192.0.2.7")
        assert caught.value.code == "daily/private"

    at(test)


def test_a_try_accepts_only_moves(at: Callable[..., None]) -> None:
    async def test(server: DailyServer) -> None:
        from toctoc.server.live.dispatch import receive
        from toctoc.table import commands as c
        from toctoc.table.log import Settings

        anna = server.browser()
        code = await anna.begin(GAME)
        refused: set[str] = set()
        for is_over in (False, True):
            if is_over:
                await anna.play(code)
            live = await server.live(code)
            before = len((await server.live(code)).table.state.seats)
            wishes: list[c.Command] = [
                c.Leave("1"), c.Start("2", "voyante"), c.Clear("3", 1), c.Set("4", Settings(2)), c.Close("5"),
                c.Ready("6", "0" * 64), c.Sit("7", 1, "Eve"), c.Ask("8", "Eve"), c.Bot("9", 1, "comte"),
                c.Hint("10"),
            ]  # fmt: skip
            line = await anna.play(code, 0)
            live.connect(line)
            for wish in wishes:
                receive(live, line, wish)
                await server.settle(live)
                told = json.loads(line.messages[-1])
                assert told["type"] == "refused", (wish, told)
                refused.add(told["code"])
            live.disconnect(line)
            assert len(live.table.state.seats) == before
            assert live.table.state.stage == ("over" if is_over else "playing")
        assert "daily/one-try" in refused

    at(test)
