"""Two nodes behind real balancers, set up as docs/how-to/nodes.md says."""

import asyncio
import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.server import real_proxy
from tests.server.fleet import Fleet
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.hosting import Server
from tests.storage.postgres import Cluster, cluster

__all__ = ["cluster"]  # a fixture

ADDRESSES = ("10.0.0.7:8080", "10.0.0.8:8080")
TABLES = 12


def configuration(start: str, port: int, targets: list[str]) -> str:
    """Return a block of the page, by what it starts with, for these nodes."""
    text = real_proxy.block("nodes.md", start)
    for address, target in zip(ADDRESSES, targets, strict=True):
        text = text.replace(address, target)
    return re.sub(r"listen 443 ssl|bind .*", lambda found: f"{found[0].split()[0]} 127.0.0.1:{port}", text)


def nginx(folder: Path, port: int, targets: list[str]) -> list[str]:
    return real_proxy.nginx(folder, configuration("map", port, targets))


def haproxy(folder: Path, port: int, targets: list[str]) -> list[str]:
    return real_proxy.haproxy(folder, configuration("defaults", port, targets))


BALANCERS = {"nginx": nginx, "haproxy": haproxy}


def forwarded(fleet: Fleet) -> float:
    return sum(node.figure("toctoc_forwarded_total") for node in fleet.up)


async def evening(fleet: Fleet, outside: Server) -> list[FullTable]:
    gathered = await asyncio.to_thread(full_tables, outside, fleet.rng, TABLES)
    guests = [guest for party in gathered for guest in party.guests]
    for guest in guests:
        guest.is_patient, guest.tempo = True, 0.1
    async with asyncio.TaskGroup() as tasks:
        for guest in guests:
            tasks.create_task(guest.stay())
        await until(lambda: all(party.moves > 10 for party in gathered))
        assert await asyncio.to_thread(forwarded, fleet) == 0, "all of a table come to one node"
        tables = [await asyncio.to_thread(node.figure, "toctoc_tables_awake") for node in fleet.up]
        assert sum(tables) == TABLES
        assert min(tables) > 0
        await asyncio.to_thread(fleet.nodes[0].kill)
        before = [party.moves for party in gathered]
        await until(lambda: all(party.moves > was for party, was in zip(gathered, before, strict=True)))
        for guest in guests:
            guest.tempo = 0.0
        for party in gathered:
            tasks.create_task(party.end())
    return gathered


@pytest.mark.nightly
@pytest.mark.parametrize("name", BALANCERS)
def test_a_balancer_sends_a_table_to_one_node_and_to_the_other_when_that_is_killed(
    tmp_path: Path, cluster: Cluster, name: str
) -> None:
    async def play() -> None:
        async with Fleet(tmp_path, cluster, Random(3), 2, "--behind-proxy") as fleet:
            targets = [node.url.removeprefix("http://") for node in fleet.nodes]
            configured = partial(BALANCERS[name], targets=targets)
            with real_proxy.proxied(tmp_path / name, configured) as outside:
                check_all(await evening(fleet, outside), fleet.logs)

    asyncio.run(play())
