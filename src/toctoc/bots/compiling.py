"""Compile searching bots, in a process of its own: python -m toctoc.bots.compiling NICENESS [GAME ...].

Two such processes never compile the same game: the second one waits, and finds it compiled.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from toctoc.bots.engine import can_compile, compiled_folder, is_compiled, warm_up
from toctoc.core.game import Game
from toctoc.core.registry import GAMES, find


def compile_games(names: list[str], niceness: int) -> None:
    """Compile these games, or all; at once where this machine keeps them compiled."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    for name in names or GAMES:
        game = find(name)
        if can_compile(game):
            with _alone(game):
                if not is_compiled(game):
                    warm_up(game)


@contextmanager
def _alone(game: Game) -> Iterator[None]:
    """Keep other processes from compiling the same; on Windows they would do it twice."""
    folder = compiled_folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (folder / "lock").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def end_with_parent() -> None:
    """End this process when its standard input ends: its parent has ended, or was killed."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    Thread(target=end_with_parent, daemon=True).start()
    compile_games(sys.argv[2:], int(sys.argv[1]))
