"""Say on standard error that Numba compiles a game: only if it really does, and a person waits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from toctoc.core.game import Game

Tell = Callable[[Game], None]


def write(game: Game) -> None:
    """Write a line for a person."""
    print(f"Compiling {game.title}, once; about 40 s", file=sys.stderr)


def a_person_waits() -> bool:
    """Tell whether standard error is a terminal or a notebook; processes that share the work stay silent."""
    processes = sys.modules.get("multiprocessing")  # a browser's Python has none; a worker has imported it
    is_worker = processes is not None and processes.parent_process() is not None
    return (sys.stderr.isatty() or hasattr(sys, "ps1")) and not is_worker


_tell: list[Tell] = [write]  # the last one is called
_told: set[str] = set()  # the games, by name


@contextmanager
def told_by(tell: Tell) -> Iterator[None]:
    """Within this block, call `tell` instead of `write`."""
    _tell.append(tell)
    try:
        yield
    finally:
        _tell.remove(tell)


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
    """Tell that a game is compiled, when its first function in this process is."""
    from toctoc.core.registry import GAMES  # late: it imports the games

    rules = getattr(function.__globals__.get("rules"), "__name__", function.__module__)
    for game in GAMES.values():
        if game.name not in _told and rules.startswith(f"{game.home}.rules_compiled"):
            _told.add(game.name)
            if a_person_waits():
                _tell[-1](game)
