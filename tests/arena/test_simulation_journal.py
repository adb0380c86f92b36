"""The journal of `simulate --save` continues where it stopped, and refuses lines that do not fit."""

import json
from pathlib import Path

import pytest

from tests.bots.own_bots import written as own_bots
from tests.cli.commands.test_simulate import without_speed
from tests.cli.invoke import run
from tests.scale import each
from toctoc.arena import simulation as module
from toctoc.arena.journal import SimulationJournal
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import simulate
from toctoc.core.compile import compiled
from toctoc.journal import AnotherWork, ChangedBots, DamagedLine


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    monkeypatch.setattr(module, "PLAIN_BATCH", 4)
    monkeypatch.setattr(module, "MATCH_BATCH", 4)


def small(games: int = 10, bots: tuple[str, ...] = (), **chosen: object) -> Simulation:
    return Simulation.of("escalier", 2, games, 11, chosen, bots)


@pytest.mark.parametrize("bots", [(), ("random", "petit-fantome")], ids=["at random", "bots"])
def test_a_simulation_continues_where_it_stopped(bots: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    for games in (6, 10):
        plan = small(games, bots)
        journal = SimulationJournal(file, plan)
        done: list[int] = []
        assert simulate(plan, done.append, cores=1, journal=journal) == simulate(plan, cores=1)
        journal.close()
        assert done == ([4, 2] if games == 6 else [6, 4])
    assert [json.loads(line)["games"] for line in file.read_text("utf-8").splitlines()[1:]] == [4, 2, 4]


def test_fewer_games_come_from_the_file_without_a_change(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    journal = SimulationJournal(file, small())
    simulate(small(), cores=1, journal=journal)
    journal.close()
    before = file.read_bytes()
    fewer = SimulationJournal(file, small(7))
    assert simulate(small(7), cores=1, journal=fewer) == simulate(small(7), cores=1)
    fewer.close()
    assert file.read_bytes() == before


def filled(file: Path, plan: Simulation) -> list[bytes]:
    journal = SimulationJournal(file, plan)
    simulate(plan, cores=1, journal=journal)
    journal.close()
    return file.read_bytes().splitlines(keepends=True)


def test_an_incomplete_line_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    lines = filled(file, small())
    file.write_bytes(b"".join(lines)[:-7])
    journal = SimulationJournal(file, small())
    assert journal.games == 8
    simulate(small(), cores=1, journal=journal)
    journal.close()
    assert file.read_bytes() == b"".join(lines)


@each("change", [
    {"first": 5}, {"games": 0}, {"games": "4"}, {"players": 3}, {"points": [1]}, {"points": 3},
    {"shares": [1, None]}, {"bots": {"seats": {}}}, {"more": 1},
])  # fmt: skip
def test_a_line_that_does_not_fit_is_named(change: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.unlink(missing_ok=True)
    lines = filled(file, small())
    lines[2] = json.dumps({**json.loads(lines[2]), **change}).encode() + b"\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(DamagedLine, match="line 3"):
        SimulationJournal(file, small())
    assert file.read_bytes() == b"".join(lines)


def test_a_file_of_something_else_or_of_another_bot_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    filled(file, small())
    with pytest.raises(AnotherWork) as caught:
        SimulationJournal(file, small(risk=True))
    assert caught.value.differing == ["options"]
    other, source = tmp_path / "bots.jsonl", own_bots(tmp_path)
    plan = small(4, (f"{source}:Fine",))
    filled(other, plan)
    source.write_text(source.read_text("utf-8") + "# changed\n", "utf-8")
    with pytest.raises(ChangedBots):
        SimulationJournal(other, plan)


class TestCommand:
    ARGUMENTS = ("simulate", "escalier", "-p", "2", "--cores", "1", "--json")

    def test_it_continues_with_records_and_the_same_seed(self, tmp_path: Path) -> None:
        kept, lines, whole = tmp_path / "s.jsonl", tmp_path / "r.jsonl", tmp_path / "whole.jsonl"
        at_once = run(*self.ARGUMENTS, "-g", "10", "-s", "7", "--record", whole)
        run(*self.ARGUMENTS, "-g", "6", "-s", "7", "--save", kept, "--record", lines)
        # As if it had been killed when the records of two games more were written, and not yet noted.
        lines.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:8]) + b'{"format')
        again = run(*self.ARGUMENTS, "-g", "10", "--save", kept, "--record", lines)
        assert without_speed(again.stdout) == without_speed(at_once.stdout)
        assert lines.read_bytes() == whole.read_bytes()

    def test_it_names_its_file_and_the_fault_of_another(self, tmp_path: Path) -> None:
        file = tmp_path / "s.jsonl"
        told = run("simulate", "escalier", "-g", "5", "-s", "7", "--cores", "1", "--save", file)
        assert f"Saved in {file}; the same command with more games continues" in told.stdout
        other = run(*self.ARGUMENTS, "-s", "8", "--save", file)
        assert other.stderr == f"toctoc: {file} belongs to another simulation, which differs in: players, seed.\n"
        same = run(*self.ARGUMENTS, "--save", file, "--record", file)
        assert "--save and --record need a file each." in same.stderr
        file.write_text("precious\n")
        strange = run(*self.ARGUMENTS, "--save", file)
        assert strange.stderr == f"toctoc: {file} is not a journal of simulate --save.\n"

    def test_an_interruption_names_the_saved_games(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "s.jsonl"
        write = SimulationJournal.write

        def stop_at_eight(journal: SimulationJournal, *what: object) -> None:
            write(journal, *what)  # type: ignore[arg-type]
            if journal.games == 8:
                raise KeyboardInterrupt

        monkeypatch.setattr(SimulationJournal, "write", stop_at_eight)
        stopped = run(*self.ARGUMENTS, "-g", "20", "-s", "7", "--save", file)
        assert f"8 games of 20 are saved in {file}" in stopped.stderr
