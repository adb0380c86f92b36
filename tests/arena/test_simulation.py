"""Simulations: a seed gives the same games, compiled or not, recorded or not, on any number of cores."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scale import each, spread
from toctoc import GAMES, BadOption, record
from toctoc.arena import simulation as module
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_compiled, play_plain, play_recorded, simulate
from toctoc.core.compile import compiled
from tools import ROOT


def small(name: str, games: int = 60, **chosen: object) -> Simulation:
    return Simulation.of(name, GAMES[name].players[-1], games, 11, chosen)


@pytest.mark.compiled
@each("name", spread(reversed(GAMES), 1))
def test_plain_compiled_and_recorded_games_are_the_same(name: str) -> None:
    simulation = small(name, start="random")
    batch = (5, 40)
    plain, _ = play_plain(simulation, batch)
    fast, _ = play_compiled(simulation, batch)
    recorded, lines = play_recorded(simulation, batch)
    assert plain == fast == recorded
    assert len(lines) == 40


@pytest.mark.compiled
def test_the_number_of_cores_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED_BATCH", 17)
    assert simulate(small("escalier"), cores=2) == simulate(small("escalier"), cores=1)


def test_the_rules_are_compiled_before_the_work_is_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first call compiles the rules and caches them on disk; otherwise every process would compile them."""
    done: list[str] = []
    monkeypatch.setattr(compiled, "available", lambda: True)
    monkeypatch.setattr(module, "play_compiled", lambda _plan, batch: done.append(f"played {batch}"))

    def spread(*_: object) -> Iterator[None]:
        done.append("spread")
        yield from ()

    monkeypatch.setattr(module, "spread", spread)
    simulate(small("escalier"), cores=8)
    assert done == ["played (0, 1)", "spread"]


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("work", ["simulate", "arena"])
def test_no_worker_compiles_from_an_empty_cache(work: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.arena.cold", work]
    environ = os.environ | {"TOCTOC_CACHE": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    kept, changed, added = map(int, done.stdout.split())
    assert (kept > 20, changed, added) == (True, 0, 0)


def test_a_simulation_works_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    monkeypatch.setattr(module, "PLAIN_BATCH", 25)
    done: list[int] = []
    total = simulate(small("escalier"), progress=done.append, cores=1)
    assert total.games == 60
    assert done == [25, 25, 10]
    assert total == play_plain(small("escalier"), (0, 60))[0]


def test_records_of_several_cores_are_in_order_and_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAIN_BATCH", 7)
    lines: list[str] = []
    total = simulate(small("toctoctoc", 20), write_line=lines.append, cores=2)
    assert lines == play_recorded(small("toctoctoc", 20), (0, 20))[1]
    assert total.games == 20
    for line in lines:
        record.verify(record.read(line))
    assert {seat["bot"] for seat in json.loads(lines[0])["seats"]} == {"random"}


def test_other_seeds_give_other_games() -> None:
    one, other = (Simulation.of("escalier", 2, 5, seed, {}) for seed in (1, 2))
    assert play_recorded(one, (0, 5))[1] != play_recorded(other, (0, 5))[1]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (("chess", 2, 1, 1, {}), "there is no game 'chess'"),
        (("escalier", 9, 1, 1, {}), "2 to 4 players, not 9"),
        (("escalier", 2, 0, 1, {}), "at least 1, not 0"),
        (("escalier", 2, 1, -1, {}), "a number from 0 to"),
        (("escalier", 2, 1, 1 << 62, {}), "a number from 0 to"),
    ],
)
def test_wrong_arguments_are_refused(call: tuple[str, int, int, int, dict[str, object]], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Simulation.of(*call)
    with pytest.raises(BadOption, match="option risk takes yes or no"):
        Simulation.of("escalier", 2, 1, 1, {"risk": 3})
