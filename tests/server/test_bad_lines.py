"""Lines that break within a message, and messages that come twice or in another order, change nothing."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.counts import BAD_EVENINGS, BAD_KILLS, BAD_TABLES, CUTS
from tests.server.flaky_proxy import FlakyProxy
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.killable_server import KillableServer, Logs

Evening = tuple[list[FullTable], FlakyProxy]


async def badly_connected(live: KillableServer, rng: Random, tables: int, kills: int) -> Evening:
    async with FlakyProxy(lambda: live.port, rng) as line:
        gathered = await asyncio.to_thread(full_tables, live, rng, tables, lambda: f"ws://127.0.0.1:{line.port}")
        async with asyncio.TaskGroup() as tasks:
            for party in gathered:
                for guest in party.guests:
                    tasks.create_task(guest.stay())
            for kill in range(1, kills + 2):
                await until(lambda: line.cuts > CUTS * kill and line.swapped > kill and line.twice > kill)  # noqa: B023
                if kill <= kills:
                    await asyncio.to_thread(live.kill)
                    await asyncio.to_thread(live.start)
            line.is_bad = False
            for party in gathered:
                tasks.create_task(party.end())
    return gathered, line


def evening(folder: Path, report: Report, tables: int, kills: int, seed: int) -> None:
    print(f"seed {seed}")
    live, logs = KillableServer(folder, "--no-pause"), Logs(folder / "toctoc.db")
    with live:
        gathered, line = asyncio.run(badly_connected(live, Random(seed), tables, kills))
        check_all(gathered, logs)
        with live.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
    assert live.complaints() == []
    assert games >= tables
    guests = [guest for party in gathered for guest in party.guests]
    assert not {code for guest in guests for code in guest.refusals if code.split("/")[0] in ("store", "message")}
    report("connections cut in the middle of a message", line.cuts)
    report("messages sent twice", line.twice)
    report("messages sent in another order", line.swapped)
    report("games finished and verified over bad lines", games)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(BAD_EVENINGS))
def test_games_are_played_to_the_end_over_bad_lines(tmp_path: Path, report: Report, seed: int) -> None:
    evening(tmp_path, report, BAD_TABLES, BAD_KILLS, seed)
