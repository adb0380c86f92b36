"""Install the games of the examples for single tests: build wheels as pip does, and unpack them in a folder."""

import atexit
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from hatchling.builders.wheel import WheelBuilder

from tests.cli.pseudo_terminal import environment as environment_of_programs

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDER, NAME = EXAMPLES / "fourth-game", "armoire"
SMALL_FOLDER, SMALL_NAME = EXAMPLES / "small-game", "coucou"


def installed(example: Path = FOLDER) -> Path:
    """Install an example's game once a process, until its end; return the folder for Python's path."""
    return _installed(example)


@cache
def _installed(example: Path) -> Path:
    # Not in the tests' own folder of temporary files, which is checked before the process ends.
    outside = os.environ.get("PYTEST_DEBUG_TEMPROOT")
    folder = TemporaryDirectory(prefix=f"toctoc-{example.name}-", dir=outside)
    atexit.register(folder.cleanup)
    return unpacked(example, Path(folder.name))


def unpacked(game: Path, folder: Path) -> Path:
    """Build the wheel of the package in `game`, unpack it in `folder`, and return `folder`."""
    (wheel,) = WheelBuilder(str(game)).build(directory=str(folder), versions=["standard"])
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    Path(wheel).unlink()
    return folder


def on_path(*folders: Path) -> dict[str, str]:
    """Return the environment variable that puts folders on Python's path."""
    paths = [*map(str, folders), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def environment(*examples: Path) -> dict[str, str]:
    """Return the environment variable with which a program finds these games; by default the fourth game."""
    return on_path(*map(installed, examples or (FOLDER,)))


PLAIN_PROGRAM = """
import json, sys
from tests.cli.invoke import run
from toctoc.core.compile import compiled
compiled.available = lambda: False
commands, typed = json.load(sys.stdin)
results = [run(*command, typed=typed) for command in commands]
json.dump([(result.exit_code, result.stdout, result.stderr) for result in results], sys.stdout)
"""


def run_plain(path: Path, *commands: tuple[str | Path, ...], typed: str = "") -> list[tuple[int, str, str]]:
    """Run commands of the program with a game on `path`, one after the other, in one process without Numba.

    Compiling a game takes longer than all that the tests play.

    Returns:
        Of each command the exit code, standard output and standard error.
    """
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_PROGRAM],
        input=json.dumps(([list(map(str, command)) for command in commands], typed)),
        capture_output=True,
        env={**environment_of_programs(), **on_path(path)},
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


def run_pytest(path: Path, tests: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run tests of a game that is on `path`, without plugins, which take longer to load than the tests."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tests.parent)]
    return subprocess.run(
        [*command, *(arguments or [str(tests)])],
        cwd=path,
        env={**os.environ, **on_path(path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def files(example: Path = FOLDER) -> set[str]:
    """Return the files of an example that git knows, by their paths in its folder."""
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
