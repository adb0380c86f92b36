"""Everything one does with this repository: python3 run.py COMMAND [ARGUMENTS].

It needs nothing but Python 3.11 or newer: it makes the folder .venv, installs the locked requirements there
once, and runs the command. Older Pythons must be able to read this file as far as `too_old`.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path


def too_old(version: "tuple[int, ...]") -> "str | None":
    """What to tell a Python before 3.11; nothing to a newer one."""
    if version >= (3, 11):
        return None
    return (
        f"Toctoc needs Python 3.11 or newer, and this is Python {version[0]}.{version[1]}.\n"
        "If a newer one is installed, name it: python3.12 run.py play, or make play PYTHON=python3.12"
    )


if too_old(sys.version_info[:2]):
    sys.exit(too_old(sys.version_info[:2]))

import client  # noqa: E402  # which an older Python could not read

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements"

# Which parts of pyproject.toml each lock holds. Each is complete in itself; all agree with the first.
PROJECT = ["pyproject.toml", "--group=build", "--extra=serve"]
LOCKS = {
    "soak": [*PROJECT, "--extra=fast", "--extra=plots", "--group=soak"],
    "play": PROJECT,
    "fast": [*PROJECT, "--extra=fast"],
    "test": [*PROJECT, "--extra=fast", "--extra=plots", "--group=test"],
    "bench": [*PROJECT, "--extra=fast", "--group=bench"],
    "node": ["--group=node"],  # for machines without a Node of their own
}

# The checks of `check`, which are tests too (tests/house/test_lint.py).
CHECKS = [
    ["ruff", "check"],
    ["ruff", "format", "--check"],
    ["mypy"],
    ["lint-imports", "--no-logo"],
]

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]

# What must be covered to the last branch.
COVERED = "src/toctoc/games/*,src/toctoc/fair.py,src/toctoc/record.py"


def play(arguments: list[str]) -> int:
    """Open a table in the browser; or play in the terminal: play GAME [OPTIONS OF `toctoc play`]"""
    prepare("play")
    in_terminal = "--terminal" in arguments or (arguments and not arguments[0].startswith("-"))
    if not in_terminal:
        prepare_client()
    return run([tool("toctoc"), "play", *arguments], cwd=Path.cwd())


def serve(arguments: list[str]) -> int:
    """Host live tables for browsers and programs: serve [OPTIONS OF `toctoc serve`]"""
    prepare("play")
    prepare_client()
    return run([tool("toctoc"), "serve", *arguments], cwd=Path.cwd())


def test(arguments: list[str]) -> int:
    """Run every test, on all cores, and check the coverage of the rules; or: test [PYTEST'S ARGUMENTS]"""
    prepare("test")
    prepare_client(for_tests=True)
    if browser := chromium():
        os.environ["TOCTOC_CHROMIUM"] = browser
    elif not arguments:
        return 1
    if arguments:
        return run([tool("python"), "-m", "pytest", *arguments])
    coverage = [tool("python"), "-m", "coverage"]
    return (
        run([*coverage, "erase"])
        or run([*coverage, "run", "-m", "pytest", "-n", "auto"])
        or run([*coverage, "combine", "--quiet"])
        or run([*coverage, "report", "--fail-under=100", f"--include={COVERED}"])
    )


def check(_arguments: list[str]) -> int:
    """Run only the linter, the formatter, the type checkers and the import rules"""
    prepare("test")
    path = node()
    client.fetch(path, say, for_tests=True)
    failed = 0
    for name, *rest in CHECKS:
        say(" ".join([name, *rest]))
        failed |= run([tool(name), *rest])
    say("npm run check")
    return failed | client.npm(path, "run", "--silent", "check").returncode


def soak(arguments: list[str]) -> int:
    """Run the long tests, then change the rules in thousands of ways and see whether the tests notice"""
    prepare("soak")
    prepare_client(for_tests=True)
    tests = [tool("python"), "-m", "pytest", "-m", "soak", "--timeout=0", *arguments]
    return run(tests) or run([tool("mutmut"), "run"])


def bench(arguments: list[str]) -> int:
    """Run the benchmarks: bench [THEIR ARGUMENTS]"""
    prepare("bench")
    return run([tool("python"), "-m", "benchmarks", *arguments])


def strength(arguments: list[str]) -> int:
    """Let the bots play each other for an hour, for docs/bots.md: strength [ITS ARGUMENTS]"""
    prepare("test")
    return run([tool("python"), "-m", "benchmarks.strength", *arguments])


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
    prepare("test")
    prepare_client(for_tests=True)
    browser = chromium()
    if browser is None:
        return 1
    os.environ["TOCTOC_CHROMIUM"] = browser
    return run([tool("python"), "-m", "tests.web.screens", *arguments])


def lock(arguments: list[str]) -> int:
    """Write requirements/*.lock anew from pyproject.toml: lock [--upgrade]"""
    if read(VENV / "toctoc-made") != maker():
        make_venv()  # and not `prepare`, which needs the locks
    if pip("uv>=0.13,<0.14"):
        return 1
    uv = [tool("uv"), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    uv += ["--no-emit-index-url", "--no-header", "--python-version=3.11", *arguments]
    for name, parts in LOCKS.items():
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
    f.__name__: f
    for f in [play, serve, test, check, soak, bench, strength, golden, protocol, screenshots, lock, clean]
}


def prepare(level: str) -> None:
    """Make .venv hold everything of this level; at once when it already does."""
    if is_ready(level):
        return
    start = time.monotonic()
    made = VENV / "toctoc-made"
    if read(made) != maker():
        make_venv()
    made.unlink(missing_ok=True)  # while it is away, .venv counts as half made and is thrown away next time
    say(f"Installing what `{level}` needs (only this once; it needs the internet)")
    complete = install(level)
    made.write_text(maker(), encoding="utf-8")
    if not complete:
        sys.exit("Toctoc: the installation failed, see above. Is the internet reachable? Then try again.")
    (VENV / f"toctoc-{level}").write_text(fingerprint(), encoding="utf-8")
    say(f"Ready after {time.monotonic() - start:.0f} s")


def prepare_client(for_tests: bool = False) -> None:
    """Build the browser client; at once when nothing in it has changed."""
    if for_tests:
        client.fetch(node(), say, for_tests)
    if client.is_built():
        return
    start = time.monotonic()
    client.build(node(), say)
    say(f"The client is ready after {time.monotonic() - start:.0f} s")


def node() -> str:
    """The PATH with the machine's Node, or else with PyPI's in .venv."""
    programs = client.programs(VENV)
    found = client.find_node(programs)
    if found is None:
        say("Installing Node: the machine has none, or an older one (only this once; it needs the internet)")
        if pip(*from_lock("node")) == 0:
            found = client.find_node(programs)
    if found is None:
        sys.exit("Toctoc: Node could not be installed, see above. Is the internet reachable? Then try again.")
    return found


def chromium() -> str | None:
    """Where the browser for the tests is; root on Debian gets one. Else it is said what to do."""
    for name in filter(None, [os.environ.get("TOCTOC_CHROMIUM"), *BROWSERS]):
        if found := shutil.which(name):
            return found
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
    if shutil.which("apt-get") is None:
        say("The tests in a browser need Chromium or Chrome; TOCTOC_CHROMIUM may say where it is")
    elif os.geteuid() != 0:
        say(f"The tests in a browser need Chromium: sudo {' '.join(install)}")
    else:
        say(f"Installing a browser for the tests (only this once; it needs the internet): {' '.join(install)}")
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], install):
            subprocess.call([*command, "-qq"], env=environ, stdout=subprocess.DEVNULL)
        if found := shutil.which("chromium"):
            return found
        say("Chromium could not be installed, see above. Is the internet reachable? Then try again")
    return None


