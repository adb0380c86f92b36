"""The command of run.py that checks the repository itself; its docstring is its help text."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tools import ROOT
from tools.environment import tool
from tools.prepare import node, prepare
from tools.process import environ, say
from tools.testing import TESTS_OF_CHECK

# The code that must be covered to the last branch, and the tests that alone must cover it.
RULES = ("__init__.py", "rules.py", "rules/*", "words.py", "view.py", "events.py", "knowledge.py", "refusals.py")
COVERED = [
    "src/toctoc/core/*",
    *(f"src/toctoc/games/*/{part}" for part in RULES),
    "src/toctoc/fair.py",
    "src/toctoc/record/*",
]
# These derive most of a small game; the tests of one, in tests/examples, are not traced.
NOT_COVERED = [f"src/toctoc/core/{name}.py" for name in ("belief", "default_rules", "small")]
COVERING_TESTS = ["tests/games", "tests/golden", "tests/record", "tests/test_fair.py"]


class Check(NamedTuple):
    """Programs that are run one after the other, until one fails."""

    name: str
    commands: list[list[str]]


def check(arguments: list[str]) -> int:
    """Check lint, types, imports, the English, docs, wheels and the coverage of the rules; or: check [NAMES]"""
    known = {check.name: check for check in checks()}
    if unknown := [name for name in arguments if name not in known]:
        say(f"there is no check {unknown[0]!r}; the checks are: {', '.join(known)}")
        return 2
    prepare("test", with_client=True, for_tests=True)
    os.environ["PATH"] = node()  # with npm
    chosen = [known[name] for name in arguments or known]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return max(pool.map(perform, chosen))


def checks() -> list[Check]:
    """Return all checks, the longest first."""
    python = tool("python")
    pytest = ["-m", "pytest", "-q", "--no-header", "-n"]
    chosen = [f"--include={','.join(COVERED)}", f"--omit={','.join(NOT_COVERED)}"]
    traced = [python, "-m", "coverage"]
    return [
        Check("types", [[tool("mypy")]]),
        Check(
            "coverage",
            [
                [*traced, "erase"],
                [*traced, "run", *pytest, "2", *COVERING_TESTS],
                [*traced, "combine", "--quiet"],
                [*traced, "report", "--fail-under=100", *chosen],
            ],
        ),
        Check("repository", [[python, *pytest, "2", "--dist", "worksteal", *TESTS_OF_CHECK]]),
        Check("client", [["npm", "--prefix", "web", "run", "--silent", "check"]]),
        Check("lint", [[tool("ruff"), "check"], [tool("ruff"), "format", "--check"]]),
        Check("imports", [[tool("lint-imports"), "--no-logo"]]),
        Check("english", [[python, "-m", "tools.prose"]]),
    ]


def perform(check: Check) -> int:
    """Run a check; print the last line of each program, or all of one that fails; return the exit code."""
    start = time.monotonic()
    for command in check.commands:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = done.stdout.rstrip().splitlines()
        if done.returncode:
            say(f"{check.name} FAILED: {' '.join(command)}")
            print("\n".join(lines), file=sys.stderr, flush=True)
            return 1
    say(f"{check.name}: {lines[-1].strip('= ') if lines else 'good'} ({time.monotonic() - start:.0f} s)")
    return 0
