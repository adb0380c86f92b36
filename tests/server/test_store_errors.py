"""A store that is locked or full: players hear of it, nothing was done, and the same message works afterwards."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.scale import scaled
from tests.server.full_tables import FullTable, check_all, full_tables
from tests.server.hosting import PLENTY, Server
from tests.server.stored_logs import Logs

Fault = Callable[[Server], AbstractContextManager[None]]


@contextmanager
def locked(live: Server) -> Iterator[None]:
    """Let another program lock the store, for longer than the server waits."""
    db = sqlite3.connect(live.store, isolation_level=None, timeout=30)
    db.execute("BEGIN IMMEDIATE")
    yield
    db.execute("ROLLBACK")
    db.close()


@contextmanager
def small(live: Server) -> Iterator[None]:
    """No file of the server may grow."""
    import resource  # not everywhere

    _, most = resource.prlimit(live.pid, resource.RLIMIT_FSIZE)
    size = Path(f"{live.store}-wal").stat().st_size
    resource.prlimit(live.pid, resource.RLIMIT_FSIZE, (size, most))
    yield
    resource.prlimit(live.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def full(live: Server) -> Iterator[None]:
    """Something else takes all space of the disk."""
    filler = live.store.with_name("filler")
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    yield
    filler.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=48m", "toctoc-test", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root may make a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def faulted(live: Server, gathered: list[FullTable], logs: Logs, fault: Fault) -> str:
    """They play while the store fails for a while; what a new table is told meanwhile."""
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                tasks.create_task(guest.stay())
        while not all(party.host.lobby.get("number") for party in gathered):
            await asyncio.sleep(0.05)
        asking = [party for party in gathered if not party.host.fill]  # where it is always a person's turn
        with fault(live), live.http() as http:
            opening = tasks.create_task(asyncio.to_thread(http.post, "/api/tables", json={"game": "chocottes"}))
            while not all(party.unstored for party in asking):
                await asyncio.sleep(0.05)
            check_all(gathered, logs)  # nobody was shown or promised what is not there
            answer = await opening
            assert answer.status_code == 503
            assert (await asyncio.to_thread(http.get, "/healthz")).status_code == 200
            check_all(gathered, logs)
        for party in gathered:
            tasks.create_task(party.end())
    return answer.text


def test_a_locked_store_refuses_and_the_same_message_works_later(tmp_path: Path) -> None:
    evening(Server(tmp_path, *PLENTY), locked, "store/busy")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_store_that_may_not_grow_refuses_and_the_same_message_works_later(tmp_path: Path) -> None:
    evening(Server(tmp_path, *PLENTY), small, "store/broken")


def test_a_full_disk_refuses_and_the_same_message_works_later(tmp_path: Path, disk: Path) -> None:
    live = Server(tmp_path, *PLENTY)
    live.store = disk / "toctoc.db"
    evening(live, full, "store/full")


def evening(live: Server, fault: Fault, code: str) -> None:
    logs, tables = Logs(live.store), scaled(2, 8)
    with live:
        gathered = full_tables(live, Random(6), tables)
        said = asyncio.run(faulted(live, gathered, logs, fault))
        check_all(gathered, logs)
        with live.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
        assert live.figure("toctoc_writes_failed_total") > 0
    assert games >= tables
    assert json.loads(said)["code"] == code
    assert str(live.store) not in said
    guests = [guest for party in gathered for guest in party.guests]
    assert {c for guest in guests for c in guest.refusals if c.startswith("store/")} == {code}
    assert {id for party in gathered for guest in party.guests for id in guest.unstored & guest.done.keys()}
    assert all("writes failed" in line for line in live.complaints())
