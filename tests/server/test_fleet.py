"""Three nodes on one database, and players of every table at all of them: whatever happens to a node costs nobody
anything that they were told, and they go on by way of the others.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.counts import FLEET_KILLS, FLEET_TABLES
from tests.server.fleet import Fleet
from tests.server.full_tables import FullTable, check_all, until
from tests.storage.postgres import Cluster, why_not

LEASE = 4.0  # seconds
TEMPO = 0.1  # seconds for which people think
Parties = list[FullTable]


@pytest.fixture
def restartable() -> Iterator[Cluster]:
    """A database of the test's own, which it may stop."""
    if (why := why_not()) is not None:
        pytest.skip(why)
    cluster = Cluster()
    yield cluster
    cluster.close()


async def all_move(gathered: Parties) -> float:
    """Wait until something more is acknowledged at every table; after how many seconds that was."""
    began, before = time.monotonic(), [party.moves for party in gathered]
    await until(lambda: all(party.moves > was for party, was in zip(gathered, before, strict=True)), 0.01)
    return time.monotonic() - began


async def kill(fleet: Fleet, gathered: Parties) -> None:
    node = fleet.rng.choice(fleet.up)
    await asyncio.to_thread(node.kill)
    fleet.recoveries.append(await all_move(gathered))
    await asyncio.to_thread(node.start)


async def stop(fleet: Fleet, gathered: Parties) -> None:
    """A node stands still for longer than its lease, and goes on as if nothing had been."""
    node = fleet.rng.choice(fleet.up)
    node.stop()
    await asyncio.sleep(LEASE + 1)
    node.go_on()
    await all_move(gathered)


async def renew(fleet: Fleet, gathered: Parties) -> None:
    """A rolling restart."""
    for node in fleet.nodes:
        assert await asyncio.to_thread(node.end) == 0
        await asyncio.to_thread(node.start)
        await all_move(gathered)


async def end(fleet: Fleet, gathered: Parties) -> None:
    """A node ends in order, and comes back."""
    node = fleet.rng.choice(fleet.up)
    assert await asyncio.to_thread(node.end) == 0
    await all_move(gathered)
    await asyncio.to_thread(node.start)


async def restart_database(fleet: Fleet, gathered: Parties) -> None:
    cluster = fleet.logs.cluster
    await asyncio.to_thread(cluster.stop)
    await asyncio.to_thread(cluster.start)
    await all_move(gathered)


async def cut(fleet: Fleet, gathered: Parties) -> None:
    """A node does not reach the database for longer than its lease."""
    node = fleet.rng.choice(fleet.up)
    node.wire.cut()
    await asyncio.sleep(LEASE + 1)
    node.wire.mend()
    await all_move(gathered)


@asynccontextmanager
async def playing(fleet: Fleet, tables: int) -> AsyncIterator[Parties]:
    """Tables where people play; at the end, to the end of their games."""
    gathered = await fleet.tables(tables, TEMPO)
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                tasks.create_task(guest.stay())
        await all_move(gathered)
        yield gathered
        for guest in (guest for party in gathered for guest in party.guests):
            guest.tempo = 0.0
        for party in gathered:
            tasks.create_task(party.end())


def checked_records(fleet: Fleet, gathered: Parties) -> int:
    with fleet.nodes[0].http() as http:
        return sum(party.check_records(http, fleet.logs.tables[party.code]) for party in gathered)


def forwarded(fleet: Fleet) -> float:
    return sum(node.figure("toctoc_forwarded_total") for node in fleet.nodes)


def evening(folder: Path, cluster: Cluster, report: Report, tables: int, strokes: list[str], seed: int) -> None:
    print(f"seed {seed}")

    async def spend() -> None:
        async with Fleet(folder, cluster, Random(seed), 3) as fleet:
            async with playing(fleet, tables) as gathered:
                for stroke in strokes:
                    await STROKES[stroke](fleet, gathered)
                    check_all(gathered, fleet.logs)
            check_all(gathered, fleet.logs)
            assert await asyncio.to_thread(checked_records, fleet, gathered) >= tables
            assert await asyncio.to_thread(forwarded, fleet) > 0
            assert [line for node in fleet.nodes for line in node.complaints()] == []
            guests = [guest for party in gathered for guest in party.guests]
            report("messages acknowledged by a fleet, all there", sum(len(guest.done) for guest in guests))
            if fleet.recoveries:
                report("kill -9 of a node", len(fleet.recoveries))
                worst = int(1000 * max(fleet.recoveries))
                report("milliseconds after a kill until all tables went on, at worst", worst)

    asyncio.run(spend())


STROKES = {
    "kill": kill, "stop": stop, "end": end, "renew": renew, "database": restart_database, "cut": cut,
}  # fmt: skip


def test_whatever_happens_to_a_node_its_players_go_on(
    tmp_path: Path, restartable: Cluster, report: Report
) -> None:
    evening(tmp_path, restartable, report, FLEET_TABLES, ["kill", "stop", "end"], 1)


@pytest.mark.long
def test_a_hundred_kills(tmp_path: Path, restartable: Cluster, report: Report) -> None:
    rng = Random(2)
    others = [rng.choice(["stop", "end", "renew", "database", "cut"]) for _ in range(FLEET_KILLS // 5)]
    strokes = rng.sample([*others, *["kill"] * FLEET_KILLS], k=len(others) + FLEET_KILLS)
    evening(tmp_path, restartable, report, FLEET_TABLES, strokes, 2)
