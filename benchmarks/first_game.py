"""Play one compiled random game in a fresh process and say so: python benchmarks/first_game.py GAME [HIDDEN...]

HIDDEN are packages that this process shall not find, as if they were not installed.
"""

import sys
import time

sys.modules.update(dict.fromkeys(sys.argv[2:]))  # type: ignore[arg-type]  # None there means: not to be found

from toctoc.arena.plan import Simulation  # noqa: E402  # once the packages are hidden
from toctoc.arena.simulation import simulate  # noqa: E402
from toctoc.core.registry import find  # noqa: E402

game = find(sys.argv[1])
simulate(Simulation.of(game.name, max(game.players), 1, 0, {}), cores=1)
print(time.process_time(), flush=True)
