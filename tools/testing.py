"""The commands of run.py that test; the docstring of each is its help text."""

import os

from tools import browsers, build_client, environment
from tools.audit import audit
from tools.environment import tool
from tools.prepare import node, prepare, prepare_with_programs
from tools.process import run, say

# The checks of `check`, which are tests too (tests/house/test_lint.py).
CHECKS = [
    ["ruff", "check"],
    ["ruff", "format", "--check"],
    ["mypy"],
    ["lint-imports", "--no-logo"],
    ["python", "-m", "tools.prose"],
]

# The code that must be covered to the last branch, and the tests that alone must cover it. Only these tests are
# traced: the tracer would make all others three times as long.
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

# Tests that need neither the client nor a browser: requested by name, they start in seconds.
BARE_TESTS = [
    "arena", "bots", "conformance", "games", "golden", "lab", "lang", "record", "referee", "rulebook", "storage",
    "table", "test_fair.py",
]  # fmt: skip


def test(arguments: list[str]) -> int:
    """Run the tests, in minutes, and check the coverage of the rules; or: test [PYTEST'S ARGUMENTS]"""
    return run_tests("small", arguments)


def test_all(arguments: list[str]) -> int:
    """Run every test with all its games and kills, the audit and the soak; or: test-all [PYTEST'S ARGUMENTS]"""
    return run_tests("full", arguments) or (0 if arguments else audit([]) or soak([]))


def soak(arguments: list[str]) -> int:
    """Run the tests that take hours: games by the ten thousand; then mutation tests of the rules"""
    prepare("soak", with_client=True, for_tests=True)
    tests = [tool("python"), "-m", "pytest", "-n", "auto", "--timeout=0", *arguments]
    return run(tests, TOCTOC_TESTS="soak") or run([tool("mutmut"), "run"], TOCTOC_TESTS="full")


def check(_arguments: list[str]) -> int:
    """Run only the linters, formatters and type checkers, the import rules, and the check of the English"""
    prepare("test", with_client=True, for_tests=True)
    failed = 0
    for name, *rest in CHECKS:
        say(" ".join([name, *rest]))
        failed |= run([tool(name), *rest])
    say("npm run check")
    return failed | build_client.npm(node(), "run", "--silent", "check").returncode


def run_tests(edition: str, arguments: list[str]) -> int:
    """Run pytest with `arguments`; without any, all tests of `edition` (tests/counts.py) and the coverage."""
    bare = are_bare(arguments)
    compiled: list[int] = []  # the exit code

    def compile_code() -> None:
        compiled.append(run([tool("python"), "-m", "tests.compile"]))  # once, before every worker would

    if bare:
        prepare("test")
    elif browser := prepare_with_programs(None if arguments else compile_code):
        os.environ["TOCTOC_CHROMIUM"] = browser
    elif not arguments:
        return 1
    if edition == "full":
        prepare("full")
        if not arguments and not environment.install_lock("training", silent=True):
            say("PyTorch could not be installed: the tests of training are skipped")
    if edition == "full" and not bare:
        browsers.engines()
    python = tool("python")
    if arguments:
        return run([python, "-m", "pytest", *arguments], TOCTOC_TESTS=edition)
    cores = os.cpu_count() or 1
    pytest = ["-m", "pytest", "--dist", "worksteal", "-n"]
    coverage = [python, "-m", "coverage"]
    chosen = [f"--include={','.join(COVERED)}", f"--omit={','.join(NOT_COVERED)}"]
    others = [f"--ignore={path}" for path in COVERING_TESTS]
    return (
        sum(compiled)
        or run([*coverage, "erase"])
        or run([*coverage, "run", *pytest, str(cores), *COVERING_TESTS], TOCTOC_TESTS=edition)
        or run([*coverage, "combine", "--quiet"])
        or run([*coverage, "report", "--fail-under=100", *chosen])
        or run([python, *pytest, str(3 * cores), *others], TOCTOC_TESTS=edition)  # most of them wait
    )


def are_bare(arguments: list[str]) -> bool:
    """Return whether `arguments` of pytest name only tests that need neither the client nor a browser."""
    paths = [argument.split("::")[0].split("/") for argument in arguments if argument.startswith("tests")]
    return bool(paths) and all(path[1:2] and path[1] in BARE_TESTS for path in paths)
