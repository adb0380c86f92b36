"""A game of an installed package is one of the house's own: nothing outside of its folder knows its name."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.invoke import process
from tests.counts import FOURTH_GAME, ITS_TESTS
from tests.examples.packages import FOLDER, NAME, environment, files, installed, named_in
from tests.server.hosting import Guest, Server

ROOT = FOLDER.parents[1]


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the game installed for the programs that a test starts."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)


def test_the_package_has_all_that_lies_in_its_folder() -> None:
    packed = {str(file.relative_to(installed())) for file in installed().rglob("*") if file.is_file()}
    assert {file for file in files() if file.startswith(f"{NAME}/")} <= packed


@pytest.mark.long  # the small game runs the same suites in every edition
def test_its_own_tests_pass_and_with_them_every_suite(plugin: None, tmp_path: Path) -> None:
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command = [*pytest_here, "--rootdir", str(FOLDER), str(FOLDER / "tests"), *FOURTH_GAME]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > ITS_TESTS


def test_its_suite_finds_out_that_the_deal_tells_a_card(tmp_path: Path) -> None:
    """A leak before anybody has moved, planted: every starting hand is told to everybody."""
    leaky = shutil.copytree(installed(), tmp_path / "leaky")
    events = leaky / NAME / "events.py"
    honest = "return (YouDrew(to, card) if to == viewer else Drew(to),)"
    telling = "*((FellBack(to, (card,)),) if before.phase == rules.DEALING else ())"
    text = events.read_text(encoding="utf-8")
    assert honest in text
    events.write_text(text.replace(honest, f"{honest[:-1]} {telling})"), encoding="utf-8")
    test = f"{FOLDER / 'tests' / 'test_conformance.py'}::TestConformance"
    asked = [
        f"{test}::test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    paths = os.pathsep.join(filter(None, [str(leaky), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "pytest", "--rootdir", str(FOLDER), *asked]
    environ = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert " passed" not in done.stdout
    assert "showed None a card that it must not" in done.stdout


@pytest.mark.long
def test_its_tables_are_played_in_the_laboratory(plugin: None, tmp_path: Path) -> None:
    """By the compiled rules: a thousand steps at each of five tables."""
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


def test_it_is_simulated_recorded_verified_and_told(plugin: None, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    code, out, _ = process("simulate", NAME, "--games", "20", "--players", "3", "--record", file)
    assert code == 0
    assert "The Creaking Wardrobe" in out
    assert process("verify", file) == (0, f"{file}: 20 records, all good.\n", "")
    code, told, err = process("replay", file)
    assert (code, err) == (0, "")
    assert "into the wardrobe" in told


def test_its_bots_meet_in_the_arena(plugin: None) -> None:
    code, out, err = process("arena", NAME, "--field", "medium,random", "--players", "2", "--games", "20")
    assert (code, err) == (0, "")
    assert re.search(r"medium .*\n.*random ", out), "the better one is listed first"


def test_without_bots_nobody_meets_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = shutil.copytree(installed(), tmp_path / "alone")
    shutil.rmtree(alone / NAME / "bots")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(alone), os.environ.get("PYTHONPATH", "")])))
    code, _, err = process("arena", NAME)
    assert code == 2
    assert "The Creaking Wardrobe has no bots but `random`, so there is nothing to compare" in err


def test_the_server_lists_it_and_people_and_bots_play_it(plugin: None, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with server.http() as http:
            games = {game["name"]: game for game in http.get("/api/games").json()["games"]}
        assert games[NAME]["players"] == [2, 3, 4]
        table = server.make(NAME, players=3)
        with Guest(server, table) as host:
            assert host.ask("sit", seat=0, name="Ada")["type"] == "done"
            host.send("start", id="go", fill="medium")
            view = host.play()
        assert len(view["scores"]) == 3
        with server.http() as http:
            record = http.get(f"/api/tables/{table['code']}/record").text
        assert json.loads(record)["game"] == NAME
        (tmp_path / "game.jsonl").write_text(record)
        assert server.interrupt() == (0, "")
    assert process("verify", tmp_path / "game.jsonl")[0] == 0


def test_a_table_whose_game_was_uninstalled_is_told_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        for name, value in environment().items():
            patch.setenv(name, value)
        with Server(tmp_path) as server:
            code = server.make(NAME, players=2)["code"]
            assert server.interrupt() == (0, "")
    with Server(tmp_path) as server, server.http() as http:
        for path in ("", "/record", "/replay", "/deal"):
            answer = http.get(f"/api/tables/{code}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "game/gone"), path
            assert answer.json()["message"] == f"This server no longer has the game {NAME}."
        assert server.interrupt() == (0, "")


@pytest.mark.long
def test_its_suite_says_why_the_game_was_left_out(tmp_path: Path) -> None:
    broken = shutil.copytree(installed(), tmp_path / "broken")
    (broken / NAME / "lang" / "en.json").write_text("{", encoding="utf-8")
    paths = os.pathsep.join(filter(None, [str(broken), os.environ.get("PYTHONPATH", "")]))
    suite = [str(FOLDER / "tests" / "test_conformance.py"), "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "--rootdir", str(FOLDER), *suite]
    environ = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stdout
    assert f"the game '{NAME}' is left out: {NAME}/lang/en.json is no catalogue: Expecting" in done.stdout


def test_it_changes_no_line_outside_of_its_folder() -> None:
    """Neither the program nor the page, nor what they are built with, has ever heard of it."""
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
