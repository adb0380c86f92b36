"""Lines that break within a message, and messages that come twice or in another order, change nothing."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.scale import scaled
from tests.server.flaky_proxy import FlakyProxy
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.hosting import PLENTY, Server
from tests.server.stored_logs import Logs

CUTS = 20  # of lines, before each kill
Evening = tuple[list[FullTable], FlakyProxy]


async def badly_connected(server: Server, rng: Random, tables: int, kills: int) -> Evening:
    async with FlakyProxy(lambda: server.port, rng) as line:
        gathered = await asyncio.to_thread(full_tables, server, rng, tables, lambda: f"ws://127.0.0.1:{line.port}")
        async with asyncio.TaskGroup() as tasks:
            for party in gathered:
                for guest in party.guests:
                    tasks.create_task(guest.stay())
            for kill in range(1, kills + 2):
                await until(lambda: line.cuts > CUTS * kill and line.swapped > kill and line.twice > kill)  # noqa: B023
                if kill <= kills:
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
            line.is_bad = False
            for party in gathered:
                tasks.create_task(party.end())
    return gathered, line


@pytest.mark.kills
def test_games_are_played_to_the_end_over_bad_lines(tmp_path: Path, report: Report) -> None:
    logs, tables = Logs(tmp_path / "toctoc.db"), scaled(3, 24)
    with Server(tmp_path, *PLENTY) as server:
        gathered, line = asyncio.run(badly_connected(server, Random(0), tables, scaled(1, 20)))
        check_all(gathered, logs)
        with server.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
    assert server.complaints() == []
    assert games >= tables
    guests = [guest for party in gathered for guest in party.guests]
    assert not {code for guest in guests for code in guest.refusals if code.split("/")[0] in ("store", "message")}
    report("kill -9 of the server", server.kills)
    report("connections cut in the middle of a message", line.cuts)
    report("messages sent twice", line.twice)
    report("messages sent in another order", line.swapped)
    report("games finished and verified over bad lines", games)
