"""Start cold, on two cores, and see whether workers compile: python -m tests.arena.cold simulate|arena.

In a process of its own, whose TOCTOC_CACHE is an empty folder. Whatever is compiled is written there, so nothing
in it may change from the moment on at which the work is spread.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from tests.bots.tables import SEARCHER
from toctoc.arena import simulation, tournament
from toctoc.arena.plan import Simulation, Tournament
from toctoc.arena.pool import spread

GAME = "escalier"


def kept() -> dict[Path, tuple[int, int]]:
    """What is compiled, and when it was written, and by which file."""
    found = Path(os.environ["TOCTOC_CACHE"]).rglob("*.nb?")
    return {file: (file.stat().st_ino, file.stat().st_mtime_ns) for file in found}


def watched(seen: list[Any]) -> Callable[..., Any]:
    """`spread`, which notes what is compiled when it begins."""

    def look_and_spread(*arguments: Any) -> Any:
        seen.append(kept())
        return spread(*arguments)

    return look_and_spread


if __name__ == "__main__":
    seen: list[Any] = []
    if sys.argv[1] == "simulate":
        with (
            mock.patch.object(simulation, "spread", watched(seen)),
            mock.patch.object(simulation, "COMPILED_BATCH", 5),
        ):
            simulation.simulate(Simulation.of(GAME, 2, 20, 1, {}), cores=2)
    else:
        field = Tournament.of(GAME, 2, [SEARCHER, "random"], 4, 1, {})
        with mock.patch.object(tournament, "spread", watched(seen)):
            tournament.play_on([field], [[]], lambda *_: None, 2)
    [before] = seen
    print(len(before), sum(kept().get(file) != stamp for file, stamp in before.items()), len(kept()) - len(before))
