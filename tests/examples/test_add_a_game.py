"""The tutorial "Add a game" works as written: its commands and changes make a game that passes its tests."""

import re
import subprocess
from pathlib import Path

from tests.examples.packages import (
    EXAMPLES,
    SMALL_FOLDER,
    SMALL_NAME,
    files,
    named_in,
    run_plain,
    run_pytest,
    unpacked,
)

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
    tests = game / "tests"
    return run_pytest(unpacked(game, game.parent / "installed"), tests, str(tests), "-k", "M5 or M6").stdout


def test_the_page_names_every_file_of_the_example() -> None:
    named = {path.replace(NAME, SMALL_NAME) for path in named_in(PAGE.read_text("utf-8"))}
    there = files(SMALL_FOLDER)
    assert there - named == set()
    shown = {path for path in named if path.startswith((f"{SMALL_NAME}/", "tests/"))}
    assert shown <= there


def test_the_copy_has_no_name_of_the_example(tmp_path: Path) -> None:
    game = follow(tmp_path)
    for file in game.rglob("*"):
        if {"__pycache__", ".ruff_cache"} & {*file.parts}:  # left by checks that ran in the example
            continue
        assert SMALL_NAME not in file.name
        if file.is_file():
            assert not re.search(rf"(?i){SMALL_NAME}|\bK\d|_K\d|\"K\"", file.read_text("utf-8")), file


def test_the_test_of_the_new_rule_fails_before_the_change_and_passes_after_it(tmp_path: Path) -> None:
    before, after = follow(tmp_path / "before"), follow(tmp_path / "after")
    change(before, only="tests/test_midnight.py")
    assert re.search(r"FAILED \S*tests/test_midnight.py::test_M6_a_mouse_costs_two_points", clause_tests(before))
    change(after)
    assert re.search(r"\b\d+ passed", clause_tests(after))


def test_the_game_is_simulated_and_played_as_the_page_shows(tmp_path: Path) -> None:
    game = follow(tmp_path)
    simulate = ("simulate", NAME, "--games", "1000", "--seed", "1")
    play = ("play", NAME, "--bots", "random", "--seed", "2", "--plain")
    (code, out, err), (_, played, _) = run_plain(
        unpacked(game, tmp_path / "installed"), simulate, play, typed="1\n" * 10
    )
    assert (code, err) == (0, "")
    (shown,) = (block for block in blocks("text") if block.startswith("Midnight, 2 players, 1000 games"))
    assert out.startswith(shown)
    (shown,) = (block for block in blocks("text") if block.startswith("Welcome!"))
    assert played.startswith(shown.split("Points:")[0])
    change(game)
    (shown,) = (block for block in blocks("python") if block.startswith("class Swap"))
    assert shown in (game / NAME / "__init__.py").read_text("utf-8")
