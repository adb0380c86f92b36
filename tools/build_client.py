"""The browser client: Node builds src/toctoc/server/client from web/ whenever a source has changed.

run.py uses it before anything is installed, tools/hatch_build.py while a wheel is built.
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

from tools import ROOT

WEB = ROOT / "web"
BUNDLE = ROOT / "src/toctoc/server/client"
MODULES = WEB / "node_modules"
NO_SOURCES = {MODULES.name, ".svelte-check"}  # written by tools
BUILT, FETCHED = MODULES / ".toctoc-built", MODULES / ".toctoc-fetched"  # digests of sources and of locks
FOR_TESTS = " and its tests"  # in FETCHED when the devDependencies are installed too

# Sources of the client outside web/.
SHARED = ["src/toctoc/**/lang/**/*.json", "src/toctoc/**/rulebook/*.md", "src/toctoc/bots/pictures/*.svg"]
LOCKED = ["package.json", "package-lock.json", ".npmrc"]
NOT_BUILT = re.compile(
    r"(.*/)?testing[/.]|(eslint|prettier|vitest)\.config\.|.*\.test\.ts$"
)  # tests and their settings
MIN_NPM = (11,)  # the npm that wrote the lock
FOLDER_OF_PROGRAMS = "Scripts" if os.name == "nt" else "bin"

Say = Callable[[str], None]


class NotBuilt(Exception):
    """Raised when the client could not be built; the message says why."""


def is_ready(for_tests: bool) -> bool:
    """Return whether the client is built, and the packages of its tests are installed if `for_tests`."""
    return is_built() and (not for_tests or _read(FETCHED) == _fetchable() + FOR_TESTS)


def is_built() -> bool:
    """Return whether the client is built from the sources as they are now."""
    return (BUNDLE / "index.html").is_file() and _read(BUILT) == _hash(sources())


def build(path: str, say: Say) -> None:
    """Build the client with the Node on `path`; install its packages first."""
    fetch(path, say)
    say("Building the browser client")
    now = _hash(sources())
    BUILT.unlink(missing_ok=True)  # without it the client counts as unfinished
    _quietly(path, "The browser client could not be built, see above", "run", "--silent", "build")
    BUILT.write_text(now, encoding="utf-8")


def fetch(path: str, say: Say, for_tests: bool = False) -> None:
    """Install the packages of package-lock.json, unless they are there; those of its tests too if `for_tests`."""
    wanted, fetched = _fetchable(), _read(FETCHED)
    if fetched == wanted + FOR_TESTS or (fetched == wanted and not for_tests):
        return
    if MODULES.is_symlink():  # npm would empty the folder that others use too
        say("web/node_modules is a symbolic link: its packages are used as they are, and npm installs nothing")
        return
    purpose = "tested" if for_tests else "built"
    say(f"Fetching what the browser client is {purpose} with (only this once; it needs the internet)")
    why = "This could not be fetched, see above. Is the internet reachable? Then try again"
    built = _read(BUILT)  # npm empties the folder of this file, and the client stays as it is
    parts = [] if for_tests else ["--omit=dev"]
    _quietly(path, why, "ci", *parts, "--no-audit", "--no-fund", "--loglevel=error")
    FETCHED.write_text(wanted + FOR_TESTS * for_tests, encoding="utf-8")
    if built:
        BUILT.write_text(built, encoding="utf-8")


def _fetchable() -> str:
    """Return the identity of the packages that npm installs on this machine."""
    return _hash(WEB / name for name in LOCKED) + f"{sys.platform} {platform.machine()}"


def find_node(*folders: Path) -> str | None:
    """Return a PATH with a Node and an npm that are new enough: the machine's, or with one of `folders` first."""
    given = os.environ.get("PATH", os.defpath)
    for path in [given, *(f"{folder}{os.pathsep}{given}" for folder in folders)]:
        if _is_supported(_version(path, "node")) and _version(path, "npm") >= MIN_NPM:
            return path
    return None


def npm(path: str, *arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run npm in web/ with the Node on `path`."""
    program = shutil.which("npm", path=path)
    assert program is not None, path
    environ = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    return subprocess.run(
        [program, *arguments], cwd=WEB, env=environ, encoding="utf-8", errors="replace", check=False, **more
    )


def programs(environment: Path) -> Path:
    """Return the folder of programs in a Python environment."""
    return environment / FOLDER_OF_PROGRAMS


def sources() -> Iterator[Path]:
    """Yield every source of the client."""
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
    """Run npm; if it fails, print its output and raise `NotBuilt(why)`."""
    done = npm(path, *arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise NotBuilt(why)


def _is_supported(version: tuple[int, ...]) -> bool:
    """Return whether Vite and its Svelte plugin support this version of Node."""
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
