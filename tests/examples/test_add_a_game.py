"""The tutorial "Add a game" works as written: its commands and changes make a game that passes its tests."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.invoke import process
from tests.examples.packages import EXAMPLES, SMALL_FOLDER, SMALL_NAME, files, installed, named_in

ROOT = EXAMPLES.parent
PAGE = ROOT / "docs/tutorials/add-a-game.md"
NAME = "midnight"
IN_THE_SHELL = ("cp ", "mv ", "find ", "rm ")  # the other commands install packages, or start programs
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    """Return the code blocks of one kind, in the order of the page."""
    return [text for found, text in BLOCK.findall(PAGE.read_text("utf-8")) if found == kind]


def follow(folder: Path) -> Path:
    """Type the commands that copy and rename the game, and return the folder of the new one."""
    checkout = folder / "toctoc"
    checkout.mkdir(parents=True)
    (checkout / "examples").symlink_to(EXAMPLES)
    for block in blocks("console"):
        for command in block.splitlines():
            if command.startswith(IN_THE_SHELL):
                subprocess.run(command, cwd=checkout, shell=True, check=True)
    return folder / NAME


def change(game: Path, only: str = "") -> None:
    """Make the changes that the page shows, or those of the file `only`."""
    for block in blocks("diff"):
        head, *lines = block.splitlines()
        file = game / head.removeprefix("--- ")
        if only and file != game / only:
            continue
        old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        text = file.read_text("utf-8")
        assert text.count(old) == 1, block
        file.write_text(text.replace(old, new), "utf-8")


def clause_tests(game: Path) -> str:
    """Run the tests of the clauses, and return the output."""
    paths = os.pathsep.join(filter(None, [str(installed(game)), os.environ.get("PYTHONPATH", "")]))
    asked = ["-q", "-p", "no:cacheprovider", "--rootdir", str(game), str(game / "tests"), "-k", "M5 or M6"]
    command = [sys.executable, "-m", "pytest", *asked]
    environ = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=game, env=environ, capture_output=True, text=True, check=False).stdout


def test_the_page_names_every_file_of_the_example() -> None:
    named = {path.replace(NAME, SMALL_NAME) for path in named_in(PAGE.read_text("utf-8"))}
    there = files(SMALL_FOLDER)
    assert there - named == set()
    shown = {path for path in named if path.startswith((f"{SMALL_NAME}/", "tests/"))}
    assert shown <= there


def test_nothing_of_the_example_is_left_in_the_copy(tmp_path: Path) -> None:
    game = follow(tmp_path)
    for file in game.rglob("*"):
        if {"__pycache__", ".ruff_cache"} & {*file.parts}:  # left by checks that ran in the example
            continue
        assert SMALL_NAME not in file.name
        if file.is_file():
            assert not re.search(rf"(?i){SMALL_NAME}|\bK\d|_K\d|\"K\"", file.read_text("utf-8")), file


def test_its_rule_is_missing_before_the_change_and_kept_after_it(tmp_path: Path) -> None:
    before, after = follow(tmp_path / "before"), follow(tmp_path / "after")
    change(before, only="tests/test_midnight.py")
    assert "FAILED tests/test_midnight.py::test_M6_a_mouse_costs_two_points" in clause_tests(before)
    change(after)
    assert re.search(r"\b\d+ passed", clause_tests(after))


def test_the_game_is_simulated_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = follow(tmp_path)
    paths = [str(installed(game)), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    code, out, err = process("simulate", NAME, "--games", "1000", "--seed", "1")
    assert (code, err) == (0, "")
    (shown,) = (block for block in blocks("text") if block.startswith("Midnight, 2 players, 1000 games"))
    assert out.startswith(shown)
    code, out, _ = process("play", NAME, "--bots", "random", "--seed", "2", "--plain", typed="1\n" * 10)
    (shown,) = (block for block in blocks("text") if block.startswith("Welcome!"))
    assert out.startswith(shown.split("Points:")[0])
    change(game)
    (shown,) = (block for block in blocks("python") if block.startswith("class Swap"))
    assert shown in (game / NAME / "__init__.py").read_text("utf-8")
