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
UNITS = sorted(path.name for path in DEPLOY.glob("toctoc*.*") if path.suffix != ".conf")
DROP_INS = {"toctoc-lan.conf": "toctoc.service", "toctoc-prune.conf": "toctoc-backup.service"}
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
@pytest.mark.parametrize("name", DROP_INS)
def test_systemd_accepts_every_drop_in_without_a_word(units: Path, name: str) -> None:
    unit = units / DROP_INS[name]
    folder = units / f"{unit.name}.d"
    folder.mkdir()
    (folder / name).write_text((DEPLOY / name).read_text(encoding="utf-8").replace(PROGRAM, "/bin/true"))
    assert analyze("verify", "--man=no", str(unit)) == ""


def test_a_local_network_has_no_proxy() -> None:
    drop_in = (DEPLOY / "toctoc-lan.conf").read_text(encoding="utf-8")
    assert "--host 0.0.0.0" in drop_in
    assert "--behind-proxy" not in drop_in


@needs_systemd
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_service_may_do_little(units: Path, name: str) -> None:
    analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", "--no-pager", str(units / name))


def test_the_page_for_a_cafe_installs_every_file_that_it_starts() -> None:
    page = (ROOT / "docs/how-to/cafe.md").read_text(encoding="utf-8")
    assert {*DROP_INS, "toctoc.service", "toctoc-backup.*"} == set(re.findall(r"/opt/toctoc/deploy/(\S+)", page))
    assert "systemctl enable --now toctoc.service toctoc-backup.timer" in page


@pytest.mark.parametrize("name", [*DROP_INS, *(name for name in UNITS if name.endswith(".service"))])
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
