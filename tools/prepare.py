"""Set up the requirements of a command: packages, client, browser and database, side by side."""

import sys
import time
from collections.abc import Callable

from tools import browsers, build_client, engine, environment, postgres
from tools.process import say


def prepare_with_programs(once_installed: Callable[[], object] = lambda: None) -> str | None:
    """Set up the tests: packages and client, the browser and PostgreSQL; return the path of the browser.

    `once_installed` is called as soon as Python's packages are there, while others wait for the network.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:  # one at a time: apt locks its database
        browser = pool.submit(browsers.chromium)
        pool.submit(postgres.prepare)
        prepare("test", with_client=True, for_tests=True, with_engine=True, once_installed=once_installed)
        return browser.result()


def prepare(
    level: str,
    with_client: bool = False,
    for_tests: bool = False,
    with_engine: bool = False,
    once_installed: Callable[[], object] = lambda: None,
) -> None:
    """Install the lock `level`, build the client and the engine, side by side; return at once if all are there."""
    wants_client = with_client and not build_client.is_ready(for_tests)
    wants_client |= with_engine and not engine.is_ready()
    if environment.is_ready(level) and not wants_client:
        once_installed()
        return
    from concurrent.futures import ThreadPoolExecutor, wait

    start = time.monotonic()
    with ThreadPoolExecutor() as pool:
        python = pool.submit(environment.prepare, level)
        python.add_done_callback(lambda installed: installed.exception() or once_installed())
        running = {python: "Python's packages"}
        if wants_client:
            running[pool.submit(prepare_client, for_tests, with_engine, python.result)] = "the browser client"
        while waiting := wait(running, timeout=5).not_done:
            names = " and ".join(running[future] for future in waiting)
            say(f"{time.monotonic() - start:.0f} s: still at work on {names}")
        for future in running:
            future.result()


def prepare_client(for_tests: bool, with_engine: bool, wait_for_python: Callable[[], object]) -> None:
    """Build the browser client, and the engine too, with the machine's Node; else with PyPI's, after Python."""
    path = build_client.find_node()
    if path is None:
        wait_for_python()
        path = node()
    build_client.fetch(path, say, for_tests)
    if not build_client.is_built():
        build_client.build(path, say)
    if with_engine:
        engine.build(path, say)


def node() -> str:
    """Return a PATH with a Node: the machine's, or else PyPI's, installed into .venv."""
    programs = build_client.programs(environment.VENV)
    found = build_client.find_node(programs)
    if found is None:
        say("Installing Node: the machine has none, or an older one (only this once; it needs the internet)")
        if environment.install_lock("node"):
            found = build_client.find_node(programs)
    if found is None:
        sys.exit("Toctoc: Node could not be installed, see above. Is the internet reachable? Then try again.")
    return found
