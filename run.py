"""Everything one does with this repository: python3 run.py COMMAND [ARGUMENTS].

It needs nothing but Python 3.11 or newer: it makes the folder .venv, installs the locked requirements there
once, and runs the command. Older Pythons must be able to read this file as far as `too_old`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def too_old(version: "tuple[int, ...]") -> "str | None":
    """Say what to tell a Python before 3.11; nothing to a newer one."""
    if version >= (3, 11):
        return None
    return (
        f"Toctoc needs Python 3.11 or newer, and this is Python {version[0]}.{version[1]}.\n"
        "If a newer one is installed, name it: python3.12 run.py play, or make play PYTHON=python3.12"
    )


if too_old(sys.version_info[:2]):
    sys.exit(too_old(sys.version_info[:2]))

import browsers  # noqa: E402  # which an older Python could not read
import client  # noqa: E402
import environment  # noqa: E402
import packages  # noqa: E402
from environment import say, tool  # noqa: E402
from preparation import node, prepare, prepare_with_programs  # noqa: E402

ROOT = Path(__file__).resolve().parent

# The checks of `check`, which are tests too (tests/house/test_lint.py).
CHECKS = [
    ["ruff", "check"],
    ["ruff", "format", "--check"],
    ["mypy"],
    ["lint-imports", "--no-logo"],
]

# What must be covered to the last branch, and the tests that alone must do it. Only these are traced: the tracer
# would make all others three times as long.
COVERED = "src/toctoc/games/*,src/toctoc/fair.py,src/toctoc/record/*"
COVERING_TESTS = ["tests/games", "tests/golden", "tests/record", "tests/test_fair.py"]

# Tests that need neither the client nor a browser: one of them, asked for by name, is answered in seconds.
BARE_TESTS = [
    "arena", "bots", "conformance", "games", "golden", "lab", "lang", "record", "referee", "rulebook", "storage",
    "table", "test_fair.py",
]  # fmt: skip

# Compiles what strong bots think with, into the cache in the home; at once when that holds it.
COMPILE = """
from toctoc.bots.compiling import compile_games
compile_games([], niceness=19)  # whoever plays comes first
"""


def play(arguments: list[str]) -> int:
    """Open a table in the browser; or play in the terminal: play GAME [OPTIONS OF `toctoc play`]"""
    in_terminal = "--terminal" in arguments or bool(arguments and not arguments[0].startswith("-"))
    prepare("play", with_client=not in_terminal)
    return with_bots_compiled_meanwhile([tool("toctoc"), "play", *arguments])


def serve(arguments: list[str]) -> int:
    """Host live tables for browsers and programs: serve [OPTIONS OF `toctoc serve`]"""
    prepare("play", with_client=True)
    return with_bots_compiled_meanwhile([tool("toctoc"), "serve", *arguments])


def test(arguments: list[str]) -> int:
    """Run the tests, in minutes, and check the coverage of the rules; or: test [PYTEST'S ARGUMENTS]"""
    return run_tests("small", arguments)


def test_all(arguments: list[str]) -> int:
    """Run every test with all its games and kills, the audit and the soak; or: test-all [PYTEST'S ARGUMENTS]"""
    return run_tests("full", arguments) or (0 if arguments else audit([]) or soak([]))


def soak(arguments: list[str]) -> int:
    """Run what takes hours: games by the ten thousand; then change the rules and see whether the tests notice"""
    prepare("soak", with_client=True, for_tests=True)
    tests = [tool("python"), "-m", "pytest", "-n", "auto", "--timeout=0", *arguments]
    return run(tests, TOCTOC_TESTS="soak") or run([tool("mutmut"), "run"], TOCTOC_TESTS="full")


def check(_arguments: list[str]) -> int:
    """Run only the linters, the formatters, the type checkers and the import rules"""
    prepare("test", with_client=True, for_tests=True)
    failed = 0
    for name, *rest in CHECKS:
        say(" ".join([name, *rest]))
        failed |= run([tool(name), *rest])
    say("npm run check")
    return failed | client.npm(node(), "run", "--silent", "check").returncode


def audit(_arguments: list[str]) -> int:
    """Look up known vulnerabilities of all packages that the locks name; skipped where there is no internet"""
    return packages.audit(say)


def sbom(_arguments: list[str]) -> int:
    """Write the bill of materials, CycloneDX's JSON, to standard output"""
    packages.write_bill(version())
    return 0


def version() -> str:
    """Return the version of Toctoc in this checkout."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def bench(arguments: list[str]) -> int:
    """Run the benchmarks: bench [THEIR ARGUMENTS]"""
    prepare("bench")
    return run([tool("python"), "-m", "benchmarks", *arguments])


def strength(arguments: list[str]) -> int:
    """Let the bots play each other for an hour, for docs/bots.md: strength [ITS ARGUMENTS]"""
    prepare("test")
    return run([tool("python"), "-m", "benchmarks.strength", *arguments])


def train(arguments: list[str]) -> int:
    """Teach a net to play: train GAME [--device cpu|cuda] [--minutes M] [--seed S] [--out DIR] [--resume]"""
    prepare("training")
    return run([tool("python"), "-m", "training", *arguments])


def golden(arguments: list[str]) -> int:
    """Write the golden playthroughs anew; read the difference before you commit it"""
    prepare("test")
    return run([tool("python"), "-m", "tests.golden", *arguments])


def protocol(arguments: list[str]) -> int:
    """Write the description of the protocol anew: JSON Schema, TypeScript, and the codes in its page"""
    prepare("test")
    return run([tool("python"), "-m", "toctoc.server.protocol", *arguments])


def screenshots(arguments: list[str]) -> int:
    """Take pictures of every screen, at phone and desktop size, into .screenshots: screenshots [NAMES]"""
    prepare("test", with_client=True, for_tests=True)
    browser = browsers.chromium()
    if browser is None:
        return 1
    os.environ["TOCTOC_CHROMIUM"] = browser
    return run([tool("python"), "-m", "tests.web.screens", *arguments])


def lock(arguments: list[str]) -> int:
    """Write requirements/*.lock anew from pyproject.toml: lock [--upgrade]"""
    if not environment.prepare_to_lock():
        return 1
    uv = [tool("uv"), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    uv += ["--no-emit-index-url", "--no-header", "--python-version=3.11", *arguments]
    for name, parts in environment.LOCKS.items():
        agreeing = [] if name == "soak" else ["--constraint=requirements/soak.lock"]
        say(f"requirements/{name}.lock")
        if run([*uv, *parts, *agreeing, f"--output-file=requirements/{name}.lock"]):
            return 1
    return 0


def clean(_arguments: list[str]) -> int:
    """Remove .venv and everything else that was made here and can be made again"""
    for name in [
        ".venv",
        ".hypothesis",
        ".import_linter_cache",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".screenshots",
        ".strength",
        "src/toctoc/server/client",
        "web/.svelte-check",
        "web/node_modules",
        "benchmarks/live/node/node_modules",
    ]:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for name in ["dist", "mutants"]:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for folder in ["src", "tests", "benchmarks"]:
        for cache in (ROOT / folder).rglob("__pycache__"):
            shutil.rmtree(cache, ignore_errors=True)
    for data in ROOT.glob(".coverage*"):
        data.unlink()
    return 0


COMMANDS = {
    f.__name__.replace("_", "-"): f
    for f in [
        play, serve, test, test_all, soak, check, audit, sbom, bench, strength, train, golden, protocol,
        screenshots, lock, clean,
    ]
}  # fmt: skip


def run_tests(edition: str, arguments: list[str]) -> int:
    """Run these tests, or all of an edition (tests/counts.py) with the coverage of the rules."""
    bare = are_bare(arguments)
    if bare:
        prepare("test")
    elif browser := prepare_with_programs():
        os.environ["TOCTOC_CHROMIUM"] = browser
    elif not arguments:
        return 1
    if edition == "full":
        prepare("full")
        if not arguments and not environment.install_lock("training", silent=True):
            say("PyTorch could not be installed: that nets learn is not tested")
    if edition == "full" and not bare:
        browsers.engines()
    python = tool("python")
    if arguments:
        return run([python, "-m", "pytest", *arguments], TOCTOC_TESTS=edition)
    cores = os.cpu_count() or 1
    pytest = ["-m", "pytest", "--dist", "worksteal", "-n"]
    coverage = [python, "-m", "coverage"]
    others = [f"--ignore={path}" for path in COVERING_TESTS]
    return (
        run([python, "-m", "tests.compile"])  # once, before every worker would
        or run([*coverage, "erase"])
        or run([*coverage, "run", *pytest, str(cores), *COVERING_TESTS], TOCTOC_TESTS=edition)
        or run([*coverage, "combine", "--quiet"])
        or run([*coverage, "report", "--fail-under=100", f"--include={COVERED}"])
        or run([python, *pytest, str(2 * cores), *others], TOCTOC_TESTS=edition)  # half of them wait
    )


def are_bare(arguments: list[str]) -> bool:
    """Tell whether pytest is asked only for tests that need neither the client nor a browser."""
    paths = [argument.split("::")[0].split("/") for argument in arguments if argument.startswith("tests")]
    return bool(paths) and all(path[1:2] and path[1] in BARE_TESTS for path in paths)


def with_bots_compiled_meanwhile(command: list[str]) -> int:
    """Run a command; the first time, strong bots are compiled while it runs, for half a minute each."""
    marker, wanted = environment.VENV / "toctoc-compiled", environment.fingerprint("games", "bots")
    if marker.is_file() and marker.read_text(encoding="utf-8") == wanted:
        return run(command, cwd=Path.cwd())
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(
        [tool("python"), "-c", COMPILE], cwd=ROOT, env=environ(), stdin=nowhere, stdout=nowhere, stderr=nowhere
    ) as compiling:
        code = run(command, cwd=Path.cwd())
        if compiling.poll() == 0:
            marker.write_text(wanted, encoding="utf-8")
        compiling.terminate()
    return code


def run(command: list[str], cwd: Path = ROOT, **more: str) -> int:
    """Run a program, with more in its environment, and return its exit code."""
    with subprocess.Popen(command, cwd=cwd, env=environ(**more)) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                pass  # Ctrl-C reached the child as well; it decides what to do


def environ(**more: str) -> dict[str, str]:
    """Return the environment of what is run here.

    Python may keep what it compiled, whatever is set elsewhere: else every start and every worker of the tests
    would compile everything anew.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **more}


def overview() -> str:
    lines = ["python3 run.py COMMAND [ARGUMENTS], or make COMMAND ARGS='ARGUMENTS'", ""]
    for name, command in COMMANDS.items():
        lines.append(f"  {name:12}{command.__doc__}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        print(f"There is no command {name!r}.\n\n{overview()}", file=sys.stderr)
        return 2
    command = COMMANDS[name]
    if rest[:1] in (["-h"], ["--help"]):
        print(f"python3 run.py {name}: {command.__doc__}")
        return 0
    try:
        return command(rest)
    except client.NotBuilt as why:
        say(f"{why}.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
