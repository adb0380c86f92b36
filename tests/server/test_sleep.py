"""A table without clients is unloaded, and comes back as it was."""

import asyncio
from pathlib import Path
from random import Random

from tests.scale import scaled
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.guest import Guest
from tests.server.hosting import PLENTY, Server
from tests.server.stored_logs import Logs

PERSONS = (("toctoctoc", 3, 3, "relaxed", False), ("escalier", 2, 2, "relaxed", False))  # without glimpses


async def leave(guests: list[Guest], tasks: list[asyncio.Task[None]]) -> None:
    await asyncio.gather(*(guest.hang_up() for guest in guests))
    await asyncio.gather(*tasks)


def come(guests: list[Guest], is_quiet: bool = False) -> list[asyncio.Task[None]]:
    for guest in guests:
        guest.leaving, guest.is_quiet = False, is_quiet
    return [asyncio.ensure_future(guest.stay()) for guest in guests]


async def calm(gathered: list[FullTable], logs: Logs) -> None:
    """Let everybody stop, and be shown all that happened."""
    for party in gathered:
        for guest in party.guests:
            guest.is_quiet = True
    await until(lambda: not any(guest.asked for party in gathered for guest in party.guests))

    def shown() -> bool:
        logs.read()
        return all(g.version == len(logs.tables[party.code]) for party in gathered for g in party.guests)

    await until(shown)


def test_an_empty_table_is_unloaded_and_comes_back_as_it_was(tmp_path: Path) -> None:
    server, logs = Server(tmp_path, *PLENTY, "--idle", "0.5"), Logs(tmp_path / "toctoc.db")

    async def evening() -> None:
        gathered = full_tables(server, Random(8), scaled(2, 10), tables=PERSONS)
        guests = [guest for party in gathered for guest in party.guests]
        tasks = come(guests)
        await until(lambda: all(guest.lobby.get("number") and len(guest.done) > 3 for guest in guests))
        assert server.figure("toctoc_tables") == len(gathered)
        await calm(gathered, logs)
        await leave(guests, tasks)
        await until(lambda: server.figure("toctoc_tables") == 0)
        assert server.figure("toctoc_connections") == 0
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

    with server:
        asyncio.run(evening())
        assert server.complaints() == []
