"""Install the games of the examples: build wheels as pip does, and unpack them where only a test looks."""

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

from hatchling.builders.wheel import WheelBuilder

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDER, NAME = EXAMPLES / "fourth-game", "armoire"
SMALL_FOLDER, SMALL_NAME = EXAMPLES / "small-game", "coucou"


@cache
def installed(example: Path = FOLDER) -> Path:
    """Install a game, once a process; return the folder that Python has to look into."""
    folder = Path(mkdtemp(prefix=f"toctoc-{example.name}-"))
    (wheel,) = WheelBuilder(str(example)).build(directory=str(folder), versions=["standard"])
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    Path(wheel).unlink()
    return folder


def environment(*examples: Path) -> dict[str, str]:
    """Return what a program's environment needs so that Toctoc has these games in it; none: the fourth game."""
    paths = [*(str(installed(example)) for example in examples or (FOLDER,)), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def files(example: Path = FOLDER) -> set[str]:
    """Return the files of an example as git has them, by their paths in its folder."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "."]
    listed = subprocess.run(command, cwd=example, capture_output=True, text=True, check=True).stdout.split()
    return {file for file in listed if (example / file).is_file()}


def named_in(text: str) -> set[str]:
    """Return the paths that a text names in backticks; `lang/{en,fr}.json` stands for two."""
    named = re.findall(r"`([\w./{},-]*(?:/|\.(?:py|md|toml|json))[\w./{},-]*)`", text)
    return {path for pattern in named for path in _braces(pattern)}


def _braces(pattern: str) -> list[str]:
    found = re.search(r"{([^}]*)}", pattern)
    if not found:
        return [pattern]
    return [path for part in found[1].split(",") for path in _braces(pattern.replace(found[0], part, 1))]
