"""Test the systemd units: systemd accepts them, they have few rights, and they start programs that exist."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from toctoc.cli.main import cli
from tools import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("toctoc*.*"))
PROGRAM = "/opt/toctoc/.venv/bin/toctoc"
EXPOSURE = "20"  # of 100, as systemd-analyze counts: "OK"; an ordinary service has more than 90

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd")


def analyze(*arguments: str) -> str:
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they are, but for a program that there is."""
    for name in UNITS:
        (tmp_path / name).write_text((DEPLOY / name).read_text(encoding="utf-8").replace(PROGRAM, "/bin/true"))
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_every_unit_without_a_word(units: Path, name: str) -> None:
    assert analyze("verify", "--man=no", str(units / name)) == ""


@needs_systemd
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_service_may_do_little(units: Path, name: str) -> None:
    analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", "--no-pager", str(units / name))


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_what_is_started_has_these_options(name: str) -> None:
    command = re.search(rf"{PROGRAM} ([^'\n]+)", (DEPLOY / name).read_text(encoding="utf-8"))
    assert command is not None
    asked, *arguments = shlex.split(command[1])
    options = {name for option in subcommand(asked).params for name in option.opts}
    assert {argument for argument in arguments if argument.startswith("--")} <= options


def subcommand(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found
