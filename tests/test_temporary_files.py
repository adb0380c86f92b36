"""A run of the tests fails and names the test that leaves a temporary file, with and without workers."""

import os
import subprocess
import sys
from pathlib import Path

from tools import ROOT

CONFTEST = """
from tests.temporary_files import TemporaryFiles

def pytest_configure(config):
    config.pluginmanager.register(TemporaryFiles(config))
"""
TESTS = """
import subprocess, sys, tempfile

def test_tidy(tmp_path):
    with tempfile.TemporaryDirectory():
        (tmp_path / "own").touch()

def test_untidy():
    tempfile.mkdtemp(prefix="forgotten-")

def test_starts_an_untidy_program():
    subprocess.run([sys.executable, "-c", "import tempfile; tempfile.mkdtemp(prefix='deep-')"], check=True)
"""


def run_tests(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the tests above in a process of their own, with `folder` as the system's temporary folder."""
    (folder / "system").mkdir()
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(TESTS)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "TOCTOC"))}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:schemathesis",
        "-c",
        os.devnull,
        f"--rootdir={folder}",
    ]
    return subprocess.run(
        [*command, *arguments, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**inherited, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "system")},
    )  # fmt: skip


def test_a_file_that_is_left_fails_the_run_and_its_test_is_named(tmp_path: Path) -> None:
    for workers in ("0", "1"):
        folder = tmp_path / workers
        folder.mkdir()
        done = run_tests(folder, "-n", workers)
        assert done.returncode == 1, done.stdout
        assert "3 passed" in done.stdout
        section = done.stdout.partition("temporary files left behind")[2]
        assert [line.split("test_some.py")[1].strip() for line in section.splitlines() if "test_some" in line] == [
            "::test_starts_an_untidy_program",
            "::test_untidy",
        ]
        assert [file.name for file in (folder / "system").iterdir() if file.name.startswith("toctoc")] == []


def test_a_tidy_run_passes(tmp_path: Path) -> None:
    done = run_tests(tmp_path, "-k", "tidy and not untidy")
    assert done.returncode == 0, done.stdout
    assert "left behind" not in done.stdout
