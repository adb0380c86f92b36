"""kill -9 at any moment costs nobody anything that they were told."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.counts import KILLED_EVENINGS, KILLED_TABLES, KILLS
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.killable_server import KillableServer, Logs

MOVES = 900  # between two kills at most


async def killed(live: KillableServer, gathered: list[FullTable], logs: Logs, rng: Random, kills: int) -> None:
    """Let them play while the server is killed again and again; then to the end."""
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                tasks.create_task(guest.stay())
        for _ in range(kills):
            enough = rng.randrange(MOVES) + sum(party.moves for party in gathered)
            await until(lambda: sum(party.moves for party in gathered) >= enough, 0.003)  # noqa: B023
            await asyncio.to_thread(live.kill)
            check_all(gathered, logs)
            await asyncio.to_thread(live.start)
        for party in gathered:
            tasks.create_task(party.end())


def evening(folder: Path, report: Report, tables: int, kills: int, seed: int) -> None:
    print(f"seed {seed}")
    rng, live, logs = Random(seed), KillableServer(folder, "--no-pause"), Logs(folder / "toctoc.db")
    with live:
        gathered = full_tables(live, rng, tables, lambda: f"ws{live.url[4:]}")
        asyncio.run(killed(live, gathered, logs, rng, kills))
        check_all(gathered, logs)
        with live.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
    assert live.complaints() == []
    guests = [guest for party in gathered for guest in party.guests]
    assert games >= tables
    assert sum(guest.resumed for guest in guests) > 0
    refused = {code for guest in guests for code in guest.refusals}
    assert not {code for code in refused if code.split("/")[0] in ("store", "message", "hello")}, refused
    report("kill -9 of the server", live.kills - 1)
    report("messages acknowledged, all there after every kill", sum(len(guest.done) for guest in guests))
    report("games finished and verified across kills", games)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(KILLED_EVENINGS))
def test_whatever_players_were_told_survives_kill_9(tmp_path: Path, report: Report, seed: int) -> None:
    evening(tmp_path, report, KILLED_TABLES, KILLS, seed)
