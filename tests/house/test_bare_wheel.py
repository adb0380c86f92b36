"""The wheel with its declared dependencies alone: every command works, or names the packages that it needs."""

import importlib.metadata
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from packaging.requirements import Requirement

from tests.cli.invoke import written
from tests.storage.helpers import new, opened, stored
from toctoc.cli.main import cli
from toctoc.storage.store import Write
from tools import ROOT

GAME = written("escalier", players=2)
FEW = ("--games", "2", "--seed", "1", "--cores", "1")
SMALL = ("escalier", "--players", "2")


class Case(NamedTuple):
    arguments: tuple[str, ...]
    says: str  # in its output, or for exit code 2 in its standard error
    code: int = 0
    typed: str = ""


CASES = {
    "play": [
        Case(("play", *SMALL, "--fast", "--seed", "1"), "Both piles are gone.", typed="1\n" * 2000),
        Case(("play",), "'uvloop>=0.22'\nTo play in the terminal, you need nothing more", 2),
    ],
    "serve": [Case(("serve",), "pip install 'cryptography>=46' 'litestar>=2.24'", 2)],
    "doctor": [Case(("doctor",), "Problems: ", 1)],
    "site": [Case(("site", "--out", "."), "has other files, and no site of Toctoc", 2)],
    "simulate": [
        Case(("simulate", *SMALL, *FEW, "--bots", "voyante", "--record", "new.jsonl"), "Recorded in new.jsonl."),
        Case(("simulate", *SMALL, "--cluster", "tcp://127.0.0.1:1"), "pip install 'distributed>=2026.1'", 2),
    ],
    "study": [Case(("study", *SMALL, *FEW, "--out", "study.html"), "Written: study.html.")],
    "arena": [
        Case(("arena", *SMALL, *FEW, "--field", "apprenti,voyante"), "To play the same games again: --seed 1"),
        Case(("arena", *SMALL, *FEW, "--field", "apprenti,voyante", "--plot", "p.svg"), "'matplotlib>=3.9'", 2),
    ],
    "exploit": [Case(("exploit", "voyante"), "pip install 'gymnasium>=1.1' 'matplotlib>=3.9'", 2)],
    "dataset": [Case(("dataset", *SMALL, "--out", "set"), "pip install 'gymnasium>=1.1' 'matplotlib>=3.9'", 2)],
    "warm-up": [Case(("warm-up", "escalier"), "pip install 'numba>=0.63' 'numpy>=2.2'", 2)],
    "bots": [Case(("bots",), "apprenti")],
    "replay": [Case(("replay", "game.jsonl"), "wins!")],
    "analyse": [Case(("analyse", "game.jsonl", "--picture", "curve.svg"), "The curve is in curve.svg.")],
    "verify": [Case(("verify", "game.jsonl"), "1 record, all good.")],
    "backup": [Case(("backup", "toctoc.db", "copy.db"), "toctoc.db is backed up in copy.db.")],
    "drill": [Case(("drill", "toctoc.db"), "pip install 'cryptography>=46' 'litestar>=2.24'", 2)],
    "migrate": [Case(("migrate", "toctoc.db", "postgresql://host/name"), "pip install 'asyncpg>=0.31'", 2)],
    "export": [Case(("export", "toctoc.db"), GAME)],
    "prune": [Case(("prune", "toctoc.db", "--older-than", "1", "--dry-run"), "No table has been unused")],
    "rules": [Case(("rules", "escalier", "E3"), "E3")],
    "completion": [Case(("completion", "bash"), "_toctoc_completion")],
}  # fmt: skip


class Bare(NamedTuple):
    """An environment with the wheel and its dependencies, and a folder to work in."""

    python: Path
    site: Path
    folder: Path

    def run(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run Python, which finds neither this checkout nor the packages of the tests."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "PYTHON"))}
        return subprocess.run(
            [str(self.python), "-I", *arguments],
            input=typed, capture_output=True, encoding="utf-8", cwd=self.folder, check=False,
            env={**kept, "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
        )  # fmt: skip


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Bare:
    """Install the wheel offline: the packages that it declares are links to those of the tests."""
    folder = tmp_path_factory.mktemp("bare")
    # Without hooks: the client, which takes long to build, is for the server.
    build = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--no-hooks",
        "--directory",
        str(folder),
    ]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    venv.create(folder / "venv", symlinks=True)
    [site] = (folder / "venv").glob("lib/*/site-packages")
    [wheel] = folder.glob("toctoc-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    for name in declared(importlib.metadata.Distribution.at(next(site.glob("toctoc-*.dist-info")))):
        link(importlib.metadata.distribution(name), site)
    (folder / "game.jsonl").write_text(GAME + "\n", encoding="utf-8")
    with opened(folder / "toctoc.db") as store:
        stored(store, new("table"), Write("table", 2, (b"x",), record=(1, GAME)))
    return Bare(folder / "venv/bin/python", site, folder)


def declared(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    """Yield the packages that a distribution needs without any extra, and those that they need."""
    for text in distribution.requires or ():
        needed = Requirement(text)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            yield needed.name
            yield from declared(importlib.metadata.distribution(needed.name))


def link(distribution: importlib.metadata.Distribution, site: Path) -> None:
    """Make an installed package importable from `site` too."""
    for name in {file.parts[0] for file in distribution.files or () if file.parts[0] != ".."}:
        if not (site / name).exists():
            (site / name).symlink_to(str(distribution.locate_file(name)))


def test_only_the_declared_packages_are_there(bare: Bare) -> None:
    listing = "import importlib.metadata as m; print(*sorted(d.name.lower() for d in m.distributions()))"
    there = set(bare.run("-c", listing).stdout.split())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert there >= {"toctoc", *(Requirement(each).name for each in project["dependencies"])}
    extras = {Requirement(each).name for extra in project["optional-dependencies"].values() for each in extra}
    assert not there & extras


def test_every_command_has_a_case() -> None:
    assert list(CASES) == cli.list_commands(click.Context(cli))


@pytest.mark.parametrize("command", CASES)
def test_a_command_works_or_names_the_packages_that_it_needs(bare: Bare, command: str) -> None:
    for case in CASES[command]:
        done = bare.run("-m", "toctoc", *case.arguments, typed=case.typed)
        assert "Traceback" not in done.stderr
        assert done.returncode == case.code, done.stderr
        if case.code == 2:
            assert case.says in done.stderr
            assert done.stderr.startswith("toctoc: ")
            assert done.stderr.count("\n") == 1 + case.says.count("\n")
        else:
            assert case.says in done.stdout


def test_the_help_lists_every_command(bare: Bare) -> None:
    done = bare.run("-m", "toctoc", "--help")
    listed = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ") and line.strip()]
    assert set(CASES) <= set(listed)
