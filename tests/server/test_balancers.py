"""Two nodes behind real balancers, set up as docs/how-to/cluster.md says."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.ports import free_port
from tests.server.fleet import Fleet
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.killable_server import KillableServer
from tests.storage.postgres import Cluster, cluster
from tools import ROOT

__all__ = ["cluster"]  # a fixture

PAGE = (ROOT / "docs/how-to/cluster.md").read_text(encoding="utf-8")
ADDRESSES = ("10.0.0.7:8080", "10.0.0.8:8080")
TABLES = 12


def configuration(start: str, port: int, targets: list[str]) -> str:
    """A block of the page, by what it starts with, for these nodes."""
    blocks: list[str] = re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL)
    text = next(block for block in blocks if block.startswith(start))
    for address, target in zip(ADDRESSES, targets, strict=True):
        text = text.replace(address, target)
    return re.sub(r"listen 443 ssl|bind .*", lambda found: f"{found[0].split()[0]} 127.0.0.1:{port}", text)


def nginx(folder: Path, port: int, targets: list[str]) -> list[str]:
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};"
        f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n"
        f"{configuration('map', port, targets)} }}\n"
    )
    return ["nginx", "-p", str(folder), "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]


def haproxy(folder: Path, port: int, targets: list[str]) -> list[str]:
    (folder / "haproxy.cfg").write_text(configuration("defaults", port, targets))
    return ["haproxy", "-db", "-f", f"{folder}/haproxy.cfg"]


BALANCERS: dict[str, Callable[[Path, int, list[str]], list[str]]] = {"nginx": nginx, "haproxy": haproxy}


class Balanced(KillableServer):
    """All nodes, by way of a balancer."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder)
        self.port = port


@asynccontextmanager
async def balanced(name: str, folder: Path, fleet: Fleet) -> AsyncIterator[Balanced]:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: apt install {name}")
    folder.mkdir()
    port = free_port()
    command = BALANCERS[name](folder, port, [node.url.removeprefix("http://") for node in fleet.nodes])
    with (folder / "log").open("ab") as log:
        environ = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
    try:
        outside = Balanced(folder, port)
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            while not await is_up(outside.url):
                assert process.poll() is None, (folder / "log").read_text()
                await asyncio.sleep(0.1)
        yield outside
    finally:
        process.terminate()
        process.wait(PROCESS_TIMEOUT_S)


async def is_up(url: str) -> bool:
    async with httpx.AsyncClient(trust_env=False) as http:
        try:
            return (await http.get(f"{url}/healthz")).status_code == 200
        except httpx.HTTPError:
            return False


def forwarded(fleet: Fleet) -> float:
    return sum(node.figure("toctoc_forwarded_total") for node in fleet.up)


async def evening(fleet: Fleet, outside: Balanced) -> list[FullTable]:
    address = f"ws{outside.url[4:]}"
    gathered = await asyncio.to_thread(full_tables, outside, fleet.rng, TABLES, lambda: address)
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


@pytest.mark.long
@pytest.mark.parametrize("name", BALANCERS)
def test_all_people_of_a_table_come_to_one_node_and_play_on_when_it_is_killed(
    tmp_path: Path, cluster: Cluster, name: str
) -> None:
    async def play() -> None:
        async with (
            Fleet(tmp_path, cluster, Random(3), 2, "--behind-proxy") as fleet,
            balanced(name, tmp_path / name, fleet) as outside,
        ):
            check_all(await evening(fleet, outside), fleet.logs)

    asyncio.run(play())
