"""The browser client: Node makes src/toctoc/server/client from web/, whenever something that goes into it changed.

Only the standard library: run.py uses it before anything is installed, hatch_build.py while a wheel is built.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUNDLE = ROOT / "src/toctoc/server/client"
MODULES = WEB / "node_modules"
NO_SOURCES = {MODULES.name, ".svelte-check"}  # folders that tools write
BUILT, FETCHED = MODULES / ".toctoc-built", MODULES / ".toctoc-fetched"  # what was built, what was fetched
FOR_TESTS = " and its tests"  # stands in FETCHED where that holds the devDependencies too

# What the client imports from the rest of the code.
SHARED = ["src/toctoc/lang/**/*.json", "docs/rules/*.md", "src/toctoc/bots/pictures/*.svg"]
LOCKED = ["package.json", "package-lock.json", ".npmrc"]
NOT_BUILT = re.compile(
    r"(.*/)?testing[/.]|(eslint|prettier|vitest)\.config\.|.*\.test\.ts$"
)  # what only checks it
LEAST_NPM = (11,)  # the npm that wrote the lock
FOLDER_OF_PROGRAMS = "Scripts" if os.name == "nt" else "bin"

Say = Callable[[str], None]


class NotBuilt(Exception):
    """Why there is no client, in words."""


def is_ready(for_tests: bool) -> bool:
    """Tell whether the client is built, and what its tests need is there too."""
    return is_built() and (not for_tests or _read(FETCHED) == _fetchable() + FOR_TESTS)


def is_built() -> bool:
    return (BUNDLE / "index.html").is_file() and _read(BUILT) == _hash(sources())


def build(path: str, say: Say) -> None:
    """Make the client anew with the Node on this path; everything it is made with is fetched first."""
    fetch(path, say)
    say("Building the browser client")
    now = _hash(sources())
    BUILT.unlink(missing_ok=True)  # while it is away, the client counts as half built
    _quietly(path, "The browser client could not be built, see above", "run", "--silent", "build")
    BUILT.write_text(now, encoding="utf-8")


def fetch(path: str, say: Say, for_tests: bool = False) -> None:
    """Install what package-lock.json names for building, or for the tests too; at once when it is there."""
    wanted, fetched = _fetchable(), _read(FETCHED)
    if fetched == wanted + FOR_TESTS or (fetched == wanted and not for_tests):
        return
    purpose = "tested" if for_tests else "built"
    say(f"Fetching what the browser client is {purpose} with (only this once; it needs the internet)")
    why = "This could not be fetched, see above. Is the internet reachable? Then try again"
    built = _read(BUILT)  # npm empties its folder; the client beside it stays what it is
    parts = [] if for_tests else ["--omit=dev"]
    _quietly(path, why, "ci", *parts, "--no-audit", "--no-fund", "--loglevel=error")
    FETCHED.write_text(wanted + FOR_TESTS * for_tests, encoding="utf-8")
    if built:
        BUILT.write_text(built, encoding="utf-8")


def _fetchable() -> str:
    """Name what package-lock.json holds for this machine."""
    return _hash(WEB / name for name in LOCKED) + f"{sys.platform} {platform.machine()}"


def find_node(*folders: Path) -> str | None:
    """The PATH with a Node and an npm that are new enough: the machine's own, or one with a folder before it."""
    given = os.environ.get("PATH", os.defpath)
    for path in [given, *(f"{folder}{os.pathsep}{given}" for folder in folders)]:
        if _node_will_do(_version(path, "node")) and _version(path, "npm") >= LEAST_NPM:
            return path
    return None


def npm(path: str, *arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    program = shutil.which("npm", path=path)
    assert program is not None, path
    environ = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    return subprocess.run(
        [program, *arguments], cwd=WEB, env=environ, encoding="utf-8", errors="replace", check=False, **more
    )


def programs(environment: Path) -> Path:
    """Where a Python environment has its programs."""
    return environment / FOLDER_OF_PROGRAMS


def sources() -> Iterator[Path]:
    """Everything that goes into the client."""
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NO_SOURCES]
        for path in (Path(folder, name) for name in files):
            if not NOT_BUILT.match(path.relative_to(WEB).as_posix()):
                yield path
    for pattern in SHARED:
        yield from ROOT.glob(pattern)


def _hash(paths: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _quietly(path: str, why: str, *arguments: str) -> None:
    """Run npm; what it says is shown where it fails, and `why`."""
    done = npm(path, *arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise NotBuilt(why)


def _node_will_do(version: tuple[int, ...]) -> bool:
    """What Vite and its Svelte plugin ask for."""
    return (20, 19) <= version < (21,) or (22, 12) <= version < (23,) or version >= (24,)


def _version(path: str, program: str) -> tuple[int, ...]:
    found = shutil.which(program, path=path)
    if found is None:
        return ()
    command = [found, "--version"]
    environ = {**os.environ, "PATH": path}  # npm itself runs the first node there
    said = subprocess.run(command, env=environ, capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
