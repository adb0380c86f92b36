"""Datasets hold every step of every game: the same bytes on any machines, and the records of `simulate`."""

import json
import os
import re
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.arena.dask import SCHEDULER, fake_package
from tests.bots.own_bots import written as own_bots
from tests.cli.invoke import children, run, start
from tests.cli.pseudo_terminal import Terminal
from tests.scale import SCALE, spread
from toctoc import Match, extras
from toctoc.arena import cluster
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import simulate
from toctoc.core.compile.playout import roll, seed_rng
from toctoc.core.registry import BUILT_IN
from toctoc.lab import codec, dataset, extra, observations, records
from toctoc.lab.dataset import plan, playing

pytestmark = pytest.mark.compiled


def small(game: str = "escalier", games: int = 7, bots: tuple[str, ...] = (), **chosen: object) -> Simulation:
    return Simulation.of(game, 3, games, 11, chosen, bots)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def parts_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "RANDOM_PART", 3)


@pytest.mark.usefixtures("parts_of_three")
@pytest.mark.parametrize("game", spread(reversed(BUILT_IN), 1))
def test_a_dataset_has_the_records_of_a_simulation(game: str, tmp_path: Path) -> None:
    simulation = small(game, start="random")
    dataset.write(simulation, tmp_path / "data", 1)
    lines: list[str] = []
    simulate(simulation, write_line=lines.append, cores=1)
    assert list(records(tmp_path / "data")) == lines


@pytest.mark.parametrize("fast", [True, False])
def test_a_dataset_of_bots_has_the_records_of_a_simulation(
    fast: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "POLICY_PART", 3)
    monkeypatch.setattr(plan, "MATCH_PART", 3)
    simulation = small(bots=("voyante", "random" if fast else f"{own_bots(tmp_path)}:Fine"))
    dataset.write(simulation, tmp_path / "data", 1)
    lines: list[str] = []
    simulate(simulation, write_line=lines.append, cores=1)
    assert list(records(tmp_path / "data")) == lines
    assert "files" in plan.read_header(tmp_path / "data") or fast


@pytest.mark.usefixtures("parts_of_three")
def test_steps_have_the_number_of_legal_actions_and_games_their_results() -> None:
    simulation = small(games=2)
    played = playing.play(simulation, (1, 1))
    rng = [0]
    seed_rng(rng, simulation.seed, 1)
    match = Match("escalier", 3)
    for seat, code, legal in zip(played.seats.tolist(), played.codes.tolist(), played.legal.tolist(), strict=True):
        if seat < 0:
            match.take_chance(match.game.outcome(match.state, code))
            assert legal == 0
        else:
            assert legal == len(match.legal(seat))
            match.play(seat, match.game.action(match.state, code))
    assert match.over
    assert (tuple(played.scores[0]), played.first, played.ends[-1]) == (match.scores, 1, len(match.steps))


@pytest.mark.usefixtures("parts_of_three")
def test_a_full_array_is_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    enough = playing.play(small(), (0, 2))
    monkeypatch.setattr(playing, "FIRST_ROOM_OF_GAME", 2)
    again = playing.play(small(), (0, 2))
    assert np.array_equal(again.codes, enough.codes)


