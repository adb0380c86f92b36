"""A game of an installed package is complete: nothing outside its folder knows its name."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.packages import FOLDER, NAME, environment, files, installed, named_in, run_plain, run_pytest
from tests.server.hosting import Guest, Server

ROOT = FOLDER.parents[1]
TESTS = FOLDER / "tests"


def copied(folder: Path) -> Path:
    """Copy the installed game, to change it."""
    return shutil.copytree(installed(), folder)


def test_the_package_has_all_files_of_its_folder() -> None:
    packed = {str(file.relative_to(installed())) for file in installed().rglob("*") if file.is_file()}
    assert {file for file in files() if file.startswith(f"{NAME}/")} <= packed


@pytest.mark.nightly  # the small game runs some of the same suites in `make test`
def test_its_own_tests_and_every_suite_pass() -> None:
    done = run_pytest(installed(), TESTS)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > 45


def test_its_suite_detects_a_card_shown_by_the_deal(tmp_path: Path) -> None:
    """A planted leak before the first move: all seats are shown every starting hand."""
    leaky = copied(tmp_path / "leaky")
    events = leaky / NAME / "events.py"
    honest = "return (YouDrew(to, card) if to == viewer else Drew(to),)"
    telling = "*((FellBack(to, (card,)),) if before.phase == rules.DEALING else ())"
    text = events.read_text(encoding="utf-8")
    assert honest in text
    events.write_text(text.replace(honest, f"{honest[:-1]} {telling})"), encoding="utf-8")
    test = "TestConformance::test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets"
    done = run_pytest(leaky, TESTS, f"{TESTS / 'test_conformance.py'}::{test}")
    assert done.returncode == 1, done.stdout
    assert re.search(r"showed (None|\d) a card that it must not", done.stdout)
    assert "12 of 12 variants fail" in done.stdout


@pytest.mark.nightly
@pytest.mark.compiled
def test_its_compiled_tables_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand steps at each of five tables."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    program = f"""
from toctoc.lab import Tables
tables = Tables({NAME!r}, 3, n=5, observation="table")
for _ in range(1000):
    tables.step(tables.sample())
print(tables.game.min() > 5, tables.obs.shape[1] == tables.codec.D)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "True True\n", done.stderr


def test_it_is_simulated_recorded_verified_and_compared(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulated, verified, replayed, compared = run_plain(
        installed(),
        ("simulate", NAME, "--games", "20", "--players", "3", "--record", file),
        ("verify", file),
        ("replay", file),
        ("arena", NAME, "--field", "voyante,random", "--players", "2", "--games", "20", "--cores", "1"),
    )
    assert simulated[0] == 0
    assert "The Creaking Wardrobe" in simulated[1]
    assert verified == (0, f"{file}: 20 records, all good.\n", "")
    assert replayed[::2] == (0, "")
    assert "into the wardrobe" in replayed[1]
    assert compared[::2] == (0, "")
    assert re.search(r"voyante .*\n.*random ", compared[1]), "the better one is listed first"


def test_a_game_without_bots_has_no_arena(tmp_path: Path) -> None:
    alone = copied(tmp_path / "alone")
    shutil.rmtree(alone / NAME / "bots")
    [(code, _, err)] = run_plain(alone, ("arena", NAME))
    assert code == 2
    assert "The Creaking Wardrobe has no bots but `random`, so there is nothing to compare" in err


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Play a game with two bots on a server that has the game; return its store's folder and the table's code."""
    folder = tmp_path_factory.mktemp("fourth")
    with Server(folder, **environment()) as server:
        with server.http() as http:
            games = {game["name"]: game for game in http.get("/api/games").json()["games"]}
        assert games[NAME]["players"] == [2, 3, 4]
        table = server.make(NAME, players=3)
        with Guest(server, table) as host:
            assert host.ask("sit", seat=0, name="Ada")["type"] == "done"
            host.send("start", id="go", fill="voyante")
            view = host.play()
        assert len(view["scores"]) == 3
        with server.http() as http:
            (folder / "game.jsonl").write_text(http.get(f"/api/tables/{table['code']}/record").text)
        assert server.interrupt() == (0, "")
    return folder, table["code"]


def test_people_and_bots_play_it_on_a_server(played: tuple[Path, str]) -> None:
    file = played[0] / "game.jsonl"
    assert json.loads(file.read_text())["game"] == NAME
    assert run_plain(installed(), ("verify", file))[0][0] == 0


def test_a_table_of_an_uninstalled_game_is_gone(played: tuple[Path, str]) -> None:
    folder, code = played
    with Server(folder) as server, server.http() as http:
        for path in ("", "/record", "/replay", "/deal"):
            answer = http.get(f"/api/tables/{code}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "game/gone"), path
            assert answer.json()["message"] == f"This server no longer has the game {NAME}."
        assert server.interrupt() == (0, "")


@pytest.mark.nightly
def test_its_suite_names_the_fault_of_a_game_that_was_left_out(tmp_path: Path) -> None:
    broken = copied(tmp_path / "broken")
    (broken / NAME / "lang" / "en.json").write_text("{", encoding="utf-8")
    done = run_pytest(broken, TESTS, str(TESTS / "test_conformance.py"))
    assert done.returncode == 2, done.stdout
    assert f"the game '{NAME}' is left out: {NAME}/lang/en.json is no catalogue: Expecting" in done.stdout


def test_no_file_outside_its_folder_names_it() -> None:
    """Neither the program nor the client nor their tools know it."""
    others = [
        f":!examples/{FOLDER.name}",
        ":!tests",
        ":!docs",
        ":!*.md",
        ":!*.txt",
    ]  # a word list has it as a word
    command = ["git", "grep", "--untracked", "-lwi", NAME, "--", ".", *others]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("", "")


def test_its_page_names_every_file() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8").split("\n## Files\n")[1]
    assert named_in(page) >= files()