def is_ready(level: str) -> bool:
    return read(VENV / "toctoc-made") == maker() and read(VENV / f"toctoc-{level}") == fingerprint()


def maker() -> str:
    """Which Python made .venv, and where: it works with no other and nowhere else."""
    return f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n"


def fingerprint() -> str:
    """Changes when what is to be installed changes."""
    digest = hashlib.sha256()
    for path in [ROOT / "pyproject.toml", *sorted(REQUIREMENTS.glob("*.lock"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "Toctoc: this Python cannot make virtual environments.\n"
            "On Debian or Ubuntu, this adds what is missing: apt install python3-venv"
        )
    if VENV.exists():
        say("Removing the old .venv: it is unfinished, or of another Python or place")
        shutil.rmtree(VENV)
    say(f"Making .venv with Python {sys.version.split()[0]}")
    if subprocess.call([sys.executable, "-m", "venv", str(VENV)]):
        sys.exit("Toctoc: could not make the virtual environment .venv, see above.")


def install(level: str) -> bool:
    """The locked requirements, then this project itself, editable; nothing that is not locked."""
    if pip(*from_lock(level)):
        return False
    if level == "play" and pip(*from_lock("fast"), silent=True):
        say("Numba could not be installed. It is optional: without it simulations and the count are slower")
    return pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT)) == 0


def from_lock(name: str) -> list[str]:
    # Wheels only: to build from a source package would fetch what no lock names.
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
    return [*options, "--requirement", str(REQUIREMENTS / f"{name}.lock")]


def pip(*arguments: str, silent: bool = False) -> int:
    options = ["-qq", "--disable-pip-version-check", "--no-input", "--no-warn-script-location"]
    command = [tool("python"), "-m", "pip", "install", *options, *arguments]
    return subprocess.call(command, cwd=ROOT, stderr=subprocess.DEVNULL if silent else None)


def tool(name: str) -> str:
    """The path of a program in .venv."""
    return str(client.programs(VENV) / name)


def run(command: list[str], cwd: Path = ROOT) -> int:
    with subprocess.Popen(command, cwd=cwd) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                pass  # Ctrl-C reached the child as well; it decides what to do


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def say(line: str) -> None:
    print(f"Toctoc: {line}", file=sys.stderr, flush=True)


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
