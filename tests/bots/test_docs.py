"""The bot in docs/explanation/bots.md is short, plays, and is rated as it stands; mypy checks its types."""

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
from tools.testing import CHECKS

PAGE = ROOT / "docs/explanation/bots.md"
FILE = ROOT / "examples" / "grudge.py"
[EXAMPLE] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_example_is_a_file_whose_types_are_checked_strictly() -> None:
    assert FILE.read_text("utf-8") == EXAMPLE
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert (checked["strict"], FILE.parent.name in checked["files"]) == (True, True)
    assert ["mypy"] in CHECKS
    assert not re.search("type: *ignore|Any", EXAMPLE)


def test_the_example_plays_a_whole_game() -> None:
    done = subprocess.run([sys.executable, FILE], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\(\d+, \d+, \d+\)\n", done.stdout)


def test_the_example_bot_has_about_twenty_lines() -> None:
    bot = EXAMPLE[EXAMPLE.index("class") : EXAMPLE.index("if __name__")]
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
