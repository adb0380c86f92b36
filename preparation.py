"""Have everything that a command needs: installed and built side by side, at once when it is there."""

import sys
import time
from collections.abc import Callable

import browsers
import client
import database
import environment
from environment import say


def prepare_with_programs() -> str | None:
    """Install all that the tests need, and find or install the browser and a database meanwhile."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:  # of two at once, apt lets one in
        browser = pool.submit(browsers.chromium)
        pool.submit(database.prepare)
        prepare("test", with_client=True, for_tests=True)
        return browser.result()


def prepare(level: str, with_client: bool = False, for_tests: bool = False) -> None:
    """Install a level and build the client, side by side; at once when both are there."""
    wants_client = with_client and not client.is_ready(for_tests)
    if environment.is_ready(level) and not wants_client:
        return
    from concurrent.futures import ThreadPoolExecutor, wait

    start = time.monotonic()
    with ThreadPoolExecutor() as pool:
        python = pool.submit(environment.prepare, level)
        running = {python: "Python's packages"}
        if wants_client:
            running[pool.submit(prepare_client, for_tests, python.result)] = "the browser client"
        while waiting := wait(running, timeout=5).not_done:
            names = " and ".join(running[future] for future in waiting)
            say(f"{time.monotonic() - start:.0f} s: still at work on {names}")
        for future in running:
            future.result()


def prepare_client(for_tests: bool, wait_for_python: Callable[[], object]) -> None:
    """Build the browser client, with the machine's Node or else with PyPI's, that waits for .venv."""
    path = client.find_node()
    if path is None:
        wait_for_python()
        path = node()
    client.fetch(path, say, for_tests)
    if not client.is_built():
        client.build(path, say)


def node() -> str:
    """Return the PATH with the machine's Node, or else with PyPI's in .venv."""
    programs = client.programs(environment.VENV)
    found = client.find_node(programs)
    if found is None:
        say("Installing Node: the machine has none, or an older one (only this once; it needs the internet)")
        if environment.install_lock("node"):
            found = client.find_node(programs)
    if found is None:
        sys.exit("Toctoc: Node could not be installed, see above. Is the internet reachable? Then try again.")
    return found
