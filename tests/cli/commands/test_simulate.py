"""Simulations on the command line: what they tell, what they write, and that they stop cleanly."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.cli.pseudo_terminal import Terminal
from tests.scale import each
from toctoc import GAMES
from toctoc.core.compile import compiled


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling has its own tests."""
    monkeypatch.setattr(compiled, "available", lambda: False)


def test_the_summary_has_a_line_for_every_seat() -> None:
    result = run("simulate", "toctoctoc", "--players", "5", "--games", "40", "--seed", "7", "--cores", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Toc Toc Toc!, 5 players, 40 games, seed 7\n")
    rows = re.findall(r"^ +(\d) +[\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+%$", result.stdout, re.MULTILINE)
    assert rows == ["0", "1", "2", "3", "4"]
    assert re.search(r"Decisions a game: [\d.]+ ± [\d.]+, from \d+ to \d+\n[\d,]+ games per second", result.stdout)
    assert "To play the same games again: --seed 7" in result.stdout


def test_it_speaks_french() -> None:
    result = run("simulate", "escalier", "--games", "3", "--seed", "7", "--cores", "1", LANG="fr_FR.UTF-8")
    assert "3 joueurs, 3 parties, graine 7" in result.stdout
    assert re.search(r"\d,\d\d ± \d", result.stdout)


def test_a_seed_is_chosen_and_shown_when_none_is_given() -> None:
    first = run("simulate", "escalier", "--games", "2", "--cores", "1", "--json")
    seed = json.loads(first.stdout)["seed"]
    again = run("simulate", "escalier", "--games", "2", "--cores", "1", "--json", "--seed", str(seed))
    assert without_speed(first.stdout) == without_speed(again.stdout)


def without_speed(text: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(text)
    del data["speed"]
    return data


def test_json_says_everything() -> None:
    arguments = ("simulate", "chocottes", "-p", "2", "-g", "10", "-s", "3", "-o", "tiles=5,10,15", "--json")
    data = json.loads(run(*arguments, "--cores", "1").stdout)
    assert (data["game"], data["players"], data["games"], data["seed"]) == ("chocottes", 2, 10, 3)
    assert data["options"]["tiles"] == [5, 10, 15]
    assert [seat["seat"] for seat in data["seats"]] == [0, 1]
    assert sum(seat["victories"]["mean"] for seat in data["seats"]) == pytest.approx(1)
    assert data["decisions"]["shortest"] <= data["decisions"]["mean"] <= data["decisions"]["longest"]


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_cores_change_neither_the_figures_nor_the_records(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.arena.simulation.PLAIN_BATCH", 7)
    told = []
    for cores in ("1", "3"):
        file = tmp_path / f"{cores}.jsonl"
        result = run("simulate", game, "-g", "40", "-s", "5", "--json", "--cores", cores, "--record", file)
        told.append((without_speed(result.stdout), file.read_bytes()))
    assert told[0] == told[1]
    assert told[0][1].count(b"\n") == 40


@pytest.mark.compiled
def test_compiled_games_are_the_same_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("simulate", "escalier", "-g", "300", "-s", "5", "--json", "--cores", "1")
    monkeypatch.undo()
    assert compiled.available()
    fast = run("simulate", "escalier", "-g", "300", "-s", "5", "--json", "--cores", "1")
    assert without_speed(plain.stdout) == without_speed(fast.stdout)


def test_bots_play_by_their_policies_and_have_figures_of_their_own() -> None:
    result = run(
        "simulate", "escalier", "--bots", "voyante,apprenti", "-p", "3", "-g", "6", "-s", "7", "--cores", "1"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    rows = re.findall(
        r"^ *(voyante|apprenti) +[\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+% +(\d)$", result.stdout, re.MULTILINE
    )
    assert rows == [("voyante", "2"), ("apprenti", "1")]
    assert "After each game every bot moves on by one seat" in result.stdout


def test_json_has_bots_by_name_and_by_seat() -> None:
    arguments = ("simulate", "escalier", "--bots", "voyante,apprenti", "-p", "3", "-g", "6", "-s", "3", "--json")
    data = json.loads(run(*arguments, "--cores", "1").stdout)
    assert data["lineup"] == ["voyante", "apprenti", "voyante"]
    assert [(bot["bot"], bot["seats"]) for bot in data["bots"]] == [("voyante", 2), ("apprenti", 1)]
    assert sum(bot["seats"] * bot["victories"]["mean"] for bot in data["bots"]) == pytest.approx(1)
    assert sum(seat["victories"]["mean"] for seat in data["seats"]) == pytest.approx(1)
    assert "bots" not in json.loads(run("simulate", "escalier", "-g", "2", "--cores", "1", "--json").stdout)


def test_bots_that_search_are_said_to_be_slow(tmp_path: Path) -> None:
    deep = tmp_path / "deep.toml"
    deep.write_text('like = "voyante"\n[search.escalier]\nworlds = 2\nplain_worlds = 2\n')
    result = run("simulate", "escalier", "--bots", f"voyante,{deep}", "-p", "2", "-g", "1", "--cores", "1")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{deep}: no compiled policy")


def test_records_of_bots_name_them_and_verify(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bots = ("--bots", "voyante,random", "-p", "2")
    assert run("simulate", "escalier", *bots, "-g", "3", "--cores", "1", "--record", file).exit_code == 0
    assert run("verify", file).stdout == f"{file}: 3 records, all good.\n"
    seats = [[seat["bot"] for seat in json.loads(line)["seats"]] for line in file.read_text("utf-8").splitlines()]
    assert seats == [["voyante", "random"], ["random", "voyante"], ["voyante", "random"]]


@pytest.mark.parametrize(
    ("bots", "complaint"),
    [
        ("nobody", "There is no bot 'nobody'; there are: petit-fantome,"),
        ("voyante,voyante,voyante", "With 2 players there is room for at most 2 bots, not 3."),
        ("absent.toml", "absent.toml cannot be read"),
    ],
)
def test_bots_that_cannot_be_seated_are_a_usage_error(bots: str, complaint: str) -> None:
    result = run("simulate", "escalier", "-p", "2", "--bots", bots)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_a_failing_bot_is_reported_with_its_game(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "class Broken:\n"
        "    def __init__(self, chair): pass\n"
        "    def observe(self, event): pass\n"
        "    def act(self, view, legal): raise RuntimeError('no idea')\n"
    )
    bots = f"{tmp_path / 'broken.py'}:Broken"
    result = run("simulate", "escalier", "--bots", bots, "-p", "2", "-g", "1", "-s", "4", "--cores", "1")
    assert result.exit_code == 1
    assert re.search(r"failed at seat \d in game 0, seed 4: RuntimeError: no idea", result.stderr)


def test_records_are_good_ones(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = run("simulate", "chocottes", "-g", "12", "--cores", "1", "--record", file)
    assert f"Recorded in {file}." in result.stdout.replace("\n", "")
    assert run("verify", file).stdout == f"{file}: 12 records, all good.\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_is_written_over_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious")
    result = run("simulate", "escalier", "-g", "2", "--cores", "1", "--record", file)
    assert result.exit_code == 2
    assert result.stderr == f"toctoc: {file} exists already; --force overwrites it.\n"
    assert file.read_text() == "precious"
    assert run("simulate", "escalier", "-g", "2", "--cores", "1", "--record", file, "--force").exit_code == 0
    assert run("verify", file).exit_code == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing/file", "there is no such folder"),
        ("file/below", "there is no such folder"),
        ("", "that is a folder"),
    ],
)
def test_an_unwritable_place_is_found_before_any_game(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.cli.commands.simulate.run.simulate", lambda *_: pytest.fail("played"))
    (tmp_path / "file").touch()
    result = run("simulate", "escalier", "--record", tmp_path / name)
    assert result.exit_code == 2
    assert result.stderr == f"toctoc: {tmp_path / name} cannot be written: {reason}.\n"


def test_a_full_disk_is_reported_and_leaves_no_file(tmp_path: Path) -> None:
    result = run("simulate", "escalier", "-g", "300", "--cores", "1", "--record", "/dev/full")
    assert result.exit_code == 2
    assert result.stderr == "toctoc: /dev/full cannot be written: no space is left.\n"


def test_a_device_is_written_as_it_is() -> None:
    assert run("simulate", "escalier", "-g", "2", "--cores", "1", "--record", "/dev/null").exit_code == 0
    assert not Path("/dev/null.part").exists()


def test_a_dead_process_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures.process import BrokenProcessPool

    def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("toctoc.cli.commands.simulate.run.simulate", die)
    result = run("simulate", "escalier", "--record", tmp_path / "games.jsonl")
    assert result.exit_code == 1
    assert "has died" in result.stderr
    assert list(tmp_path.iterdir()) == []


MORTAL = """import os, pathlib, signal
class Mortal:
    def __init__(self, chair):
        pass
    def observe(self, event):
        pass
    def act(self, view, legal):
        grave = pathlib.Path(__file__).with_name("grave")
        if not grave.exists():
            grave.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return legal[0]
"""


def test_a_process_that_is_killed_costs_its_games_only_and_they_are_the_same(tmp_path: Path) -> None:
    """By a bot that takes its process away, once: then it is sure to be in the middle of a game."""
    alone, together, bot = tmp_path / "alone.jsonl", tmp_path / "together.jsonl", tmp_path / "mortal.py"
    bot.write_text(MORTAL, encoding="utf-8")
    arguments = ("simulate", "escalier", "--bots", f"{bot}:Mortal", "-g", "30", "-s", "5", "--json", "--record")
    there, here = run(*arguments, together, "--cores", "2"), run(*arguments, alone, "--cores", "1")
    assert (tmp_path / "grave").exists()
    assert "A worker process has died; its unfinished games are played again.\n" in there.stderr
    assert "died" not in here.stderr
    assert without_speed(there.stdout) == without_speed(here.stdout)
    assert together.read_bytes() == alone.read_bytes()


def test_ctrl_c_stops_all_processes_and_leaves_no_half_file(tmp_path: Path) -> None:
    part = tmp_path / "games.jsonl.part"
    with Terminal(
        "simulate", "escalier", "-g", "1000000", "--record", str(part.with_suffix("")), "--cores", "2",
        from_nothing=True,
    ) as terminal:  # fmt: skip
        terminal.until("games/s")
        assert part.exists()
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Stopped. Nothing was written." in terminal.screen()
        assert "Traceback" not in terminal.output
    assert list(tmp_path.iterdir()) == []


def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    result = run("simulate", "escalier", "-g", "5", "--cores", "1", "--record", tmp_path / "one")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout
    with Terminal("simulate", "escalier", "-g", "500", "--record", str(tmp_path / "two")) as terminal:
        terminal.until("Playing")
        assert terminal.end() == 0
        terminal.until("500 games")


@each(
    "arguments, hint",
    [
        (["chess"], "There is no game 'chess'"),
        (["escalier", "-p", "5"], "is for 2 to 4 players, not 5"),
        (["escalier", "-g", "0"], "It must be a number from 1 to"),
        (["escalier", "-s", "-1"], "A seed is a whole number from 0"),
        (["escalier", "-o", "risk=maybe"], "Option risk takes yes or no"),
        (["escalier", "-o", "risk"], "An option is written name=value"),
        (["escalier", "-o", "colour=red"], "There is no option 'colour'"),
        (["escalier", "-o", "creator=3"], "Option creator takes a whole number from 0 to 2, not '3' (E3)"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], hint: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert "Try 'toctoc simulate --help' for help." in result.stderr


def test_no_file_is_called_by_the_name_of_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for option in ("--record", "--save"):
        result = run("simulate", "escalier", "--games", "1", option, "-", "--lang", "en")
        assert result.exit_code != 0
        assert "- is not the name of a file" in result.stderr
    assert list(tmp_path.iterdir()) == []
