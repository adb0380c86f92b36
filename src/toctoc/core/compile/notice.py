"""Report on standard error that Numba compiles a game, in interactive processes only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from toctoc.core.game import Game

Report = Callable[[Game], None]


def write(game: Game) -> None:
    """Print a line on standard error."""
    print(f"Compiling {game.title}, once; about 40 s", file=sys.stderr)


def is_interactive() -> bool:
    """Return whether a terminal or a notebook shows standard error to the user; False in worker processes."""
    processes = sys.modules.get("multiprocessing")  # a browser's Python has none; a worker has imported it
    is_worker = processes is not None and processes.parent_process() is not None
    return (sys.stderr.isatty() or hasattr(sys, "ps1")) and not is_worker


_reports: list[Report] = [write]  # the last one is called
_reported: set[str] = set()  # the games, by name


@contextmanager
def reporting_to(report: Report) -> Iterator[None]:
    """Within this block, call `report` instead of `write`."""
    _reports.append(report)
    try:
        yield
    finally:
        _reports.remove(report)


@cache
def listen() -> None:
    """Let Numba report the functions that it compiles. It reports none that it finds in its cache."""
    from numba.core import event

    class CompileListener(event.Listener):
        def on_start(self, event: Any) -> None:
            begins(event.data["dispatcher"].py_func)

        def on_end(self, event: Any) -> None:
            """Do nothing."""

    event.register("numba:compile", CompileListener())  # type: ignore[no-untyped-call]  # Numba has no types


def begins(function: Any) -> None:
    """Report the game of `function`, once in this process."""
    from toctoc.core.registry import GAMES  # late: it imports the games

    rules = getattr(function.__globals__.get("rules"), "__name__", function.__module__)
    for game in GAMES.values():
        if game.name not in _reported and rules.startswith(f"{game.home}.rules_compiled"):
            _reported.add(game.name)
            if is_interactive():
                _reports[-1](game)
