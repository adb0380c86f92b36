"""kill -9 at any moment costs players nothing: no move, no try of the daily deal and no game of a series."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.scale import scaled
from tests.server.full_tables import FullTable, check_all, full_tables, until
from tests.server.hosting import PLENTY, Server
from tests.server.stored_logs import Logs
from tests.server.visitor import GAME, Visitor

MOVES = 200  # between two kills at most

pytestmark = pytest.mark.kills


async def killed(server: Server, gathered: list[FullTable], logs: Logs, rng: Random, kills: int) -> None:
    """Let them play while the server is killed again and again; then to the end."""
    async with asyncio.TaskGroup() as tasks:
        for party in gathered:
            for guest in party.guests:
                tasks.create_task(guest.stay())
        for _ in range(kills):
            enough = rng.randrange(MOVES) + sum(party.moves for party in gathered)
            await until(lambda: sum(party.moves for party in gathered) >= enough, 0.003)  # noqa: B023
            await asyncio.to_thread(server.kill)
            check_all(gathered, logs)
            await asyncio.to_thread(server.start)
        for party in gathered:
            tasks.create_task(party.end())


def test_acknowledged_moves_survive_kill_9(tmp_path: Path, report: Report) -> None:
    rng, logs, tables = Random(0), Logs(tmp_path / "toctoc.db"), scaled(4, 24)
    with Server(tmp_path, *PLENTY) as server:
        gathered = full_tables(server, rng, tables)
        asyncio.run(killed(server, gathered, logs, rng, scaled(6, 120)))
        check_all(gathered, logs)
        with server.http() as http:
            games = sum(party.check_records(http, logs.tables[party.code]) for party in gathered)
    assert server.complaints() == []
    guests = [guest for party in gathered for guest in party.guests]
    assert games >= tables
    assert sum(guest.resumed for guest in guests) > 0
    refused = {code for guest in guests for code in guest.refusals}
    assert not {code for code in refused if code.split("/")[0] in ("store", "message", "hello")}, refused
    report("kill -9 of the server", server.kills)
    report("messages acknowledged, all there after every kill", sum(len(guest.done) for guest in guests))
    report("games finished and verified across kills", games)


def test_no_result_of_the_daily_deal_is_lost_or_doubled_by_kill_9(tmp_path: Path, report: Report) -> None:
    rng, server, number = Random(7), Server(tmp_path, *PLENTY), scaled(2, 3)
    with server:
        people = [Visitor(server) for _ in range(number)]
        for person in people:
            person.try_daily()
        sealed = [people[0].daily_game()[name] for name in ("commitment", "next_commitment")]

        def kill() -> None:
            server.kill()
            server.start()
            assert [people[0].daily_game()[name] for name in ("commitment", "next_commitment")] == sealed
            for person in people:
                person.try_daily()
            over = [person for person in people if person.is_over]
            assert people[0].daily_game()["played"] >= len(over)
            for person in over:
                mine = person.daily_game()["mine"]
                assert mine["score"] == person.view["scores"][0], "it was shown, and so it counts"

        for _ in range(scaled(1, 20)):
            person = rng.choice(people)
            if not person.is_over:
                person.play(person.code, rng.randrange(1, 12))
            kill()
        for finished, person in enumerate(people, 1):
            if not person.is_over:
                person.play(person.code, 10_000)
                kill()  # as soon as the end is seen
            assert people[0].daily_game()["played"] >= finished
        found = people[0].daily_game()
        assert found["played"] == number, "each counts once, however often the server was killed"
        assert sum(found["curve"]["counts"]) == number
    assert server.complaints() == []
    report("kill -9 of the server", server.kills)


def test_no_game_of_a_series_is_lost_or_doubled_by_kill_9(tmp_path: Path, report: Report) -> None:
    rng, server, names = Random(5), Server(tmp_path, *PLENTY), ["Anna", "Member 0", "Member 1"]
    with server:
        anna = Visitor(server)
        group = anna.ask("POST", "/api/groups", json={"group": "Owls", "name": "Anna"})["id"]
        for name in names[1:]:
            Visitor(server).ask("POST", f"/api/groups/{group}/members", json={"name": name})
        code = anna.ask("POST", f"/api/groups/{group}/table", json={"game": GAME})["code"]
        played = 0
        for _ in range(scaled(1, 20)):
            played += anna.play(code, rng.randrange(1, 30))
            server.kill()
            server.start()
            found = anna.ask("GET", f"/api/groups/{group}")
            assert [member["name"] for member in found["members"]] == names
            assert (found["table"], found["yours"]) == (code, True)
            assert found["played"] >= played, "its end was shown, and so it counts"
        while not anna.play(code, 10_000):
            pass
        server.kill()  # as soon as the end is seen
        server.start()
        found = anna.ask("GET", f"/api/groups/{group}")
        lobby = anna.ask("GET", f"/api/tables/{code}")
        assert found["played"] == lobby["number"], "each game counts once"
        assert found["members"][0]["played"] == lobby["number"]
    assert server.complaints() == []
    report("kill -9 of the server", server.kills)
