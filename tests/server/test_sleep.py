"""Tables that sleep: in the store while the server is down, and while nobody is there. They wake as they were."""

import asyncio
import time
from pathlib import Path
from random import Random

import httpx

from tests.counts import RESTARTED_TABLES
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.guest import Guest
from tests.server.killable_server import KillableServer, Logs

PAIRS = (("escalier", 2, 2, "none", False), ("chocottes", 2, 2, "none", False))
PERSONS = (("toctoctoc", 3, 3, "relaxed", False), ("escalier", 2, 2, "relaxed", False))  # without glimpses


async def leave(guests: list[Guest], tasks: list[asyncio.Task[None]]) -> None:
    await asyncio.gather(*(guest.hang_up() for guest in guests))
    await asyncio.gather(*tasks)


def come(guests: list[Guest], is_quiet: bool = False) -> list[asyncio.Task[None]]:
    for guest in guests:
        guest.leaving, guest.is_quiet = False, is_quiet
    return [asyncio.ensure_future(guest.stay()) for guest in guests]


async def calm(gathered: list[FullTable], logs: Logs) -> None:
    """Everybody stops, and has been shown all that happened."""
    for party in gathered:
        for guest in party.guests:
            guest.is_quiet = True
    await until(lambda: not any(guest.asked for party in gathered for guest in party.guests))

    def shown() -> bool:
        logs.read()
        return all(g.version == len(logs.tables[party.code]) for party in gathered for g in party.guests)

    await until(shown)


def test_a_restart_with_many_live_tables_serves_all_of_them(tmp_path: Path) -> None:
    live, logs = KillableServer(tmp_path, "--no-pause"), Logs(tmp_path / "toctoc.db")

    async def evening() -> list[FullTable]:
        gathered = full_tables(live, Random(7), RESTARTED_TABLES, lambda: f"ws{live.url[4:]}", PAIRS)
        guests = [guest for party in gathered for guest in party.guests]
        tasks = come(guests)
        await until(lambda: all(guest.lobby.get("number") for guest in guests))
        for guest in guests:
            guest.is_quiet = True
        await asyncio.to_thread(live.kill)
        check_all(gathered, logs)
        before = [party.moves for party in gathered]
        for guest in guests:
            guest.is_quiet = False
        await asyncio.to_thread(live.start)
        await until(lambda: all(party.moves > had for party, had in zip(gathered, before, strict=True)))
        assert live.figure("toctoc_tables_awake") == RESTARTED_TABLES
        await leave(guests, tasks)
        return gathered

    with live:
        check_all(asyncio.run(evening()), logs)
        assert live.complaints() == []


def test_a_table_that_everybody_left_costs_nothing_and_comes_back_as_it_was(tmp_path: Path) -> None:
    live, logs = KillableServer(tmp_path, "--no-pause", "--idle", "0.5"), Logs(tmp_path / "toctoc.db")

    async def evening() -> None:
        gathered = full_tables(live, Random(8), 10, lambda: f"ws{live.url[4:]}", PERSONS)
        guests = [guest for party in gathered for guest in party.guests]
        tasks = come(guests)
        await until(lambda: all(guest.lobby.get("number") and len(guest.done) > 3 for guest in guests))
        assert live.figure("toctoc_tables") == len(gathered)
        await calm(gathered, logs)
        await leave(guests, tasks)
        await until(lambda: live.figure("toctoc_tables") == 0)
        assert live.figure("toctoc_connections") == 0
        resumed, compared = [guest.resumed for guest in guests], [guest.compared for guest in guests]
        tasks = come(guests, is_quiet=True)  # a guest compares what it was shown with what it is shown now
        await until(lambda: all(guest.resumed > had for guest, had in zip(guests, resumed, strict=True)))
        assert all(guest.compared > had for guest, had in zip(guests, compared, strict=True))
        await leave(guests, tasks)
        had = [len(guest.done) for guest in guests]
        tasks = come(guests)
        await until(lambda: all(len(guest.done) > n for guest, n in zip(guests, had, strict=True)))
        await leave(guests, tasks)
        check_all(gathered, logs)

    with live:
        asyncio.run(evening())
        assert live.complaints() == []


def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    live, logs = KillableServer(tmp_path), Logs(tmp_path / "toctoc.db")

    async def evening() -> None:
        gathered = full_tables(live, Random(9), 4, lambda: f"ws{live.url[4:]}", PERSONS)
        guests = [guest for party in gathered for guest in party.guests]
        tasks = come(guests)
        await until(lambda: all(guest.deadlines and len(guest.done) > 3 for guest in guests))
        await calm(gathered, logs)
        last = {party.code: logs.tables[party.code][-1][0] for party in gathered}
        lines = {party.code: len(logs.tables[party.code]) for party in gathered}
        resumed, compared = [guest.resumed for guest in guests], sum(guest.compared for guest in guests)
        await asyncio.to_thread(live.kill)
        # Longer than it takes to start: time that was counted while the server was down would show below.
        await asyncio.sleep(3)
        await asyncio.to_thread(live.start)
        # They came back to the deadlines that they had been shown; but for those who missed something meanwhile.
        await until(lambda: all(guest.resumed > had for guest, had in zip(guests, resumed, strict=True)))
        assert sum(guest.compared for guest in guests) > compared
        before = [party.moves for party in gathered]
        for guest in guests:
            guest.is_quiet = False
            await guest.act()
        await until(lambda: all(party.moves > had for party, had in zip(gathered, before, strict=True)))
        up = 1000 * (time.monotonic() - live.started)
        await leave(guests, tasks)
        logs.read()
        for code, log in logs.tables.items():
            assert len(log) > lines[code]
            assert log[lines[code]][0] - last[code] <= up
            assert not any(line[1][0] == "moved" and line[1][3] == "clock" for line in log)

    with live:
        asyncio.run(evening())


def test_a_seat_that_moved_to_another_device_is_there_after_kill_9_and_its_token_is_used(tmp_path: Path) -> None:
    with KillableServer(tmp_path) as live:
        with live.http() as http:
            code, token = live.open_table(http, "chocottes", players=2)
            asked = http.post(f"/api/tables/{code}/device", headers={"Authorization": f"Bearer {token}"}).json()
            taken = http.post(f"/api/tables/{code}/device/take", json={"token": asked["token"]})
            assert taken.status_code == 200
            cookies = dict(http.cookies)
        live.kill()
        live.start()
        with httpx.Client(base_url=live.url, cookies=cookies, trust_env=False) as http:
            assert http.post(f"/api/tables/{code}/device").status_code == 201, "the creator's rights are lost"
            answer = http.post(f"/api/tables/{code}/device", headers={"Authorization": f"Bearer {token}"})
            assert answer.json()["code"] == "seat/none"
            again = http.post(f"/api/tables/{code}/device/take", json={"token": asked["token"]})
            assert again.json()["code"] == "device/bad-token"
