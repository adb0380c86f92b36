"""The command of run.py that tests; its docstring is its help text."""

import os
import subprocess

from tools import ROOT
from tools.environment import tool
from tools.prepare import prepare, prepare_with_programs
from tools.process import environ, run

# Tests of this repository rather than of the product: `check` runs them (tools/checking.py).
TESTS_OF_CHECK = ["tests/house", "tests/docs"]
IGNORED = [f"--ignore={path}" for path in TESTS_OF_CHECK]

# Tests that need neither the client nor a browser: requested by name, they start in seconds.
BARE_TESTS = [
    "arena", "bots", "conformance", "games", "golden", "lab", "lang", "record", "referee", "rulebook", "storage",
    "table", "test_fair.py",
]  # fmt: skip


def test(arguments: list[str]) -> int:
    """Test every promise to users, in minutes; or: test [PYTEST'S ARGUMENTS]"""
    background: list[subprocess.Popen[bytes]] = []

    def once_installed() -> None:
        if not arguments:
            background.append(compile_bots())
            compile_tests()

    if are_bare(arguments):
        prepare("test")
    elif browser := prepare_with_programs(once_installed):
        os.environ["TOCTOC_CHROMIUM"] = browser
    elif not arguments:
        return 1
    return run([tool("python"), "-m", "pytest", *(arguments or all_tests())])


def compile_bots() -> "subprocess.Popen[bytes]":
    """Compile searching bots in the background, one game after the other, except what is compiled already.

    The servers of the tests would do it with the lowest priority. The process ends with this one.
    """
    command = [tool("python"), "-m", "toctoc.bots.compiling", "0"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT)


def compile_tests() -> None:
    """Let pytest compile all test modules, at the first run only, while the client is built.

    Otherwise each of its workers would compile all of them.
    """
    if any((ROOT / "tests/web/__pycache__").glob("*-pytest-*")):
        return
    command = [tool("python"), "-m", "pytest", "--collect-only", "--quiet", *IGNORED]
    subprocess.run(command, cwd=ROOT, env=environ(), stdout=subprocess.DEVNULL, check=False)


def all_tests() -> list[str]:
    """Return the arguments of pytest for all tests of the product; half of them wait: two run on each core."""
    workers = 2 * (os.cpu_count() or 1)
    return ["-n", str(workers), "--dist", "worksteal", *IGNORED]


def are_bare(arguments: list[str]) -> bool:
    """Return whether `arguments` of pytest name only tests that need neither the client nor a browser."""
    paths = [argument.split("::")[0].split("/") for argument in arguments if argument.startswith("tests")]
    return bool(paths) and all(path[1:2] and path[1] in BARE_TESTS for path in paths)
