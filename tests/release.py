"""Rehearse a release: build wheel, sdist and static site, install each alone, and play a whole game through each.

python -m tests.release [wheel|sdist|site]
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from playwright.sync_api import sync_playwright

from tests.advice import Place, stop
from tests.ports import free_port
from tests.web.browser import launch
from tests.web.engines import Chromium
from tests.web.whole_game import WATCH, play
from tools import ROOT

GAME = "escalier"
SERVE = "toctoc serve --port 0 --no-pause"
IN_THE_TERMINAL = f"toctoc play {GAME} --players 2 --fast --seed 1 --record game.jsonl && toctoc verify game.jsonl"
QUICK = (
    "localStorage.setItem('toctoc', JSON.stringify({ name: 'Anna', pace: 'off' }))"  # nothing is shown for long
)
ONE_BROWSER = Lock()  # a process can have only one Playwright at a time


class Failed(Exception):
    """Raised when a command fails; the message has its output."""


class Home(Place):
    """A folder with an empty home and an environment of its own; commands end before `until`."""

    def __init__(self, folder: Path, until: float) -> None:
        super().__init__(folder, folder / "venv/bin")
        self.environ.pop("TOCTOC_CACHE", None)
        self.until = until

    @contextmanager
    def started(self, command: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Start a command; kill all that is left of it at the end."""
        with self.start(command) as child:
            try:
                yield child
            finally:
                stop(child, signal.SIGKILL)

    def must(self, command: str) -> None:
        """Run a command to its end."""
        with self.started(command) as child:
            try:
                code = child.wait(max(0, self.until - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise Failed(f"{command}: its time is up\n{self.output()}") from None
            if code:
                raise Failed(f"{command}: exit code {code}\n{self.output()}")

    @contextmanager
    def served(self, command: str) -> Iterator[str]:
        """Start a server; yield its address as soon as it answers."""
        with self.started(command) as child:
            if wrong := self.answers(child):
                raise Failed(f"{command}: {wrong}\n{self.output()}")
            port = re.findall(r"http://[^/\s:]+:(\d+)", self.output())[0]
            yield f"http://127.0.0.1:{port}"

    def install(self, package: str) -> None:
        """Install a package with what it declares and nothing else, and play in the terminal."""
        self.must(f"'{sys.executable}' -m venv venv && pip install --quiet '{package}' && {IN_THE_TERMINAL}")


def game_in_the_browser(url: str) -> str:
    """Play a whole game in Chromium, from the address of the game to the result."""
    with ONE_BROWSER, ExitStack() as stack:
        chromium = launch(stack.enter_context(sync_playwright()))
        browser = Chromium(stack, chromium)
        browser.page.add_init_script(QUICK)
        browser.goto(url)
        browser.evaluate(WATCH)
        taps = play(browser, random.Random(GAME))
        chromium.close()
    assert taps > 5
    return f"a game of {taps} taps in Chromium"


def wheel(built: Path, home: Home) -> str:
    """Install the wheel, play in the terminal; add what a server needs, and play in the browser."""
    [file] = built.glob("*.whl")
    home.install(str(file))
    home.must(f"pip install --quiet '{file}[serve]'")
    with home.served(SERVE) as url:
        return f"a game in the terminal, {game_in_the_browser(f'{url}/play/{GAME}')}"


def sdist(built: Path, home: Home) -> str:
    """Unpack the sdist, let pip build and install it, and play in the terminal and in the browser."""
    [file] = built.glob("*.tar.gz")
    with tarfile.open(file) as packed:
        packed.extractall(home.folder, filter="data")
    home.install(f"./{file.name.removesuffix('.tar.gz')}[serve]")
    with home.served(SERVE) as url:
        return f"a game in the terminal, {game_in_the_browser(f'{url}/play/{GAME}')}"


def site(built: Path, home: Home) -> str:
    """Serve the files of the site with the plain server of Python, and play in the browser."""
    files = f"--bind 127.0.0.1 --directory '{built / 'site'}'"
    with home.served(f"'{sys.executable}' -Iu -m http.server {files} {free_port()}") as url:
        return game_in_the_browser(f"{url}/?page=play/{GAME}")


PARTS: dict[str, Callable[[Path, Home], str]] = {"wheel": wheel, "sdist": sdist, "site": site}


def build(folder: Path) -> str:
    """Build wheel, sdist and site as a release does; return their sizes."""
    for module, *rest in (
        ("hatchling", "build", "--directory", folder),
        ("toctoc", "site", "--out", folder / "site"),
    ):
        subprocess.run([sys.executable, "-m", module, *map(str, rest)], cwd=ROOT, check=True, capture_output=True)
    sizes = {part.name: sum(file.stat().st_size for file in [part, *part.rglob("*")]) for part in folder.iterdir()}
    return ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sorted(sizes.items()))


def rehearse(part: str, built: Path, home: Home) -> bool:
    """Rehearse one part; print its result, and return whether it is good."""
    begin = time.monotonic()
    try:
        result, is_good = PARTS[part](built, home), True
    except Exception as failure:  # the other parts are rehearsed all the same
        result, is_good = f"FAILED, {type(failure).__name__}: {failure}", False
    print(f"{part}: {result} ({time.monotonic() - begin:.0f} s)", flush=True)
    return is_good


def main() -> int:
    """Rehearse all of a release side by side, or one part; print a line for each."""
    parser = argparse.ArgumentParser(prog="test-night release", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="without it all")
    parser.add_argument("--minutes", type=float, default=5, help="no command goes on for longer")
    chosen = parser.parse_args()
    begin = time.monotonic()
    until = begin + 60 * chosen.minutes
    parts = [chosen.part] if chosen.part else list(PARTS)
    with TemporaryDirectory(prefix="toctoc-release-") as name, ThreadPoolExecutor() as pool:
        folder = Path(name)
        print(f"built: {build(folder / 'built')} ({time.monotonic() - begin:.0f} s)", flush=True)
        runs = [pool.submit(rehearse, part, folder / "built", Home(folder / part, until)) for part in parts]
        failed = [part for part, run in zip(parts, runs, strict=True) if not run.result()]
    print(f"{len(parts)} packages rehearsed, failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
