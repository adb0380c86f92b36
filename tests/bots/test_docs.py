"""The bots of the tutorial are short, play as it shows, and are rated as they stand; mypy checks their types."""

import doctest
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.invoke import run as toctoc
from tools import ROOT

PAGE = ROOT / "docs/tutorials/first-bot.md"
REFERENCE = ROOT / "docs/reference/bot-traits.md"
FILE = ROOT / "examples" / "grudge.py"
FIRST, EXAMPLE = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
CONSOLE = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_example_is_a_file_whose_types_are_checked_strictly() -> None:
    assert FILE.read_text("utf-8") == EXAMPLE
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert (checked["strict"], FILE.parent.name in checked["files"]) == (True, True)
    assert not re.search("type: *ignore|Any", EXAMPLE)


def test_the_example_plays_a_whole_game_with_the_scores_of_the_tutorial() -> None:
    done = subprocess.run([sys.executable, FILE], capture_output=True, text=True, check=True)
    assert done.stdout == dict(CONSOLE)["python grudge.py"]


def test_the_first_bot_plays_in_the_terminal_as_the_tutorial_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chance.py").write_text(FIRST, "utf-8")
    monkeypatch.chdir(tmp_path)
    typed, shown = CONSOLE[0]
    played = toctoc(*typed.split()[1:], "--lang", "en", typed="1\n1\nquit\n").stdout
    wanted = [line.partition("> ")[0] if line.startswith("> ") else line for line in shown.splitlines()]
    missing = [line for line in wanted if line.strip() and line.strip() not in played]
    assert missing == [], played


def test_the_commands_of_the_tutorial_name_both_bots() -> None:
    arenas = [typed for typed, _ in CONSOLE if typed.startswith("toctoc arena")]
    assert [re.findall(r"\w+\.py:\w+", typed) for typed in arenas] == [
        ["chance.py:Chance"],
        ["grudge.py:Grudge", "chance.py:Chance"],
    ]


@pytest.mark.nightly
def test_the_arenas_of_the_tutorial_have_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chance.py").write_text(FIRST, "utf-8")
    (tmp_path / "grudge.py").write_text(EXAMPLE, "utf-8")
    monkeypatch.chdir(tmp_path)
    for typed, shown in CONSOLE:
        if typed.startswith("toctoc arena"):
            printed = toctoc(*typed.split()[1:], "--lang", "en").stdout.splitlines()
            rows = {tuple(line.split()[:4]) for line in printed}
            assert {tuple(line.split()[:4]) for line in shown.splitlines() if "%  " in line} <= rows


def test_the_example_of_win_probabilities_runs() -> None:
    told: list[str] = []
    text = REFERENCE.read_text("utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, REFERENCE.name, str(REFERENCE), 0)
    result = doctest.DocTestRunner().run(examples, out=told.append)
    assert result.attempted > 5
    assert result.failed == 0, "".join(told)


def test_the_example_bot_has_about_twenty_lines() -> None:
    for bot in (FIRST[FIRST.index("class") :], EXAMPLE[EXAMPLE.index("class") : EXAMPLE.index("if __name__")]):
        assert len([line for line in bot.splitlines() if line.strip()]) <= 20


def test_the_example_is_rated_on_several_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FILE, tmp_path)
    monkeypatch.chdir(tmp_path)
    field = "random,grudge.py:Grudge"
    wanted = ("arena", "toctoctoc", "-p", "3", "-g", "6", "--field", field, "--seed", "1", "--json", "--cores")
    told = [toctoc(*wanted, cores) for cores in ("1", "2")]
    assert told[0].stdout == told[1].stdout
    rated = {bot["bot"]: bot for bot in json.loads(told[0].stdout)["bots"]}
    assert rated["grudge.py:Grudge"]["rating"]["low"] < rated["grudge.py:Grudge"]["rating"]["high"]