@pytest.mark.usefixtures("parts_of_three")
def test_an_interrupted_dataset_continues_with_the_same_bytes(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    dataset.write(small(games=8), whole, 1)
    dataset.write(small(games=7), broken, 1)
    (broken / "games/part-000001.parquet").unlink()
    (broken / "games/.part-000001.parquet.unfinished").write_bytes(b"PAR1")
    (broken / "steps/part-000000.parquet").unlink()
    done: list[int] = []
    found = dataset.write(small(games=8), broken, min(2, SCALE), done.append)
    assert content(broken) | {"games/.part-000001.parquet.unfinished": b""} == content(whole) | {
        "games/.part-000001.parquet.unfinished": b""
    }
    assert done == [3, 3, 2]
    assert (found.games, found.bytes) == (8, sum(path.stat().st_size for path in whole.rglob("*.parquet")))
    done.clear()
    assert dataset.write(small(games=8), broken, 1, done.append) == found
    assert done == [8]


@pytest.mark.usefixtures("parts_of_three")
@pytest.mark.parametrize("observation", ["recall", "table"])
def test_observations_are_those_of_the_codec(observation: str, tmp_path: Path) -> None:
    simulation = small(games=4)
    dataset.write(simulation, tmp_path / "data", 1)
    coder = codec("escalier", 3, observation)
    decisions = [row for some in observations(tmp_path / "data", observation, games=2) for row in rows(some)]
    for number, line in enumerate(records(tmp_path / "data")):
        match = Match("escalier", 3)
        known = [coder.knowledge(seat) for seat in range(3)]
        for seat in range(3):
            match.listen(seat, known[seat].observe)
        for step in json.loads(line)["steps"]:
            if step[0] == "chance":
                match.take_chance(step[1])
                continue
            seat = step[0]
            game, who, obs, mask, action, won = decisions.pop(0)
            assert (game, who) == (number, seat)
            assert np.array_equal(obs, coder.observe(known[seat]))
            assert np.array_equal(mask, coder.mask(known[seat]))
            _, code = match.check(seat, step[1])
            assert action == coder.from_rules(seat, code)
            assert mask[action]
            match.play(seat, step[1])
            winners = json.loads(line)["result"]["winners"]
            assert won == pytest.approx(1 / len(winners) if seat in winners else 0)
    assert decisions == []


def rows(some: dataset.Observed) -> list[tuple[Any, ...]]:
    return list(zip(some.game, some.seat, some.obs, some.mask, some.action, some.won, strict=True))


def test_observations_of_no_dataset_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1 at a time, not 0"):
        next(observations(tmp_path, games=0))
    nowhere = tmp_path / "nowhere"
    with pytest.raises(dataset.AnotherDataset, match=rf"there is no dataset in {re.escape(str(nowhere))}, where"):
        next(observations(nowhere))


@pytest.mark.usefixtures("parts_of_three")
def test_a_missing_or_damaged_part_is_named(tmp_path: Path) -> None:
    dataset.write(small(), tmp_path, 1)
    steps = tmp_path / "steps/part-000001.parquet"
    steps.write_bytes((tmp_path / "steps/part-000000.parquet").read_bytes())
    with pytest.raises(dataset.DamagedPart, match=r"steps.part-000001.parquet is missing or damaged"):
        list(records(tmp_path))
    steps.write_bytes(b"PAR1")
    with pytest.raises(dataset.DamagedPart, match=r"steps.part-000001.parquet is missing or damaged"):
        list(records(tmp_path))
    (tmp_path / "games/part-000001.parquet").unlink()
    with pytest.raises(dataset.DamagedPart, match=r"games.part-000001.parquet is missing or damaged"):
        list(records(tmp_path))


class TestCommand:
    ARGUMENTS = ("dataset", "escalier", "-p", "2", "-g", "5", "--cores", "1")

    def test_it_reports_the_games_and_continues(self, tmp_path: Path) -> None:
        folder = tmp_path / "data"
        result = run(*self.ARGUMENTS, "-s", "7", "--out", folder)
        assert result.exit_code == 0
        assert "2 players, 5 games, seed 7\n" in result.stdout
        assert " bytes each, " in result.stdout
        again = run(*self.ARGUMENTS, "--out", folder, "--json")
        assert json.loads(again.stdout) | {"bytes": 0, "steps": 0} == {
            "games": 5,
            "steps": 0,
            "bytes": 0,
            "seed": 7,
        }

    def test_it_keeps_existing_files(self, tmp_path: Path) -> None:
        folder = tmp_path / "data"
        run(*self.ARGUMENTS, "-s", "7", "--out", folder)
        before = content(folder)
        fewer = run(*self.ARGUMENTS, "-g", "3", "--out", folder)
        assert fewer.stderr == f"toctoc: {folder} has 5 games already, more than you asked for.\n"
        other = run(*self.ARGUMENTS, "-s", "8", "-o", "risk=yes", "--out", folder)
        assert other.stderr == f"toctoc: {folder} has another dataset, which differs in: options, seed.\n"
        assert (fewer.exit_code, other.exit_code, content(folder)) == (2, 2, before)
        (folder / "dataset.json").write_text("[]")
        strange = run(*self.ARGUMENTS, "--out", folder)
        assert strange.stderr == f"toctoc: {folder} is not empty, and has no dataset.\n"

    def test_a_folder_that_cannot_be_made_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        result = run(*self.ARGUMENTS, "--out", tmp_path / "file")
        assert result.exit_code == 2
        assert result.stderr == f"toctoc: {tmp_path / 'file'} cannot be written: there is no such folder.\n"

    def test_a_missing_extra_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(extra, "find_spec", lambda _: None)
        result = run(*self.ARGUMENTS, "--out", tmp_path / "data")
        assert result.exit_code == 2
        assert extras.how("lab") in result.stderr

    def test_a_cluster_writes_the_same_bytes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "distributed", fake_package())
        monkeypatch.setattr(cluster, "find_spec", lambda _: cluster.__spec__)
        monkeypatch.setattr(plan, "RANDOM_PART", 3)
        here, there = tmp_path / "here", tmp_path / "there"
        run(*self.ARGUMENTS, "-s", "7", "--out", here)
        result = run(*self.ARGUMENTS[:-2], "-s", "7", "--out", there, "--cluster", SCHEDULER)
        assert result.exit_code == 0
        assert content(there) == content(here)

    @pytest.mark.nightly
    def test_progress_is_shown_on_a_terminal(self, tmp_path: Path) -> None:
        folder = str(tmp_path / "data")
        with Terminal("dataset", "escalier", "-g", "200", "-s", "7", "--cores", "1", "--out", folder) as terminal:
            terminal.until("Playing")
            assert terminal.end() == 0
            terminal.until("200 games, seed 7")

    def test_a_bot_that_fails_is_named(self, tmp_path: Path) -> None:
        result = run(
            *self.ARGUMENTS, "-s", "7", "--bots", f"{own_bots(tmp_path)}:Cheat", "--out", tmp_path / "data"
        )
        assert result.exit_code == 1
        assert "own.py:Cheat failed at seat" in result.stderr

    @pytest.mark.nightly
    @pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
    def test_killed_processes_change_no_byte(self, tmp_path: Path) -> None:
        whole, killed = tmp_path / "whole", tmp_path / "killed"
        arguments = ("dataset", "escalier", "-g", "1000000", "-s", "5", "--out")
        with start(*arguments, killed, "--cores", "2") as child:
            while child.poll() is None and not list(killed.glob("games/part*")):
                time.sleep(0.01)
            os.kill(next(worker for helper in children(child.pid) for worker in children(helper)), signal.SIGKILL)
            while child.poll() is None and len(list(killed.glob("games/part*"))) < 5:
                time.sleep(0.01)
            child.kill()
        assert 5 <= len(list(killed.glob("games/part*"))) < 25
        assert run(*arguments, killed, "--cores", "2").exit_code == 0
        assert run(*arguments, whole, "--cores", "1").exit_code == 0
        assert content(killed) == content(whole)


def test_chance_is_that_of_simulations(tmp_path: Path) -> None:
    """A dataset and `simulate` with one seed play the same games."""
    rng = [0]
    seed_rng(rng, 11, 0)
    match = Match("escalier", 3, chance=partial(roll, rng))
    played = playing.play(small(), (0, 1))
    assert played.seats.tolist()[: len(match.steps)] == [-1] * len(match.steps)
