"""Play with anybody: who asks for the same game is led to the same table, wherever they come in."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.scale import spread
from tests.server.harness import ServerHarness
from tests.server.hosting import Guest, Server, problem
from tests.server.local_server import TABLE
from tests.server.nodes import open_nodes
from tests.storage.postgres import Cluster, cluster
from toctoc.core.game import Move
from toctoc.core.registry import GAMES
from toctoc.server.features.matching.matching import ARRIVAL_SECONDS, CLOSING_SECONDS, MATCH_WAIT_MS, Matching
from toctoc.server.nodes.forward_http import leader
from toctoc.server.security.limits import Limits
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.scheduler import MAX_LAPSES

__all__ = ["cluster"]  # a fixture


@pytest.fixture
def harness(tmp_path: Path) -> ServerHarness:
    """A server with a table that waits for three."""
    return ServerHarness(tmp_path, "escalier", Settings(3, listed=True), waits=MATCH_WAIT_MS)


def matching_of(harness: ServerHarness) -> Matching:
    matching = Matching(harness.hub, lambda: harness.now)
    matching.add("escalier", harness.live, "anna")
    return matching


def test_players_are_sent_to_one_table_until_it_is_full(harness: ServerHarness) -> None:
    matching = matching_of(harness)
    assert matching.find("toctoctoc", "ben") is None
    found = [matching.find("escalier", guest) for guest in ("ben", "anna", "carla", "ben", "dora")]
    assert [one is not None for one in found] == [True, True, True, True, False]
    assert matching.find("escalier", "ben", besides=harness.live.head.code) is None  # it was full already


def test_a_player_who_does_not_arrive_keeps_no_seat(harness: ServerHarness) -> None:
    matching = matching_of(harness)
    for guest in ("ben", "carla"):
        assert matching.find("escalier", guest)
    harness.now += ARRIVAL_SECONDS
    assert matching.find("escalier", "dora")


def test_seated_players_keep_their_seats_and_a_started_table_gets_no_more(
    harness: ServerHarness,
) -> None:
    matching = matching_of(harness)
    for seat, guest in enumerate(("anna", "ben", "carla")):
        harness.come(guest)
        harness.tell(guest, commands.Sit(f"sit-{seat}", seat, guest))
    harness.now += ARRIVAL_SECONDS
    assert matching.find("escalier", "dora") is None
    harness.tell("carla", commands.Leave("leave"))
    assert matching.find("escalier", "dora")
    harness.live.table.state.stage = "playing"
    assert matching.find("escalier", "emil") is None


def test_a_table_that_begins_soon_gets_no_more_players(harness: ServerHarness) -> None:
    matching = matching_of(harness)
    harness.now += MATCH_WAIT_MS / 1000 - CLOSING_SECONDS
    assert matching.find("escalier", "ben") is None


def test_sent_players_count_at_a_table_of_another_node(harness: ServerHarness) -> None:
    matching = matching_of(harness)
    harness.hub.tables.pop(TABLE)
    assert matching.find("escalier", "ben")
    assert matching.find("escalier", "carla")
    harness.now += ARRIVAL_SECONDS
    assert matching.find("escalier", "dora") is None


def test_all_nodes_choose_the_same_one_for_a_game() -> None:
    nodes = ["10.0.0.1:80", "10.0.0.2:80", "10.0.0.3:80"]
    games = [f"game-{n}" for n in range(60)]
    assert leader(set(nodes), "escalier") == leader(list(reversed(nodes)), "escalier")
    assert {leader(nodes, game) for game in games} == set(nodes)
    assert leader((), "escalier") is None
    gone = [game for game in games if leader(nodes, game) == nodes[0]]
    assert all(leader(nodes, game) == leader(nodes[1:], game) for game in games if game not in gone)


@pytest.mark.parametrize("game", spread(GAMES, 1))
def test_a_connected_idler_does_not_stop_the_game(tmp_path: Path, game: str) -> None:
    settings = Settings(3, listed=True, clock="relaxed")
    harness = ServerHarness(tmp_path, game, settings, creator="nobody", waits=MATCH_WAIT_MS)
    for seat, guest in enumerate(("anna", "ben", "carla")):
        harness.come(guest)
        harness.tell(guest, commands.Sit(f"sit-{seat}", seat, guest))
    harness.wait(MATCH_WAIT_MS / 1000)
    rng = Random(1)
    for number in range(5_000):
        table = harness.live.table
        if table.state.stage == "over" or table.game is None:
            break
        awake = [seat for seat in table.game.match.actors if seat != 1]
        if awake:
            action = rng.choice(table.game.match.legal_words(awake[0]))
            harness.tell(("anna", "ben", "carla")[awake[0]], commands.Move(f"m-{number}", action))
        # Ben's page says what it shows by itself, and that its line is alive.
        for command in (commands.Ping(), commands.Seen(table.state.version), commands.Shown(table.state.version)):
            harness.tell("ben", command)
        harness.wait(10)
    assert harness.live.table.state.stage == "over"
    assert harness.live.table.state.seats[1].idle
    moves = [step for step in harness.steps if isinstance(step, Move) and step.seat == 1]
    lapses = [move for move in moves if move.by == "clock" and str(move.action) != "pass"]  # C9: in its own time
    assert len(lapses) == MAX_LAPSES
    harness.tell("ben", commands.Back())
    assert not harness.live.table.state.seats[1].away


# --- over HTTP ---------------------------------------------------------------------------------------------


def ask(http: httpx.Client, game: str = "escalier", **more: Any) -> dict[str, Any]:
    answer = http.post(f"/api/match/{game}", json={"program": True, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_two_players_are_matched_and_a_bot_takes_the_last_seat(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        first, second = ask(http, language="de"), ask(http)
        assert first["code"] == second["code"]
        assert ask(http, "toctoctoc")["code"] != first["code"]
        with Guest(server, first) as anna, Guest(server, second) as ben:
            assert anna.welcome["lobby"]["waits"] == MATCH_WAIT_MS
            assert anna.welcome["lobby"]["settings"]["clock"] == "relaxed"
            assert not anna.welcome["creator"]
            assert anna.ask("sit", seat=0, name="Anna")["type"] == "done"
            assert ben.ask("sit", seat=1, name="Ben")["type"] == "done"
            assert http.get("/api/tables").json() == {"tables": []}, "whoever wants a quick match asks for one"
            third = ask(http)
            with Guest(server, third) as carla:
                assert carla.ask("sit", seat=2, name="Carla")["type"] == "done"
                while not anna.view:
                    anna.hear()  # it begins by itself
        assert ask(http)["code"] != first["code"]


def test_a_browser_that_asks_again_finds_its_own_table(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        answer = http.post("/api/match/escalier", json={})
        assert "token" not in answer.json()
        assert "toctoc-guest" in answer.headers["set-cookie"]
        assert http.post("/api/match/escalier", json={}).json() == answer.json()
        other = http.post("/api/match/escalier", json={"besides": answer.json()["code"]}).json()
        assert other["code"] != answer.json()["code"]


def test_impossible_matches_are_refused(tmp_path: Path) -> None:
    options = ("--limit=matches_per_hour=2",)
    with Server(tmp_path, *options) as server, server.http() as http:
        assert problem(http.post("/api/match/chess", json={}), 404) == "game/unknown"
        assert problem(http.post("/api/match/escalier", json={"wishes": 3}), 400) == "http/400"
        for _ in range(2):
            ask(http)
        assert problem(http.post("/api/match/escalier", json={}), 429) == "match/too-many"


def test_one_address_gets_few_matches_at_once(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=matches_burst=2") as server, server.http() as http:
        for _ in range(2):
            ask(http)
        assert problem(http.post("/api/match/escalier", json={}), 429) == "match/too-many"
    assert Limits().matches_burst < Limits().matches_per_hour / 10


def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    with Server(tmp_path, "--without", "quick-match") as server, server.http() as http:
        assert "quick-match" in http.get("/api/games").json()["without"]
        assert problem(http.post("/api/match/escalier", json={}), 403) == "match/off"


def test_players_at_two_nodes_are_sent_to_one_table(cluster: Cluster) -> None:
    async def play() -> None:
        async with open_nodes(cluster) as (one, two), one.http() as here, two.http() as there:
            for game in ("escalier", "toctoctoc", "chocottes"):
                asked = [http.post(f"/api/match/{game}", json={"program": True}) for http in (here, there)]
                first, second = [answer.json() for answer in await asyncio.gather(*asked)]
                assert first["code"] == second["code"]
                assert first["token"] != second["token"]
            passed = [node.forwarding.traffic.passed_on for node in (one, two) if node.forwarding]
            assert sum(passed) == 3  # each game is one node's

    asyncio.run(play())


def test_another_node_matches_players_when_one_is_gone(cluster: Cluster) -> None:
    async def play() -> None:
        async with open_nodes(cluster) as (one, two), one.http() as here:
            names = (f"game-{number}" for number in range(60))
            game = next(name for name in names if leader([one.address, two.address], name) == two.address)
            await two.falls_silent()
            answer = await here.post(f"/api/match/{game}", json={})
            assert problem(answer, 404) == "game/unknown"  # as this node itself says
            forwarding = one.forwarding
            assert forwarding is not None
            assert forwarding.traffic.passed_on == 0

    asyncio.run(play())
