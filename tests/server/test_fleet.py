"""Three nodes on one database, and players of every table at all of them: a node's faults cost nobody anything."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tests.conftest import Report
from tests.scale import SCALE, scaled
from tests.server.fleet import Fleet
from tests.server.full_tables import LOADED, FullTable, all_move, check_all, until
from tests.storage.postgres import Cluster, why_not

LEASE = 4.0  # seconds
TEMPO = 0.3  # seconds for which players think
DREAMS = 0.1  # how often they let a clock run out, at night
CHECK = 10  # strokes between two looks at all that is stored
STORE = '"from": "toctoc.storage"'  # which complains when the database is away
Parties = list[FullTable]


@pytest.fixture
def restartable() -> Iterator[Cluster]:
    """A database of the test's own, which it may stop."""
    if (why := why_not()) is not None:
        pytest.skip(why)
    cluster = Cluster()
    yield cluster
    cluster.close()


async def kill(fleet: Fleet, gathered: Parties) -> None:
    """A node dies, perhaps while another one starts."""
    await until(lambda: len(fleet.up) > 1, patience=LOADED)
    node = fleet.rng.choice(fleet.up)
    await asyncio.to_thread(node.kill)
    fleet.recoveries.append(found := await all_move(gathered))
    what = f"everybody was back after {found.back:.2f} s, every table went on after {found.on:.2f} s"
    print(f"kill {len(fleet.recoveries)}: {what}", flush=True)
    fleet.start(node)


async def stop(fleet: Fleet, gathered: Parties) -> None:
    """A node stands still for longer than its lease, and goes on as if nothing had been.

    Its bots were about to move and its clocks to run out: now they do, all at once, at tables that others have.
    """
    node = fleet.rng.choice(fleet.up)
    before = await asyncio.to_thread(node.figure, "toctoc_writes_failed_total")
    node.stop()
    await asyncio.sleep(LEASE + 1)
    node.go_on()
    await all_move(gathered)
    fleet.too_late += await asyncio.to_thread(node.figure, "toctoc_writes_failed_total") - before


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


async def cut(fleet: Fleet, gathered: Parties, word: str = "cut") -> None:
    """A node does not reach the database for longer than its lease."""
    node = fleet.rng.choice(fleet.up)
    before = await asyncio.to_thread(node.figure, "toctoc_writes_failed_total")
    await asyncio.to_thread(node.wire.tell, word)
    await asyncio.sleep(LEASE + 1)
    await asyncio.to_thread(node.wire.tell, "mend")
    await all_move(gathered)
    fleet.too_late += await asyncio.to_thread(node.figure, "toctoc_writes_failed_total") - before


async def freeze(fleet: Fleet, gathered: Parties) -> None:
    """The same, and nothing tells it: all its lines to the database stay open."""
    await cut(fleet, gathered, "freeze")


@asynccontextmanager
async def playing(fleet: Fleet, tables: int) -> AsyncIterator[Parties]:
    """Tables where people play; at the end, to the end of their games."""
    gathered = await fleet.tables(tables, TEMPO, DREAMS if SCALE > 1 else 0.0)
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                tasks.create_task(guest.stay())
        await all_move(gathered)
        yield gathered
        for guest in (guest for party in gathered for guest in party.guests):
            guest.tempo = guest.dreaminess = 0.0
            await guest.hurry()
        for party in gathered:
            tasks.create_task(party.end())


def checked_records(fleet: Fleet, gathered: Parties) -> int:
    with fleet.nodes[0].http() as http:
        return sum(party.check_records(http, fleet.logs.tables[party.code]) for party in gathered)


def check_turns(fleet: Fleet, gathered: Parties) -> None:
    """No bot and no clock has acted twice, in the log or in what anybody was told."""
    for party in gathered:
        numbers = range(1, len(fleet.logs.tables[party.code]) + 1)
        party.check_turns([fleet.logs.raw[party.code, number] for number in numbers])


def forwarded(fleet: Fleet) -> float:
    return sum(node.figure("toctoc_forwarded_total") for node in fleet.nodes)


def tell(fleet: Fleet, gathered: Parties, games: int, report: Report) -> None:
    """The figures of an evening."""
    guests = [guest for party in gathered for guest in party.guests]
    moves = Counter(by for party in gathered for by in party.movers(fleet.logs.tables[party.code]))
    report("tables at a fleet", len(gathered))
    report("messages acknowledged by a fleet, all there, none twice", sum(len(guest.done) for guest in guests))
    report("moves of bots at a fleet, each once", moves["bot"])
    report("moves of clocks at a fleet, each once", moves["clock"])
    report("steps of nodes that had lost a table, not stored and not told", int(fleet.too_late))
    report("games at a fleet, finished and verified", games)
    if fleet.recoveries:
        backs = sorted(recovery.back for recovery in fleet.recoveries)
        ons = sorted(recovery.on for recovery in fleet.recoveries)
        report("kill -9 of a node", len(backs))
        report("kills after which everybody was back within 6 s", sum(seconds < 6 for seconds in backs))
        for what, seconds in (("everybody was back", backs), ("every table went on, bots too", ons)):
            report(f"milliseconds after a kill until {what}, median", int(1000 * median(seconds)))
            report(f"milliseconds after a kill until {what}, at worst", int(1000 * seconds[-1]))


def evening(folder: Path, cluster: Cluster, report: Report, strokes: list[str], seed: int, *options: str) -> None:
    tables = scaled(2, 30)

    async def spend() -> None:
        async with Fleet(folder, cluster, Random(seed), 3, *options) as fleet:
            async with playing(fleet, tables) as gathered:
                assert await asyncio.to_thread(forwarded, fleet) > 0
                for number, stroke in enumerate(strokes, 1):
                    if stroke != "kill":
                        await fleet.all_up()
                        print(stroke, flush=True)
                    await STROKES[stroke](fleet, gathered)
                    if number % CHECK == 0:
                        check_all(gathered, fleet.logs)
                await fleet.all_up()
            check_all(gathered, fleet.logs)
            check_turns(fleet, gathered)
            games = await asyncio.to_thread(checked_records, fleet, gathered)
            assert games >= tables
            assert [line for node in fleet.nodes for line in node.complaints() if STORE not in line] == []
            tell(fleet, gathered, games, report)

    asyncio.run(spend())


STROKES = {
    "kill": kill, "stop": stop, "end": end, "renew": renew, "database": restart_database, "cut": cut,
    "freeze": freeze,
}  # fmt: skip


@pytest.mark.kills
def test_players_go_on_when_a_node_is_killed_stopped_or_ended(
    tmp_path: Path, restartable: Cluster, report: Report
) -> None:
    evening(tmp_path, restartable, report, ["kill", "stop", "end"], 1)


@pytest.mark.nightly
@pytest.mark.kills
@pytest.mark.timeout(3600)
def test_players_go_on_after_any_sequence_of_faults(tmp_path: Path, restartable: Cluster, report: Report) -> None:
    strokes = [*STROKES, *["kill"] * scaled(1, 30)]
    evening(tmp_path, restartable, report, Random(2).sample(strokes, k=len(strokes)), 2, "--pause")
