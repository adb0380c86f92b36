"""Slow tables at a server: they sleep without a timer, and their clocks go on, over restarts and `kill -9` too."""

import time
from pathlib import Path

import pytest

from tests.conftest import Report
from tests.server.harness import ServerHarness
from tests.server.hosting import Guest, Server
from toctoc.table import commands, log
from toctoc.table.effects import CLOCK_MS
from toctoc.table.log import Settings

DAY = CLOCK_MS["day"] / 1000
WALL = 1_700_000_000.0


class SlowHarness(ServerHarness):
    """With a wall's clock that the test turns as well."""

    def _open(self) -> None:
        super()._open()
        self.hub.services.wall = lambda: WALL + self.now


@pytest.fixture
def harness(tmp_path: Path) -> SlowHarness:
    made = SlowHarness(tmp_path, "escalier", Settings(2, clock="day"))
    for seat, guest in enumerate(("anna", "bob")):
        made.come(guest)
        made.tell(guest, commands.Sit(f"sit-{guest}", seat, guest))
    made.tell("anna", commands.Start("start"))
    return made


def leave(harness: SlowHarness) -> None:
    for guest in ("anna", "bob"):
        harness.go(guest)


def clock_moves(harness: SlowHarness) -> int:
    return sum(getattr(step, "by", "") == "clock" for step in harness.steps)


def test_a_slow_table_sleeps_without_a_timer_and_leaves_the_memory(harness: SlowHarness) -> None:
    leave(harness)
    harness.wait(120)
    assert not [alarm for _, _, alarm in harness.alarms if not alarm.is_off]
    harness.ask(harness.hub.forget_idle(60))
    assert not harness.hub.tables


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_slow_clock_goes_on_while_the_table_sleeps_and_the_server_is_down(
    harness: SlowHarness, is_killed: bool
) -> None:
    until = dict(harness.live.table.state.deadlines)
    leave(harness)
    harness.now += DAY - 10
    if is_killed:
        harness.restart()
    harness.come("anna")
    assert harness.live.table.state.deadlines == until
    assert harness.live.now() == pytest.approx(next(iter(until.values())) - 10_000, abs=1)
    harness.wait(9)
    assert clock_moves(harness) == 0
    harness.wait(2)
    assert clock_moves(harness) == 1


def test_a_clock_that_ran_out_long_ago_plays_once_when_a_client_comes(harness: SlowHarness) -> None:
    leave(harness)
    harness.now += 10 * DAY
    harness.restart()
    harness.come("bob")
    harness.wait(1)
    assert clock_moves(harness) == 1
    assert not any(seat.away for seat in harness.live.table.state.seats)


def test_a_wall_clock_that_is_set_back_does_not_turn_the_table_s_time_back(harness: SlowHarness) -> None:
    before = harness.live.now()
    harness.now -= 3_600
    assert harness.live.now() == before


def test_a_table_that_is_no_longer_slow_stands_still_without_clients(tmp_path: Path) -> None:
    harness = SlowHarness(tmp_path, "escalier", Settings(2, clock="day"))
    harness.come("anna")
    harness.wait(100)
    before = harness.live.now()
    harness.tell("anna", commands.Set("set", Settings(2, clock="fast")))
    harness.wait(5)
    assert harness.live.now() == before + 5_000
    harness.go("anna")
    harness.wait(3_600)
    assert harness.live.now() == before + 5_000
    harness.come("anna")
    harness.tell("anna", commands.Set("again", Settings(2, clock="hours")))
    harness.wait(7)
    assert harness.live.now() == before + 12_000


def test_the_anchor_of_a_slow_clock_is_in_the_log(harness: SlowHarness) -> None:
    entries = harness.ask(harness.store.load(harness.live.id))
    assert entries is not None
    kinds = [type(log.read(entry).change) for entry in entries.entries]
    assert kinds.count(log.Anchored) == 1


def test_the_turn_of_a_slow_table_is_sent_over_http(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        anna = server.make("escalier", players=2, clock="day")
        bob = http.post(f"/api/tables/{anna['code']}/token").json()
        path = f"/api/tables/{anna['code']}/turn"
        assert http.get(path).json() == {"stage": "lobby", "yours": False, "players": [], "left": None}
        with Guest(server, anna) as one, Guest(server, bob) as two:
            one.ask("sit", seat=0, name="Anna")
            two.ask("sit", seat=1, name="Bob")
            one.ask("start")
            while not two.view:
                two.hear()
            first = two.view["to_act"][0]
        tokens = [made["token"] for made in (anna, bob)]
        told = [http.get(path, headers={"Authorization": f"Bearer {token}"}).json() for token in tokens]
        assert [one["yours"] for one in told] == [seat == first for seat in range(2)]
        assert {tuple(one["players"]) for one in told} == {(("Anna", "Bob")[first],)}
        assert all(0 < one["left"] <= CLOCK_MS["day"] for one in told)
        assert not http.get(path).json()["yours"]  # a stranger's


@pytest.mark.kills
def test_a_deadline_survives_kill_9(tmp_path: Path, report: Report) -> None:
    with Server(tmp_path) as server:
        made = server.make("escalier", players=2, clock="day")
        with Guest(server, made) as anna:
            anna.ask("sit", seat=0, name="Anna")
            anna.ask("start", fill="petit-fantome")
            while not (anna.view and anna.legal):
                anna.hear()
        first, last = deadline(server, made)
        server.kill()
        server.start()
        earliest, latest = deadline(server, made)
    report("kill -9 of the server", server.kills)
    assert earliest <= last + 0.01
    assert first <= latest + 0.01


def deadline(server: Server, made: dict[str, str]) -> tuple[float, float]:
    """Between which times of the wall's clock it is: the answer took some time."""
    asked = time.time()
    with server.http(headers={"Authorization": f"Bearer {made['token']}"}) as http:
        told = http.get(f"/api/tables/{made['code']}/turn").json()
    assert told["yours"]
    return asked + told["left"] / 1000, time.time() + told["left"] / 1000
