"""The adapters work with the oldest packages that the extra `lab` permits."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.conftest import Report
from tools import ROOT
from tools.environment import PIP_TO_UV, tool

FLOORS = ROOT / "requirements/floors.txt"
ADAPTERS = ("tests/lab/test_gym_env.py", "tests/lab/test_pettingzoo.py")
PIN = re.compile(r"^([a-z][\w.-]*)==(\S+)", re.MULTILINE)


def test_the_floors_are_those_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = dict(PIN.findall(FLOORS.read_text("utf-8")))
    for text in project["optional-dependencies"]["lab"]:
        requirement = Requirement(text)
        [specifier] = requirement.specifier
        assert specifier.operator == ">="
        release = pinned[requirement.name].split(".")
        floor = specifier.version.split(".")
        assert release[: len(floor)] == floor, requirement.name
        assert not any(map(int, release[len(floor) :])), requirement.name


@pytest.mark.nightly
def test_the_adapters_work_with_the_oldest_packages(tmp_path: Path, report: Report) -> None:
    """In an environment of its own. The newest packages are those of all other tests."""
    tests = ("COVERAGE", "PYTEST", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(tests)}
    given = {ours: os.environ[pips] for pips, ours in PIP_TO_UV.items() if pips in os.environ}
    environ = {**given, **kept, "VIRTUAL_ENV": str(tmp_path), "TOCTOC_SCALE": "1"}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    uv = (tool("uv"), "pip", "install", "--quiet", "--system-certs", "--no-deps")
    run(tool("uv"), "venv", "--quiet", "--python", sys.executable, str(tmp_path))
    run(*uv, "--require-hashes", "--only-binary=:all:", "--requirement", str(FLOORS))
    run(*uv, "--no-build-isolation", "--editable", str(ROOT))
    output = run(str(tmp_path / "bin/python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", *ADAPTERS)
    [passed] = re.findall(r"(\d+) passed", output)
    assert int(passed) > 50
    report("tests of the adapters with the oldest packages", int(passed))
